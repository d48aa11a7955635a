#include "suite/theory/functions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "suite/numeric/probit.hpp"
#include "suite/theory/bounds.hpp"
#include "suite/theory/coverage.hpp"
#include "suite/theory/function_entry.hpp"
#include "suite/theory/pools.hpp"
#include "suite/theory/regret.hpp"
#include "suite/theory/replay.hpp"

namespace replaybench::theory {
namespace {

/// A formula of two pool segments, as K1 T1 g1 K2 T2 g2.
template <auto function>
double of_two_pools(double K1, double T1, double g1, double K2, double T2, double g2) {
  const PoolSegment first{K1, T1, g1};
  const PoolSegment second{K2, T2, g2};
  if constexpr (requires { function(first, second); }) {
    return function(first, second);
  } else {
    return function(std::array{first, second});
  }
}

/// of_two_pools for Bernoulli rewards, if the variances matter.
template <auto function>
double of_two_bernoulli_pools(double K1, double T1, double g1, double K2, double T2, double g2) {
  return function(std::array{PoolSegment{K1, T1, g1, bernoulli_variance(g1)},
                             PoolSegment{K2, T2, g2, bernoulli_variance(g2)}});
}

void add_replay(std::vector<ScalarFunction>& t) {
  t.push_back(entry<bernoulli_variance>("bernoulli_variance", "g", "g (1-g)", "definition"));
  t.push_back(entry<empty_probability>("empty_probability", "K T",
                                       "probability that no record is retained, ((K-1)/K)^T",
                                       "section 3.5.1 (p. 77)"));
  t.push_back(
      entry<replay_bias>("replay_bias", "K T g", "bias of replay, -g ((K-1)/K)^T", "theorem 3"));
  t.push_back(
      entry<replay_star_bias>("replay_star_bias", "K T g", "bias of replay*: 0", "theorem 4"));
  t.push_back(entry<replay_star_variance>("replay_star_variance", "K T g variance",
                                          "variance of replay*, (K Var + (K-1) g^2)/T",
                                          "theorem 7"));
  t.push_back(entry<replay_star_ese>("replay_star_ese", "K T g variance",
                                     "expected squared error of replay*", "theorem 7"));
  t.push_back(entry<harmonic_term>("harmonic_term", "K T",
                                   "f(T) = E[1/N; N > 0], N the number of retained records",
                                   "theorem 8; recurrence derived"));
  t.push_back(entry<replay_ese>("replay_ese", "K T g variance",
                                "expected squared error of replay, q^T g^2 + Var f(T)",
                                "theorem 8 as proved (F.6)"));
  t.push_back(
      entry<replay_ese_printed>("replay_ese_printed", "K T g variance", "the same with g for g^2",
                                "theorem 8 as printed (erratum A4, suite/theory/README.md)"));
  t.push_back(entry<replay_variance>("replay_variance", "K T g variance",
                                     "variance of replay, Var f(T) + g^2 q^T (1-q^T)", "derived"));
  t.push_back(entry<replay_skewness>("replay_skewness", "K T g",
                                     "skewness of replay's estimate, Bernoulli rewards",
                                     "conclusion (p. 205), derived"));
  t.push_back(entry<replay_excess_kurtosis>("replay_excess_kurtosis", "K T g",
                                            "its fourth cumulant over its squared variance",
                                            "conclusion (p. 205), derived"));
  t.push_back(entry<replay_ese_asymptotic>("replay_ese_asymptotic", "K T variance",
                                           "K Var/T + K (K-1) Var/T^2",
                                           "theorem 9, constant derived"));
  t.push_back(entry<ideal_ese>("ideal_ese", "K T variance",
                               "variance of T/K interactions with the environment, K Var/T",
                               "section 3.5.6 (p. 83)"));
  t.push_back(entry<log_ese_ratio>("log_ese_ratio", "K T g variance",
                                   "ln(ESE of replay* / ESE of replay)", "figures 3.2-3.4"));
  t.push_back(entry<log_ese_ratio_printed>("log_ese_ratio_printed", "K T g variance",
                                           "the same with theorem 8 as printed",
                                           "erratum A4, suite/theory/README.md"));
  t.push_back(entry<log_ese_ratio_limit>("log_ese_ratio_limit", "K g variance",
                                         "its limit for T to infinity", "derived"));
  t.push_back(entry<replay_star_ese_many_actions>("replay_star_ese_many_actions", "c g variance",
                                                  "limit of replay_star_ese at T = c K, K large",
                                                  "derived"));
  t.push_back(entry<replay_ese_many_actions>("replay_ese_many_actions", "c g variance",
                                             "limit of replay_ese at T = c K, K large", "derived"));
  t.push_back(entry<log_ese_ratio_many_actions>("log_ese_ratio_many_actions", "c g variance",
                                                "limit of log_ese_ratio at T = c K, K large",
                                                "derived"));
  t.push_back(entry<replay_better_from>("replay_better_from", "K g",
                                        "first-order T above which replay beats replay*, K (1-g)/g",
                                        "derived"));
  t.push_back(entry<necessary_data>("necessary_data", "K p epsilon",
                                    "records for a relative deviation epsilon of replay*",
                                    "section 3.7.1 (p. 95), exact"));
  t.push_back(entry<necessary_data_printed>("necessary_data_printed", "K p epsilon",
                                            "K/(epsilon^2 p)", "section 3.7.1 (p. 95)"));
  t.push_back(entry<data_for_retained>("data_for_retained", "K T delta",
                                       "records for T retained events, 2 K (T + ln(1/delta))",
                                       "section 3.4 (p. 75; erratum A1, suite/theory/README.md)"));
}

void add_bounds(std::vector<ScalarFunction>& t) {
  const char* bound = "K T g delta";
  const char* from = "K g delta";
  t.push_back(entry<chernoff_lower_tail>("chernoff_lower_tail", "mean gamma",
                                         "exp(-gamma^2 mean/2)", "lemma 2"));
  t.push_back(entry<chernoff_two_sided>("chernoff_two_sided", "mean gamma",
                                        "2 exp(-gamma^2 mean/3)", "appendix F.3 (p. 273)"));
  t.push_back(entry<li_bound>("li_bound", bound, "Li's bound as Li et al. prove it",
                              "erratum A2, suite/theory/README.md"));
  t.push_back(entry<li_bound_printed>("li_bound_printed", bound,
                                      "Li's bound with sqrt(g^2+g) for g + sqrt(g)",
                                      "section 3.5.3 (p. 78)"));
  t.push_back(entry<li_bound_printed_decomposed>(
      "li_bound_printed_decomposed", bound, "the same as a sum of two terms",
      "section 3.5.3 (p. 78; erratum A3, suite/theory/README.md)"));
  t.push_back(entry<li_bound_defined_from>("li_bound_defined_from", "K delta",
                                           "T above which Li's bound is a number",
                                           "section 3.5.3 (p. 78)"));
  t.push_back(entry<li_bound_valid_from>("li_bound_valid_from", from,
                                         "T from which Li's proof holds", "derived"));
  t.push_back(entry<retained_lower_bound>("retained_lower_bound", "K T delta",
                                          "number of retained records exceeded but for delta/2",
                                          "F.3"));
  t.push_back(
      entry<replay_bound>("replay_bound", bound, "bound on the error of replay", "theorem 5"));
  t.push_back(entry<replay_bound_leading>("replay_bound_leading", bound,
                                          "leading term of replay_bound", "theorem 5"));
  t.push_back(entry<replay_bound_decomposed>("replay_bound_decomposed", bound,
                                             "upper bound of replay_bound as a sum",
                                             "appendix F.3 (p. 273)"));
  t.push_back(entry<replay_bound_defined_from>("replay_bound_defined_from", "K delta",
                                               "T above which replay_bound is a number",
                                               "erratum A5, suite/theory/README.md"));
  t.push_back(entry<replay_bound_valid_from>("replay_bound_valid_from", from,
                                             "T from which theorem 5's proof holds",
                                             "erratum A5, suite/theory/README.md"));
  t.push_back(entry<replay_star_bound>("replay_star_bound", bound, "bound on the error of replay*",
                                       "theorem 6"));
  t.push_back(entry<replay_star_bound_valid_from>("replay_star_bound_valid_from", from,
                                                  "T from which theorem 6's proof holds",
                                                  "erratum A5, suite/theory/README.md"));
  t.push_back(entry<ideal_bound>("ideal_bound", bound, "bound on the error of T/K interactions",
                                 "section 3.5.4 (p. 81)"));
  t.push_back(entry<ideal_failure_bound>("ideal_failure_bound", "K T g gamma",
                                         "2 exp(-T gamma^2 g/(3K))", "section 3.5.4 (p. 81)"));
}

void add_coverage(std::vector<ScalarFunction>& t) {
  const char* at_radius = "K T g radius";
  const char* at_level = "K T g delta";
  t.push_back(entry<replay_failure>("replay_failure", at_radius,
                                    "exact P(|replay - g| > radius), Bernoulli", "derived"));
  t.push_back(entry<replay_star_failure>("replay_star_failure", at_radius,
                                         "exact P(|replay* - g| > radius), Bernoulli", "derived"));
  t.push_back(entry<ideal_failure>("ideal_failure", at_radius,
                                   "exact P(error of T/K interactions > radius)", "derived"));
  t.push_back(entry<replay_coverage_failure>("replay_coverage_failure", at_level,
                                             "exact failure probability of replay_bound",
                                             "theorem 5, erratum A5, suite/theory/README.md"));
  t.push_back(entry<replay_star_coverage_failure>("replay_star_coverage_failure", at_level,
                                                  "exact failure probability of replay_star_bound",
                                                  "theorem 6, erratum A5, suite/theory/README.md"));
  t.push_back(entry<li_coverage_failure>("li_coverage_failure", at_level,
                                         "exact failure probability of li_bound",
                                         "erratum A2, suite/theory/README.md"));
  t.push_back(entry<li_coverage_failure_printed>("li_coverage_failure_printed", at_level,
                                                 "exact failure probability of li_bound_printed",
                                                 "erratum A2, suite/theory/README.md"));
  t.push_back(entry<retention_shortfall>("retention_shortfall", "K L T", "exact P(Bin(L, 1/K) < T)",
                                         "section 3.4 (p. 75)"));
}

void add_pools(std::vector<ScalarFunction>& t) {
  const char* two = "K1 T1 g1 K2 T2 g2";
  t.push_back(entry<of_two_pools<pool_target>>(
      "pool_target", two, "what two segments together should give", "section 3.7.2 (p. 97)"));
  t.push_back(entry<of_two_pools<pool_naive_limit>>(
      "pool_naive_limit", two, "what naive replay tends to", "section 3.7.2 (p. 97)"));
  t.push_back(entry<of_two_pools<pool_naive_bias_exact>>("pool_naive_bias_exact", two,
                                                         "exact bias of naive replay", "derived"));
  t.push_back(entry<of_two_pools<pool_separate_bias>>(
      "pool_separate_bias", two, "bias of replay on each segment apart", "section 3.7.2 (p. 97)"));
  t.push_back(entry<of_two_bernoulli_pools<pool_separate_ese>>(
      "pool_separate_ese", two, "its expected squared error, Bernoulli", "derived"));
  t.push_back(entry<of_two_bernoulli_pools<pool_star_ese>>(
      "pool_star_ese", two, "expected squared error of replay*, Bernoulli", "derived"));
  t.push_back(entry<of_two_pools<pool_single_pass_bias>>(
      "pool_single_pass_bias", two, "leading bias of single-pass corrected replay",
      "erratum A15, suite/theory/README.md"));
  t.push_back(entry<of_two_pools<pool_single_pass_bias_exact>>(
      "pool_single_pass_bias_exact", two, "exact bias of single-pass corrected replay",
      "erratum A15, suite/theory/README.md"));
  t.push_back(entry<initialisation_cost_uniform>(
      "initialisation_cost_uniform", "K", "records until UCB has each action, uniform logger: K^2",
      "section 3.6.1 (p. 89)"));
  t.push_back(entry<initialisation_cost_greedy>("initialisation_cost_greedy", "K p",
                                                "the same when the logger prefers one action",
                                                "section 3.6.1 (p. 89), figure 3.5"));
  t.push_back(entry<in_turns_first_context>(
      "in_turns_first_context", "rho",
      "P(first accepted record has context 0), logger in turns, policy pi(x) = x",
      "section 3.6.1 (p. 89), derived"));
}

void add_theorem10(std::vector<ScalarFunction>& t) {
  const char* weights = "w1 w2";
  const char* replay = "limit of weighted replay (truth 1.5)";
  const char* star = "limit of weighted replay* (truth 1.5)";
  const char* line = "w1 that makes it unbiased";
  const char* source = "theorem 10";
  const char* figure = "figure 3.6";
  namespace t10 = theorem10;
  t.push_back(entry<t10::static_replay>("theorem10_static_replay", "w1 w2 pi1", replay, source));
  t.push_back(entry<t10::static_star>("theorem10_static_star", "w1 w2 pi1", star, source));
  t.push_back(
      entry<t10::alternating_replay>("theorem10_alternating_replay", weights, replay, source));
  t.push_back(entry<t10::alternating_star>("theorem10_alternating_star", weights, star, source));
  t.push_back(entry<t10::cycle_replay>("theorem10_cycle_replay", weights, replay, source));
  t.push_back(entry<t10::cycle_star>("theorem10_cycle_star", weights, star,
                                     "theorem 10 (erratum A6, suite/theory/README.md)"));
  t.push_back(entry<t10::cycle_star_printed>(
      "theorem10_cycle_star_printed", weights, star,
      "section 3.6.3 (p. 92), wrong (erratum A6, suite/theory/README.md)"));
  t.push_back(entry<t10::uniform_replay_line>("theorem10_uniform_replay_line", "w2", line, figure));
  t.push_back(entry<t10::uniform_star_line>("theorem10_uniform_star_line", "w2", line, figure));
  t.push_back(
      entry<t10::alternating_replay_line>("theorem10_alternating_replay_line", "w2", line, figure));
  t.push_back(
      entry<t10::alternating_star_line>("theorem10_alternating_star_line", "w2", line, figure));
  t.push_back(entry<t10::cycle_replay_line>("theorem10_cycle_replay_line", "w2", line, figure));
  t.push_back(entry<t10::cycle_star_line>("theorem10_cycle_star_line", "w2", line,
                                          "erratum A6, suite/theory/README.md"));
  t.push_back(
      entry<t10::cycle_star_line_printed>("theorem10_cycle_star_line_printed", "w2", line, figure));
}

void add_probit(std::vector<ScalarFunction>& t) {
  t.push_back(entry<numeric::probit_v>("probit_v", "t", "v = phi/Phi, by which a mean steps",
                                       "figure 2.2 (section 2.3.3, p. 46)"));
  t.push_back(entry<numeric::probit_w>("probit_w", "t", "w = -v', by which a variance shrinks",
                                       "figure 2.2 (section 2.3.3, p. 46)"));
}

void add_regret(std::vector<ScalarFunction>& t) {
  t.push_back(entry<bernoulli_divergence>("bernoulli_divergence", "p q",
                                          "Kullback-Leibler divergence", "section 1.4.2 (p. 17)"));
  t.push_back(entry<lai_robbins_slope>(
      "lai_robbins_slope", "K best other",
      "least regret per ln T, one arm of mean best and K - 1 of mean other",
      "section 1.4.2 (p. 17)"));
  t.push_back(entry<ucb1_pulls_bound>("ucb1_pulls_bound", "T gap",
                                      "most expected pulls of an arm under UCB with alpha = 2",
                                      "Auer et al. 2002; order in section 1.4.2 (p. 17)"));
  t.push_back(entry<gittins_index>(
      "gittins_index", "a b discount steps",
      "Gittins index of a Bernoulli arm with a Beta(a, b) mean, from below by that many steps",
      "named in section 1.4.2 (p. 17)"));
}

std::vector<ScalarFunction> make_functions() {
  std::vector<ScalarFunction> table;
  add_probit(table);
  add_replay(table);
  add_bounds(table);
  add_coverage(table);
  add_pools(table);
  add_theorem10(table);
  add_regret(table);
  add_bootstrap_functions(table);
  std::sort(table.begin(), table.end(),
            [](const ScalarFunction& a, const ScalarFunction& b) { return a.name < b.name; });
  return table;
}

}  // namespace

const std::vector<ScalarFunction>& functions() {
  static const std::vector<ScalarFunction> table = make_functions();
  return table;
}

const ScalarFunction* find_function(std::string_view name) {
  const auto& table = functions();
  const auto at = std::lower_bound(
      table.begin(), table.end(), name,
      [](const ScalarFunction& f, std::string_view wanted) { return f.name < wanted; });
  return at != table.end() && at->name == name ? &*at : nullptr;
}

}  // namespace replaybench::theory
