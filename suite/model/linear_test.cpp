#include "suite/model/linear.hpp"

#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("a linear model of a context, dense and sparse") {
  for (std::size_t size = 0; size < 50; ++size) {
    std::vector<double> x(size);
    std::vector<double> w(size + 1, 7.0);
    std::vector<std::uint32_t> active;
    Draws draws({5}, size);
    long double wanted = 0;
    for (std::size_t i = 0; i < size; ++i) {
      w[i] = draws.normal();
      if (draws.below(3) > 0) continue;
      x[i] = draws.normal();
      active.push_back(static_cast<std::uint32_t>(i));
      wanted += static_cast<long double>(w[i]) * x[i];
    }
    const Context dense{std::span<const double>(x)};
    const Context sparse = Context::sparse(x, active);
    CHECK(dot(dense, w) == Approx(static_cast<double>(wanted)).margin(1e-14));
    CHECK(dot(sparse, w) == Approx(static_cast<double>(wanted)).margin(1e-14));
    std::vector<double> one = w;
    std::vector<double> other = w;
    add_scaled(0.5, dense, one);
    add_scaled(0.5, sparse, other);
    CHECK(one == other);
    CHECK(one.back() == 7);
    if (!active.empty()) CHECK(one[active[0]] == w[active[0]] + 0.5 * x[active[0]]);
  }
}

TEST_CASE("the dot products of a context with several rows, dense and sparse") {
  constexpr std::size_t row_size = 32;
  for (std::size_t size = 1; size < row_size; ++size) {
    Draws draws({6}, size);
    std::vector<double> x(size);
    std::vector<std::uint32_t> active;
    for (std::size_t i = 0; i < size; ++i) {
      if (draws.below(2) > 0) continue;
      x[i] = draws.normal();
      active.push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<double> memory(7 * row_size);
    std::vector<const double*> rows;
    for (std::size_t r = 0; r < 7; ++r) {
      for (std::size_t i = 0; i < size; ++i) memory[r * row_size + i] = draws.normal();
      rows.push_back(memory.data() + r * row_size);
    }
    const Context dense{std::span<const double>(x)};
    const Context sparse = Context::sparse(x, active);
    for (const Context& context : {dense, sparse}) {
      const ContextDots dots(context);
      std::vector<double> out(7);
      dots(rows, out.data());
      for (std::size_t r = 0; r < 7; ++r) {
        CHECK(out[r] == dots(rows[r]));
        CHECK(out[r] == Approx(dot(dense, {rows[r], size})).margin(1e-14));
      }
    }
  }
}
