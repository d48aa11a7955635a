#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace replaybench {

/// SHA-256 of a text (OpenSSL).
std::array<std::uint8_t, 32> sha256(std::string_view text);

/// The same as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

/// SHA-256 of a file's bytes, read in blocks; `progress` (may be empty) is told after each how many
/// bytes were read so far. Throws std::filesystem::filesystem_error if it cannot be read.
std::string sha256_hex_of_file(const std::filesystem::path& file,
                               const std::function<void(std::uint64_t)>& progress = {});

}  // namespace replaybench
