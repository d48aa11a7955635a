#include "suite/prepared/sectioned_file.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>

#include "suite/text/sha256.hpp"

namespace replaybench::prepared {

namespace {

// Changes of a file within a tick of the clock leave its time as it is: only a
// file that is older than this can be known again.
constexpr auto settled = std::chrono::seconds(2);

std::string identity_of(const struct stat& status) {
  std::string identity;
  for (const auto number :
       {static_cast<long long>(status.st_dev), static_cast<long long>(status.st_ino),
        static_cast<long long>(status.st_size), static_cast<long long>(status.st_mtim.tv_sec),
        static_cast<long long>(status.st_mtim.tv_nsec),
        static_cast<long long>(status.st_ctim.tv_sec),
        static_cast<long long>(status.st_ctim.tv_nsec)}) {
    identity += std::to_string(number) + ' ';
  }
  return identity;
}

struct stat status_of(const std::filesystem::path& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) status = {};
  return status;
}

// Files that this process has verified.
struct VerifiedFiles {
  std::mutex mutex;
  std::set<std::string> identities;
};
VerifiedFiles& verified_files() {
  static VerifiedFiles verified;
  return verified;
}

}  // namespace

bool SectionedFileBase::was_verified() const {
  const std::lock_guard lock(verified_files().mutex);
  return verified_files().identities.contains(identity_of(status_));
}

void SectionedFileBase::note_verified() const {
  const auto changed = std::chrono::system_clock::from_time_t(
      std::max(status_.st_mtim.tv_sec, status_.st_ctim.tv_sec));
  if (changed + settled > std::chrono::system_clock::now()) return;
  const std::lock_guard lock(verified_files().mutex);
  verified_files().identities.insert(identity_of(status_));
}

SectionedFileBase::SectionedFileBase(const std::filesystem::path& path)
    : name_(path.string()), status_(status_of(path)), file_(path) {
  if (size() >= header_bytes) return;
  std::string buffer;
  fail(file_.read(0, size(), buffer).starts_with(magic)
           ? "is a prepared log that was cut in its header"
           : "is not a prepared log");
}

const std::shared_ptr<const FileBytes>& SectionedFileBase::file() const {
  std::call_once(is_mapped_, [this] { mapped_ = std::make_shared<const FileBytes>(file_.map()); });
  return mapped_;
}

std::string_view SectionedFileBase::read_at(std::uint64_t place, std::size_t bytes,
                                            std::string& buffer) const {
  if (place > size() || bytes > size() - place) fail("was cut while it was read");
  return file_.read(place, bytes, buffer);
}

void SectionedFileBase::fail(const std::string& reason) const {
  throw DataError(name_ + ": " + reason);
}

void SectionedFileBase::take_places(std::span<const Header::Place> places) {
  std::uint64_t end = header_bytes;
  for (const Header::Place& place : places) {
    // No sum can overflow: what is taken for granted is bounded before.
    if (place.offset != end || place.bytes > std::uint64_t{1} << 55) {
      fail("is damaged in its header");
    }
    end += padded(place.bytes);
  }
  if (size() < end) {
    fail("was cut: " + std::to_string(size()) + " of " + std::to_string(end) +
         " bytes are there; prepare it again");
  }
  if (size() > end) {
    fail("has " + std::to_string(size() - end) + " bytes after its end; prepare it again");
  }
  places_.assign(places.begin(), places.end());
}

bool SectionedFileBase::is_whole_at(std::size_t which) const {
  const Header::Place& place = places_[which];
  constexpr std::uint64_t at_once = std::uint64_t{1} << 20;
  Sha256 digest;
  std::string buffer;
  const std::uint64_t end = place.offset + padded(place.bytes);
  for (std::uint64_t at = place.offset; at < end; at += at_once) {
    const std::string_view piece = file_.read(at, std::min(at_once, end - at), buffer);
    digest.add(piece.data(), piece.size());
  }
  return digest.finish() == place.digest;
}

std::string SectionedFileBase::place_text(std::size_t which) const {
  const Header::Place& place = places_[which];
  return " (bytes " + std::to_string(place.offset) + " to " +
         std::to_string(place.offset + padded(place.bytes)) + ")";
}

bool read_pools(std::string_view bytes, std::uint64_t pools, std::uint64_t actions,
                const std::function<bool(std::vector<Action>&)>& take) {
  const std::uint64_t count = bytes.size() / sizeof(std::uint32_t);
  const auto number = [&](std::uint64_t i) {
    std::uint32_t value;
    std::memcpy(&value, bytes.data() + i * sizeof(value), sizeof(value));
    return value;
  };
  if (bytes.size() % sizeof(std::uint32_t) != 0 || pools > count) return false;
  std::uint64_t next = pools;
  std::vector<Action> pool;
  for (std::uint64_t p = 0; p < pools; ++p) {
    const std::uint32_t size = number(p);
    if (size == 0 || size > count - next) return false;
    pool.clear();
    for (std::uint32_t k = 0; k < size; ++k) pool.push_back(number(next + k));
    next += size;
    if (pool.back() >= actions ||
        std::adjacent_find(pool.begin(), pool.end(), std::greater_equal<>()) != pool.end() ||
        !take(pool)) {
      return false;
    }
  }
  return next == count;
}

}  // namespace replaybench::prepared
