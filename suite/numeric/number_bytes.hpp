#pragma once
// Numbers and texts as canonical bytes, little-endian on every machine.

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace replaybench::numeric {

/// 8 bytes.
inline void write_number(std::uint64_t number, std::string& out) {
  for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(number >> shift);
}
/// 8 bytes, of NaN and -0 too.
inline void write_double(double number, std::string& out) {
  write_number(std::bit_cast<std::uint64_t>(number), out);
}
/// Its length, then its bytes.
inline void write_text(std::string_view text, std::string& out) {
  write_number(text.size(), out);
  out += text;
}

// Read what was written and remove it from `bytes`. Throw std::invalid_argument if these end too soon.
inline std::string_view read_bytes(std::string_view& bytes, std::uint64_t count) {
  if (bytes.size() < count) throw std::invalid_argument("the bytes of numbers end too soon");
  const std::string_view taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}
inline std::uint64_t read_number(std::string_view& bytes) {
  const std::string_view digits = read_bytes(bytes, 8);
  std::uint64_t number = 0;
  for (std::size_t i = 8; i-- > 0;) number = number << 8 | static_cast<unsigned char>(digits[i]);
  return number;
}
inline double read_double(std::string_view& bytes) {
  return std::bit_cast<double>(read_number(bytes));
}
inline std::string_view read_text(std::string_view& bytes) {
  return read_bytes(bytes, read_number(bytes));
}

}  // namespace replaybench::numeric
