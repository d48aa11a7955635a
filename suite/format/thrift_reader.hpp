#pragma once
// Thrift's compact protocol, as far as Parquet's metadata needs it.

#include <cstdint>
#include <string>
#include <string_view>

namespace replaybench {

/// Reads values one after the other. Whatever the bytes, it reads nothing behind them, ends after
/// at most as many steps as there are bytes, and allocates nothing. All functions throw DataError
/// with the reason and the offset when the bytes are cut or are no Thrift.
class ThriftReader {
 public:
  enum class Type : std::uint8_t {
    stop = 0,
    yes = 1,
    no = 2,
    i8 = 3,
    i16 = 4,
    i32 = 5,
    i64 = 6,
    real = 7,
    binary = 8,
    list = 9,
    set = 10,
    map = 11,
    structure = 12
  };

  explicit ThriftReader(std::string_view bytes) : bytes_(bytes) {}

  /// Reads a structure: calls `field(id, type)` for each of its fields; that reads the value and
  /// gives true, or reads nothing and gives false.
  template <class Field>
  void structure(const Field& field) {
    enter();
    std::int32_t id = 0;
    for (Type type = next_field(id); type != Type::stop; type = next_field(id)) {
      if (!field(id, type)) skip(type);
    }
    --depth_;
  }
  /// Reads a list: calls `element()` for each; needs Type::list just seen. Throws unless the
  /// elements are of `type`.
  template <class Element>
  void list(Type type, const Element& element) {
    std::uint64_t size = 0;
    if (list_header(size) != type && size > 0) fail("a list has elements of another type");
    for (std::uint64_t i = 0; i < size; ++i) element();
  }

  /// A whole number of any width; throws when `type` is none.
  std::int64_t whole(Type type);
  /// A whole number that is the element of a list.
  std::int64_t whole();
  bool truth(Type type);
  std::string_view binary();
  void skip(Type type);
  /// Bytes read so far.
  std::size_t offset() const { return at_; }
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void enter();
  Type next_field(std::int32_t& id);
  Type list_header(std::uint64_t& size);
  std::uint8_t byte();
  std::uint64_t varint();

  std::string_view bytes_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace replaybench
