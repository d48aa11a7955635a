#include "suite/stream/word_stream.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/philox_blocks.hpp"

namespace replaybench {

void WordStream::refill() {
  static_assert(blocks_at_once == 8);
  philox_eight_blocks(key_, step_, block_, words_.data());
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

}  // namespace

void fill_normals(StreamKey key, std::uint64_t step, std::span<double> out) {
  WordStream words(key, step);
  const Ziggurat& z = ziggurat;
  for (double& normal : out) {
    while (true) {
      const std::uint64_t bits = words.bits();
      const auto layer = static_cast<std::size_t>(bits & 127);
      const double u = static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * 0x1p-53;
      if (std::fabs(u) < z.ratio[layer]) [[likely]] {
        normal = u * z.x[layer];
        break;
      }
      if (layer == 0) {
        normal = draw_tail(words, u < 0);
        break;
      }
      const double x = u * z.x[layer];
      const double f0 = numeric::exp(-0.5 * (z.x[layer] * z.x[layer] - x * x));
      const double f1 = numeric::exp(-0.5 * (z.x[layer + 1] * z.x[layer + 1] - x * x));
      if (f1 + words.uniform() * (f0 - f1) < 1) {
        normal = x;
        break;
      }
    }
  }
}

}  // namespace replaybench
