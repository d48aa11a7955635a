#include "suite/format/arrow_rows.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <limits>
#include <map>

#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

// An array of the C data interface that owns what it shows, and its type.
struct Made {
  std::string format, name;
  std::int64_t length = 0, offset = 0, nulls = 0;
  std::deque<std::string> buffers = {};  // the bytes; the first one has the bits of validity
  std::vector<bool> absent = {};         // buffers without a pointer
  std::vector<Made> children = {}, dictionary = {};
};

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T>
Made numbers(const std::string& format, const std::string& name, const std::vector<T>& values) {
  return {format, name, static_cast<std::int64_t>(values.size()), 0, 0, {"", bytes_of(values)},
          {true}};
}

template <class Offset>
Made texts(const std::string& format, const std::string& name,
           const std::vector<std::string>& values) {
  std::string all;
  std::vector<Offset> offsets{0};
  for (const std::string& value : values) {
    all += value;
    offsets.push_back(static_cast<Offset>(all.size()));
  }
  all.reserve(1);  // never null
  return {format, name, static_cast<std::int64_t>(values.size()),
          0,      0,    {"", bytes_of(offsets), all},
          {true}};
}

Made utf8(const std::string& name, const std::vector<std::string>& values) {
  return texts<std::int32_t>("u", name, values);
}

struct Counts {
  int schemas = 0, arrays = 0, streams = 0;
};

struct Keeper {
  Made made;
  std::deque<arrow::Schema> schemas;
  std::deque<arrow::Array> arrays;
  std::deque<std::vector<arrow::Schema*>> schema_lists;
  std::deque<std::vector<arrow::Array*>> array_lists;
  std::deque<std::vector<const void*>> buffer_lists;
  Counts* counts = nullptr;

  arrow::Schema* schema_of(const Made& of) {
    auto& children = schema_lists.emplace_back();
    for (const Made& child : of.children) children.push_back(schema_of(child));
    arrow::Schema* const dictionary =
        of.dictionary.empty() ? nullptr : schema_of(of.dictionary.front());
    schemas.push_back({of.format.c_str(), of.name.c_str(), nullptr, 2,
                       static_cast<std::int64_t>(children.size()), children.data(), dictionary,
                       [](arrow::Schema*) {}, nullptr});
    return &schemas.back();
  }
  arrow::Array* array_of(const Made& of) {
    auto& children = array_lists.emplace_back();
    for (const Made& child : of.children) children.push_back(array_of(child));
    auto& buffers = buffer_lists.emplace_back();
    for (std::size_t i = 0; i < of.buffers.size(); ++i) {
      const bool absent = i < of.absent.size() && of.absent[i];
      buffers.push_back(absent ? nullptr : of.buffers[i].data());
    }
    arrow::Array* const dictionary =
        of.dictionary.empty() ? nullptr : array_of(of.dictionary.front());
    arrays.push_back({of.length, of.nulls, of.offset, static_cast<std::int64_t>(buffers.size()),
                      static_cast<std::int64_t>(children.size()), buffers.data(), children.data(),
                      dictionary, [](arrow::Array*) {}, nullptr});
    return &arrays.back();
  }
};

Made table(std::vector<Made> columns) {
  Made made{"+s", "", columns.empty() ? 0 : columns[0].length, 0, 0, {""}, {true}};
  made.children = std::move(columns);
  return made;
}

// A stream of chunks that counts what is released; `error` after them.
class Producer {
 public:
  explicit Producer(std::vector<Made> chunks, std::string error = {})
      : chunks_(std::move(chunks)), error_(std::move(error)) {}

  arrow::Stream stream() {
    return {[](arrow::Stream* self, arrow::Schema* out) { return of(self).give_schema(out); },
            [](arrow::Stream* self, arrow::Array* out) { return of(self).give_array(out); },
            [](arrow::Stream* self) { return of(self).error_.c_str(); },
            [](arrow::Stream* self) {
              ++of(self).counts.streams;
              self->release = nullptr;
            },
            this};
  }
  Counts counts;
  int given = 0;

 private:
  static Producer& of(arrow::Stream* stream) {
    return *static_cast<Producer*>(stream->private_data);
  }

  int give_schema(arrow::Schema* out) {
    if (chunks_.empty()) return EINVAL;
    auto* const keeper = new Keeper{};
    keeper->made = chunks_.front();
    keeper->counts = &counts;
    *out = *keeper->schema_of(keeper->made);
    out->private_data = keeper;
    out->release = [](arrow::Schema* self) {
      auto* const kept = static_cast<Keeper*>(self->private_data);
      ++kept->counts->schemas;
      self->release = nullptr;
      delete kept;
    };
    return 0;
  }
  int give_array(arrow::Array* out) {
    *out = {};
    if (at_ == chunks_.size()) return error_.empty() ? 0 : EIO;
    auto* const keeper = new Keeper{};
    keeper->made = chunks_[at_++];
    keeper->counts = &counts;
    *out = *keeper->array_of(keeper->made);
    out->private_data = keeper;
    ++given;
    out->release = [](arrow::Array* self) {
      auto* const kept = static_cast<Keeper*>(self->private_data);
      ++kept->counts->arrays;
      self->release = nullptr;
      delete kept;
    };
    return 0;
  }

  std::vector<Made> chunks_;
  std::string error_;
  std::size_t at_ = 0;
};

// Every column's texts by its name, row by row. What was given is released once.
std::map<std::string, std::vector<std::string>> read(std::vector<Made> chunks) {
  Producer producer(std::move(chunks));
  std::map<std::string, std::vector<std::string>> columns;
  {
    arrow::Stream stream = producer.stream();
    const auto rows = arrow_rows(stream, "the table");
    CHECK(stream.release == nullptr);
    rows->use(std::vector<ColumnUse>(rows->header().size(), ColumnUse::text));
    while (rows->next()) {
      for (std::size_t i = 0; i < rows->fields().size(); ++i) {
        columns[rows->header().names()[i]].emplace_back(rows->fields()[i]);
      }
    }
  }
  CHECK(producer.counts.streams == 1);
  CHECK(producer.counts.schemas == 1);
  CHECK(producer.counts.arrays == producer.given);
  return columns;
}

std::vector<std::string> column(Made made) {
  made.name = "c";
  return read({table({std::move(made)})})["c"];
}

std::string refusal(std::vector<Made> chunks, const std::string& error = {}) {
  Producer producer(std::move(chunks), error);
  std::string message;
  try {
    arrow::Stream stream = producer.stream();
    const auto rows = arrow_rows(stream, "the table");
    rows->use(std::vector<ColumnUse>(rows->header().size(), ColumnUse::text));
    while (rows->next()) {
      if (rows->is_bad()) message = rows->problem();
    }
  } catch (const DataError& problem) {
    message = problem.what();
  }
  CHECK(producer.counts.streams == 1);
  CHECK(producer.counts.arrays == producer.given);
  return message;
}

std::string refusal_of(Made made) {
  made.name = "c";
  Made all = table({made});
  return refusal({std::move(all)});
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("Arrow: numbers of every type") {
  CHECK(column(numbers<std::int8_t>("c", "", {-128, 127})) == Texts{"-128", "127"});
  CHECK(column(numbers<std::uint8_t>("C", "", {0, 255})) == Texts{"0", "255"});
  CHECK(column(numbers<std::int16_t>("s", "", {-32768})) == Texts{"-32768"});
  CHECK(column(numbers<std::uint16_t>("S", "", {65535})) == Texts{"65535"});
  CHECK(column(numbers<std::int32_t>("i", "", {-2147483648})) == Texts{"-2147483648"});
  CHECK(column(numbers<std::uint32_t>("I", "", {4294967295})) == Texts{"4294967295"});
  CHECK(column(numbers<std::int64_t>("l", "", {9007199254740993, -5})) ==
        Texts{"9007199254740993", "-5"});
  CHECK(column(numbers<std::uint64_t>("L", "", {18446744073709551615u})) ==
        Texts{"18446744073709551615"});
  // 1.5, -2, the largest and the smallest half, and NaN, which is absent.
  CHECK(column(numbers<std::uint16_t>("e", "", {0x3e00, 0xc000, 0x7bff, 0x0001, 0x7e00})) ==
        Texts{"1.5", "-2", "65504", "5.960464477539063e-08", ""});
  CHECK(column(numbers<float>("f", "", {0.25f})) == Texts{"0.25"});
  CHECK(column(numbers<double>("g", "", {0.1, -3})) == Texts{"0.1", "-3"});
  Made bits{"b", "", 3, 0, 0, {"", "\x05"}, {true}};
  CHECK(column(bits) == Texts{"1", "0", "1"});
  // 12345 and -5, with two digits behind the point.
  CHECK(column({"d:10,2", "", 2, 0, 0, {"", bytes_of<std::int64_t>({12345, 0, -5, -1})}, {true}}) ==
        Texts{"123.45", "-0.05"});
  CHECK(column({"n", "", 2}) == Texts{"", ""});
}

TEST_CASE("Arrow: texts of every type") {
  const Texts values{"red", "", "dark blue", "a text that does not fit into a view"};
  CHECK(column(utf8("", values)) == values);
  CHECK(column(texts<std::int64_t>("U", "", values)) == values);
  CHECK(column(texts<std::int32_t>("z", "", values)) == values);
  std::string views;
  for (const std::string& value : values) {
    std::string view(16, '\0');
    const auto length = static_cast<std::int32_t>(value.size());
    std::memcpy(view.data(), &length, 4);
    std::memcpy(view.data() + 4, value.data(), std::min<std::size_t>(value.size(), 12));
    if (length > 12) std::memset(view.data() + 8, 0, 8);  // buffer 0, from its begin
    views += view;
  }
  Made made{"vu", "", 4, 0, 0, {"", views, values[3], bytes_of<std::int64_t>({36})}, {true}};
  CHECK(column(made) == values);
  made.buffers[3] = bytes_of<std::int64_t>({35});
  CHECK_THAT(refusal_of(made), Contains("a text of 36 bytes from 0 in a buffer of 35"));
  made.buffers[1][3 * 16 + 8] = 1;
  CHECK_THAT(refusal_of(made), Contains("a text in buffer 1 of 1"));
}

TEST_CASE("Arrow: dates and timestamps") {
  CHECK(column(numbers<std::int32_t>("tdD", "", {0, 19723, -1})) ==
        Texts{"1970-01-01", "2024-01-01", "1969-12-31"});
  CHECK(column(numbers<std::int64_t>("tdm", "", {86'400'000})) == Texts{"1970-01-02"});
  CHECK(column(numbers<std::int64_t>("tss:", "", {1704067200})) == Texts{"2024-01-01 00:00:00"});
  CHECK(column(numbers<std::int64_t>("tsu:UTC", "", {1'500'000, -1})) ==
        Texts{"1970-01-01 00:00:01.500000", "1969-12-31 23:59:59.999999"});
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  CHECK(column(numbers<std::int64_t>("tsn:", "", {least})) ==
        Texts{"1677-09-21 00:12:43.145224192"});
}

TEST_CASE("Arrow: nulls, offsets and chunks") {
  Made some = utf8("", {"a", "b", "c", "d"});
  some.buffers[0] = "\x0b";  // c is null
  some.absent = {};
  some.nulls = -1;  // not counted
  CHECK(column(some) == Texts{"a", "b", "", "d"});
  some.offset = 1;
  some.length = 3;
  CHECK(column(some) == Texts{"b", "", "d"});
  // A table that is a part of another one: its offset comes on top of the column's.
  Made all = table({numbers<std::int32_t>("i", "n", {1, 2, 3, 4})});
  all.offset = 1;
  all.length = 2;
  all.children[0].offset = 1;
  all.children[0].length = 3;
  CHECK(read({all})["n"] == Texts{"3", "4"});
  all.buffers[0] = "\x02";  // of the rows only the second has values
  all.absent = {};
  all.nulls = 1;
  CHECK(read({all})["n"] == Texts{"3", ""});
  const Made empty = table({numbers<std::int32_t>("i", "n", {})});
  CHECK(read({table({numbers<std::int32_t>("i", "n", {1})}), empty,
              table({numbers<std::int32_t>("i", "n", {2, 3})})})["n"] == Texts{"1", "2", "3"});
}

TEST_CASE("Arrow: dictionaries and lists") {
  Made coded = numbers<std::uint8_t>("C", "", {1, 0, 1});
  coded.dictionary = {utf8("", {"red", "blue"})};
  CHECK(column(coded) == Texts{"blue", "red", "blue"});
  coded.dictionary = {numbers<double>("g", "", {0.5, 2})};
  CHECK(column(coded) == Texts{"2", "0.5", "2"});
  coded.buffers[1][0] = 2;
  CHECK_THAT(refusal_of(coded), Contains("the index 2 in a dictionary of 2 values"));
  Made pools{"+l", "", 2, 0, 0, {"", bytes_of<std::int32_t>({0, 2, 3})}, {true}};
  pools.children = {utf8("item", {"a", "b", "c"})};
  CHECK(column(pools) == Texts{"1:a1:b", "1:c"});
  Made pairs{"+w:2", "", 2, 0, 0, {""}, {true}};
  pairs.children = {numbers<std::int64_t>("l", "item", {1, 2, 3, 4})};
  CHECK(column(pairs) == Texts{"1:11:2", "1:31:4"});
  pairs.children[0].length = 3;
  CHECK_THAT(refusal_of(pairs), Contains("an element from 2 to 4 of 3 values"));
  pools.buffers[1] = bytes_of<std::int32_t>({0, 2, 9});
  CHECK_THAT(refusal_of(pools), Contains("an element from 2 to 9 of 3 values"));
  pools.buffers[1] = bytes_of<std::int32_t>({0, 2, 3});
  pools.children = {utf8("item", {"a", "b c", ""})};
  CHECK(column(pools) == Texts{"1:a3:b c", "0:"});
}

TEST_CASE("Arrow: elements of lists of numbers are columns") {
  Made context{"+w:2", "context", 2, 0, 0, {""}, {true}};
  context.children = {numbers<float>("f", "item", {1, 2, 3, 4})};
  auto columns = read({table({context})});
  CHECK(columns["x_0"] == Texts{"1", "3"});
  CHECK(columns["x_1"] == Texts{"2", "4"});
  CHECK(columns["context"] == Texts{"1:11:2", "1:31:4"});
  Made ragged{"+L", "v", 2, 0, 0, {"", bytes_of<std::int64_t>({0, 1, 3})}, {true}};
  ragged.children = {numbers<double>("g", "item", {1, 2, 3})};
  CHECK(refusal({table({ragged})}) ==
        "column \"v\" has a list of 2, the first one has 1; all must have the same length");
}

TEST_CASE("Arrow: what lies is refused") {
  const Made right = numbers<std::int32_t>("i", "", {1, 2});
  Made made = right;
  made.length = 1;
  Made all = table({made, right});
  all.length = 2;
  CHECK_THAT(refusal({all}), Contains("has 1 values in a chunk of 2 rows"));
  made.length = -1;
  CHECK_THAT(refusal_of(made), Contains("length -1"));
  made = right;
  made.offset = std::numeric_limits<std::int64_t>::max();
  CHECK_THAT(refusal_of(made), Contains("offset 9223372036854775807"));
  made = right;
  made.buffers.pop_back();
  CHECK_THAT(refusal_of(made), Contains("has 1 buffers; its type has 2"));
  made = right;
  made.absent = {true, true};
  CHECK_THAT(refusal_of(made), Contains("has no values"));
  made = right;
  made.nulls = 1;
  CHECK_THAT(refusal_of(made), Contains("has nulls and does not say where"));
  made = utf8("", {"ab", "c"});
  made.buffers[1] = bytes_of<std::int32_t>({0, 2, 1});
  CHECK_THAT(refusal_of(made), Contains("an element from 0 to 2 of 1 bytes"));
  made.buffers[1] = bytes_of<std::int32_t>({0, 9, 3});
  CHECK_THAT(refusal_of(made), Contains("an element from 0 to 9 of 3 bytes"));
  made.buffers[1] = bytes_of<std::int32_t>({-1, 2, 3});
  CHECK_THAT(refusal_of(made), Contains("an element from -1 to 2"));
  made = numbers<std::int64_t>("tDs", "", {1});
  CHECK_THAT(refusal_of(made), Contains("column \"c\" has the Arrow type \"tDs\""));
  CHECK_THAT(refusal({right}),
             Contains("the stream has values of the type \"i\"; expected a table"));
  Made narrow = table({right});
  narrow.children[0].name = "n";
  CHECK_THAT(refusal({narrow, table({})}), Contains("a chunk has 0 columns, the schema 1"));
  CHECK_THAT(refusal({narrow}, "disk on fire"), Contains("cannot be read: disk on fire"));
  CHECK_THAT(refusal({}), Contains("the stream cannot be read"));
  Producer producer({narrow});
  arrow::Stream stream = producer.stream();
  arrow_rows(stream, "the table");
  CHECK_THROWS_WITH(arrow_rows(stream, "the table"), Contains("was read already"));
  CHECK(producer.counts.streams == 1);
}

TEST_CASE("Arrow: a log") {
  const auto chunk = [](const Texts& actions, std::vector<std::int64_t> rewards,
                        std::vector<double> features) {
    Made unread = numbers<std::int64_t>("tDs", "waited", std::vector<std::int64_t>(rewards.size()));
    return table({utf8("action", actions), numbers("l", "reward", rewards),
                  numbers("g", "x_a", features), unread});
  };
  Producer producer({chunk({"red", "blue"}, {1, 0}, {2, 3}), chunk({"red"}, {1}, {4})});
  arrow::Stream stream = producer.stream();
  const auto rows = arrow_rows(stream, "the table");
  const TableLog read = read_log(*rows);
  CHECK(read.log.action_names == Texts{"blue", "red"});
  CHECK(read.log.rewards == std::vector<double>{1, 0, 1});
  CHECK(read.log.contexts == std::vector<double>{2, 1, 3, 1, 4, 1});
  CHECK(read.report.ignored_columns == Texts{"waited"});
}
