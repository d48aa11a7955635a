#include "suite/component/result_row.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

struct Few : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn accepted = add(Role::accepted);
  RowColumn gain = add("gain");
};

struct More : Few {
  RowColumn low = add(Role::interval_low);
  RowColumn windows = add("windows", Role::count);
};

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("result rows: values go to their columns, in whatever order they are given") {
  const Few few;
  CHECK(few.names() == std::vector<std::string>{"estimate", "accepted", "gain"});
  const std::uint64_t count = 7;
  const ResultRow row = few.row(5, {few.gain(0.5), few.estimate(0.25), few.accepted(count)});
  CHECK(row.step == 5);
  CHECK(row.values == std::vector<double>{0.25, 7, 0.5});
  CHECK(row[few.gain] == 0.5);
}

TEST_CASE("result rows: a value forgotten, repeated or foreign is refused by its name") {
  const Few few;
  const More more;
  CHECK(message_of([&] {
          few.row(1, {few.estimate(1), few.accepted(1)});
        }) == "a row is not given \"gain\"");
  CHECK(message_of([&] {
          few.row(1, {few.estimate(1), few.accepted(1), few.gain(1), few.gain(2)});
        }) == "a row is given \"gain\" twice");
  CHECK(message_of([&] {
          few.row(1, {few.estimate(1), few.accepted(1), few.gain(1), more.low(1)});
        }) == "a row is given \"low\", a column of another schema");
  struct Other : RowSchema {
    RowColumn estimate = add(Role::estimate);
    RowColumn standard_error = add(Role::standard_error);
  };
  const Other other;  // its second column has the place of `accepted`
  CHECK(message_of([&] {
          few.row(1, {few.estimate(1), other.standard_error(1), few.gain(1)});
        }) == "a row is given \"standard_error\", a column of another schema");
}

TEST_CASE("result rows: an extended schema takes the row of the one it extends") {
  const Few few;
  const More more;
  const ResultRow first = few.row(3, {few.estimate(1), few.accepted(2), few.gain(3)});
  const ResultRow row = more.row(4, first, {more.windows(5), more.low(4)});
  CHECK(row.step == 4);
  CHECK(row.values == std::vector<double>{1, 2, 3, 4, 5});
  CHECK(row[few.accepted] == 2);
  CHECK(row[more.windows] == 5);
  CHECK(message_of([&] {
          more.row(4, first, {more.windows(5), more.low(4), more.gain(1)});
        }) == "a row is given \"gain\" twice");
  CHECK(message_of([&] { more.row(4, first, {more.low(4)}); }) == "a row is not given \"windows\"");
  CHECK_THROWS_AS(few.row(4, row, {}), std::logic_error);  // more numbers than columns
}

TEST_CASE("result rows: names and roles are unique, and the estimate is first") {
  RowSchema schema;
  CHECK_THROWS_AS(schema.add("gain"), std::logic_error);
  schema.add(Role::estimate);
  CHECK_THROWS_AS(schema.add(Role::estimate), std::logic_error);
  CHECK_THROWS_AS(schema.add("low"), std::logic_error);  // a role's name
  CHECK_THROWS_AS(schema.add("gain", Role::accepted), std::logic_error);
  CHECK_THROWS_AS(schema.add(Role::count), std::logic_error);
  CHECK_THROWS_AS(schema.add(Role::diagnostic), std::logic_error);
  schema.add("gain");
  CHECK_THROWS_AS(schema.add("gain", Role::count), std::logic_error);
  CHECK(schema.size() == 2);
}

TEST_CASE("result rows: columns are found by role and by name") {
  const More more;
  CHECK(more.find(Role::accepted) == 1);
  CHECK(more.find(Role::interval_high) == std::nullopt);
  CHECK(more.find("windows") == 4);
  CHECK(more.find("nothing") == std::nullopt);
  CHECK(more[3].name == "low");
  CHECK(more[3].role == Role::interval_low);
  const ResultRow row =
      more.row(1, {more.estimate(1), more.accepted(2), more.gain(3), more.low(4), more.windows(5)});
  CHECK(value_of(more, row, Role::interval_low) == 4);
  CHECK(value_of(more, row, "gain") == 3);
  CHECK(std::isnan(value_of(more, row, Role::expected)));
  CHECK(std::isnan(value_of(more, row, "nothing")));
}
