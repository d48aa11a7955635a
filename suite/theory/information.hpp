#pragma once
// Information of a logged data set about a static policy (thesis sections 5.7, p. 147, and 5.8,
// p. 167, appendix G).
//
// A problem is a list of cells, one for every context x and action a:
//   thesis                 here
//   p(x)                   context
//   p(pi(x) = a)           evaluated
//   p(pi_LOG(x) = a)       logged
//   E[r | x, a]            mean
//   E[r^2 | x, a]          square (equal to `mean` for Bernoulli rewards)
// Contexts that neither policy distinguishes may be one cell (section 5.8.2, p. 171), and so may
// `actions` equal actions of one context, each with the cell's probabilities. Section 5.8.2
// (p. 171) would add the probabilities of such actions up; that is right for RED*_inf and not for
// replay*, for which a policy that plays another action of the group is no match (reading B20,
// suite/theory/README.md).
//
// Estimators: `replay_star` and `red_star` divide by the number of records T and weigh each record
// by V_t / p(pi_LOG = a_t), or by p(pi = a_t) / p(pi_LOG = a_t), its expectation (RED*_inf);
// `replay` and `red` divide by the sum of the same weights instead. Variances are those of one
// record: T times the variance of the estimator, exact for the two with a star, up to O(1/T) for
// the two others (delta method).
//
// Information gamma is Var(r) / Var(estimate), in interactions with the environment; the time
// acceleration is Gamma = T / gamma = T Var(estimate) / Var(r). (Section 5.7.3, p. 150, prints the
// last ratio upside down: erratum B1, suite/theory/README.md.)
//
// Outside the domain every function is NaN: probabilities in [0, 1], sum of actions * context *
// evaluated = 1 (to 1e-9), logged > 0 wherever context * evaluated > 0, square >= mean^2. O(cells).

#include <array>
#include <span>

namespace replaybench::theory {

struct PolicyCell {
  double actions = 1;
  double context = 1;
  double evaluated = 0;
  double logged = 0;
  double mean = 0;
  double square = 0;
};

using PolicyCells = std::span<const PolicyCell>;

/// g_pi = E[r[pi(x)]].
double policy_mean(PolicyCells cells);
/// Var(r[pi(x)]), one interaction with the environment.
double policy_variance(PolicyCells cells);

/// Theorem 19 (section 5.8.2, p. 171): sum p(x) (p_pi / p_LOG) E[r^2] - g^2.
double replay_star_record_variance(PolicyCells cells);
/// Theorem 20 (section 5.8.2, p. 171): sum p(x) (p_pi^2 / p_LOG) E[r^2] - g^2.
double red_star_record_variance(PolicyCells cells);
/// Corollary 18's estimator for a finite number E >= 1 of passes: theorem 20 plus 1/E of the gap
/// between the two. Derived.
double red_star_record_variance(PolicyCells cells, double E);
/// sum p(x) (p_pi / p_LOG) E[(r - g)^2]: K Var(r) under uniform logging. Derived (delta method).
double replay_record_variance(PolicyCells cells);
/// sum p(x) (p_pi^2 / p_LOG) E[(r - g)^2]. Derived (delta method).
double red_record_variance(PolicyCells cells);

/// Gamma+ (section 5.8.2, p. 171), of RED*_inf.
double gamma_plus(PolicyCells cells);
/// Gamma*, of RED_inf; the thesis only measures it (3.5 in figure 5.6c).
double gamma_star(PolicyCells cells);
/// Gamma of replay*.
double gamma_replay_star(PolicyCells cells);
/// Gamma of replay: K under uniform logging (section 5.7.3, p. 150).
double gamma_replay(PolicyCells cells);

/// T times the bias of RED_inf: -sum p(x) (p_pi^2 / p_LOG) (E[r] - g), O(1/T) left out. Zero for
/// deterministic policies and for pi = pi_LOG; negative when pi favours good actions (erratum B5,
/// suite/theory/README.md). BRED and R-BRED have the same bias for any B.
double red_bias_per_record(PolicyCells cells);

/// T times the squared coefficient of variation of sum_t p(pi = a_t) / p(pi_LOG = a_t), the
/// expected number of accepted records: sum p(x) p_pi^2 / p_LOG - 1. Derived.
double acceptance_dispersion(PolicyCells cells);

/// E[s^order], s = r p_pi / p_LOG (theorem 16, section 5.7.7, p. 165), Bernoulli rewards, order >
/// 0: sum p(x) p_pi^order p_LOG^(1-order) E[r]. Order 1 is g; the others are not those of r, so
/// that the distribution of RED*_inf gives no information about CTR(T') (section 5.7.7, p. 165).
double weighted_reward_moment(PolicyCells cells, double order);

/// Two actions without context, Bernoulli means mu1 and mu2, p = p(pi = 1), q = p(pi_LOG = 1).
std::array<PolicyCell, 2> two_action_cells(double p, double q, double mu1, double mu2);

/// The policy that plays the optimal action with probability 1 - epsilon and otherwise a uniform one
/// (section 5.5.3, p. 136), on uniform logging, Bernoulli rewards: the optimal action, and all the
/// others as one cell. g_best and g_random are the means of the optimal and the uniform policy, K
/// >= 2.
std::array<PolicyCell, 2> epsilon_optimal_cells(double K, double epsilon, double g_best,
                                                double g_random);

/// Gamma+ of that policy as section 5.8.2 (p. 171) computes it: two actions, "best" and "random",
/// each logged with probability 1/K. Wrong (erratum B8, suite/theory/README.md): "random" is all K
/// actions, so that the optimal one is played with probability 1 - epsilon + epsilon/K.
double epsilon_optimal_gamma_plus_printed(double K, double epsilon, double g_best, double g_random);

}  // namespace replaybench::theory
