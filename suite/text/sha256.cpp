#include "suite/text/sha256.hpp"

#include <openssl/evp.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace replaybench {

namespace {

[[noreturn]] void fail() { throw std::runtime_error("SHA-256 is not available in OpenSSL"); }

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  if (!context_ || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1) fail();
}

void Sha256::add(const void* data, std::size_t size) {
  if (EVP_DigestUpdate(context_.get(), data, size) != 1) fail();
}

std::array<std::uint8_t, 32> Sha256::finish() {
  std::array<std::uint8_t, 32> digest{};
  unsigned size = 0;
  if (EVP_DigestFinal_ex(context_.get(), digest.data(), &size) != 1 || size != 32) fail();
  return digest;
}

std::string hex_text(const std::array<std::uint8_t, 32>& digest) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text(2 * digest.size(), '0');
  for (std::size_t i = 0; i < digest.size(); ++i) {
    text[2 * i] = digits[digest[i] >> 4];
    text[2 * i + 1] = digits[digest[i] & 15];
  }
  return text;
}

std::array<std::uint8_t, 32> sha256(std::string_view text) {
  Sha256 hasher;
  hasher.add(text.data(), text.size());
  return hasher.finish();
}

std::string sha256_hex(std::string_view text) { return hex_text(sha256(text)); }

std::string sha256_hex_of_file(const std::filesystem::path& file,
                               const std::function<void(std::uint64_t)>& progress) {
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open()) {
    throw std::filesystem::filesystem_error("cannot read", file,
                                            std::error_code(errno, std::generic_category()));
  }
  Sha256 hasher;
  std::vector<char> block(1 << 16);
  std::uint64_t bytes = 0;
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    hasher.add(block.data(), static_cast<std::size_t>(in.gcount()));
    bytes += static_cast<std::uint64_t>(in.gcount());
    if (progress) progress(bytes);
  }
  if (!in.eof()) {
    throw std::filesystem::filesystem_error("cannot read", file,
                                            std::make_error_code(std::errc::io_error));
  }
  return hex_text(hasher.finish());
}

}  // namespace replaybench
