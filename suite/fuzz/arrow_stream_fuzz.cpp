// The reader of Arrow streams. The input gives types, lengths, offsets and the bytes of the buffers; a buffer has the
// size that its array's length and offset demand, and not a byte more.

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <vector>

#include "suite/format/arrow_rows.hpp"
#include "suite/fuzz/log_rows_target.hpp"

namespace {

using namespace replaybench;

struct Format {
  const char* text;
  std::size_t bits;  // of a value, or of an offset
};
constexpr std::array<Format, 16> formats{{{"u", 32},
                                          {"g", 64},
                                          {"l", 64},
                                          {"i", 32},
                                          {"C", 8},
                                          {"f", 32},
                                          {"b", 1},
                                          {"e", 16},
                                          {"U", 64},
                                          {"vu", 128},
                                          {"d:10,2", 128},
                                          {"tsu:UTC", 64},
                                          {"tdD", 32},
                                          {"+l", 32},
                                          {"+L", 64},
                                          {"+w:2", 0}}};
constexpr std::size_t formats_of_elements = 13;
constexpr std::array<const char*, 6> names{"action", "reward", "propensity",
                                           "pool",   "x_0",    "context"};

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}
  // 0 behind the end.
  unsigned below(unsigned limit) {
    if (rest_.empty()) return 0;
    const unsigned value = static_cast<unsigned char>(rest_.front()) % limit;
    rest_.remove_prefix(1);
    return value;
  }
  void copy_to(std::vector<char>& to) {
    const std::size_t size = std::min(to.size(), rest_.size());
    std::copy_n(rest_.begin(), size, to.begin());
    rest_.remove_prefix(size);
  }

 private:
  std::string_view rest_;
};

struct Type {
  Format format;
  const char* name;
  std::vector<Type> elements = {}, dictionary = {};

  bool is(std::string_view text) const { return format.text == text; }
  bool has_offsets() const { return is("u") || is("U") || is("+l") || is("+L"); }
};

Type type_of(Bytes& bytes, const char* name) {
  Type type{formats[bytes.below(formats.size())], name};
  const auto element = [&] { return Type{formats[bytes.below(formats_of_elements)], "item"}; };
  if (type.format.text[0] == '+') type.elements = {element()};
  if ((type.is("l") || type.is("i") || type.is("C")) && bytes.below(4) == 0) {
    type.dictionary = {element()};
  }
  return type;
}

// Owns what its streams lend, and counts what they release.
class Producer {
 public:
  explicit Producer(std::string_view input) : bytes_(input) {
    const unsigned count = 1 + bytes_.below(names.size());
    for (unsigned i = 0; i < count; ++i) columns_.push_back(type_of(bytes_, names[i]));
    chunks_ = bytes_.below(4);
  }
  ~Producer() { require(released_ == given_, "what was given is released once"); }

  arrow::Stream stream() {
    ++given_;
    return {[](arrow::Stream* self, arrow::Schema* out) { return of(self).give_schema(out); },
            [](arrow::Stream* self, arrow::Array* out) { return of(self).give_chunk(out); },
            [](arrow::Stream*) { return "an error"; }, &release<arrow::Stream>, this};
  }

 private:
  static Producer& of(arrow::Stream* self) { return *static_cast<Producer*>(self->private_data); }
  template <class Struct>
  static void release(Struct* self) {
    ++static_cast<Producer*>(self->private_data)->released_;
    self->release = nullptr;
  }

  arrow::Schema* schema_of(const char* format, const char* name, const std::vector<Type>& types,
                           const std::vector<Type>& dictionary) {
    auto& children = schema_lists_.emplace_back();
    for (const Type& type : types) {
      children.push_back(schema_of(type.format.text, type.name, type.elements, type.dictionary));
    }
    const Type* const values = dictionary.empty() ? nullptr : &dictionary[0];
    schemas_.push_back(
        {format, name, nullptr, 2, static_cast<std::int64_t>(children.size()), children.data(),
         values ? schema_of(values->format.text, "", {}, {}) : nullptr, nullptr, this});
    return &schemas_.back();
  }
  int give_schema(arrow::Schema* out) {
    *out = *schema_of("+s", "", columns_, {});
    out->release = &release<arrow::Schema>;
    ++given_;
    return 0;
  }

  std::vector<char>& buffer(std::size_t size) {
    std::vector<char>& made = buffers_.emplace_back(size);
    bytes_.copy_to(made);
    return made;
  }

  // Of `rows` values, or of another number.
  arrow::Array* array_of(const Type& type, std::int64_t rows) {
    const std::int64_t lie = bytes_.below(16);
    const std::int64_t length = lie < 4 ? lie * rows - 1 : rows;
    const std::int64_t offset = bytes_.below(4);
    const std::int64_t nulls = static_cast<std::int64_t>(bytes_.below(3)) - 1;
    const auto cells = static_cast<std::size_t>(std::max<std::int64_t>(length, 0) + offset);
    auto& list = lists_.emplace_back();
    list.push_back(bytes_.below(2) == 0 ? nullptr : buffer(cells / 8 + 1).data());
    if (type.format.bits > 0) {
      const std::size_t values = cells + (type.has_offsets() ? 1 : 0);
      std::vector<char>& data = buffer((values * type.format.bits + 7) / 8);
      list.push_back(data.data());
      if (type.is("u") || type.is("U")) list.push_back(texts_behind(data, type.format.bits / 8));
      if (type.is("vu")) add_views(list);
    }
    auto& children = array_lists_.emplace_back();
    for (const Type& element : type.elements) {
      children.push_back(array_of(element, bytes_.below(64)));
    }
    arrow::Array* const dictionary =
        type.dictionary.empty() ? nullptr : array_of(type.dictionary[0], bytes_.below(8));
    arrays_.push_back({length, nulls, offset, static_cast<std::int64_t>(list.size()),
                       static_cast<std::int64_t>(children.size()), list.data(), children.data(),
                       dictionary, nullptr, this});
    return &arrays_.back();
  }
  // Texts as long as the last offset says, which is cut to some kilobytes.
  const void* texts_behind(std::vector<char>& offsets, std::size_t width) {
    std::int64_t last = 0;
    char* const at = offsets.data() + offsets.size() - width;
    std::memcpy(&last, at, width);
    last = std::clamp<std::int64_t>(last, 0, 4096);
    std::memcpy(at, &last, width);
    return buffer(static_cast<std::size_t>(last)).data();
  }
  void add_views(std::vector<const void*>& list) {
    list.push_back(buffer(40).data());
    std::vector<char>& sizes = buffers_.emplace_back(8);
    sizes[0] = 40;
    list.push_back(sizes.data());
  }

  int give_chunk(arrow::Array* out) {
    *out = {};
    if (chunks_ == 0) return 0;
    if (--chunks_ == 2 && bytes_.below(8) == 0) return 5;
    const std::int64_t rows = bytes_.below(32), offset = bytes_.below(3);
    auto& children = array_lists_.emplace_back();
    for (const Type& type : columns_) children.push_back(array_of(type, rows + offset));
    auto& list = lists_.emplace_back();
    list.push_back(nullptr);
    *out = {rows,
            0,
            offset,
            1,
            static_cast<std::int64_t>(children.size()),
            list.data(),
            children.data(),
            nullptr,
            &release<arrow::Array>,
            this};
    ++given_;
    return 0;
  }

  Bytes bytes_;
  std::vector<Type> columns_;
  unsigned chunks_ = 0;
  int given_ = 0, released_ = 0;
  std::deque<arrow::Schema> schemas_;
  std::deque<arrow::Array> arrays_;
  std::deque<std::vector<arrow::Schema*>> schema_lists_;
  std::deque<std::vector<arrow::Array*>> array_lists_;
  std::deque<std::vector<const void*>> lists_;
  std::deque<std::vector<char>> buffers_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::deque<Producer> producers;  // alive as long as the rows
  read_both_ways([&] {
    arrow::Stream stream = producers.emplace_back(input).stream();
    return arrow_rows(stream, "the table");
  });
  return 0;
}
