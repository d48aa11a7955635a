#pragma once
// Thrift's compact protocol, as far as a Parquet footer by hand needs it.

#include <cstdint>
#include <string>
#include <vector>

namespace replaybench {

/// A struct of Thrift's compact protocol, written field by field in the order of their numbers.
class ThriftBytes {
 public:
  ThriftBytes& whole(int id, std::uint64_t value) {
    begin(id, 6);
    return varint(2 * value);
  }
  ThriftBytes& text(int id, const std::string& value) {
    begin(id, 8);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  ThriftBytes& texts(int id, const std::vector<std::string>& values) {
    begin(id, 9);
    bytes_ += static_cast<char>(values.size() << 4 | 8);
    for (const auto& value : values) {
      varint(value.size());
      bytes_ += value;
    }
    return *this;
  }
  ThriftBytes& structure(int id, const ThriftBytes& value) {
    begin(id, 12);
    bytes_ += value.end();
    return *this;
  }
  ThriftBytes& list(int id, const std::vector<ThriftBytes>& values) {
    begin(id, 9);
    if (values.size() < 15) {
      bytes_ += static_cast<char>(values.size() << 4 | 12);
    } else {
      bytes_ += static_cast<char>(0xf0 | 12);
      varint(values.size());
    }
    for (const auto& value : values) bytes_ += value.end();
    return *this;
  }
  std::string end() const { return bytes_ + '\0'; }

 private:
  void begin(int id, int type) {
    bytes_ += static_cast<char>((id - last_) << 4 | type);
    last_ = id;
  }
  ThriftBytes& varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
    return *this;
  }
  std::string bytes_;
  int last_ = 0;
};

}  // namespace replaybench
