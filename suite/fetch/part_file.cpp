#include "suite/fetch/part_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "suite/text/errors.hpp"

namespace replaybench {

PartFile::PartFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), error);
  if (error) {
    throw EnvironmentError("cannot make folder " + path_.parent_path().string() + ": " +
                           error.message());
  }
  while (true) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("open");
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      ::close(descriptor_);
      throw EnvironmentError(path_.string() + ": another process is fetching it");
    }
    // Whoever had the lock may have renamed the file in between: then it is not a part any more.
    struct stat here, there;
    if (::fstat(descriptor_, &here) == 0 && ::stat(path_.c_str(), &there) == 0 &&
        here.st_ino == there.st_ino && here.st_dev == there.st_dev) {
      size_ = static_cast<std::uint64_t>(here.st_size);
      break;
    }
    ::close(descriptor_);
  }
  if (::lseek(descriptor_, 0, SEEK_END) < 0) fail("seek in");
}

PartFile::~PartFile() {
  if (size_ == 0 && !renamed_) ::unlink(path_.c_str());
  ::close(descriptor_);
}

void PartFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

void PartFile::clear() {
  if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) < 0) fail("empty");
  size_ = 0;
}

void PartFile::rename_to(const std::filesystem::path& path) {
  if (::fsync(descriptor_) != 0) fail("write");
  if (::rename(path_.c_str(), path.c_str()) != 0) fail("rename");
  renamed_ = true;
}

void PartFile::fail(const char* what) const {
  throw EnvironmentError("cannot " + std::string(what) + " " + path_.string() + ": " +
                         std::generic_category().message(errno));
}

}  // namespace replaybench
