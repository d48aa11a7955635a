#include "suite/prepared/sectioned_file.hpp"

#include <algorithm>

#include "suite/text/sha256.hpp"

namespace replaybench::prepared {

SectionedFileBase::SectionedFileBase(const std::filesystem::path& path)
    : name_(path.string()), file_(std::make_shared<const FileBytes>(path)) {
  if (bytes().size() >= header_bytes) return;
  fail(bytes().starts_with(magic) ? "is a prepared log that was cut in its header"
                                  : "is not a prepared log");
}

void SectionedFileBase::fail(const std::string& reason) const {
  throw DataError(name_ + ": " + reason);
}

void SectionedFileBase::take_places(std::span<const Header::Place> places) {
  const std::uint64_t size = bytes().size();
  std::uint64_t end = header_bytes;
  for (const Header::Place& place : places) {
    // No sum can overflow: what is taken for granted is bounded before.
    if (place.offset != end || place.bytes > std::uint64_t{1} << 55) {
      fail("is damaged in its header");
    }
    end += padded(place.bytes);
  }
  if (size < end) {
    fail("was cut: " + std::to_string(size) + " of " + std::to_string(end) +
         " bytes are there; prepare it again");
  }
  if (size > end) {
    fail("has " + std::to_string(size - end) + " bytes after its end; prepare it again");
  }
  places_.assign(places.begin(), places.end());
}

bool SectionedFileBase::is_whole_at(std::size_t which) const {
  const Header::Place& place = places_[which];
  return sha256(bytes().substr(place.offset, padded(place.bytes))) == place.digest;
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
