#include "suite/format/thrift_reader.hpp"

#include "suite/text/errors.hpp"

namespace replaybench {

void ThriftReader::fail(const std::string& what) const {
  throw DataError("byte " + std::to_string(at_) + " of the metadata: " + what);
}

void ThriftReader::enter() {
  constexpr int max_depth = 32;
  if (++depth_ > max_depth) fail("structures nested too deep");
}

std::uint8_t ThriftReader::byte() {
  if (at_ == bytes_.size()) fail("it is cut");
  return static_cast<std::uint8_t>(bytes_[at_++]);
}

std::uint64_t ThriftReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t part = byte();
    value |= static_cast<std::uint64_t>(part & 0x7f) << shift;
    if (part < 0x80) return value;
  }
  fail("a number of more than 64 bits");
}

std::int64_t ThriftReader::whole() {
  const std::uint64_t zigzag = varint();
  return static_cast<std::int64_t>(zigzag >> 1 ^ (~(zigzag & 1) + 1));
}

std::int64_t ThriftReader::whole(Type type) {
  if (type == Type::i8) return static_cast<std::int8_t>(byte());
  if (type != Type::i16 && type != Type::i32 && type != Type::i64) {
    fail("a whole number is expected");
  }
  return whole();
}

bool ThriftReader::truth(Type type) {
  if (type != Type::yes && type != Type::no) fail("true or false is expected");
  return type == Type::yes;
}

std::string_view ThriftReader::binary() {
  const std::uint64_t size = varint();
  if (size > bytes_.size() - at_) fail("a text is cut");
  const std::string_view text = bytes_.substr(at_, size);
  at_ += size;
  return text;
}

ThriftReader::Type ThriftReader::next_field(std::int32_t& id) {
  const std::uint8_t head = byte();
  const auto type = static_cast<Type>(head & 0x0f);
  if (head == 0) return Type::stop;
  if (type > Type::structure || type == Type::stop) fail("a field of unknown type");
  if (head >> 4 != 0) {
    id += head >> 4;
  } else {
    id = static_cast<std::int32_t>(whole());
  }
  if (id < 0 || id > 0x7fff) fail("a field with an impossible number");
  return type;
}

ThriftReader::Type ThriftReader::list_header(std::uint64_t& size) {
  const std::uint8_t head = byte();
  size = head >> 4;
  if (size == 15) size = varint();
  const auto type = static_cast<Type>(head & 0x0f);
  if (type > Type::structure || (type == Type::stop && size > 0)) fail("a list of unknown type");
  // Each element has at least a byte.
  if (size > bytes_.size() - at_) fail("a list is longer than the metadata");
  return type;
}

void ThriftReader::skip(Type type) {
  switch (type) {
    case Type::stop:
    case Type::yes:
    case Type::no:
      return;
    case Type::i8:
      byte();
      return;
    case Type::i16:
    case Type::i32:
    case Type::i64:
      varint();
      return;
    case Type::real:
      if (bytes_.size() - at_ < 8) fail("it is cut");
      at_ += 8;
      return;
    case Type::binary:
      binary();
      return;
    case Type::structure:
      structure([](std::int32_t, Type) { return false; });
      return;
    case Type::list:
    case Type::set: {
      enter();
      std::uint64_t size = 0;
      const Type element = list_header(size);
      for (std::uint64_t i = 0; i < size; ++i) {
        if (element == Type::yes || element == Type::no) {
          byte();
        } else {
          skip(element);
        }
      }
      --depth_;
      return;
    }
    case Type::map: {
      enter();
      const std::uint64_t size = varint();
      if (size > bytes_.size() - at_) fail("a map is longer than the metadata");
      if (size > 0) {
        const std::uint8_t types = byte();
        for (std::uint64_t i = 0; i < size; ++i) {
          for (const int shift : {4, 0}) {
            const auto part = static_cast<Type>(types >> shift & 0x0f);
            if (part > Type::structure || part == Type::stop) fail("a map of unknown type");
            if (part == Type::yes || part == Type::no) {
              byte();
            } else {
              skip(part);
            }
          }
        }
      }
      --depth_;
    }
  }
}

}  // namespace replaybench
