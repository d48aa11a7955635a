#include "suite/text/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

namespace replaybench {

std::string gzip(std::string_view text) {
  constexpr int level = 9;
  constexpr int gzip_header = 16;
  z_stream zlib{};
  if (deflateInit2(&zlib, level, Z_DEFLATED, MAX_WBITS + gzip_header, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&zlib, deflateEnd);
  std::string bytes;
  char block[1 << 16];
  // zlib counts in 32 bits: longer texts go to it in parts.
  constexpr std::size_t longest_part = std::numeric_limits<uInt>::max() / 2;
  int status = Z_OK;
  do {
    if (zlib.avail_in == 0) {
      const std::string_view part = text.substr(0, std::min(text.size(), longest_part));
      zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
      zlib.avail_in = static_cast<uInt>(part.size());
      text.remove_prefix(part.size());
    }
    zlib.next_out = reinterpret_cast<Bytef*>(block);
    zlib.avail_out = sizeof block;
    status = deflate(&zlib, text.empty() ? Z_FINISH : Z_NO_FLUSH);
    bytes.append(block, sizeof block - zlib.avail_out);
  } while (status != Z_STREAM_END);
  return bytes;
}

}  // namespace replaybench
