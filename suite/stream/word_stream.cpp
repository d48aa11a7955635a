#include "suite/stream/word_stream.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/philox_blocks.hpp"

namespace replaybench {

void WordStream::refill() {
  static_assert(blocks_at_once == 8);
  philox_blocks<blocks_at_once>(key_, step_, block_, words_.data());
  block_ += blocks_at_once;
  next_ = 0;
}

namespace {

// Layers of equal area under exp(-x^2 / 2): layer i reaches to x[i], x[0] is the width of the
// lowest layer as if it were a rectangle, x[1] where the tail begins.
struct Ziggurat {
  static constexpr int layers = 128;
  static constexpr double tail = 3.442619855899;
  static constexpr double area = 9.91256303526217e-3;
  double x[layers + 1];
  double ratio[layers];
  double height[layers + 1];  // exp(-x[i]^2 / 2)

  Ziggurat() {
    double f = numeric::exp(-0.5 * tail * tail);
    x[0] = area / f;
    x[1] = tail;
    x[layers] = 0;
    for (int i = 2; i < layers; ++i) {
      x[i] = std::sqrt(-2 * numeric::log(area / x[i - 1] + f));
      f = numeric::exp(-0.5 * x[i] * x[i]);
    }
    for (int i = 0; i < layers; ++i) ratio[i] = x[i + 1] / x[i];
    for (int i = 0; i <= layers; ++i) height[i] = numeric::exp(-0.5 * x[i] * x[i]);
  }
};

const Ziggurat ziggurat;

// Beyond the tail's begin (Marsaglia 1964).
double draw_tail(WordStream& words, bool negative) {
  double x;
  double y;
  do {
    x = numeric::log(1 - words.uniform()) / Ziggurat::tail;
    y = numeric::log(1 - words.uniform());
  } while (-2 * y < x * x);
  return negative ? x - Ziggurat::tail : Ziggurat::tail - x;
}

// True if the point at x in a layer (not the lowest) is below the curve; `share` of the layer's
// height is above the point.
bool is_below_curve_exactly(std::size_t layer, double x, double share) {
  const Ziggurat& z = ziggurat;
  const double f0 = numeric::exp(-0.5 * (z.x[layer] * z.x[layer] - x * x));
  const double f1 = numeric::exp(-0.5 * (z.x[layer + 1] * z.x[layer + 1] - x * x));
  return f1 + share * (f0 - f1) < 1;
}

// Returns the same answer without an exponential, except for points very near the curve. The curve is
// height[layer] e^t; of its series the terms up to t^5 are a lower bound, and as t < 0.74 what they
// leave out is below 2.1 t^6 / 720. The roundoff of both ways is far below the 1e-9.
bool is_below_curve(std::size_t layer, double x, double share) {
  const double low = ziggurat.height[layer];
  const double high = ziggurat.height[layer + 1];
  const double y = high + share * (low - high);
  const double t = 0.5 * (ziggurat.x[layer] * ziggurat.x[layer] - x * x);
  const double t2 = t * t;
  const double series =
      low * ((1 + t) + t2 * ((1.0 / 2 + t * (1.0 / 6)) + t2 * (1.0 / 24 + t * (1.0 / 120))));
  const bool is_below = y < series * (1 - 1e-9);
  const bool is_above = y > series * (1 + 1e-9) + low * (0.003 * t2 * t2 * t2);
  if (is_below != is_above) [[likely]]
    return is_below;
  return is_below_curve_exactly(layer, x, share);
}

}  // namespace

void fill_normals(StreamKey key, std::uint64_t step, std::span<double> out) {
  WordStream words(key, step);
  const Ziggurat& z = ziggurat;
  double* normal = out.data();
  double* const end = normal + out.size();
  while (normal != end) {
    const std::uint64_t bits = words.bits();
    const auto layer = static_cast<std::size_t>(bits & 127);
    const double u = static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * 0x1p-53;
    *normal = u * z.x[layer];
    if (std::fabs(u) < z.ratio[layer]) [[likely]] {
      ++normal;
    } else if (layer == 0) {
      *normal++ = draw_tail(words, u < 0);
    } else {
      // A step of 0 or 1: half of the points are below, so a branch would be taken wrongly.
      normal += is_below_curve(layer, *normal, words.uniform());
    }
  }
}

}  // namespace replaybench
