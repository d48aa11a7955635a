// The codecs of Parquet's pages.

#include <lz4.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>

#include "suite/format/parquet_decode.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::parquet {

namespace {

[[noreturn]] void corrupt(const char* codec) {
  throw DataError(std::string("a page packed by ") + codec + " is corrupt");
}

// Memory that is not touched costs addresses only; but nothing is asked for that the packed bytes
// cannot fill.
std::shared_ptr<char[]> room(std::uint64_t bytes, std::uint64_t packed, std::uint64_t max_ratio) {
  if (bytes > 64 + max_ratio * packed) {
    throw DataError("a page of " + std::to_string(packed) + " bytes says that it unpacks to " +
                    std::to_string(bytes));
  }
  return std::shared_ptr<char[]>(new char[std::max<std::uint64_t>(bytes, 1)]);
}

std::shared_ptr<char[]> unpack_snappy(std::string_view packed, std::uint64_t bytes) {
  std::size_t length = 0;
  if (!snappy::GetUncompressedLength(packed.data(), packed.size(), &length) || length != bytes) {
    corrupt("snappy");
  }
  auto out = room(bytes, packed.size(), 64);
  if (!snappy::RawUncompress(packed.data(), packed.size(), out.get())) corrupt("snappy");
  return out;
}

std::shared_ptr<char[]> unpack_lz4(std::string_view packed, std::uint64_t bytes) {
  constexpr std::uint64_t most = std::numeric_limits<int>::max();
  auto out = room(bytes, packed.size(), 255);
  if (bytes > most || packed.size() > most ||
      LZ4_decompress_safe(packed.data(), out.get(), static_cast<int>(packed.size()),
                          static_cast<int>(bytes)) != static_cast<int>(bytes)) {
    corrupt("lz4_raw");
  }
  return out;
}

std::shared_ptr<char[]> unpack_gzip(std::string_view packed, std::uint64_t bytes) {
  auto out = room(bytes, packed.size(), 1100);
  z_stream zlib{};
  if (inflateInit2(&zlib, MAX_WBITS + 32) != Z_OK) throw FileError("zlib cannot start");
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  zlib.avail_in = static_cast<uInt>(packed.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.get());
  zlib.avail_out = static_cast<uInt>(bytes);
  int status = inflate(&zlib, Z_FINISH);
  // Members may follow each other.
  while (status == Z_STREAM_END && zlib.avail_in > 0 && zlib.avail_out > 0) {
    inflateReset(&zlib);
    status = inflate(&zlib, Z_FINISH);
  }
  const bool good = status == Z_STREAM_END && zlib.avail_out == 0;
  inflateEnd(&zlib);
  if (!good) corrupt("gzip");
  return out;
}

// A block of 128 KiB of one byte takes four.
std::shared_ptr<char[]> unpack_zstd(std::string_view packed, std::uint64_t bytes) {
  auto out = room(bytes, packed.size(), 1u << 15);
  const std::size_t got = ZSTD_decompress(out.get(), bytes, packed.data(), packed.size());
  if (ZSTD_isError(got) || got != bytes) corrupt("zstd");
  return out;
}

}  // namespace

std::string_view unpack(std::string_view packed, Codec codec, std::uint64_t unpacked_bytes,
                        std::shared_ptr<const char[]>& keep) {
  switch (codec) {
    case Codec::none:
      if (packed.size() != unpacked_bytes) {
        throw DataError("a page of " + std::to_string(packed.size()) + " bytes says that it has " +
                        std::to_string(unpacked_bytes));
      }
      keep = nullptr;
      return packed;
    case Codec::snappy:
      keep = unpack_snappy(packed, unpacked_bytes);
      break;
    case Codec::gzip:
      keep = unpack_gzip(packed, unpacked_bytes);
      break;
    case Codec::zstd:
      keep = unpack_zstd(packed, unpacked_bytes);
      break;
    case Codec::lz4_raw:
      keep = unpack_lz4(packed, unpacked_bytes);
      break;
    default: {
      constexpr const char* names[] = {"none", "snappy", "gzip", "LZO", "Brotli", "LZ4 (Hadoop's)"};
      const auto number = static_cast<int>(codec);
      throw DataError(std::string("the codec ") +
                      (number >= 0 && number < 6 ? names[number] : std::to_string(number)) +
                      " is not read; read are none, snappy, gzip, zstd and lz4_raw");
    }
  }
  return {keep.get(), unpacked_bytes};
}

}  // namespace replaybench::parquet
