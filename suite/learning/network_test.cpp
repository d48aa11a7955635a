#include "suite/learning/network.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "suite/model/numerical_failure.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using learning::Network;

namespace {

// Reference network with plain loops; `weights` is W row by row, then V row by row.
struct PlainNetwork {
  std::size_t hidden, dimension, actions;
  std::vector<double> w, v;

  std::vector<double> units(const std::vector<double>& x) const {
    std::vector<double> h(hidden);
    for (std::size_t j = 0; j < hidden; ++j) {
      for (std::size_t i = 0; i < dimension; ++i) h[j] += w[j * dimension + i] * x[i];
      h[j] = std::max(h[j], 0.0);
    }
    return h;
  }
  double output(const std::vector<double>& x, std::size_t a) const {
    const auto h = units(x);
    double q = 0;
    for (std::size_t j = 0; j < hidden; ++j) q += v[a * hidden + j] * h[j];
    return q;
  }
  double loss(const std::vector<double>& x, std::size_t a, double r) const {
    return (output(x, a) - r) * (output(x, a) - r) / 2;
  }
  // A step against the gradient, which is taken by central differences.
  void descend(const std::vector<double>& x, std::size_t a, double r, double rate) {
    PlainNetwork next = *this;
    constexpr double delta = 1e-6;
    const auto slope = [&](std::vector<double>& weights, std::size_t i) {
      const double old = weights[i];
      weights[i] = old + delta;
      const double above = loss(x, a, r);
      weights[i] = old - delta;
      const double below = loss(x, a, r);
      weights[i] = old;
      return (above - below) / (2 * delta);
    };
    // The slope of the loss is the error times that of the output.
    const double error = output(x, a) - r;
    std::vector<double> slopes_w;
    std::vector<double> slopes_v;
    double squares = 0;
    for (std::size_t i = 0; i < w.size(); ++i) slopes_w.push_back(slope(w, i));
    for (std::size_t i = 0; i < v.size(); ++i) slopes_v.push_back(slope(v, i));
    for (const double s : slopes_w) squares += s * s / (error * error);
    for (const double s : slopes_v) squares += s * s / (error * error);
    const double step = rate / (1 + rate * squares);
    for (std::size_t i = 0; i < w.size(); ++i) next.w[i] -= step * slopes_w[i];
    for (std::size_t i = 0; i < v.size(); ++i) next.v[i] -= step * slopes_v[i];
    *this = next;
  }
};

PlainNetwork plain_copy(const Network& network, std::size_t hidden, std::size_t dimension,
                        std::size_t actions) {
  PlainNetwork plain{hidden, dimension, actions, {}, {}};
  plain.w.resize(hidden * dimension);
  plain.v.resize(actions * hidden);
  for (std::size_t j = 0; j < hidden; ++j) {
    for (std::size_t i = 0; i < dimension; ++i) {
      plain.w[j * dimension + i] = network.hidden_weights()[i * hidden + j];
    }
  }
  return plain;
}

}  // namespace

TEST_CASE("network: steps are those against a gradient by differences") {
  Network network(3, 5, 4);
  PlainNetwork plain = plain_copy(network, 5, 3, 4);
  for (std::uint64_t t = 0; t < 60; ++t) {
    Draws draws({0x4e45}, t);
    const std::vector<double> x{draws.normal(), draws.normal(), 1};
    const std::size_t output = draws.below(4);
    const double target = draws.uniform();
    for (std::size_t a = 0; a < 4; ++a) {
      CHECK(network.outputs(x)[a] == Approx(plain.output(x, a)).margin(1e-7));
    }
    network.descend(x, output, target, 0.1, "test");
    plain.descend(x, output, target, 0.1);
  }
  // The hidden layer has learned too, not the outputs alone.
  const Network fresh(3, 5, 4);
  double moved = 0;
  for (std::size_t i = 0; i < 15; ++i) {
    moved += std::fabs(network.hidden_weights()[i] - fresh.hidden_weights()[i]);
  }
  CHECK(moved > 0.01);
}

TEST_CASE("network: the first weights have variance 2 / inputs, the first outputs are 0") {
  const Network network(50, 400, 2);
  double sum = 0;
  for (const double weight : network.hidden_weights()) sum += weight * weight;
  const double deviation = 0.04 * std::sqrt(2.0 / 20'000);
  CHECK(std::fabs(sum / 20'000 - 0.04) < 5 * deviation);
  const std::vector<double> x(50, 1.0);
  CHECK(network.outputs(x)[0] == 0);
  CHECK(network.outputs(x)[1] == 0);
}

TEST_CASE("network: the bits do not depend on where its numbers lie") {
  // Copies at other addresses, and inputs at every offset from an aligned one.
  std::vector<double> room(64);
  Network first(13, 11, 3);
  for (std::size_t offset = 0; offset < 8; ++offset) {
    const Network copy = first;
    const std::span<double> x = std::span(room).subspan(offset, 13);
    for (std::size_t i = 0; i < 13; ++i) x[i] = 1.0 / static_cast<double>(i + 3);
    const std::vector<double> here(x.begin(), x.end());
    CHECK(copy.outputs(x)[2] == first.outputs(here)[2]);
    first.descend(here, 2, 0.7, 0.05, "test");
  }
}

TEST_CASE("network: a step never goes beyond the target, whatever the rate and the features") {
  for (const double rate : {0.01, 1.0, 1e6}) {
    Network network(2, 5, 1);
    const std::vector<double> x{1e3, 1};
    double miss = 1;
    for (int i = 0; i < 200; ++i) {
      network.descend(x, 0, 1, rate, "test");
      const double next = std::fabs(network.outputs(x)[0] - 1);
      CHECK(next <= miss + 1e-9);
      miss = next;
    }
    CHECK(miss < 1e-3);
  }
}

TEST_CASE("network: weights that overflow say so") {
  Network network(2, 5, 1);
  const std::vector<double> x{1e200, 1};
  const auto many = [&] {
    for (int i = 0; i < 5; ++i) network.descend(x, 0, 1e200, 1, "somebody");
  };
  CHECK_THROWS_AS(many(), NumericalFailure);
  CHECK_THROWS_WITH(many(), Catch::StartsWith("somebody: the weights overflowed"));
}
