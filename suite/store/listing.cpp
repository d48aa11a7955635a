#include "suite/store/listing.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t key_digits = 64;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<std::array<std::uint8_t, 32>> key_bytes(std::string_view text) {
  std::array<std::uint8_t, 32> key{};
  if (text.size() != key_digits) return std::nullopt;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const int high = digit_of(text[2 * i]);
    const int low = digit_of(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    key[i] = static_cast<std::uint8_t>(16 * high + low);
  }
  return key;
}

}  // namespace

StoreListing::StoreListing(const Store& store) : store_(&store) {
  std::error_code error;
  for (int prefix = 0; prefix < 256; ++prefix) {
    Key first{};
    first[0] = static_cast<std::uint8_t>(prefix);
    const fs::path folder = store.cell_file(hex_text(first)).parent_path();
    for (fs::directory_iterator file(folder, error), end; !error && file != end;
         file.increment(error)) {
      const std::string name = file->path().filename().string();
      const auto key = key_bytes(std::string_view(name).substr(0, key_digits));
      if (!key || (*key)[0] != prefix) continue;
      const std::string_view extension = std::string_view(name).substr(key_digits);
      if (extension == ".cell") cells_.push_back(*key);
      if (extension == ".failed") failures_.push_back(*key);
    }
    if (error && error != std::errc::no_such_file_or_directory) {
      throw EnvironmentError("cannot read " + folder.string() + ": " + error.message());
    }
  }
  std::sort(cells_.begin(), cells_.end());
  std::sort(failures_.begin(), failures_.end());
}

bool StoreListing::contains(const std::vector<Key>& sorted, std::string_view key) {
  const auto bytes = key_bytes(key);
  return bytes && std::binary_search(sorted.begin(), sorted.end(), *bytes);
}

void StoreListing::for_each_cell(const std::function<void(const std::string&)>& visit) const {
  for (const Key& key : cells_) visit(hex_text(key));
}

void StoreListing::for_each_failure(const std::function<void(const std::string&)>& visit) const {
  for (const Key& key : failures_) visit(hex_text(key));
}

StoreListing::Bytes StoreListing::bytes(std::size_t most) const {
  Bytes sum;
  std::error_code error;
  const std::size_t looked = std::min(most, cells_.size());
  for (std::size_t i = 0; i < looked; ++i) {
    const std::uintmax_t size = fs::file_size(store_->cell_file(hex_text(cells_[i])), error);
    if (!error) sum.bytes += size;  // else it has gone meanwhile
  }
  if (looked == cells_.size()) return sum;
  const double scale = static_cast<double>(cells_.size()) / static_cast<double>(looked);
  return {static_cast<std::uintmax_t>(static_cast<double>(sum.bytes) * scale), false};
}

}  // namespace replaybench
