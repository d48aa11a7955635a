#include "suite/prepared/number_column.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <limits>
#include <string>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::prepared;

namespace {

struct Written {
  NumberKind kind;
  std::string bytes;
};

Written written(const std::vector<double>& values) {
  Written result;
  result.kind =
      write_numbers({values.data(), values.size(), 1}, [&](const void* data, std::size_t size) {
        result.bytes.append(static_cast<const char*>(data), size);
      });
  return result;
}

void require_back(const std::vector<double>& values, NumberKind kind) {
  const Written result = written(values);
  CHECK(result.kind == kind);
  CHECK(result.bytes.size() % 8 == 0);
  std::vector<double> back(values.size(), -7);
  REQUIRE(read_numbers(result.kind, result.bytes, values.size(), {0, values.size(), back.data()}));
  for (std::size_t i = 0; i < values.size(); ++i) {
    REQUIRE(std::bit_cast<std::uint64_t>(back[i]) == std::bit_cast<std::uint64_t>(values[i]));
  }
  for (const std::size_t first :
       {std::size_t{0}, std::size_t{1}, values.size() / 3, values.size()}) {
    std::vector<double> some(values.size() - first, -7);
    if (some.size() > 11) some.resize(11);
    REQUIRE(
        read_numbers(result.kind, result.bytes, values.size(), {first, some.size(), some.data()}));
    for (std::size_t i = 0; i < some.size(); ++i) {
      CHECK(std::bit_cast<std::uint64_t>(some[i]) ==
            std::bit_cast<std::uint64_t>(values[first + i]));
    }
    some.resize(values.size() - first + 1);
    CHECK_FALSE(
        read_numbers(result.kind, result.bytes, values.size(), {first, some.size(), some.data()}));
  }
  CHECK_FALSE(read_numbers(result.kind, result.bytes, values.size(), {values.size() + 1}));
  CHECK(number_bytes(result.kind, result.bytes + "more", values.size()) == result.bytes.size());
  for (std::size_t size = 0; size < result.bytes.size(); size += 1 + result.bytes.size() / 50) {
    const std::string cut = result.bytes.substr(0, size);
    CHECK_FALSE(number_bytes(result.kind, cut, values.size()));
    CHECK_FALSE(read_numbers(result.kind, cut, values.size(), {0, values.size(), back.data()}));
  }
}

}  // namespace

TEST_CASE("number_column: the shortest form gives the same bits back") {
  require_back(std::vector<double>(70, 0.1), NumberKind::bits);
  require_back({0.1, 0.1, 0.1}, NumberKind::bits);
  require_back({-0.0}, NumberKind::single);
  std::vector<double> bits, listed, single, full, signed_zero;
  for (std::size_t i = 0; i < 1001; ++i) {
    Draws draws({5}, i);
    bits.push_back(draws.below(2));
    listed.push_back(1.0 / (1 + draws.below(200)));
    single.push_back(draws.below(1u << 20) / 1024.0);
    full.push_back(draws.uniform());
    signed_zero.push_back(i % 2 ? 0.0 : -0.0);
  }
  require_back(bits, NumberKind::bits);
  require_back(listed, NumberKind::listed);
  require_back(single, NumberKind::single);
  require_back(full, NumberKind::full);
  require_back(signed_zero, NumberKind::bits);
  full[7] = DBL_MAX;
  full[8] = std::numeric_limits<double>::denorm_min();
  full[9] = std::numeric_limits<double>::infinity();
  full[10] = std::numeric_limits<double>::quiet_NaN();
  require_back(full, NumberKind::full);
  require_back({0.1, 0.2}, NumberKind::full);
  require_back({0.5, 0.25}, NumberKind::single);
}

TEST_CASE("number_column: no other form is shorter") {
  for (std::size_t size = 1; size < 150; ++size) {
    for (const std::uint32_t different : {1u, 2u, 3u, 6u, 34u, 100u, 150u}) {
      for (const bool floats : {true, false}) {
        std::vector<double> values;
        for (std::size_t i = 0; i < size; ++i) {
          values.push_back(static_cast<double>(i % different) + (floats ? 0.5 : 0.1));
        }
        const std::size_t distinct = std::min<std::size_t>(size, different);
        std::size_t least = 8 * size;
        if (floats) least = std::min(least, 4 * size);
        least = std::min(least, 8 + 8 * distinct + size);
        if (distinct <= 2) least = std::min(least, 16 + (size + 7) / 8);
        CAPTURE(size, different, floats);
        REQUIRE(written(values).bytes.size() == (least + 7) / 8 * 8);
      }
    }
  }
}

TEST_CASE("number_column: no form gives many numbers for few bytes") {
  const std::string bytes(800, '\0');
  for (std::uint64_t kind = 0; kind <= static_cast<std::uint64_t>(NumberKind::count); ++kind) {
    CAPTURE(kind);
    CHECK_FALSE(number_bytes(static_cast<NumberKind>(kind), bytes, 8 * 800));
    CHECK_FALSE(number_bytes(static_cast<NumberKind>(kind), bytes, ~std::size_t{0}));
  }
}

TEST_CASE("number_column: columns of rows") {
  const std::vector<double> rows{1, 10, 2, 20, 3, 30};
  std::string bytes;
  const NumberKind kind =
      write_numbers({rows.data() + 1, 3, 2}, [&](const void* data, std::size_t size) {
        bytes.append(static_cast<const char*>(data), size);
      });
  std::vector<double> back(6);
  REQUIRE(read_numbers(kind, bytes, 3, {0, 3, back.data() + 1, 2}));
  CHECK(back == std::vector<double>{0, 10, 0, 20, 0, 30});
}

TEST_CASE("number_column: a column in pieces has the bytes of one in memory") {
  for (const std::size_t different : {1, 2, 3, 200, 5000}) {
    for (const double unit : {0.5, 0.1}) {  // floats, and none
      CAPTURE(different, unit);
      std::vector<double> values;
      for (std::size_t i = 0; i < 5001; ++i) {
        values.push_back(unit * static_cast<double>(i * 7 % different));
      }
      const NumberPieces pieces = [&](const auto& visit) {
        // None is a whole number of bytes of bits.
        for (std::size_t first = 0; first < values.size(); first += 13) {
          const std::size_t size = std::min<std::size_t>(13, values.size() - first);
          if (!visit(NumberColumn{values.data() + first, size, 1})) return;
        }
      };
      Written of_pieces;
      of_pieces.kind =
          write_numbers(pieces, values.size(), [&](const void* data, std::size_t size) {
            of_pieces.bytes.append(static_cast<const char*>(data), size);
          });
      const Written whole = written(values);
      CHECK(of_pieces.kind == whole.kind);
      CHECK(of_pieces.bytes == whole.bytes);
    }
  }
}

TEST_CASE("number_column: a list that lies is refused") {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back(i % 4 + 0.1);
  Written good = written(values);
  REQUIRE(good.kind == NumberKind::listed);
  std::vector<double> back(values.size());
  for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{257}, ~std::uint64_t{0}}) {
    std::string forged = good.bytes;
    forged.replace(0, 8, reinterpret_cast<const char*>(&count), 8);
    CHECK_FALSE(read_numbers(good.kind, forged, values.size(), {0, values.size(), back.data()}));
  }
  good.bytes[8 + 4 * 8] = 4;  // the first record's place
  CHECK_FALSE(read_numbers(good.kind, good.bytes, values.size(), {0, values.size(), back.data()}));
  CHECK_FALSE(
      read_numbers(NumberKind::count, good.bytes, values.size(), {0, values.size(), back.data()}));
}
