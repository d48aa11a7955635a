#pragma once
// SHA-256 digests of bytes and files.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

// OpenSSL's, which its headers call EVP_MD_CTX.
struct evp_md_ctx_st;

namespace replaybench {

/// SHA-256 of bytes that come piece by piece (OpenSSL).
class Sha256 {
 public:
  Sha256();
  void add(const void* data, std::size_t size);
  /// The digest of all that was added; nothing can be added afterwards.
  std::array<std::uint8_t, 32> finish();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

/// 64 lower-case hexadecimal digits.
std::string hex_text(const std::array<std::uint8_t, 32>& digest);

/// SHA-256 of a text.
std::array<std::uint8_t, 32> sha256(std::string_view text);

/// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

/// SHA-256 of a file's bytes, read in blocks; `progress` (may be empty) is called after each how
/// many bytes were read so far. Throws std::filesystem::filesystem_error if it cannot be read.
std::string sha256_hex_of_file(const std::filesystem::path& file,
                               const std::function<void(std::uint64_t)>& progress = {});

}  // namespace replaybench
