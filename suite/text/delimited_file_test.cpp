#include "suite/text/delimited_file.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/gzip.hpp"

namespace replaybench {
namespace {

TEST_CASE("delimited_file: header and rows, plain and gzip") {
  const TemporaryFolder folder;
  const std::string text = ",name,value\r\n0,\"a, b\",1.5\r\n1,\"two\r\nlines\",-2\r\n2,,3";
  for (const auto& path : {folder.write("a.csv", text), folder.write("a.csv.gz", gzip(text))}) {
    DelimitedFile file(path);
    CHECK(file.header().names() == std::vector<std::string>{"", "name", "value"});
    CHECK(file.header().find("value") == 2);
    CHECK_FALSE(file.header().find("values").has_value());
    CHECK(file.header().require({"value", "name"}) == std::vector<std::size_t>{2, 1});
    REQUIRE(file.next());
    CHECK(file[1] == "a, b");
    CHECK(file.number(2) == 1.5);
    CHECK(file.line() == 2);
    REQUIRE(file.next());
    CHECK(file.fields()[1] == "two\r\nlines");
    CHECK(file.line() == 3);
    REQUIRE(file.next());
    CHECK(file.line() == 5);
    CHECK(file[1] == "");
    CHECK(file.whole_number(2, 1, 3) == 3);
    CHECK_FALSE(file.next());
  }
}

std::string error_of(std::string_view text) {
  return message_of<DataError>([&] {
    DelimitedFile file(text, "file.csv");
    const auto columns = file.header().require({"count", "value"});
    while (file.next()) {
      file.whole_number(columns[0], 1, 3);
      file.number(columns[1]);
    }
  });
}

TEST_CASE("delimited_file: problems throw with file, line, column and value") {
  CHECK(error_of("count,value\n1,2\n") == "");
  CHECK(error_of("") == "file.csv: the file is empty; a header line is needed");
  CHECK(
      error_of("counts,value\n") ==
      R"(file.csv: missing column "count" (did you mean "counts"?); the header has "counts", "value")");
  CHECK(error_of("count,value\n1,2\n1\n") == R"(file.csv:3: 1 field where the header has 2: "1")");
  CHECK(error_of("count,value\n1,\"2\n") ==
        R"(file.csv:2: column "value": unterminated quote in "\"2")");
  CHECK(error_of("count,value\n1,two\n") == R"(file.csv:2: column "value": "two" is not a number)");
  CHECK(error_of("count,value\n1,nan\n") == R"(file.csv:2: column "value": "nan" is not finite)");
  for (const std::string bad : {"0", "4", "-1", "1.0", "", " 1", "1 ", "99999999999999999999999"}) {
    CHECK(error_of("count,value\n" + bad + ",1\n") ==
          R"(file.csv:2: column "count": ")" + bad + R"(" is not a whole number of 1 to 3)");
  }
}

}  // namespace
}  // namespace replaybench
