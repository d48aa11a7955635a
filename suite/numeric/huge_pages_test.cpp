#include "suite/numeric/huge_pages.hpp"

#include <cstdint>
#include <limits>
#include <new>
#include <vector>

#include "suite/testing/catch.hpp"

using replaybench::numeric::huge_page;
using replaybench::numeric::HugePages;

TEST_CASE("huge pages: a large array begins at a page of its own, a small one need not") {
  const auto place = [](const auto& numbers) {
    return reinterpret_cast<std::uintptr_t>(numbers.data());
  };
  std::vector<double, HugePages<double>> large(300'000, 1.5);
  CHECK(place(large) % huge_page == 0);
  CHECK(large.back() == 1.5);
  const auto copy = large;
  CHECK(place(copy) % huge_page == 0);
  CHECK(copy == large);
  large.resize(3);
  large.shrink_to_fit();  // through the other way of allocating
  CHECK(large == std::vector<double, HugePages<double>>(3, 1.5));
  CHECK_THROWS_AS(HugePages<double>().allocate(std::numeric_limits<std::size_t>::max()),
                  std::bad_array_new_length);
}

TEST_CASE("huge pages: a column keeps what it holds") {
  std::vector<int> column{1, 2, 3};
  replaybench::numeric::reserve_large(column, 3'000'000);
  CHECK(column == std::vector<int>{1, 2, 3});
  CHECK(column.capacity() >= 3'000'000);
}
