#include "suite/format/value_meaning.hpp"

#include <lz4.h>

#include <cmath>
#include <limits>

#include "suite/format/parquet_decode.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::parquet {
namespace {

TEST_CASE("value meaning: half floats") {
  CHECK(half_number(0x3c00) == 1);
  CHECK(half_number(0xc000) == -2);
  CHECK(half_number(0x3555) == 0.333251953125);
  CHECK(half_number(0x7bff) == 65504);
  CHECK(half_number(0x0001) == std::ldexp(1, -24));
  CHECK(half_number(0x03ff) == std::ldexp(1023, -24));
  CHECK(std::signbit(half_number(0x8000)));
  CHECK(half_number(0xfc00) == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(half_number(0x7e00)));
}

TEST_CASE("value meaning: decimals of bytes") {
  using namespace std::string_view_literals;
  CHECK(decimal_number("\x05"sv, 1) == 0.5);
  CHECK(decimal_number("\xff"sv, 2) == -0.01);
  CHECK(decimal_number("\x00\x80"sv, 0) == 128);
  CHECK(decimal_number("\x80"sv, 0) == -128);
  // 10^38 - 1, the largest DECIMAL(38), and its negative.
  const std::string_view largest =
      "\x4b\x3b\x4c\xa8\x5a\x86\xc4\x7a\x09\x8a\x22\x3f\xff\xff\xff\xff"sv;
  CHECK(decimal_number(largest, 0) == 1e38);
  CHECK(decimal_number(largest, 38) == 1);
  CHECK(decimal_number("\xb4\xc4\xb3\x57\xa5\x79\x3b\x85\xf6\x75\xdd\xc0\x00\x00\x00\x01"sv, 37) ==
        -10);
  // Rounded once: 2^53 + 1 divided by 10 lies between two doubles.
  CHECK(decimal_number("\x20\x00\x00\x00\x00\x00\x01"sv, 1) == 900719925474099.3);
  CHECK(decimal_number("\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"sv, 0) ==
        -std::ldexp(1, 127));
  CHECK_THROWS_AS(decimal_number("", 0), DataError);
  CHECK_THROWS_AS(decimal_number(std::string(17, '\0'), 0), DataError);
}

TEST_CASE("value meaning: UUIDs, dates and times") {
  using namespace std::string_view_literals;
  CHECK(uuid_text("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff"sv) ==
        "00112233-4455-6677-8899-aabbccddeeff");
  CHECK(time_text(0, Meaning::date) == "1970-01-01");
  CHECK(time_text(-1, Meaning::date) == "1969-12-31");
  CHECK(time_text(19812, Meaning::date) == "2024-03-30");
  CHECK(time_text(19782, Meaning::date) == "2024-02-29");
  CHECK(time_text(-719162, Meaning::date) == "0001-01-01");
  CHECK(time_text(1711756800000000, Meaning::microseconds) == "2024-03-30 00:00:00");
  CHECK(time_text(1711798155250, Meaning::milliseconds) == "2024-03-30 11:29:15.250");
  CHECK(time_text(-1, Meaning::nanoseconds) == "1969-12-31 23:59:59.999999999");
  CHECK(time_text(std::numeric_limits<std::int64_t>::min(), Meaning::nanoseconds) ==
        "1677-09-21 00:12:43.145224192");
  CHECK(time_text(-7, Meaning::plain) == "-7");
}

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

std::string lz4_block(std::string_view text) {
  std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))),
                     '\0');
  packed.resize(static_cast<std::size_t>(LZ4_compress_default(
      text.data(), packed.data(), static_cast<int>(text.size()), static_cast<int>(packed.size()))));
  return packed;
}

TEST_CASE("parquet codecs: brotli, and the old LZ4 in blocks or bare") {
  std::string text;
  for (int i = 0; i < 13; ++i) text += "abc";
  std::shared_ptr<const void> keep;
  const std::string brotli("\023\046\000\000\044\303\304\306\242\233\040\254\001", 13);
  CHECK(unpack(brotli, Codec::brotli, text.size(), keep) == text);
  CHECK_THROWS_AS(unpack(brotli, Codec::brotli, text.size() - 1, keep), DataError);
  CHECK_THROWS_AS(unpack(brotli.substr(0, 8), Codec::brotli, text.size(), keep), DataError);

  const std::string first = lz4_block(text.substr(0, 20)), second = lz4_block(text.substr(20));
  const auto framed = [&](std::size_t size) {
    return big_endian(20) + big_endian(static_cast<std::uint32_t>(first.size())) + first +
           big_endian(static_cast<std::uint32_t>(size)) +
           big_endian(static_cast<std::uint32_t>(second.size())) + second;
  };
  const std::string blocks = framed(text.size() - 20);
  CHECK(unpack(blocks, Codec::lz4_framed, text.size(), keep) == text);
  CHECK(unpack(lz4_block(text), Codec::lz4_framed, text.size(), keep) == text);
  CHECK_THROWS_AS(unpack(framed(text.size()), Codec::lz4_framed, text.size(), keep), DataError);
  CHECK_THROWS_AS(unpack(blocks, Codec::lz4_framed, text.size() + 1, keep), DataError);
  CHECK_THROWS_AS(unpack(blocks.substr(0, blocks.size() - 3), Codec::lz4_framed, text.size(), keep),
                  DataError);
  CHECK_THROWS_WITH(unpack(text, static_cast<Codec>(3), text.size(), keep),
                    Catch::Matchers::Contains("codec LZO is not read"));
}

}  // namespace
}  // namespace replaybench::parquet
