#include "suite/text/files.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "suite/text/errors.hpp"
#include "suite/text/mapped_files.hpp"
#include "suite/text/part_names.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& what, const fs::path& file) {
  throw FileError(what + " " + file.string() + ": " + std::strerror(errno));
}

/// Closed with the scope, errno as it was.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    const int reason = errno;
    if (number_ >= 0) ::close(number_);
    errno = reason;
  }
  int number() const { return number_; }
  bool close() { return ::close(release()) == 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// Writes all bytes, or as many as can be; gives their number, with errno set if there are less.
std::size_t write_all(int descriptor, std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  return done;
}

// A new name is on the disk when its folder is. Some file systems cannot flush a folder: the file is
// whole there all the same.
void flush_folder_of(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() >= 0) ::fsync(opened.number());
}

// A rename over a device, a pipe or a socket would remove it.
void refuse_special(const fs::path& file) {
  struct stat there;
  if (::lstat(file.c_str(), &there) != 0) return;
  if (S_ISREG(there.st_mode) || S_ISLNK(there.st_mode) || S_ISDIR(there.st_mode)) return;
  throw FileError("cannot write " + file.string() + ": it is not a regular file");
}

std::string read_all(const Descriptor& in, const fs::path& file) {
  struct stat status;
  const bool has_status = ::fstat(in.number(), &status) == 0;
  const bool known = has_status && status.st_size > 0;
  const bool is_device = has_status && S_ISCHR(status.st_mode);
  constexpr std::size_t max_device_bytes = std::size_t{64} << 20;
  // One byte more, so that the end is seen without another block.
  std::string text(known ? static_cast<std::size_t>(status.st_size) + 1 : 4096, '\0');
  std::size_t size = 0;
  for (;;) {
    const ssize_t got = ::read(in.number(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read", file);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    // Some devices never end; a terminal, which is one too, is read.
    if (is_device && size > max_device_bytes) {
      throw FileError("cannot read " + file.string() +
                      ": it is a device that gave more than 64 MiB; give a file");
    }
    if (size == text.size()) text.resize(2 * size);
  }
  text.resize(size);
  return text;
}

}  // namespace

std::string read_file(const fs::path& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.number() < 0) fail("cannot read", file);
  return read_all(in, file);
}

std::optional<std::string> read_regular_file(const fs::path& file) {
  const auto is_no_fault_of_file = [] {
    return errno == ENOENT || errno == ENOTDIR || errno == EMFILE || errno == ENFILE ||
           errno == ENOMEM;
  };
  // A pipe without a writer would keep the call waiting.
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (in.number() < 0 || ::fstat(in.number(), &status) != 0) {
    if (is_no_fault_of_file()) fail("cannot read", file);
    return std::nullopt;
  }
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  try {
    return read_all(in, file);
  } catch (const FileError&) {
    if (is_no_fault_of_file()) throw;
    return std::nullopt;
  }
}

FileBytes::FileBytes(std::string bytes) {
  const auto text = std::make_shared<const std::string>(std::move(bytes));
  bytes_ = *text;
  owner_ = text;
}

FileBytes::FileBytes(const fs::path& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status;
  if (in.number() < 0 || ::fstat(in.number(), &status) != 0) fail("cannot read", file);
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    *this = FileBytes(read_all(in, file));
    return;
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, in.number(), 0);
  if (begin == MAP_FAILED) fail("cannot map", file);
  bytes_ = {static_cast<const char*>(begin), size};
  note_mapping(bytes_, file);
  owner_ = std::shared_ptr<const void>(begin, [begin, bytes = bytes_](const void*) {
    forget_mapping(bytes);
    ::munmap(begin, bytes.size());
  });
}

void write_file(const fs::path& file, std::string_view text) {
  if (file.has_parent_path()) make_folder(file.parent_path());
  fs::path aside;
  // A new file each time: what has the name already, such as a link to another file, is left alone.
  const auto open_new = [&] {
    aside = new_part(file);
    return ::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  };
  int opened = open_new();
  while (opened < 0 && errno == EEXIST) opened = open_new();
  Descriptor out(opened);
  if (out.number() < 0) fail("cannot write", file);
  const bool written = write_all(out.number(), text) == text.size() && ::fsync(out.number()) == 0 &&
                       out.close() && ::rename(aside.c_str(), file.c_str()) == 0;
  if (written) return flush_folder_of(file);
  const int reason = errno;
  ::unlink(aside.c_str());
  errno = reason;
  fail("cannot write", file);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw FileError("cannot make folder " + folder.string() + ": " + error.message());
  }
}

GrowingFile::~GrowingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void GrowingFile::append(std::string_view bytes) {
  const std::size_t written = write_all(descriptor_, bytes);
  size_ += written;
  if (written < bytes.size()) fail("cannot write");
}

void GrowingFile::overwrite(std::uint64_t place, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
    place += static_cast<std::uint64_t>(written);
  }
}

void GrowingFile::read(std::uint64_t place, std::span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = EIO;  // shorter than what was written to it
    if (got <= 0) fail("cannot read");
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    place += static_cast<std::uint64_t>(got);
  }
}

void GrowingFile::fail(const char* what) const { replaybench::fail(what, path_); }

LockedPart::LockedPart(fs::path path, Unfinished unfinished)
    : GrowingFile(std::move(path)), unfinished_(unfinished) {
  while (!open()) {
  }
  if (unfinished_ == Unfinished::discarded) clear();
  if (::lseek(descriptor_, 0, SEEK_END) < 0) fail("cannot write");
}

bool LockedPart::open() {
  const auto refuse = [&](const char* what) {
    throw FileError(path_.string() + ": is " + what +
                    ": it is not written; remove it and run again");
  };
  // Not through a link, and nothing that has another name: that would overwrite another file.
  constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
  Descriptor opened(::open(path_.c_str(), flags, 0666));
  if (opened.number() < 0 && errno == ELOOP) refuse("a symbolic link");
  if (opened.number() < 0) fail("cannot write");
  if (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0) {
    throw FileError(path_.string() + ": another process is writing it");
  }
  // Between the two calls its last owner may have given it its name, or removed it: then it is not
  // a part any more.
  struct stat ours;
  struct stat named;
  if (::fstat(opened.number(), &ours) != 0 || ::lstat(path_.c_str(), &named) != 0 ||
      ours.st_ino != named.st_ino || ours.st_dev != named.st_dev) {
    return false;
  }
  if (!S_ISREG(ours.st_mode)) refuse("not a regular file");
  if (ours.st_nlink > 1) refuse("a hard link to another file");
  size_ = static_cast<std::uint64_t>(ours.st_size);
  descriptor_ = opened.release();
  return true;
}

LockedPart::~LockedPart() {
  // While the lock is still held: nobody else has a part of this name.
  if (!renamed_ && (unfinished_ == Unfinished::discarded || size_ == 0)) ::unlink(path_.c_str());
}

void LockedPart::clear() {
  if (size_ == 0) return;
  if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) < 0) {
    fail("cannot empty");
  }
  size_ = 0;
}

void LockedPart::rename_to(const fs::path& path) {
  refuse_special(path);
  if (::fsync(descriptor_) != 0) fail("cannot write");
  if (::rename(path_.c_str(), path.c_str()) != 0) replaybench::fail("cannot write", path);
  renamed_ = true;
  flush_folder_of(path);
}

NamelessFile::NamelessFile(fs::path beside) : GrowingFile(std::move(beside)) {
  std::string name = path_.string() + "-XXXXXX";
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail("cannot write");
  ::unlink(name.c_str());
}

}  // namespace replaybench
