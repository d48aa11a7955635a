#include "suite/text/csv_reader.hpp"

#include <algorithm>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {
namespace {

struct Read {
  std::vector<std::string> fields;
  std::string defect;
  std::size_t line;
  std::size_t last_line;
  friend bool operator==(const Read&, const Read&) = default;
};

std::vector<Read> read_all(std::string_view text, std::size_t block = CsvReader::default_block) {
  CsvReader reader(text_in_memory(text, "memory"), block);
  std::vector<Read> records;
  while (reader.next()) {
    const auto fields = reader.fields();
    records.push_back({{fields.begin(), fields.end()},
                       std::string(reader.defect().what),
                       reader.line(),
                       reader.last_line()});
  }
  return records;
}

using Fields = std::vector<std::string>;

TEST_CASE("csv_reader: line ends, empty fields, byte order mark") {
  const std::vector<Read> expected{
      {{"a", "b"}, "", 1, 1}, {{"", ""}, "", 2, 2}, {{"1", "2 "}, "", 3, 3}};
  CHECK(read_all("a,b\n,\n1,2 \n") == expected);
  CHECK(read_all("a,b\r\n,\r\n1,2 \r\n") == expected);
  CHECK(read_all("a,b\n,\n1,2 ") == expected);
  CHECK(read_all("\xef\xbb\xbf"
                 "a,b\n,\n1,2 ") == expected);
  CHECK(read_all("a,b\r\n,\r\n1,2 \r") == expected);
  CHECK(read_all("").empty());
  CHECK(read_all("\xef\xbb\xbf").empty());
  CHECK(read_all("\n") == std::vector<Read>{{{""}, "", 1, 1}});
  CHECK(read_all("a,").at(0).fields == Fields{"a", ""});
  CHECK(read_all("a\rb,c").at(0).fields == Fields{"a\rb", "c"});
}

TEST_CASE("csv_reader: another separator") {
  for (const std::size_t block : {4, 7, 1 << 10}) {
    CsvReader reader(text_in_memory("a;\"b;c\";d,e\n;;\n", "memory"), block, NulBytes::refused,
                     {.separator = ';'});
    REQUIRE(reader.next());
    CHECK(Fields(reader.fields().begin(), reader.fields().end()) == Fields{"a", "b;c", "d,e"});
    REQUIRE(reader.next());
    CHECK(reader.fields().size() == 3);
    CHECK_FALSE(reader.next());
  }
}

TEST_CASE("csv_reader: an open quote ends with the longest record, not with the text") {
  std::string text = "a,\"b\n1,2\n";
  for (int i = 0; i < 4000; ++i) text += "c,d\n";
  CsvReader reader(text_in_memory(text, "memory"), 64, NulBytes::refused, {',', 256});
  REQUIRE(reader.next());
  CHECK(reader.defect().what == "unterminated quote");
  CHECK(reader.defect().line == 1);
  std::size_t good = 0;
  while (reader.next()) good += reader.fields().size() == 2;
  CHECK(good == 4001);
  // Lines of less than the limit are read whole.
  const std::string line = std::string(200, 'x') + ",y\n";
  CsvReader longer(text_in_memory(line, "memory"), 64, NulBytes::refused, {',', 256});
  REQUIRE(longer.next());
  CHECK(longer.fields()[0].size() == 200);
}

TEST_CASE("csv_reader: a line that never ends is refused before it fills the memory") {
  // A source without an end: what is read of it is counted.
  class Endless : public TextSource {
   public:
    explicit Endless(std::size_t& given) : TextSource("zero"), given_(given) {}
    std::size_t read(char* to, std::size_t size) override {
      std::fill(to, to + size, 'x');
      given_ += size;
      return size;
    }

   private:
    std::size_t& given_;
  };
  std::size_t given = 0;
  CsvReader reader(std::make_unique<Endless>(given), 1 << 10, NulBytes::refused, {',', 1 << 20});
  CHECK_THROWS_WITH(reader.next(),
                    Catch::Matchers::Contains("zero:1: a line is longer than 1 MiB"));
  CHECK(given <= 1 << 21);
}

TEST_CASE("csv_reader: quotes") {
  CHECK(read_all("\"a\",\"b,c\"\n").at(0).fields == Fields{"a", "b,c"});
  CHECK(read_all("\"\",\"\"\"\"\r\n").at(0).fields == Fields{"", "\""});
  CHECK(read_all("\"say \"\"no\"\" twice\",\"\"").at(0).fields == Fields{"say \"no\" twice", ""});
  CHECK(read_all("x,\"a\r\nb\"\r\ny,z") ==
        std::vector<Read>{{{"x", "a\r\nb"}, "", 1, 2}, {{"y", "z"}, "", 3, 3}});
  CHECK(read_all("\"a\"\r").at(0).fields == Fields{"a"});
  CHECK(read_all("x,\"a\",").at(0).fields == Fields{"x", "a", ""});
}

TEST_CASE("csv_reader: which fields were in quotes, and NUL bytes where they are kept") {
  for (const std::size_t block : {4, 5, 64}) {
    CsvReader reader(
        text_in_memory(std::string_view("\"\",a,\"b\"\"c\"\n\0,\"\0\"\nx,y", 21), "memory"), block,
        NulBytes::kept);
    REQUIRE(reader.next());
    REQUIRE(reader.fields().size() == 3);
    CHECK(reader.quoted(0));
    CHECK_FALSE(reader.quoted(1));
    CHECK(reader.quoted(2));
    REQUIRE(reader.next());
    CHECK(reader.defect().what.empty());
    REQUIRE(reader.fields().size() == 2);
    CHECK(reader.fields()[0] == std::string_view("\0", 1));
    CHECK_FALSE(reader.quoted(0));
    CHECK(reader.fields()[1] == std::string_view("\0", 1));
    CHECK(reader.quoted(1));
    REQUIRE(reader.next());
    CHECK_FALSE(reader.quoted(0));
    CHECK_FALSE(reader.quoted(1));
    CHECK_FALSE(reader.next());
  }
}

TEST_CASE("csv_reader: a defect costs one line, not the rest of the file") {
  const std::vector<Read> rest{{{"c", "d"}, "", 2, 2}, {{"e", "f"}, "", 3, 3}};
  const auto with_defect = [&](const std::string& first, const std::string& defect) {
    for (const std::size_t block : {4, 5, 7, 64, 1000}) {
      INFO(first << " in blocks of " << block);
      auto expected = rest;
      expected.insert(expected.begin(), Read{{}, defect, 1, 1});
      CHECK(read_all(first + "\nc,d\ne,f\n", block) == expected);
    }
  };
  with_defect("\"a,b", "unterminated quote");
  with_defect("a,\"b", "unterminated quote");
  with_defect("a,\"b\"\"", "unterminated quote");
  with_defect("a,b\"", "quote inside an unquoted field");
  with_defect("a\"\"a,b", "quote inside an unquoted field");
  with_defect("\"a\"a,b", "text after a closing quote");
  with_defect("\"a\" ,b", "text after a closing quote");
  with_defect("\"a\"\r,b", "text after a closing quote");
  with_defect(std::string("a\0a,b", 5), "NUL byte");
  with_defect(std::string("\"\0\",b", 5), "NUL byte");
  // The field with the defect begins on a later line than its record: the reading still goes on at
  // line 2.
  const auto records = read_all("\"a\nb\",\"c\"d\n1,2\n");
  REQUIRE(records.size() == 3);
  CHECK(records[0].defect == "text after a closing quote");
  CHECK(records[1].defect == "quote inside an unquoted field");
  CHECK(records[2] == Read{{"1", "2"}, "", 3, 3});
}

TEST_CASE("csv_reader: a defect has its field, its line and the text there") {
  CsvReader reader(text_in_memory("a,b,\"c\"d,e\r\n", "memory"));
  REQUIRE(reader.next());
  CHECK(reader.defect().field == 2);
  CHECK(reader.defect().line == 1);
  CHECK(reader.defect().seen.substr(0, 6) == "\"c\"d,e");
  CHECK(reader.fields().empty());
  CHECK_FALSE(reader.next());
}

// The writer is the oracle: it is ten lines and knows nothing of blocks.
TEST_CASE("csv_reader: random records come back from any block size") {
  const StreamKey key = derive_key(1, "log", "csv_reader_test");
  const std::string_view alphabet[] = {"a",    "b",          ",", "\"",      "\n",
                                       "\r\n", "0123456789", " ", "\xc3\xa9"};
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    Draws draws(key, trial);
    std::vector<Read> records;
    std::string text;
    std::size_t line = 1;
    const bool carriage_return = draws.below(2) == 1;
    for (std::uint32_t r = 1 + draws.below(6); r > 0; --r) {
      Read record{{}, "", line, line};
      for (std::uint32_t f = 1 + draws.below(5); f > 0; --f) {
        std::string field;
        for (std::uint32_t c = draws.below(7); c > 0; --c) field += alphabet[draws.below(9)];
        if (!record.fields.empty()) text += ',';
        const bool quoted = field.find_first_of(",\"\n\r") != field.npos || draws.below(4) == 0;
        if (quoted) text += '"';
        for (const char c : field) {
          text += c;
          if (c == '"') text += '"';
          if (c == '\n') ++record.last_line;
        }
        if (quoted) text += '"';
        record.fields.push_back(field);
      }
      line = record.last_line + 1;
      if (r > 1 || draws.below(2) == 1 || text.empty() || text.back() == '\n') {
        text += carriage_return ? "\r\n" : "\n";
      }
      records.push_back(record);
    }
    for (const std::size_t block :
         {std::size_t{4}, std::size_t{1} + draws.below(60), std::size_t{4096}}) {
      INFO("trial " << trial << " block " << block << " text " << text);
      REQUIRE(read_all(text, block) == records);
    }
  }
}

TEST_CASE("csv_reader: a line of three million bytes, and one of a million fields") {
  const std::string long_field(3'000'000, 'x');
  auto records = read_all("a," + long_field + "\nb,\"" + long_field + "\"\nc,d\n", 1000);
  REQUIRE(records.size() == 3);
  CHECK(records[0].fields == Fields{"a", long_field});
  CHECK(records[1].fields == Fields{"b", long_field});
  CHECK(records[2].fields == Fields{"c", "d"});
  CHECK(read_all(std::string(1'000'000, ',')).at(0).fields.size() == 1'000'001);
}

// Every line has an odd quote; if each were searched to the end of the file, this would take
// minutes.
TEST_CASE("csv_reader: the part of the text seen so far") {
  std::string text = "\xef\xbb\xbf";
  for (int i = 0; i < 1000; ++i) text += i % 7 ? "abc,1\n" : "\"a\nb\",22\n";
  for (const std::size_t block : {std::size_t{4}, std::size_t{64}, CsvReader::default_block}) {
    CsvReader reader(text_in_memory(text, "memory"), block);
    std::size_t seen = 3;
    for (int i = 0; i < 1000; ++i) {
      REQUIRE(reader.next());
      seen += i % 7 ? 6 : 9;
      REQUIRE(reader.size_ratio() * static_cast<double>(seen) ==
              Approx(static_cast<double>(text.size())));
    }
    CHECK(reader.size_ratio() == 1);
  }
}

TEST_CASE("csv_reader: many broken quotes take linear time") {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += i % 3 ? "\"\"\"a,b\n" : "\"a,\"\"b\n";
  std::size_t lines = 0, last = 0;
  for (const auto& record : read_all(text)) {
    ++lines;
    REQUIRE(record.line > last);
    last = record.line;
  }
  CHECK(lines > 0);
  CHECK(last <= 300'000);
}

}  // namespace
}  // namespace replaybench
