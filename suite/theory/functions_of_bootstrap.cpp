#include <vector>

#include "suite/theory/acceptance.hpp"
#include "suite/theory/edgeworth.hpp"
#include "suite/theory/expansion.hpp"
#include "suite/theory/function_entry.hpp"
#include "suite/theory/information.hpp"
#include "suite/theory/lattice.hpp"
#include "suite/theory/logging_policy.hpp"
#include "suite/theory/rates.hpp"
#include "suite/theory/resampling.hpp"

namespace replaybench::theory {
namespace {

using Functions = std::vector<ScalarFunction>;

void add_two_actions(Functions& t) {
  t.push_back(entry<two_action_variance>("two_action_variance", "p mu1 mu2",
                                         "Var(r) of the policy with p(1) = p, Bernoulli",
                                         "figure 5.9a"));
  t.push_back(entry<two_action_red_star_variance>(
      "two_action_red_star_variance", "p q mu1 mu2",
      "variance of RED*_inf for one record, p(pi_LOG = 1) = q", "theorem 20, figure 5.9"));
  t.push_back(entry<two_action_replay_star_variance>(
      "two_action_replay_star_variance", "p q mu1 mu2", "variance of replay* for one record",
      "theorem 19, figure 5.9"));
  t.push_back(entry<two_action_gamma_plus>("two_action_gamma_plus", "p q mu1 mu2",
                                           "Gamma+, time acceleration of RED*_inf",
                                           "section 5.8.2 (p. 171)"));
  t.push_back(entry<two_action_gamma_star>("two_action_gamma_star", "p q mu1 mu2",
                                           "Gamma*, time acceleration of RED_inf, large T",
                                           "derived"));
  t.push_back(entry<two_action_red_bias>("two_action_red_bias", "p q mu1 mu2",
                                         "T times the bias of RED_inf, large T",
                                         "derived (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<two_action_best_logging_red_star>(
      "two_action_best_logging_red_star", "p mu1 mu2",
      "p(pi_LOG = 1) of least variance of RED*_inf", "theorem 21, figure 5.9c"));
  t.push_back(entry<two_action_best_logging_replay_star>(
      "two_action_best_logging_replay_star", "p mu1 mu2",
      "p(pi_LOG = 1) of least variance of replay*", "theorem 21, figure 5.9c"));
  t.push_back(
      entry<two_action_least_variance_red_star>("two_action_least_variance_red_star", "p mu1 mu2",
                                                "that least variance, one record", "theorem 21"));
  t.push_back(entry<two_action_least_variance_replay_star>(
      "two_action_least_variance_replay_star", "p mu1 mu2", "that least variance, one record",
      "theorem 21"));
  t.push_back(entry<theorem21_printed>("theorem21_printed", "a b",
                                       "(1 - sqrt(b/a)) / (1 - b/a), 1/2 if a = b", "theorem 21"));
  t.push_back(entry<theorem21_logging>("theorem21_logging", "a b",
                                       "sqrt(a) / (sqrt(a) + sqrt(b)), the same",
                                       "theorem 21, derived"));
}

void add_epsilon_optimal(Functions& t) {
  t.push_back(entry<epsilon_optimal_mean>("epsilon_optimal_mean", "K epsilon g_best g_random",
                                          "reward of the epsilon-optimal policy",
                                          "section 5.5.3 (p. 136)"));
  t.push_back(entry<epsilon_optimal_gamma_plus>(
      "epsilon_optimal_gamma_plus", "K epsilon g_best g_random", "its Gamma+, uniform logging",
      "section 5.8.2 (p. 171; erratum B8, suite/theory/README.md)"));
  t.push_back(entry<epsilon_optimal_gamma_plus_printed>(
      "epsilon_optimal_gamma_plus_printed", "K epsilon g_best g_random",
      "the same as if random were one action",
      "section 5.8.2 (p. 171), wrong (erratum B8, suite/theory/README.md)"));
  t.push_back(entry<epsilon_optimal_gamma_star>(
      "epsilon_optimal_gamma_star", "K epsilon g_best g_random",
      "its Gamma*, uniform logging, large T", "derived; 3.5 in figure 5.6c"));
  t.push_back(entry<epsilon_optimal_gamma_replay_star>(
      "epsilon_optimal_gamma_replay_star", "K epsilon g_best g_random",
      "time acceleration of replay*", "section 5.8.2 (p. 171)"));
  t.push_back(entry<epsilon_optimal_least_gamma_plus>(
      "epsilon_optimal_least_gamma_plus", "K epsilon g_best g_random",
      "its Gamma+ under the best logging policy", "theorem 21 for any K"));
  t.push_back(entry<epsilon_optimal_red_bias>(
      "epsilon_optimal_red_bias", "K epsilon g_best g_random",
      "T times the bias of RED_inf, large T", "derived (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<epsilon_optimal_dispersion>(
      "epsilon_optimal_dispersion", "K epsilon g_best g_random",
      "T times the relative variance of the share of acceptable records", "derived"));
  t.push_back(entry<epsilon_optimal_moment>(
      "epsilon_optimal_moment", "K epsilon g_best g_random order", "E[s^order], s = K r p(pi = a)",
      "theorem 16 (section 5.7.7, p. 165)"));
  t.push_back(entry<exploration_reward>("exploration_reward", "epsilon best random",
                                        "(1-epsilon) best + epsilon random",
                                        "section 5.8.1 (p. 169)"));
}

void add_expansion(Functions& t) {
  t.push_back(entry<red_error>("red_error", "K acceleration E",
                               "variance of RED(E) in units Var/T, Gamma* + (K-Gamma*)/E",
                               "derived; figure 5.7"));
  t.push_back(entry<expanded_replay_error>("expanded_replay_error", "K acceleration",
                                           "the same of K-expanded replay",
                                           "derived; figures 5.4, 5.6"));
  t.push_back(entry<bred_error>("bred_error", "acceleration B",
                                "the same of BRED's bagged estimate, Gamma* + 1/B",
                                "derived; figure 5.6"));
  t.push_back(entry<s_bred_error>("s_bred_error", "K acceleration B",
                                  "the same of S-BRED, Gamma* + (1-Gamma*/K)/B",
                                  "derived; figure 5.3b"));
  t.push_back(entry<red_star_error>("red_star_error",
                                    "acceleration_plus acceleration_replay_star E",
                                    "the same of RED*(E)", "corollary 18, derived"));
  t.push_back(entry<bred_bootstrap_variance>("bred_bootstrap_variance", "K E",
                                             "variance that BRED's resamples show, in units Var/T",
                                             "derived; figure 5.4"));
  t.push_back(entry<s_bred_bootstrap_variance>("s_bred_bootstrap_variance", "K acceleration",
                                               "the same of S-BRED, 1 - Gamma*/K",
                                               "derived; figure 5.4"));
  t.push_back(entry<red_bias_after>("red_bias_after", "bias_per_record E",
                                    "T times the bias of RED(E)",
                                    "derived (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<s_bred_bias>("s_bred_bias", "K bias_per_record", "T times the bias of S-BRED",
                                 "derived (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<bred_variance_relative_error>(
      "bred_variance_relative_error", "K T B epsilon g_best g_random",
      "relative squared error of the variance BRED shows", "derived; figure 5.5"));
}

void add_acceptance(Functions& t) {
  t.push_back(entry<accepted_variance>("accepted_variance", "K T dispersion",
                                       "Var of the number of accepted draws of a resample",
                                       "derived (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<accepted_failure_uniform>("accepted_failure_uniform", "K T gamma",
                                              "exact P(|T_b - T| >= gamma T), uniform policy",
                                              "G.1"));
  t.push_back(entry<accepted_failure_deterministic>("accepted_failure_deterministic", "K T gamma",
                                                    "the same for a deterministic policy",
                                                    "G.1 (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<accepted_failure_printed>("accepted_failure_printed", "T gamma",
                                              "exp(-T gamma^2/3)",
                                              "G.1, wrong (erratum B6, suite/theory/README.md)"));
  t.push_back(entry<accepted_gamma_printed>("accepted_gamma_printed", "T delta",
                                            "sqrt(3 ln(4/delta)/T)",
                                            "G.1, wrong (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<accepted_gamma>("accepted_gamma", "K T delta",
                                    "relative error of T_b but for delta/2, every policy",
                                    "derived"));
  t.push_back(entry<theorem13_bound_printed>("theorem13_bound_printed", "T g delta",
                                             "G.1's bound of the error of a bootstrap estimate",
                                             "G.1, wrong (erratum B5, suite/theory/README.md)"));
  t.push_back(entry<no_acceptance_uniform>("no_acceptance_uniform", "K T B",
                                           "P(B resamples accept nothing), uniform policy",
                                           "derived"));
  t.push_back(entry<no_acceptance_deterministic>("no_acceptance_deterministic", "K T B",
                                                 "the same for a deterministic policy, exact",
                                                 "derived (erratum B4, suite/theory/README.md)"));
  t.push_back(entry<no_acceptance_printed>(
      "no_acceptance_printed", "K T B", "((K-1)/K)^(T B)",
      "algorithm 12 (section 5.3.2, p. 126), wrong (erratum B4, suite/theory/README.md)"));
  t.push_back(entry<information_probability_printed>(
      "information_probability_printed", "K T p n1 n2",
      "P(gamma* > 0), two contexts with n1 and n2 possible actions",
      "section 5.7.5 (p. 154), wrong (erratum B7, suite/theory/README.md)"));
  t.push_back(
      entry<information_probability>("information_probability", "K T p n1 n2", "the same corrected",
                                     "section 5.7.5 (p. 154; erratum B7, suite/theory/README.md)"));
  t.push_back(entry<r_bred_draws_uniform>(
      "r_bred_draws_uniform", "K T_prime",
      "draws of R-BRED for T_prime accepted ones, uniform policy", "derived"));
  t.push_back(entry<r_bred_draws_deterministic>("r_bred_draws_deterministic", "K T T_prime",
                                                "the same for a deterministic policy", "derived"));
}

void add_edgeworth(Functions& t) {
  t.push_back(entry<edgeworth_mean_p1>("edgeworth_mean_p1", "x skewness",
                                       "first correction of the distribution of the mean",
                                       "section 5.6.2 (p. 139)"));
  t.push_back(entry<edgeworth_mean_p2>("edgeworth_mean_p2", "x skewness kurtosis", "second one",
                                       "section 5.6.2 (p. 139)"));
  t.push_back(entry<edgeworth_studentized_p1>(
      "edgeworth_studentized_p1", "x skewness",
      "first correction of the distribution of the Studentized mean", "section 5.6.2 (p. 139)"));
  t.push_back(entry<edgeworth_studentized_p2>("edgeworth_studentized_p2", "x skewness kurtosis",
                                              "second one", "section 5.6.2 (p. 139)"));
  t.push_back(entry<edgeworth_mean_cdf>("edgeworth_mean_cdf", "x T skewness kurtosis",
                                        "P(e_T <= sigma x) to the order 1/T",
                                        "section 5.6.2 (p. 139)"));
  t.push_back(entry<edgeworth_studentized_cdf>("edgeworth_studentized_cdf", "x T skewness kurtosis",
                                               "P(eps_T <= x) to the order 1/T",
                                               "section 5.6.2 (p. 139)"));
  t.push_back(entry<exponential_mean_cdf>("exponential_mean_cdf", "x T",
                                          "exact P(e_T <= x), exponential rewards", "derived"));
  t.push_back(entry<exponential_expansion_error>("exponential_expansion_error", "T order",
                                                 "largest error of its expansion, order 0, 1 or 2",
                                                 "derived"));
  t.push_back(entry<normal_studentized_cdf>("normal_studentized_cdf", "x T",
                                            "exact P(eps_T <= x), normal rewards", "Student"));
  t.push_back(entry<skewness_record_variance>(
      "skewness_record_variance", "skewness fourth fifth sixth",
      "T times the variance of the sample skewness", "section 5.6.2 (p. 139), derived"));
  t.push_back(entry<lemma1_deviation>(
      "lemma1_deviation", "T T_prime skewness_variance",
      "leading error of the Studentized bootstrap with resamples of T_prime", "lemma 1, derived"));
  t.push_back(entry<unstudentized_deviation>(
      "unstudentized_deviation", "T fourth",
      "leading error of the bootstrap without Studentization", "section 5.6.2 (p. 139), derived"));
  t.push_back(entry<lattice_constant>("lattice_constant", "sigma span", "span / (sqrt(2 pi) sigma)",
                                      "derived (erratum B3, suite/theory/README.md)"));
  t.push_back(entry<bernoulli_bootstrap_error>(
      "bernoulli_bootstrap_error", "T g",
      "mean largest error of the Studentized bootstrap, Bernoulli, exact",
      "derived (erratum B3, suite/theory/README.md)"));
  t.push_back(
      entry<bernoulli_normal_error>("bernoulli_normal_error", "T g",
                                    "largest error of the normal approximation, Bernoulli, exact",
                                    "derived (erratum B3, suite/theory/README.md)"));
  t.push_back(entry<bernoulli_normal_constant>("bernoulli_normal_constant", "g",
                                               "limit of sqrt(T) times it",
                                               "derived (erratum B3, suite/theory/README.md)"));
}

void add_rates(Functions& t) {
  t.push_back(entry<lemma1_rate>("lemma1_rate", "T T_prime", "1/sqrt(T T_prime)", "lemma 1"));
  t.push_back(entry<theorem14_rate>("theorem14_rate", "acceleration T E",
                                    "Gamma*/(T sqrt(E)), R-BRED-DP", "theorem 14, table 5.1"));
  t.push_back(entry<theorem15_rate>("theorem15_rate", "acceleration T T_prime",
                                    "sqrt(Gamma*/(T T_prime)), R-BRED", "theorem 15"));
  t.push_back(entry<theorem16_rate>("theorem16_rate", "acceleration T E",
                                    "sqrt(Gamma+/E)/T, bootstrap of RED*_inf",
                                    "theorem 16, table 5.1"));
  t.push_back(entry<bred_rate>("bred_rate", "K acceleration T E", "sqrt(K Gamma*/E)/T, BRED",
                               "section 5.7.6 (p. 159), conjecture"));
  t.push_back(entry<bred_rate_printed>("bred_rate_printed", "acceleration T E", "sqrt(Gamma*/E)/T",
                                       "table 5.1, wrong (erratum B2, suite/theory/README.md)"));
  t.push_back(entry<mean_rate>("mean_rate", "acceleration T", "sqrt(Gamma/T), the mean",
                               "section 5.7.5 (p. 154)"));
  t.push_back(entry<little_bootstraps_rate>(
      "little_bootstraps_rate", "T m", "1/sqrt(m T), subsamples of m", "section 5.7.1 (p. 147)"));
  t.push_back(entry<theorem12_printed>("theorem12_printed", "T B variance",
                                       "variance/sqrt(T B) + 1/T + 1/(T sqrt(T))", "theorem 12"));
  t.push_back(entry<theorem12_rate>("theorem12_rate", "T B variance",
                                    "the same with the square root of the variance",
                                    "theorem 12 (B19, suite/theory/README.md)"));
}

void add_resampling(Functions& t) {
  t.push_back(entry<distinct_share>("distinct_share", "T E",
                                    "share of the records in a resample of E T draws",
                                    "section 5.3.2 (p. 126)"));
  t.push_back(entry<distinct_share_limit>("distinct_share_limit", "E", "1 - exp(-E)",
                                          "section 5.3.2 (p. 126), derived"));
  t.push_back(entry<cross_validation_training>("cross_validation_training", "K T", "T/(K+1)",
                                               "section 5.11.2 (p. 197)"));
  t.push_back(entry<cross_validation_test>("cross_validation_test", "K T", "K T/(K+1)",
                                           "section 5.11.2 (p. 197)"));
  t.push_back(entry<t_bred_count>("t_bred_count", "K T tau B",
                                  "accepted test records of entangled validation",
                                  "appendix A.3 (p. 224), derived"));
  t.push_back(entry<t_bred_deviation>("t_bred_deviation", "K T tau g",
                                      "deviation of its estimate from one pass",
                                      "table A.1, derived"));
  t.push_back(entry<t_bred_copies>("t_bred_copies", "K tau",
                                   "copies of the training set that it needs",
                                   "appendix A.3 (p. 224)"));
  t.push_back(entry<rule_of_thumb_log10>("rule_of_thumb_log10", "N base F K",
                                         "log10 of N base^F K^2 records",
                                         "section 5.7.6 (p. 159)"));
  t.push_back(entry<silverman_bandwidth>("silverman_bandwidth", "sigma T", "sigma (4/(3T))^(1/5)",
                                         "section 5.9.2 (p. 183)"));
  t.push_back(
      entry<jitter_bandwidth>("jitter_bandwidth", "C T", "C/sqrt(T)", "section 5.9.3 (p. 183)"));
  t.push_back(entry<jitter_ridge>("jitter_ridge", "n h",
                                  "ridge parameter n h^2 to which jitter amounts",
                                  "appendix A.1 (p. 222)"));
  t.push_back(entry<jitter_acceptance>("jitter_acceptance", "distance h",
                                       "Phi(-distance/h), weight of a jittered record",
                                       "figure 5.11, derived"));
  t.push_back(entry<bred_choices>("bred_choices", "K T B", "choices that BRED asks for, B K T",
                                  "section 5.11.3 (p. 200)"));
  t.push_back(entry<bred_updates>("bred_updates", "T B", "updates on average, B T",
                                  "section 5.11.3 (p. 200)"));
}

}  // namespace

void add_bootstrap_functions(Functions& table) {
  add_two_actions(table);
  add_epsilon_optimal(table);
  add_expansion(table);
  add_acceptance(table);
  add_edgeworth(table);
  add_rates(table);
  add_resampling(table);
}

}  // namespace replaybench::theory
