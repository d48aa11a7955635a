#include "suite/store/garbage.hpp"

#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <tuple>

#include "suite/store/listing.hpp"
#include "suite/store/reservations.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// A part is written in well under a second; no clock of a cluster is wrong by an hour.
constexpr std::chrono::hours longest_writing{1};

constexpr std::string_view part_mark = ".part-";

// The process that writes a part, if it is one of this machine: parts of others have other names.
std::optional<long> writer_here(const fs::path& part) {
  const std::string name = part.string();
  const std::size_t mark = name.rfind(part_mark);
  const std::size_t dash = name.rfind('-');
  const std::size_t before = dash == 0 ? std::string::npos : name.rfind('-', dash - 1);
  if (before == std::string::npos || before < mark) return std::nullopt;
  const auto process = whole_number<long>(name.substr(before + 1, dash - before - 1));
  if (!process || *process <= 0) return std::nullopt;
  const std::string prefix = part_prefix(name.substr(0, mark), *process).string();
  return name.starts_with(prefix) ? process : std::nullopt;
}

bool is_left_behind(const fs::path& part) {
  if (const auto process = writer_here(part)) {
    return ::kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
  }
  std::error_code error;
  const auto written = fs::last_write_time(part, error);
  return !error && fs::file_time_type::clock::now() - written > longest_writing;
}

std::uintmax_t size_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

// What is found where a cell is looked for: no file, or it is damaged, or the cell.
struct Found {
  bool damaged = false;
  std::optional<Store::Entry> cell;
};

Found look_at(const Store& store, const std::string& key) {
  const auto bytes = store.cell_bytes(key);
  if (!bytes) return {};
  auto cell = Store::entry_of(*bytes);
  if (!cell || cell->key != key) return {true, std::nullopt};
  return {false, std::move(cell)};
}

void find_half_files(const Store& store, std::vector<Garbage>& garbage) {
  std::error_code error;
  for (fs::directory_iterator folder(store.root(), error), end; !error && folder != end;
       folder.increment(error)) {
    std::error_code unreadable;
    for (fs::directory_iterator file(folder->path(), unreadable), last; !unreadable && file != last;
         file.increment(unreadable)) {
      const std::string name = file->path().filename().string();
      if (name.find(part_mark) == std::string::npos || !is_left_behind(file->path())) continue;
      garbage.push_back({GarbageKind::half_file, name.substr(0, name.find('.')), file->path(),
                         size_of(file->path())});
    }
  }
}

bool remove_file(const fs::path& file) {
  std::error_code error;
  const bool removed = fs::remove(file, error);
  if (error) throw EnvironmentError("cannot remove " + file.string() + ": " + error.message());
  return removed;
}

}  // namespace

std::vector<Garbage> find_garbage(const Store& store,
                                  const std::function<bool(const Store::Entry&)>& is_needed) {
  std::vector<Garbage> garbage;
  find_half_files(store, garbage);
  const StoreListing listing(store);
  listing.for_each_cell([&](const std::string& key) {
    const auto [damaged, cell] = look_at(store, key);
    if (!damaged && (!cell || !is_needed || is_needed(*cell))) return;
    const fs::path file = store.cell_file(key);
    garbage.push_back({damaged ? GarbageKind::damaged_cell : GarbageKind::unneeded_cell, key, file,
                       size_of(file)});
  });
  listing.for_each_failure([&](const std::string& key) {
    if (!listing.holds(key)) return;
    const fs::path file = store.failure_file(key);
    garbage.push_back({GarbageKind::stale_failure, key, file, size_of(file)});
  });
  std::sort(garbage.begin(), garbage.end(), [](const Garbage& a, const Garbage& b) {
    return std::tie(a.kind, a.key, a.file) < std::tie(b.kind, b.key, b.file);
  });
  return garbage;
}

std::size_t remove_garbage(const Store& store, const std::vector<Garbage>& garbage) {
  std::size_t removed = 0;
  Reservations reservations(store.root());
  for (const Garbage& one : garbage) {
    const bool is_cell =
        one.kind == GarbageKind::damaged_cell || one.kind == GarbageKind::unneeded_cell;
    if (!is_cell) {
      removed += remove_file(one.file);
      continue;
    }
    // With the reservation nobody who computes the cell stores it between the look and the removal.
    if (!reservations.take(one.key)) continue;
    if (one.kind == GarbageKind::unneeded_cell || look_at(store, one.key).damaged) {
      removed += remove_file(one.file);
    }
    reservations.release(one.key);
  }
  return removed;
}

}  // namespace replaybench
