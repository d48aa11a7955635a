// The linear algorithms against the arithmetic that they cannot avoid, done by Eigen alone with the
// same compiler and flags, alternately in one run: for LinUCB the K quadratic forms x^T M^-1 x, for
// LAP and Perceptron-UCB the K dot products x^T w. The suite's side is the whole step, choose and
// update, through the type-erased Agent.

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <cstdio>

#include "suite/bench/main.hpp"
#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/bench/subjects.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

constexpr Action actions = 10;
constexpr std::size_t contexts = 256;
constexpr StreamKey choosing{0xc400};

using Vectors = std::vector<Eigen::VectorXd>;

Vectors vectors_of(const PrecomputedEnvironment& environment) {
  Vectors vectors;
  for (std::size_t i = 0; i < environment.size(); ++i) {
    const auto x = environment.context(i).values();
    vectors.push_back(
        Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())));
  }
  return vectors;
}

// The regressions that `teach` gives, by Eigen alone: M^-1 and theta of each action.
struct Regressions {
  std::vector<Eigen::MatrixXd> inverses;
  Vectors thetas;
};

Regressions regressions_of(const PrecomputedEnvironment& environment, const Vectors& x) {
  const Eigen::Index d = x[0].size();
  std::vector<Eigen::MatrixXd> m(actions, Eigen::MatrixXd::Identity(d, d));
  Vectors v(actions, Eigen::VectorXd::Zero(d));
  for_each_training_record(environment, [&](std::size_t record, Action action) {
    m[action] += x[record] * x[record].transpose();
    v[action] += environment.reward(record, action) * x[record];
  });
  Regressions regressions;
  for (Action a = 0; a < actions; ++a) {
    const Eigen::LLT<Eigen::MatrixXd> factor(m[a]);
    regressions.inverses.push_back(factor.solve(Eigen::MatrixXd::Identity(d, d)));
    regressions.thetas.push_back(factor.solve(v[a]));
  }
  return regressions;
}

void quadratic_forms(benchmark::State& state, const std::string& text, std::size_t features) {
  const Shape shape{.actions = actions, .features = features};
  const PrecomputedEnvironment environment(shape, contexts);
  const Vectors x = vectors_of(environment);
  const Regressions eigen = regressions_of(environment, x);
  Agent agent = fresh_agent(text, shape);
  train(agent, environment);
  for (std::size_t i = 0; i < contexts; ++i) {
    Action best = 0;
    double best_score = -1e300;
    for (Action a = 0; a < actions; ++a) {
      const double score =
          eigen.thetas[a].dot(x[i]) + std::sqrt(x[i].dot(eigen.inverses[a] * x[i]));
      if (score > best_score) {
        best_score = score;
        best = a;
      }
    }
    Draws draws(choosing, i);
    if (agent.choose(environment.context(i), environment.pool(), draws) != best) {
      state.SkipWithError("the suite and Eigen choose different actions");
      return;
    }
  }
  Eigen::VectorXd product(x[0].size());
  race(
      state,
      [&] {
        for (const Eigen::VectorXd& context : x) {
          for (const Eigen::MatrixXd& inverse : eigen.inverses) {
            product.noalias() = inverse * context;
            benchmark::DoNotOptimize(context.dot(product));
          }
        }
      },
      [&] { all_steps(agent, environment, environment); });
}

void dot_products(benchmark::State& state, const std::string& text, std::size_t features) {
  const Shape shape{.actions = actions, .features = features};
  const PrecomputedEnvironment environment(shape, contexts);
  const Vectors x = vectors_of(environment);
  const Vectors weights = regressions_of(environment, x).thetas;
  Agent agent = fresh_agent(text, shape);
  train(agent, environment);
  race(
      state,
      [&] {
        for (const Eigen::VectorXd& context : x) {
          for (const Eigen::VectorXd& w : weights) benchmark::DoNotOptimize(context.dot(w));
        }
      },
      [&] { all_steps(agent, environment, environment); });
}

// Like the benchmark above, with the K normal numbers that algorithm 8 draws as printed, from the suite's stream.
void sampled_dot_products(benchmark::State& state, const std::string& text, std::size_t features) {
  const Shape shape{.actions = actions, .features = features};
  const PrecomputedEnvironment environment(shape, contexts);
  const Vectors x = vectors_of(environment);
  const Vectors weights = regressions_of(environment, x).thetas;
  Agent agent = fresh_agent(text, shape);
  train(agent, environment);
  race(
      state,
      [&] {
        for (std::size_t i = 0; i < contexts; ++i) {
          Draws draws(choosing, i);
          for (const Eigen::VectorXd& w : weights) {
            benchmark::DoNotOptimize(x[i].dot(w) + draws.normal());
          }
        }
      },
      [&] { all_steps(agent, environment, environment); });
}

void add(const std::string& text,
         void (*contest)(benchmark::State&, const std::string&, std::size_t), const char* over) {
  if (!find_algorithm(text)) {
    std::printf("absent: %s\n", text.c_str());
    return;
  }
  for (const std::size_t features : {15, 50, 136}) {
    const std::string name = "race/" + text + "/over_" + over + "/F:" + std::to_string(features);
    benchmark::RegisterBenchmark(
        name.c_str(),
        [text, features, contest](benchmark::State& state) { contest(state, text, features); })
        ->Iterations(unless_quick(201))
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace

int main(int count, char** values) {
  add("lin_ucb", quadratic_forms, "quadratic_forms");
  add("lap", dot_products, "dot_products");
  add("lap", sampled_dot_products, "dot_products_and_draws");
  add("perceptron_ucb", dot_products, "dot_products");
  return run_registered(count, values);
}
