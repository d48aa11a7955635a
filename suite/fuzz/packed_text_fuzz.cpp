// The unpacking of gzip and zstd files: for any bytes, a text, or the documented errors.

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <string>

#include "suite/fuzz/target.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/text_source.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace replaybench;
  const int file = ::memfd_create("packed", MFD_CLOEXEC);
  require(file >= 0 && ::write(file, data, size) == static_cast<ssize_t>(size), "a file in memory");
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  std::array<std::size_t, 2> length{};
  std::array<bool, 2> whole{};
  for (const std::size_t i : {0u, 1u}) {
    std::string block(i == 0 ? 1u << 16 : 777, '\0');
    try {
      const auto source = open_text_file(path);
      while (const std::size_t got = source->read(block.data(), block.size())) {
        require(got <= block.size(), "no more than asked for");
        length[i] += got;
      }
      whole[i] = true;
      require(source->read(block.data(), block.size()) == 0, "the end stays the end");
    } catch (const DataError& error) {
      require_printable(error.what());
    }
  }
  require(whole[0] == whole[1], "the size of a block does not decide whether a file is good");
  require(!whole[0] || length[0] == length[1], "nor how long its text is");
  ::close(file);
  return 0;
}
