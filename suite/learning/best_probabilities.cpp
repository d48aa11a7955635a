#include "suite/learning/best_probabilities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::learning {

namespace {

constexpr std::size_t nodes = 16;
constexpr double tolerance = 1e-13;
constexpr double depth_of_tails = 36;  // ln of the mode's density over that where a score ends
constexpr int deepest = 60;            // halvings of a panel
constexpr double panel_tolerance = 2e-14;
constexpr int max_rounds = 30;
constexpr std::size_t max_panels = 200'000;

using NodeValues = std::array<double, nodes>;

// P_0 .. P_nodes at x.
std::array<double, nodes + 1> legendre(double x) {
  std::array<double, nodes + 1> p{1, x};
  for (std::size_t k = 1; k < nodes; ++k) {
    const auto degree = static_cast<double>(k);
    p[k + 1] = ((2 * degree + 1) * x * p[k] - degree * p[k - 1]) / (degree + 1);
  }
  return p;
}

// On [-1, 1].
struct GaussRule {
  NodeValues places{};
  NodeValues weights{};
  std::array<NodeValues, nodes> integral_to{};  // [n][m]: weight of f(m) in the integral up to n
  std::array<NodeValues, 2> last{};             // of f in the coefficients of P_14 and P_15

  GaussRule() {
    for (std::size_t i = 0; i < nodes; ++i) place(i);
    for (std::size_t m = 0; m < nodes; ++m) {
      const auto at_m = legendre(places[m]);
      for (std::size_t e = 0; e < 2; ++e) {
        const std::size_t k = nodes - 2 + e;
        last[e][m] = (static_cast<double>(k) + 0.5) * weights[m] * at_m[k];
      }
      for (std::size_t n = 0; n < nodes; ++n) {
        const auto at_n = legendre(places[n]);
        double sum = 0.5 * (places[n] + 1);
        for (std::size_t k = 1; k < nodes; ++k) sum += 0.5 * at_m[k] * (at_n[k + 1] - at_n[k - 1]);
        integral_to[n][m] = weights[m] * sum;
      }
    }
  }

  static const GaussRule& instance() {
    static const GaussRule rule;
    return rule;
  }

 private:
  void place(std::size_t i) {
    const auto n = static_cast<double>(nodes);
    double sine = 0, x = 0;
    numeric::sincos_pi((static_cast<double>(i) + 0.75) / (n + 0.5), sine, x);
    double slope = 1;
    for (int round = 0; round < 8; ++round) {
      const auto p = legendre(x);
      slope = n * (x * p[nodes] - p[nodes - 1]) / (x * x - 1);
      x -= p[nodes] / slope;
    }
    const auto p = legendre(x);
    slope = n * (x * p[nodes] - p[nodes - 1]) / (x * x - 1);
    places[nodes - 1 - i] = x;
    weights[nodes - 1 - i] = 2 / ((1 - x * x) * slope * slope);
  }
};

// e^u - 1 - u.
double exp_remainder(double u) {
  if (std::fabs(u) > 0.5) return numeric::expm1(u) - u;
  double term = 0.5 * u * u;
  double sum = 0;
  for (int k = 3; k < 20; ++k) {
    sum += term;
    term *= u / k;
  }
  return sum;
}

// y - ln(1 + y), y > -1.
double log_remainder(double y) {
  if (std::fabs(y) > 0.3) return y - numeric::log1p(y);
  // With s = y / (2 + y): y = 2 s / (1 - s), ln(1 + y) = 2 (s + s^3 / 3 + s^5 / 5 + ...).
  const double s = y / (2 + y);
  const double square = s * s;
  double odd = 0;
  double power = s * square;
  for (int k = 3; k < 26; k += 2) {
    odd += power / k;
    power *= square;
  }
  return 2 * (square / (1 - s) - odd);
}

// A density as it is integrated: its mode, and how far the logarithm is below that of the mode.
struct NormalShape {
  double mode;
  double deviation;
  explicit NormalShape(const NormalScore& score) : mode(score.mean), deviation(score.deviation) {}
  double scale() const { return deviation; }
  double drop(double t) const {
    const double z = (t - mode) / deviation;
    return 0.5 * z * z;
  }
};

// The logarithm of the density of the logit x of a Beta(a, b) is a x - (a + b) ln(1 + e^x), up to a constant. At u from the mode
// ln(a / b), with p = a / (a + b), it has dropped by (a + b) ln(1 + p (e^u - 1)) - a u; for small u
// this is the difference of nearly equal numbers, and is written as one of two small ones. As
// p <= 1/2 (else a and b are exchanged, which mirrors x) no more than a bit is lost in it.
struct BetaShape {
  double mode;
  double a;
  double n;
  double p;
  double sign;
  explicit BetaShape(const BetaScore& score)
      : mode(numeric::log(score.a) - numeric::log(score.b)),
        a(std::min(score.a, score.b)),
        n(score.a + score.b),
        p(a / n),
        sign(score.a <= score.b ? 1 : -1) {}
  double scale() const { return std::sqrt(1 / a + 1 / (n - a)); }
  double drop(double t) const {
    const double u = sign * (t - mode);
    if (u > 700) return n * (u + numeric::log(p)) - a * u;  // e^u overflows
    if (std::fabs(u) > 1) return n * numeric::log1p(p * numeric::expm1(u)) - a * u;
    return a * exp_remainder(u) - n * log_remainder(p * numeric::expm1(u));
  }
};

// A place beyond which, seen from the mode, less than e^-depth_of_tails of the density is left.
template <class Shape>
double end_of(const Shape& shape, double direction) {
  double inside = 0;
  double outside = shape.scale();
  while (shape.drop(shape.mode + direction * outside) < depth_of_tails) {
    inside = outside;
    outside *= 2;
  }
  for (int round = 0; round < 6; ++round) {
    const double middle = 0.5 * (inside + outside);
    (shape.drop(shape.mode + direction * middle) < depth_of_tails ? inside : outside) = middle;
  }
  return shape.mode + direction * outside;
}

template <class Shape>
class Mesh {
 public:
  explicit Mesh(std::vector<Shape> shapes) : shapes_(std::move(shapes)) {
    std::vector<double> seeds;
    for (const Shape& shape : shapes_) {
      const double low = end_of(shape, -1);
      const double high = end_of(shape, 1);
      ends_.push_back({low, high});
      // A log-concave density lies above its chords.
      allowed_.push_back(tolerance * (high - low) / depth_of_tails);
      seeds.insert(seeds.end(), {low, shape.mode, high});
    }
    std::sort(seeds.begin(), seeds.end());
    seeds.erase(std::unique(seeds.begin(), seeds.end()), seeds.end());
    for (std::size_t i = 0; i + 1 < seeds.size(); ++i) add(seeds[i], seeds[i + 1], 0);
  }

  // A product of many distribution functions is less smooth than its factors. Its differences at
  // the ends of a panel are known, and are the sum of what the panel adds to the integrals: where
  // the two differ the panel is halved.
  double integrate(std::span<double> out) {
    const std::vector<double> masses = all_masses();
    std::vector<std::size_t> coarse;
    for (int round = 0; round < max_rounds; ++round) {
      coarse.clear();
      add_up(masses, out, coarse);
      if (coarse.empty()) break;
      halve(coarse);
    }
    double sum = 0;
    for (const double p : out) sum += p;
    for (double& p : out) p /= sum;
    return sum - 1;
  }

 private:
  const NodeValues& density(std::size_t panel, std::size_t i) const {
    return densities_[panel * shapes_.size() + i];
  }

  void add_up(const std::vector<double>& masses, std::span<double> out,
              std::vector<std::size_t>& coarse) const {
    std::vector<double> below(shapes_.size(), 0.0);  // F at the panel's lower end
    std::vector<NodeValues> distribution(shapes_.size());
    std::fill(out.begin(), out.end(), 0.0);
    double product = 0;  // of all F
    for (std::size_t panel = 0; panel < halves_.size(); ++panel) {
      double next_product = 1;
      for (std::size_t i = 0; i < shapes_.size(); ++i) {
        const double factor = halves_[panel] / masses[i];
        below[i] = advance(density(panel, i), factor, below[i], distribution[i]);
        next_product *= below[i];
      }
      double added = 0;
      for (std::size_t m = 0; m < nodes; ++m)
        added += add_node(panel, m, masses, distribution, out);
      if (std::fabs(added - (next_product - product)) > panel_tolerance) coarse.push_back(panel);
      product = next_product;
    }
  }

  void halve(std::span<const std::size_t> coarse) {
    std::vector<double> lows, halves;
    std::vector<NodeValues> densities;
    lows.swap(lows_);
    halves.swap(halves_);
    densities.swap(densities_);
    const std::size_t count = shapes_.size();
    std::size_t next = 0;
    for (std::size_t panel = 0; panel < halves.size(); ++panel) {
      if (next < coarse.size() && coarse[next] == panel) {
        ++next;
        const double middle = lows[panel] + halves[panel];
        add(lows[panel], middle, 0);
        add(middle, middle + halves[panel], 0);
      } else {
        lows_.push_back(lows[panel]);
        halves_.push_back(halves[panel]);
        const auto first = densities.begin() + static_cast<std::ptrdiff_t>(panel * count);
        densities_.insert(densities_.end(), first, first + static_cast<std::ptrdiff_t>(count));
      }
    }
  }

  // Panels from `low` to `high`, in order.
  void add(double low, double high, int depth) {
    const double half = 0.5 * (high - low);
    const double middle = low + half;
    const std::size_t first = densities_.size();
    bool resolved = true;
    for (std::size_t i = 0; i < shapes_.size() && resolved; ++i) {
      densities_.push_back(values(i, low, high, middle, half));
      resolved = is_resolved(densities_.back(), half, allowed_[i]);
    }
    if (!resolved) {
      densities_.resize(first);
      if (depth == deepest || halves_.size() > max_panels || !(low < middle && middle < high)) {
        throw NumericalFailure(
            "the probabilities of the choice: the distributions of the scores differ in width by "
            "more than double precision resolves");
      }
      add(low, middle, depth + 1);
      add(middle, high, depth + 1);
      return;
    }
    lows_.push_back(low);
    halves_.push_back(half);
  }

  NodeValues values(std::size_t i, double low, double high, double middle, double half) const {
    NodeValues result{};
    if (high <= ends_[i][0] || low >= ends_[i][1]) return result;
    for (std::size_t m = 0; m < nodes; ++m) {
      result[m] = numeric::exp(-shapes_[i].drop(middle + half * GaussRule::instance().places[m]));
    }
    return result;
  }

  static bool is_resolved(const NodeValues& f, double half, double allowed) {
    const auto& last = GaussRule::instance().last;
    double even = 0, odd = 0;
    for (std::size_t m = 0; m < nodes; ++m) {
      even += last[0][m] * f[m];
      odd += last[1][m] * f[m];
    }
    return (std::fabs(even) + std::fabs(odd)) * half <= allowed;
  }

  std::vector<double> all_masses() const {
    std::vector<double> masses(shapes_.size(), 0.0);
    for (std::size_t panel = 0; panel < halves_.size(); ++panel) {
      for (std::size_t i = 0; i < masses.size(); ++i) {
        double sum = 0;
        for (std::size_t m = 0; m < nodes; ++m) {
          sum += GaussRule::instance().weights[m] * density(panel, i)[m];
        }
        masses[i] += halves_[panel] * sum;
      }
    }
    return masses;
  }

  // The distribution function at the nodes, from its value at the panel's lower end; returns that
  // at the upper end.
  static double advance(const NodeValues& f, double factor, double below, NodeValues& out) {
    const GaussRule& rule = GaussRule::instance();
    double whole = 0;
    for (std::size_t n = 0; n < nodes; ++n) {
      double sum = 0;
      for (std::size_t m = 0; m < nodes; ++m) sum += rule.integral_to[n][m] * f[m];
      // Roundoff can leave a number just below 0 if hardly anything is below.
      out[n] = std::max(0.0, below + factor * sum);
      whole += rule.weights[n] * f[n];
    }
    return below + factor * whole;
  }

  // Adds node m of the panel to the integrals; returns the sum of what it adds. The product over the others is that of all before
  // times that of all behind: a quotient would be 0 / 0 if a distribution function is 0.
  double add_node(std::size_t panel, std::size_t m, const std::vector<double>& masses,
                  const std::vector<NodeValues>& distribution, std::span<double> out) const {
    const double weight = halves_[panel] * GaussRule::instance().weights[m];
    const std::size_t count = shapes_.size();
    behind_.assign(count + 1, 1.0);
    for (std::size_t i = count; i-- > 0;) behind_[i] = behind_[i + 1] * distribution[i][m];
    double before = 1;
    double sum = 0;
    for (std::size_t i = 0; i < count && before > 0; ++i) {
      const double added = weight * density(panel, i)[m] / masses[i] * before * behind_[i + 1];
      out[i] += added;
      sum += added;
      before *= distribution[i][m];
    }
    return sum;
  }

  std::vector<Shape> shapes_;
  std::vector<std::array<double, 2>> ends_;
  std::vector<double> allowed_;
  std::vector<double> lows_;           // the lower end of each panel
  std::vector<double> halves_;         // half the length of each panel
  std::vector<NodeValues> densities_;  // panels x scores, the mode's being 1
  mutable std::vector<double> behind_;
};

template <class Shape, class Score>
double integrate(std::span<const Score> scores, std::span<double> out) {
  return Mesh<Shape>(std::vector<Shape>(scores.begin(), scores.end())).integrate(out);
}

}  // namespace

double best_probabilities(std::span<const NormalScore> scores, std::span<double> out) {
  return integrate<NormalShape>(scores, out);
}

double best_probabilities(std::span<const BetaScore> scores, std::span<double> out) {
  return integrate<BetaShape>(scores, out);
}

}  // namespace replaybench::learning
