#include "suite/store/listing.hpp"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t key_digits = 64;

// The names in a folder, none if it is absent. The system's own calls: of a million names,
// std::filesystem spends as long on their paths as the file system on the folder.
template <class Visit>
void for_each_name(const fs::path& folder, Visit visit) {
  const auto fail = [&] {
    throw FileError("cannot read " + folder.string() + ": " +
                    std::generic_category().message(errno));
  };
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (!open) {
    if (errno != ENOENT) fail();
    return;
  }
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr) break;
    visit(std::string_view(entry->d_name));
  }
  if (errno != 0) fail();
}

}  // namespace

StoreListing::StoreListing(const Store& store) : store_(&store) {
  for (int prefix = 0; prefix < 256; ++prefix) {
    KeyBytes first{};
    first[0] = static_cast<std::uint8_t>(prefix);
    const fs::path folder = store.cell_file(hex_text(first)).parent_path();
    for_each_name(folder, [&](std::string_view name) {
      const auto key = key_bytes(name.substr(0, key_digits));
      if (!key || (*key)[0] != prefix) return;
      const std::string_view extension = name.substr(key_digits);
      if (extension == ".cell") cells_.add(*key);
      if (extension == ".failed") failures_.add(*key);
    });
  }
  cells_.sort();
  failures_.sort();
}

void StoreListing::for_each_cell(const std::function<void(const std::string&)>& visit) const {
  for (const KeyBytes& key : cells_) visit(hex_text(key));
}

void StoreListing::for_each_failure(const std::function<void(const std::string&)>& visit) const {
  for (const KeyBytes& key : failures_) visit(hex_text(key));
}

StoreListing::Bytes StoreListing::bytes(std::size_t most) const {
  Bytes sum;
  std::error_code error;
  const std::size_t looked = std::min(most, cells_.size());
  for (auto key = cells_.begin(); key != cells_.begin() + static_cast<std::ptrdiff_t>(looked);
       ++key) {
    const std::uintmax_t size = fs::file_size(store_->cell_file(hex_text(*key)), error);
    if (!error) sum.bytes += size;  // else it has gone meanwhile
  }
  if (looked == cells_.size()) return sum;
  const double scale = static_cast<double>(cells_.size()) / static_cast<double>(looked);
  return {static_cast<std::uintmax_t>(static_cast<double>(sum.bytes) * scale), false};
}

}  // namespace replaybench
