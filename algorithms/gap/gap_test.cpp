#include "algorithms/gap/gap.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <tuple>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/click_model_reference.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::gap::Form;
using algorithms::gap::Gain;
using algorithms::gap::Gap;
using algorithms::gap::Gaussian;
using algorithms::gap::Options;

namespace {

Options with(std::vector<Form> forms, bool added_intercept = false) {
  Options options;
  options.forms = std::move(forms);
  options.added_intercept = added_intercept;
  return options;
}

// One action's model as LAP has it: the weights of the features, and one variance for all (thesis,
// section 2.6.1, p. 57).
struct LapModel {
  LapModel(std::size_t dimension, const Options& options)
      : weights(dimension, options.prior_mean), variance(options.prior_variance) {}

  std::vector<double> weights;
  double variance;

  void update(const std::vector<double>& x, double y, const Options& options) {
    const double score = std::inner_product(x.begin(), x.end(), weights.begin(), 0.0);
    const double spread = static_cast<double>(x.size()) * variance;
    const learning::ProbitStep probit = learning::probit_step(y, score, spread, options.beta);
    const double step = learning::mean_step(probit, variance, options.gain);
    for (std::size_t i = 0; i < x.size(); ++i) weights[i] += step * x[i];
    variance = learning::shrunk(probit, variance);
  }
};

// One action's model as the thesis's text has it: Gaussian weights by name, made when they are
// first needed. The parts are found by walking along the cuts; v and w are the C library's.
struct Reference {
  using Name = std::tuple<std::size_t, int, bool>;  // feature, part, linear weight or not
  Options options;
  std::map<Name, Gaussian> weights;

  struct Active {
    Gaussian* weight;
    double value;
  };
  std::vector<Active> active(const std::vector<double>& x) {
    std::vector<Active> list;
    const auto add = [&](std::size_t feature, int part, bool linear) {
      const auto place = weights.try_emplace({feature, part, linear},
                                             Gaussian{options.prior_mean, options.prior_variance});
      list.push_back({&place.first->second, linear ? x[feature] : 1});
    };
    for (std::size_t f = 0; f < x.size(); ++f) {
      if (options.forms[f] == Form::linear) {
        add(f, 0, true);
        continue;
      }
      int part = -1;  // below
      const double width = (options.highest - options.lowest) / options.parts;
      if (x[f] > options.highest) {
        part = static_cast<int>(options.parts);
      } else {
        while (part + 1 < static_cast<int>(options.parts) &&
               x[f] >= options.lowest + (part + 1) * width) {
          ++part;
        }
      }
      const bool inside = part >= 0 && part < static_cast<int>(options.parts);
      if (options.forms[f] != Form::hybrid || !inside) add(f, part, false);
      if (options.forms[f] != Form::discrete && inside) add(f, part, true);
    }
    if (options.added_intercept) {
      const auto place = weights.try_emplace({x.size(), 0, false},
                                             Gaussian{options.prior_mean, options.prior_variance});
      list.push_back({&place.first->second, 1});
    }
    return list;
  }

  Gaussian score(const std::vector<double>& x) {
    Gaussian sum{0, 0};
    for (const Active& one : active(x)) {
      sum.mean += one.weight->mean * one.value;
      sum.variance += one.weight->variance;
    }
    return sum;
  }

  void update(const std::vector<double>& x, double y) {
    const Gaussian distribution = score(x);
    const double big_sigma2 = options.beta * options.beta + distribution.variance;
    for (const Active& one : active(x)) {
      const auto [mean, variance] = testing::after_reward(
          {one.weight->mean, one.weight->variance}, one.value, y, distribution.mean, big_sigma2,
          options.gain == learning::Gain::printed);
      *one.weight = {mean, variance};
    }
  }
};

Action ask(const Gap& algorithm, const std::vector<double>& x, const ActionSet& actions,
           std::uint64_t step = 0) {
  Draws draws({1}, step);
  return algorithm.choose(Context(x), actions, draws);
}

// A context of `d` features around [-3, 3], some of them outside, the last 1.
std::vector<double> random_context(Draws& draws, std::size_t d) {
  std::vector<double> x(d, 1.0);
  for (std::size_t i = 0; i + 1 < d; ++i) x[i] = 1.5 * draws.normal();
  return x;
}

}  // namespace

TEST_CASE("gap: which weights are active, by hand") {
  // Two parts of [0, 1]: [0, 1/2) and [1/2, 1], and one below, one above. Each weight is
  // distinguished by learning: after one click where only x was seen, what is active there has
  // moved.
  Options options = with({Form::discrete});
  options.parts = 2;
  options.lowest = 0;
  options.highest = 1;
  const std::vector<double> values{-0.1, 0, 0.49, 0.5, 1, 1.01};
  const int part[] = {0, 1, 1, 2, 2, 3};
  for (const Form form : {Form::discrete, Form::hybrid, Form::affine, Form::linear}) {
    options.forms = {form};
    for (std::size_t i = 0; i < values.size(); ++i) {
      Gap algorithm(1, options);
      algorithm.update(Context(std::span(&values[i], 1)), 0, 1);
      for (std::size_t j = 0; j < values.size(); ++j) {
        const auto active = algorithm.active_weights(Context(std::span(&values[j], 1)), 0);
        const bool inside = part[j] == 1 || part[j] == 2;
        REQUIRE(active.size() == (form == Form::affine && inside ? 2 : 1));
        const bool same = form == Form::linear || part[i] == part[j];
        for (const Gaussian& weight : active) CHECK((weight.variance < 300) == same);
      }
    }
  }
  options.forms = {Form::discrete, Form::linear, Form::hybrid, Form::affine};
  options.added_intercept = true;
  CHECK(Gap(1, options).weight_count() == 4 + 1 + 4 + 6 + 1);
  const std::vector<double> x{0.2, -7, 0.7, 0.3};
  CHECK(Gap(1, options).active_weights(Context(x), 0).size() == 1 + 1 + 1 + 2 + 1);
}

TEST_CASE("gap: one click by hand") {
  // beta = 1, prior variance 1, gain as printed. An affine feature at x = 2 and the intercept:
  // three active weights, Sigma = 2, Lambda = 0: v = sqrt(2/pi) = 0.79788, w = 2/pi.
  //   b and the intercept: 1/2 v = 0.39894; a: 0.79788; variances 1 - 1/4 2/pi = 0.84085.
  Options options = with({Form::affine}, true);
  options.beta = 1;
  options.prior_variance = 1;
  Gap algorithm(2, options);
  const std::vector<double> x{2}, outside{4};
  algorithm.update(Context(x), 0, 1);
  const auto active = algorithm.active_weights(Context(x), 0);
  REQUIRE(active.size() == 3);
  CHECK(active[0].mean == Approx(0.3989422804014327).epsilon(1e-14));
  CHECK(active[1].mean == Approx(0.7978845608028654).epsilon(1e-14));
  CHECK(active[2].mean == Approx(0.3989422804014327).epsilon(1e-14));
  for (const Gaussian& weight : active) {
    CHECK(weight.variance == Approx(1 - 0.5 / std::numbers::pi).epsilon(1e-14));
  }
  CHECK(algorithm.score(Context(x), 0).mean == Approx(2.393653682408596).epsilon(1e-14));
  // Outside only the intercept has learned; the other action nothing.
  CHECK(algorithm.score(Context(outside), 0).mean == Approx(0.3989422804014327).epsilon(1e-14));
  CHECK(algorithm.score(Context(x), 1).mean == 0);
  CHECK(algorithm.score(Context(x), 1).variance == 3);
}

TEST_CASE("gap: scores and choices are those of weights kept by name") {
  const learning::Gain gain = GENERATE(learning::Gain::printed, learning::Gain::corrected);
  const int which = GENERATE(0, 1, 2, 3);
  constexpr Action arms = 3;
  Options options = which < 3 ? with(std::vector<Form>(4, static_cast<Form>(which)), true)
                              : with({Form::affine, Form::hybrid, Form::discrete, Form::linear});
  options.gain = gain;
  options.beta = 4;
  options.prior_mean = 0.1;
  options.prior_variance = 30;
  options.exploration = 0.5;
  Gap algorithm(arms, options);
  std::vector<Reference> references(arms, Reference{options, {}});
  const double alpha = 0.5 / (5 * 30);  // at most five weights are active
  int differing = 0;
  // The reference loses digits in v + Lambda where Lambda << 0, up to 1e-10 of w: hence 1e-9.
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({31}, t);
    const std::vector<double> x = random_context(draws, 4);
    const auto pool = testing::random_pool(arms, draws);
    Action wanted = pool[0];
    double highest = -1e300;
    Draws same({1}, t);
    std::uint64_t word = 0;
    for (std::size_t place = 0; place < pool.size(); ++place) {
      const Action a = pool[place];
      word = place % 2 == 0 ? same.bits() : word >> 32;
      const double z = learning::normal_of_bits(static_cast<std::uint32_t>(word));
      const Gaussian expected = references[a].score(x);
      const Gaussian distribution = algorithm.score(Context(x), a);
      CHECK(distribution.mean == Approx(expected.mean).epsilon(1e-9).margin(1e-9));
      CHECK(distribution.variance == Approx(expected.variance).epsilon(1e-9));
      const double score = expected.mean + std::sqrt(alpha * expected.variance) * z;
      if (score > highest) {
        highest = score;
        wanted = a;
      }
    }
    const Action choice = ask(algorithm, x, ActionSet(pool), t);
    differing += choice != wanted;
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < 0.2 + 0.15 * played ? 1 : 0;
    algorithm.update(Context(x), played, reward);
    references[played].update(x, reward > 0 ? 1 : -1);
  }
  CHECK(differing == 0);
}

TEST_CASE("gap: with the corrected gain each step of the active set is the exact posterior") {
  // Discrete features and an intercept: the weights have different variances after a while.
  Options options = with({Form::discrete, Form::discrete}, true);
  options.gain = learning::Gain::corrected;
  options.beta = 1.5;
  options.prior_variance = 2;
  options.parts = 3;
  Gap algorithm(1, options);
  bool variances_differ = false;
  for (std::uint64_t t = 0; t < 12; ++t) {
    Draws draws({32}, t);
    const std::vector<double> x{1.5 * draws.normal(), 1.5 * draws.normal()};
    const double reward = draws.below(2);
    const auto before = algorithm.active_weights(Context(x), 0);
    algorithm.update(Context(x), 0, reward);
    const auto after = algorithm.active_weights(Context(x), 0);
    Gaussian sum{0, 0};
    for (const Gaussian& weight : before) {
      sum.mean += weight.mean;
      sum.variance += weight.variance;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto exact = testing::posterior_by_quadrature(
          before[i].mean, before[i].variance, 1, sum.mean - before[i].mean,
          sum.variance - before[i].variance, 1.5, reward > 0 ? 1 : -1);
      CHECK(after[i].mean == Approx(exact.mean).epsilon(1e-9).margin(1e-10));
      CHECK(after[i].variance == Approx(exact.variance).epsilon(1e-9));
    }
    variances_differ = variances_differ || before[0].variance != before[2].variance;
  }
  CHECK(variances_differ);
}

TEST_CASE("gap: linear features only, it is LAP") {
  // Every weight has its own variance here, LAP has one for all; but all are active at each update
  // and step alike (thesis, section 2.6.1, p. 57), so the two can only differ by roundoff.
  const learning::Gain gain = GENERATE(learning::Gain::printed, learning::Gain::corrected);
  constexpr std::size_t d = 5;
  Options options = with(std::vector<Form>(d, Form::linear));
  options.gain = gain;
  Gap algorithm(3, options);
  const std::string gain_text = gain == learning::Gain::printed ? "printed" : "corrected";
  Agent lap = testing::make_agent("lap{gain=\"" + gain_text + "\"}", 3, d);
  std::vector<LapModel> models(3, LapModel(d, options));
  Options mixed = options;
  mixed.forms[0] = Form::hybrid;
  Gap other(3, mixed);
  int differing = 0;
  double apart = 0;
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws({33}, t);
    const std::vector<double> x = random_context(draws, d);
    const auto active = algorithm.active_weights(Context(x), 1);
    for (std::size_t i = 0; i < d; ++i) {
      CHECK(active[i].mean == Approx(models[1].weights[i]).epsilon(1e-10).margin(1e-11));
      CHECK(active[i].variance == Approx(models[1].variance).epsilon(1e-11));
      CHECK(active[i].variance == active[0].variance);
    }
    Draws one({34}, t);
    Draws two({34}, t);
    const Action choice = algorithm.choose(Context(x), ActionSet::all(3), one);
    differing += choice != lap.choose(Context(x), ActionSet::all(3), two);
    const double reward = draws.uniform() < 0.3 + 0.1 * choice ? 1 : 0;
    algorithm.update(Context(x), choice, reward);
    lap.update(Context(x), ActionSet::all(3), choice, reward);
    models[choice].update(x, reward > 0 ? 1 : -1, options);
    other.update(Context(x), choice, reward);
    // With one feature by part, its weights are less often active: the variances part.
    const auto parted = other.active_weights(Context(x), choice);
    apart = std::max(apart, parted[0].variance / parted[1].variance);
  }
  CHECK(differing == 0);
  CHECK(apart > 1.5);
}

TEST_CASE("gap: features crossed with the items are independent models") {
  // Thesis, section 2.4.1 (p. 48): K models in one are K algorithms with one action each, fed its
  // own records.
  Options options = with(std::vector<Form>(3, Form::discrete), true);
  Gap together(4, options);
  std::vector<Gap> alone(4, Gap(1, options));
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({35}, t);
    const std::vector<double> x = random_context(draws, 3);
    const Action action = draws.below(4);
    const double reward = draws.below(2);
    together.update(Context(x), action, reward);
    alone[action].update(Context(x), 0, reward);
    for (Action a = 0; a < 4; ++a) {
      CHECK(together.score(Context(x), a).mean == alone[a].score(Context(x), 0).mean);
      CHECK(together.score(Context(x), a).variance == alone[a].score(Context(x), 0).variance);
    }
  }
}

TEST_CASE("gap: by parts it learns what a line cannot") {
  // Clicks where |x| > 1. The line must predict the same for all x on average; the parts tell.
  const auto separation = [](Form form) {
    Options options = with({form}, true);
    options.beta = 1;
    options.gain = learning::Gain::corrected;
    Gap algorithm(1, options);
    for (std::uint64_t t = 0; t < 3'000; ++t) {
      Draws draws({36}, t);
      const double x = 6 * draws.uniform() - 3;
      const bool click = draws.uniform() < (std::fabs(x) > 1 ? 0.9 : 0.1);
      algorithm.update(Context(std::span(&x, 1)), 0, click);
    }
    const std::vector<double> low{0.5}, high{2.5}, negative{-2.5};
    return std::min(algorithm.score(Context(high), 0).mean,
                    algorithm.score(Context(negative), 0).mean) -
           algorithm.score(Context(low), 0).mean;
  };
  CHECK(separation(Form::linear) < 0.5);
  // Phi^-1(0.9) - Phi^-1(0.1) = 2.56 in units of beta.
  CHECK(separation(Form::discrete) > 1.8);
  CHECK(separation(Form::affine) > 1.8);
}

TEST_CASE("gap: what is out of range, missing values too, has a weight of its own") {
  Options options = with({Form::hybrid}, true);
  options.beta = 1;
  Gap algorithm(1, options);
  const std::vector<double> missing{-1e9}, inside{0.5}, above{1e9};
  for (int t = 0; t < 20; ++t) {
    algorithm.update(Context(missing), 0, 1);
    algorithm.update(Context(inside), 0, 0);
  }
  CHECK(algorithm.score(Context(missing), 0).mean > 1);
  CHECK(algorithm.score(Context(inside), 0).mean < -1);
  CHECK(algorithm.active_weights(Context(above), 0)[0].variance == 300);
}

TEST_CASE("gap: without exploration nothing is drawn, and would_choose() is choose() == logged") {
  Options options = with({Form::affine, Form::discrete, Form::linear});
  options.exploration = 0;
  Gap algorithm(5, options);
  int agreed = 0;
  for (std::uint64_t t = 0; t < 1'000; ++t) {
    Draws draws({37}, t);
    const std::vector<double> x = random_context(draws, 3);
    const auto pool = testing::random_pool(5, draws);
    const ActionSet actions{pool};
    const Action logged = pool[draws.below(actions.size())];
    Action hint = draws.below(5);
    const bool chosen = ask(algorithm, x, actions, t) == logged;
    Draws unused({38}, t);
    CHECK(algorithm.would_choose(Context(x), actions, logged, hint, unused) == chosen);
    agreed += chosen;
    algorithm.update(Context(x), logged, draws.below(2));
  }
  CHECK(agreed > 100);
}

TEST_CASE("gap: weights that overflow are a failure") {
  Gap algorithm(1, with({Form::linear}));
  const std::vector<double> x{1000};
  CHECK_THROWS_AS(
      [&] {
        for (int t = 0; t < 2'000; ++t) {
          algorithm.update(Context(x), 0, algorithm.score(Context(x), 0).mean > 0 ? 0 : 1);
        }
      }(),
      NumericalFailure);
}

TEST_CASE("gap: forms by feature, and what cannot be") {
  const Log log = testing::golden_log(50);  // 4 features
  CHECK_NOTHROW(testing::make_agent(
      "gap{form=\"linear\", discrete_features=[0], hybrid_features=[2, 1]}", log));
  const auto problem_of = [&](const std::string& text) -> std::string {
    try {
      testing::make_agent(text, log);
    } catch (const NotApplicable& reason) {
      return reason.what();
    }
    return "none";
  };
  CHECK(problem_of("gap{discrete_features=[4]}") ==
        "gap: discrete_features names feature 4, contexts have features 0 to 3");
  CHECK(problem_of("gap{linear_features=[1], affine_features=[1]}") ==
        "gap: feature 1 has two forms");
  CHECK(problem_of("gap{affine_features=[3]}") ==
        "gap: feature 3 is the intercept (intercept=\"last_feature\")");
  CHECK(problem_of("gap{affine_features=[3], intercept=\"none\"}") == "none");
  CHECK(problem_of("gap{lowest=2, highest=2}") == "gap: lowest must be below highest");
}

TEST_CASE("gap: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("gap", log), log) ==
        "033412431311412221212214114221222221122222224232222222222242242224214222141022244222322434"
        "334402033222022242222222222222");
  CHECK(testing::trace(testing::make_agent("gap{form=\"discrete\", parts=12, beta=3}", log), log) ==
        "033412031311412221112224114421222241112210224232222022222242202224204222121022244222322434"
        "334403443344323342323223222323");
  CHECK(
      testing::trace(testing::make_agent("gap{form=\"hybrid\", gain=\"corrected\", exploration=0, "
                                         "lowest=0, highest=1, parts=2}",
                                         log),
                     log) ==
      "01222233333433223133313434332222222222222222222222222222222222222222222222222222222222222220"
      "1210111211212211212222222222");
}
