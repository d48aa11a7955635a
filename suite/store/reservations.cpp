#include "suite/store/reservations.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <exception>
#include <optional>
#include <sstream>
#include <utility>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/host.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

std::string one_line(const char* file) {
  try {
    const std::string text = read_regular_file(file).value_or(std::string());
    return text.substr(0, text.find('\n'));
  } catch (const FileError&) {
    return {};
  }
}

// When a process was started, in the kernel's ticks: a process number is used again, the two
// together are not. Empty when the process is not there or cannot be seen.
std::string start_of(pid_t process) {
  const std::string text = one_line(("/proc/" + std::to_string(process) + "/stat").c_str());
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number) fields >> field;
  return field;
}

struct Owner {
  std::string host;
  pid_t process = 0;
  std::string start;
  std::string place;

  std::string text() const {
    return host + " " + std::to_string(process) + " " + start + " " + place + "\n";
  }
  static std::optional<Owner> of(const fs::path& file) {
    std::istringstream words(one_line(file.c_str()));
    Owner owner;
    if (words >> owner.host >> owner.process >> owner.start >> owner.place) return owner;
    return std::nullopt;  // not written yet, or gone
  }
};

// Time of the last renewal. The file is opened because a network file system looks then.
std::optional<double> time_of(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return std::nullopt;
  struct stat status;
  const bool known = ::fstat(descriptor, &status) == 0;
  ::close(descriptor);
  if (!known) return std::nullopt;
  return static_cast<double>(status.st_mtim.tv_sec) +
         1e-9 * static_cast<double>(status.st_mtim.tv_nsec);
}

// Now, by the clock that gives the files of this folder their times.
std::optional<double> time_in(const fs::path& folder) {
  std::string name = (folder / "now-XXXXXX").string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  ::close(descriptor);
  const auto now = time_of(name);
  ::unlink(name.c_str());
  return now;
}

// Allocates nothing: it is called if there is no memory.
void remove_from(const fs::path& folder, const std::string& name) noexcept {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::unlinkat(descriptor, name.c_str(), 0);
  ::close(descriptor);
}

}  // namespace

Reservations::Reservations(const fs::path& store, ReservationTimes times, DeadOwner dead_owner)
    : folder_(store / "reservations"),
      times_(times),
      place_(process_place()),
      owner_(Owner{host_name(), ::getpid(), start_of(::getpid()), place_}.text()),
      dead_owner_(std::move(dead_owner)),
      renewed_(std::chrono::steady_clock::now()) {}

Reservations::~Reservations() { release_all(); }

bool Reservations::take(const std::string& key) {
  const fs::path file = folder_ / key;
  // The note is made before the file: a file that could not be noted for lack of memory would stay.
  std::set<std::string> note{key};
  for (int attempt = 0; attempt < 10; ++attempt) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor >= 0) {
      const bool written =
          ::write(descriptor, owner_.data(), owner_.size()) == static_cast<ssize_t>(owner_.size());
      const int reason = errno;
      ::close(descriptor);
      if (!written) {
        ::unlink(file.c_str());
        throw FileError("cannot write " + file.string() + ": " + std::strerror(reason));
      }
      const std::lock_guard lock(mutex_);
      keys_.merge(note);
      return true;
    }
    if (errno ==
        ENOENT) {  // the folder: nobody has reserved yet, or the last reservation has just gone
      make_folder(folder_);
    } else if (errno != EEXIST) {
      // SFTP has no word for "it is there already": to sshfs that is a failure like any other, EPERM.
      // Where another file can be made, it was that, and the cell waits.
      const int reason = errno;
      if (reason == EPERM && time_in(folder_)) return false;
      throw FileError("cannot write " + file.string() + ": " + std::strerror(reason));
    } else {
      if (!is_abandoned(file)) return false;
      // If several processes find the reservation abandoned, one succeeds in moving it.
      static std::atomic<unsigned> counter{0};
      fs::path aside = file;
      aside += ".left-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
      if (::rename(file.c_str(), aside.c_str()) == 0) ::unlink(aside.c_str());
    }
  }
  return false;
}

bool Reservations::is_dead(const fs::path& file) const {
  const auto owner = Owner::of(file);
  if (!owner || owner->place != place_) return false;
  if (::kill(owner->process, 0) == 0 || errno == EPERM) {
    // Without a start it has just ended, or /proc hides it (hidepid): then its age decides.
    const std::string start = start_of(owner->process);
    if (start.empty() || start == owner->start) return false;
  }
  if (dead_owner_) dead_owner_(file.filename().string(), owner->process);
  return true;
}

bool Reservations::is_abandoned(const fs::path& file) const {
  if (is_dead(file)) return true;
  const auto renewed = time_of(file);
  if (!renewed) return true;  // it has gone
  const auto now = time_in(folder_);
  // One from the future was made before the clock was set back: its owner, if it lives, renews it soon.
  return now && std::abs(*now - *renewed) > std::chrono::duration<double>(times_.expiry).count();
}

void Reservations::release(const std::string& key) noexcept {
  const std::lock_guard lock(mutex_);
  if (keys_.erase(key) > 0) remove_from(folder_, key);
}

void Reservations::release_all() noexcept {
  const std::lock_guard lock(mutex_);
  for (const auto& key : keys_) remove_from(folder_, key);
  keys_.clear();
  // Files of killed processes for cells that have been stored since are no longer needed.
  try {
    std::error_code error;
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
         entry.increment(error)) {
      if (is_abandoned(entry->path())) ::unlink(entry->path().c_str());
    }
  } catch (const std::exception&) {  // no memory, for example: the next process does it
  }
  ::rmdir(folder_.c_str());  // if it is empty now
}

void Reservations::renew() {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now - renewed_ < times_.renewal) return;
  renewed_ = now;
  for (const auto& key : keys_) {
    ::utimensat(AT_FDCWD, (folder_ / key).c_str(), nullptr, 0);  // one that was taken over has gone
  }
}

}  // namespace replaybench
