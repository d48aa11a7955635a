#include "suite/text/zstd.hpp"

#include <zstd.h>

#include <memory>
#include <new>

namespace replaybench {

std::string zstd(std::string_view text) {
  constexpr int level = 19;
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> packer(ZSTD_createCCtx(),
                                                                    ZSTD_freeCCtx);
  if (!packer) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_checksumFlag, 1);
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(packer.get(), bytes.data(), bytes.size(), text.data(), text.size());
  // With room for the longest result only memory can be lacking.
  if (ZSTD_isError(size)) throw std::bad_alloc();
  bytes.resize(size);
  return bytes;
}

}  // namespace replaybench
