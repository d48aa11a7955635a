#include "suite/log/foreign_format.hpp"

#include "suite/log/csv_log.hpp"
#include "suite/log/log_columns.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace std::string_view_literals;
using Catch::Matchers::Contains;

TEST_CASE("foreign formats are known by their first bytes") {
  const std::pair<std::string_view, const char*> files[] = {
      {"PAR1\x15\x04"sv, "Parquet"},
      {"ARROW1\0\0"sv, "Arrow"},
      {"\x89HDF\r\n\x1a\n"sv, "HDF5"},
      {"SQLite format 3\0"sv, "SQLite"},
      {"ORC\x0a"sv, "ORC"},
      {"Obj\x01\x04"sv, "Avro"},
      {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, "Excel"},
      {"\x93NUMPY\x01\0"sv, "NumPy array"},
      {"\x80\x04\x95\x10\0"sv, "pickle"},
      {"\x80\x03}q\0"sv, "pickle"},
      {"PK\x03\x04\x14\0[Content_Types].xml"sv, "Excel"},
      {"PK\x03\x04\x14\0action.npy"sv, "an npz file, not CSV; its reader is"},
      {"BZh91AY&SY"sv, "bzip2 -dc"},
      {"\xfd"
       "7zXZ\0\0"sv,
       "xz -dc"},
      {"PK\x03\x04\x14"sv, "unzip"},
      {"{\"action\": 1, \"reward\": 0}\n"sv, "this is JSON, an object per line, not CSV"},
      {"[{\"action\": 1}]"sv, "jq -c '.[]' FILE"},
      {"[\n {\"action\": 1}]"sv, "jq -c '.[]' FILE"},
      {"{\n  \"action\": 1}"sv, "jq -c . FILE"},
      {"FEA1\0\0"sv, "Feather"},
      {"PARE\x15"sv, "encrypted Parquet"},
      {"%PDF-1.4\n"sv, "PDF"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n"sv, "git lfs pull"},
      {"\n<!DOCTYPE html>\n<html>"sv, "HTML"},
      {"\xef\xbb\xbf<HTML>"sv, "HTML"},
      {"<?xml version=\"1.0\"?>"sv, "XML"},
      {"% a comment\n\n@RELATION log\n"sv, "ARFF"},
      {"1 3:0.5 7:1\n-1 2:1\n"sv, "libsvm"},
      {"+1 3:0.5 7:1 \r\n"sv, "libsvm"},
      {"{\"_label_cost\":-1,\"_label_Action\":2}\n"sv, "dsjson"},
      {"1:-1:0.2 | x0:0.5 x1:2\n"sv, "Vowpal Wabbit"},
      {"shared | user=1\n"sv, "Vowpal Wabbit"},
      {"shared|u a\n"sv, "Vowpal Wabbit"},
      {"shared tag| a\n"sv, "Vowpal Wabbit"},
      {"ca 1.5:0.2:0.1 | a\n"sv, "Vowpal Wabbit"},
      {"{\"_multi\":[{\"_label\":\"2:3:.3\"}]}\n"sv,
       "this is Vowpal Wabbit's JSON, of its option json"},
      {"[\n{\"_label_cost\":-1}]"sv, "this is a JSON array of dsjson events"},
      {"| a b\n"sv, "Vowpal Wabbit"},
  };
  for (const auto& [text, expected] : files) {
    INFO(expected);
    CHECK_THAT(foreign_format(text), Contains(expected));
    CHECK_THROWS_WITH(read_csv_log(text, "log.bin"), Contains("log.bin: this is"));
  }
}

TEST_CASE("what may be CSV is left to its reader") {
  for (const std::string_view text :
       {"action,reward\na,1\n"sv, ""sv, "PAR"sv, "a|b,c\n"sv, "action|reward\n1|2\n"sv,
        "BZhou,x\n"sv, "BZh"sv, "BZh9"sv, "BZh91A"sv, "x,{\n"sv, "<b,c\n"sv, "@relation,reward\n"sv,
        "action reward\n1 0\n"sv, "1 2 3\n"sv, "1,3:1\n"sv}) {
    CHECK(foreign_format(text) == "");
  }
}

TEST_CASE("patterns of column names") {
  CHECK(fits_pattern("x_0", "x_*"));
  CHECK(fits_pattern("X_0", "x_*"));
  CHECK(fits_pattern("x_", "x_*"));
  CHECK(fits_pattern("user_age_1", "*_age_?"));
  CHECK(fits_pattern("aXbXc", "a*b*c"));
  CHECK(fits_pattern("", "*"));
  CHECK_FALSE(fits_pattern("x", "x_*"));
  CHECK_FALSE(fits_pattern("ax_0", "x_*"));
  CHECK_FALSE(fits_pattern("abc", "a?"));
  CHECK_FALSE(fits_pattern("aXbX", "a*b*c"));
}
