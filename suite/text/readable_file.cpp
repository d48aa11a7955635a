#include "suite/text/readable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "suite/text/errors.hpp"

namespace replaybench {

ReadableFile::ReadableFile(std::filesystem::path path) : path_(std::move(path)) {
  struct stat status;
  if (::stat(path_.c_str(), &status) != 0) fail();
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    in_memory_.emplace(path_);
    size_ = in_memory_->bytes().size();
    return;
  }
  const int opened = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) fail();
  descriptor_ = std::shared_ptr<const int>(new int(opened), [](const int* descriptor) {
    ::close(*descriptor);
    delete descriptor;
  });
  size_ = static_cast<std::uint64_t>(status.st_size);
}

std::string_view ReadableFile::read(std::uint64_t place, std::size_t bytes,
                                    std::string& buffer) const {
  if (in_memory_) return in_memory_->bytes().substr(place, bytes);
  buffer.resize(bytes);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t got =
        ::pread(*descriptor_, buffer.data() + done, bytes - done, static_cast<off_t>(place + done));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) fail("it was shortened while it was read");
    if (got < 0) fail();
    done += static_cast<std::size_t>(got);
  }
  return buffer;
}

void ReadableFile::fail(const char* reason) const {
  throw FileError("cannot read " + path_.string() + ": " +
                  (reason ? reason : std::generic_category().message(errno)));
}

}  // namespace replaybench
