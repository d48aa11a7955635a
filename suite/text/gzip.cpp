#include "suite/text/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace replaybench {

GzipPacker::GzipPacker(int level) : zlib_(std::make_unique<z_stream>()) {
  constexpr int gzip_header = 16;
  constexpr int memory = 8;
  if (deflateInit2(zlib_.get(), level, Z_DEFLATED, MAX_WBITS + gzip_header, memory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipPacker::~GzipPacker() { deflateEnd(zlib_.get()); }

void GzipPacker::add(std::string_view part, std::string& packed) {
  // zlib counts in 32 bits: longer texts go to it in pieces.
  constexpr std::size_t longest = std::numeric_limits<uInt>::max() / 2;
  while (!part.empty()) {
    const std::string_view piece = part.substr(0, longest);
    zlib_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    zlib_->avail_in = static_cast<uInt>(piece.size());
    part.remove_prefix(piece.size());
    pack(Z_NO_FLUSH, packed);
  }
}

void GzipPacker::finish(std::string& packed) { pack(Z_FINISH, packed); }

void GzipPacker::pack(int flush, std::string& packed) {
  char block[1 << 16];
  do {
    zlib_->next_out = reinterpret_cast<Bytef*>(block);
    zlib_->avail_out = sizeof block;
    deflate(zlib_.get(), flush);
    packed.append(block, sizeof block - zlib_->avail_out);
  } while (zlib_->avail_out == 0);
}

std::string gzip(std::string_view text) {
  std::string bytes;
  GzipPacker packer(9);
  packer.add(text, bytes);
  packer.finish(bytes);
  return bytes;
}

}  // namespace replaybench
