#include "suite/store/key_set.hpp"

#include <algorithm>

namespace replaybench {

namespace {

constexpr std::uint8_t no_digit = 16;

// By character: a store's listing reads 64 digits a cell.
constexpr std::array<std::uint8_t, 256> digit_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(no_digit);
  for (std::uint8_t i = 0; i < 16; ++i) {
    values[static_cast<std::uint8_t>("0123456789abcdef"[i])] = i;
  }
  return values;
}();

std::uint8_t digit_of(char c) { return digit_values[static_cast<std::uint8_t>(c)]; }

}  // namespace

std::optional<KeyBytes> key_bytes(std::string_view digits) {
  KeyBytes key{};
  if (digits.size() != 2 * key.size()) return std::nullopt;
  std::uint8_t all = 0;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const std::uint8_t high = digit_of(digits[2 * i]);
    const std::uint8_t low = digit_of(digits[2 * i + 1]);
    all |= high | low;
    key[i] = static_cast<std::uint8_t>(16 * high + low);
  }
  if ((all & no_digit) != 0) return std::nullopt;
  return key;
}

void KeySet::sort() {
  std::sort(keys_.begin(), keys_.end());
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
}

bool KeySet::contains(std::string_view digits) const {
  const auto key = key_bytes(digits);
  return key && std::binary_search(keys_.begin(), keys_.end(), *key);
}

}  // namespace replaybench
