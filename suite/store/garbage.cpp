#include "suite/store/garbage.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "suite/store/listing.hpp"
#include "suite/store/reservations.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

std::uintmax_t size_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

// State of a cell's file.
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
      if (!is_left_part(file->path())) continue;
      garbage.push_back({GarbageKind::half_file, name.substr(0, name.find('.')), file->path(),
                         size_of(file->path())});
    }
  }
}

bool remove_file(const fs::path& file) {
  std::error_code error;
  const bool removed = fs::remove(file, error);
  if (error) throw FileError("cannot remove " + file.string() + ": " + error.message());
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
    // With the reservation no process stores the cell between the look and the removal.
    if (!reservations.take(one.key)) continue;
    if (one.kind == GarbageKind::unneeded_cell || look_at(store, one.key).damaged) {
      removed += remove_file(one.file);
    }
    reservations.release(one.key);
  }
  return removed;
}

}  // namespace replaybench
