#include "suite/format/file_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

// Closes the descriptor.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

[[noreturn]] void fail(const std::filesystem::path& path, const char* what) {
  throw EnvironmentError(path.string() + ": " + what + ": " + std::strerror(errno));
}

std::string read_all(const std::filesystem::path& path, int descriptor) {
  std::string text;
  std::string block(std::size_t{1} << 18, '\0');
  for (;;) {
    const ssize_t got = ::read(descriptor, block.data(), block.size());
    if (got == 0) return text;
    if (got < 0 && errno != EINTR) fail(path, "cannot read");
    if (got > 0) text.append(block, 0, static_cast<std::size_t>(got));
  }
}

}  // namespace

FileBytes::FileBytes(std::string bytes) {
  const auto text = std::make_shared<const std::string>(std::move(bytes));
  bytes_ = *text;
  owner_ = text;
}

FileBytes::FileBytes(const std::filesystem::path& path) {
  const Descriptor descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (descriptor.number < 0) fail(path, "cannot open");
  struct stat status;
  if (::fstat(descriptor.number, &status) != 0) fail(path, "cannot read");
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    const auto text = std::make_shared<const std::string>(read_all(path, descriptor.number));
    bytes_ = *text;
    owner_ = text;
    return;
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0);
  if (begin == MAP_FAILED) fail(path, "cannot map");
  owner_ =
      std::shared_ptr<const void>(begin, [begin, size](const void*) { ::munmap(begin, size); });
  bytes_ = {static_cast<const char*>(begin), size};
}

}  // namespace replaybench
