#include "suite/theory/information.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

bool in_domain(PolicyCells cells) {
  double total = 0;
  for (const PolicyCell& cell : cells) {
    if (!is_positive(cell.actions) || !is_probability(cell.context)) return false;
    if (!is_probability(cell.evaluated) || !is_probability(cell.logged)) return false;
    if (!std::isfinite(cell.mean) || !std::isfinite(cell.square)) return false;
    // Not exact: a caller's square of a constant reward is its rounded square.
    if (cell.square < cell.mean * cell.mean * (1 - 1e-12)) return false;
    if (cell.context * cell.evaluated > 0 && cell.logged == 0) return false;
    total += cell.actions * cell.context * cell.evaluated;
  }
  return std::fabs(total - 1) <= 1e-9;
}

/// Factor of of(cell): p(x) p_pi, p(x) p_pi / p_LOG or p(x) p_pi^2 / p_LOG.
enum class Weight { environment, replay, red };

template <class Of>
double weighted(PolicyCells cells, Weight weight, Of of) {
  double sum = 0;
  for (const PolicyCell& cell : cells) {
    if (cell.context * cell.evaluated == 0) continue;
    double w = cell.actions * cell.context * cell.evaluated;
    if (weight != Weight::environment) w /= cell.logged;
    if (weight == Weight::red) w *= cell.evaluated;
    sum += w * of(cell);
  }
  return sum;
}

double mean_of(PolicyCells cells) {
  return weighted(cells, Weight::environment, [](const PolicyCell& cell) { return cell.mean; });
}

double star_variance(PolicyCells cells, Weight weight) {
  if (!in_domain(cells)) return undefined;
  const double g = mean_of(cells);
  return weighted(cells, weight, [](const PolicyCell& cell) { return cell.square; }) - g * g;
}

double ratio_variance(PolicyCells cells, Weight weight) {
  if (!in_domain(cells)) return undefined;
  const double g = mean_of(cells);
  return weighted(cells, weight,
                  [g](const PolicyCell& cell) { return cell.square - 2 * g * cell.mean + g * g; });
}

double acceleration(double record_variance, PolicyCells cells) {
  const double variance = policy_variance(cells);
  return variance > 0 ? record_variance / variance : undefined;
}

}  // namespace

double policy_mean(PolicyCells cells) { return in_domain(cells) ? mean_of(cells) : undefined; }

double policy_variance(PolicyCells cells) { return star_variance(cells, Weight::environment); }

double replay_star_record_variance(PolicyCells cells) {
  return star_variance(cells, Weight::replay);
}

double red_star_record_variance(PolicyCells cells) { return star_variance(cells, Weight::red); }

double red_star_record_variance(PolicyCells cells, double E) {
  if (!(E >= 1) || std::isinf(E)) return undefined;
  const double red = red_star_record_variance(cells);
  return red + (replay_star_record_variance(cells) - red) / E;
}

double replay_record_variance(PolicyCells cells) { return ratio_variance(cells, Weight::replay); }

double red_record_variance(PolicyCells cells) { return ratio_variance(cells, Weight::red); }

double gamma_plus(PolicyCells cells) {
  return acceleration(red_star_record_variance(cells), cells);
}

double gamma_star(PolicyCells cells) { return acceleration(red_record_variance(cells), cells); }

double gamma_replay_star(PolicyCells cells) {
  return acceleration(replay_star_record_variance(cells), cells);
}

double gamma_replay(PolicyCells cells) {
  return acceleration(replay_record_variance(cells), cells);
}

double red_bias_per_record(PolicyCells cells) {
  if (!in_domain(cells)) return undefined;
  const double g = mean_of(cells);
  return -weighted(cells, Weight::red, [g](const PolicyCell& cell) { return cell.mean - g; });
}

double acceptance_dispersion(PolicyCells cells) {
  if (!in_domain(cells)) return undefined;
  return weighted(cells, Weight::red, [](const PolicyCell&) { return 1.0; }) - 1;
}

double weighted_reward_moment(PolicyCells cells, double order) {
  if (!in_domain(cells) || !is_positive(order)) return undefined;
  return weighted(cells, Weight::environment, [order](const PolicyCell& cell) {
    return numeric::pow(cell.evaluated / cell.logged, order - 1) * cell.mean;
  });
}

std::array<PolicyCell, 2> two_action_cells(double p, double q, double mu1, double mu2) {
  return {PolicyCell{1, 1, p, q, mu1, mu1}, PolicyCell{1, 1, 1 - p, 1 - q, mu2, mu2}};
}

std::array<PolicyCell, 2> epsilon_optimal_cells(double K, double epsilon, double g_best,
                                                double g_random) {
  if (!(K >= 2)) K = undefined;
  const double others = K - 1;
  const double g_other = (K * g_random - g_best) / others;
  const double each = epsilon / K;
  return {PolicyCell{1, 1, 1 - epsilon + each, 1 / K, g_best, g_best},
          PolicyCell{others, 1, each, 1 / K, g_other, g_other}};
}

double epsilon_optimal_gamma_plus_printed(double K, double epsilon, double g_best,
                                          double g_random) {
  if (!(K >= 1)) return undefined;
  const std::array<PolicyCell, 2> cells{PolicyCell{1, 1, 1 - epsilon, 1 / K, g_best, g_best},
                                        PolicyCell{1, 1, epsilon, 1 / K, g_random, g_random}};
  return gamma_plus(cells);
}

}  // namespace replaybench::theory
