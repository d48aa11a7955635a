// The codecs of Parquet's pages.

#include <brotli/decode.h>
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

// Blocks as Hadoop writes them: the size of a block unpacked and packed, big-endian, and its bytes.
bool unpack_hadoop_blocks(std::string_view packed, char* out, std::uint64_t bytes) {
  const auto take_size = [&packed] {
    std::uint64_t size = 0;
    for (int i = 0; i < 4; ++i) size = size << 8 | static_cast<unsigned char>(packed[i]);
    packed.remove_prefix(4);
    return size;
  };
  while (!packed.empty()) {
    if (packed.size() < 8) return false;
    const std::uint64_t block = take_size();
    const std::uint64_t block_packed = take_size();
    if (block > bytes || block_packed > packed.size() ||
        LZ4_decompress_safe(packed.data(), out, static_cast<int>(block_packed),
                            static_cast<int>(block)) != static_cast<int>(block)) {
      return false;
    }
    out += block;
    bytes -= block;
    packed.remove_prefix(block_packed);
  }
  return bytes == 0;
}

// The old codec LZ4: Hadoop's blocks, or of some writers one bare block as in lz4_raw.
std::shared_ptr<char[]> unpack_lz4_framed(std::string_view packed, std::uint64_t bytes) {
  constexpr std::uint64_t most = std::numeric_limits<int>::max();
  auto out = room(bytes, packed.size(), 255);
  if (bytes > most || packed.size() > most) corrupt("lz4");
  if (unpack_hadoop_blocks(packed, out.get(), bytes)) return out;
  return unpack_lz4(packed, bytes);
}

// A command of Brotli repeats up to 2^24 bytes in few bits.
std::shared_ptr<char[]> unpack_brotli(std::string_view packed, std::uint64_t bytes) {
  auto out = room(bytes, packed.size(), 1u << 20);
  std::size_t got = bytes;
  if (BrotliDecoderDecompress(packed.size(), reinterpret_cast<const std::uint8_t*>(packed.data()),
                              &got, reinterpret_cast<std::uint8_t*>(out.get())) !=
          BROTLI_DECODER_RESULT_SUCCESS ||
      got != bytes) {
    corrupt("brotli");
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
                        std::shared_ptr<const void>& keep) {
  std::shared_ptr<const char[]> unpacked;
  switch (codec) {
    case Codec::none:
      if (packed.size() != unpacked_bytes) {
        throw DataError("a page of " + std::to_string(packed.size()) + " bytes says that it has " +
                        std::to_string(unpacked_bytes));
      }
      return packed;
    case Codec::snappy:
      unpacked = unpack_snappy(packed, unpacked_bytes);
      break;
    case Codec::gzip:
      unpacked = unpack_gzip(packed, unpacked_bytes);
      break;
    case Codec::zstd:
      unpacked = unpack_zstd(packed, unpacked_bytes);
      break;
    case Codec::lz4_raw:
      unpacked = unpack_lz4(packed, unpacked_bytes);
      break;
    case Codec::brotli:
      unpacked = unpack_brotli(packed, unpacked_bytes);
      break;
    case Codec::lz4_framed:
      unpacked = unpack_lz4_framed(packed, unpacked_bytes);
      break;
    default: {
      constexpr int lzo = 3;
      const auto number = static_cast<int>(codec);
      throw DataError("the codec " + (number == lzo ? std::string("LZO") : std::to_string(number)) +
                      " is not read; read are none, snappy, gzip, brotli, zstd, lz4 and lz4_raw");
    }
  }
  keep = unpacked;
  return {unpacked.get(), unpacked_bytes};
}

}  // namespace replaybench::parquet
