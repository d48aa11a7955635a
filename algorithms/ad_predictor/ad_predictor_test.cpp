#include "algorithms/ad_predictor/ad_predictor.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "algorithms/ad_predictor/probit_table.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::ad_predictor;

namespace {

double cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); }

Options categorical(Items items = Items::none) {
  Options options;
  options.items = items;
  options.alpha = 0;
  options.beta = 1.5;
  options.discrete = {0, 1};
  options.values = 4;
  return options;
}

// Reference implementation from textbooks, with a map of weights and the C library's functions.
struct Reference {
  using Key = std::tuple<std::size_t, double, Action>;  // feature, value, item
  double beta;
  Gaussian prior;
  bool crossed, item_feature, printed;
  std::map<Key, Gaussian> weights;

  std::vector<Gaussian*> active(const Context& context, Action action) {
    std::vector<Gaussian*> list;
    for (std::size_t i = 0; i < context.size(); ++i) {
      list.push_back(&at({i, context[i], crossed ? action : 0}));
    }
    if (item_feature) list.push_back(&at({context.size(), 0, action}));
    return list;
  }
  Gaussian& at(const Key& key) { return weights.try_emplace(key, prior).first->second; }
  Gaussian score(const Context& context, Action action) {
    Gaussian sum;
    for (const Gaussian* weight : active(context, action)) {
      sum.mean += weight->mean;
      sum.variance += weight->variance;
    }
    return sum;
  }
  void update(const Context& context, Action action, double reward) {
    const Gaussian distribution = score(context, action);
    const double y = reward == 1 ? 1 : -1;
    const double sigma = std::sqrt(beta * beta + distribution.variance);
    const double t = y * distribution.mean / sigma;
    const double v = density(t) / cdf(t);
    const double w = v * (v + t);
    for (Gaussian* a : active(context, action)) {
      a->mean += y * (printed ? std::sqrt(a->variance) : a->variance) / sigma * v;
      a->variance *= 1 - a->variance / (sigma * sigma) * w;
    }
  }
};

std::vector<double> random_codes(Draws& draws, std::size_t count) {
  std::vector<double> codes;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t drawn = draws.below(6);
    codes.push_back(drawn == 5 ? -1e9 : drawn);  // 4 is one more than the codes: "other"
  }
  return codes;
}

double truth(const std::vector<double>& codes, Action action) {
  return codes[0] == 1 ? 0.7 : codes[1] == action ? 0.5 : 0.15;
}

}  // namespace

TEST_CASE("ad_predictor: one reward by hand, and by quadrature") {
  // Weights N(0.3, 2^2) and N(-0.5, 1), beta = 1.5, a click. Sigma^2 = 2.25 + 4 + 1 = 7.25, Lambda
  // = -0.2/2.6926 = -0.07428, v = 0.84561, w = 0.65222. Corrected: 0.3 + 4/2.6926 v = 1.55644 and 4
  // (1 - 4/7.25 w) = 2.56001; printed: 0.3 + 2/2.6926 v = 0.92822.
  Options options;
  options.items = Items::none;
  options.beta = 1.5;
  options.continuous = {0.3, 4};
  options.discrete = {-0.5, 1};
  options.first_categorical = 1;
  const std::vector<double> x{7.5, 0};  // a number that has not been cut yet, and a code
  for (const learning::Gain gain : {learning::Gain::corrected, learning::Gain::printed}) {
    options.gain = gain;
    AdPredictor algorithm(1, 2, options);
    algorithm.update(Context(x), 0, 1);
    const auto learnt = algorithm.active_weights(Context(x), 0);
    REQUIRE(learnt.size() == 2);
    CHECK(learnt[0].mean ==
          Approx(gain == learning::Gain::corrected ? 1.55644 : 0.92822).margin(5e-6));
    CHECK(learnt[0].variance == Approx(2.56001).margin(5e-6));
    if (gain == learning::Gain::printed) continue;
    // The exact posterior of both weights: prior times Phi((w1 + w2)/beta), on a grid.
    double mass = 0, mean1 = 0, square1 = 0, mean2 = 0, square2 = 0;
    constexpr int n = 400;
    for (int i = 0; i <= n; ++i) {
      const double z1 = -8 + 16.0 * i / n;
      for (int k = 0; k <= n; ++k) {
        const double z2 = -8 + 16.0 * k / n;
        const double w1 = 0.3 + 2 * z1, w2 = -0.5 + z2;
        const double p = density(z1) * density(z2) * cdf((w1 + w2) / 1.5);
        mass += p;
        mean1 += p * w1;
        square1 += p * w1 * w1;
        mean2 += p * w2;
        square2 += p * w2 * w2;
      }
    }
    mean1 /= mass;
    mean2 /= mass;
    CHECK(learnt[0].mean == Approx(mean1).epsilon(1e-9));
    CHECK(learnt[0].variance == Approx(square1 / mass - mean1 * mean1).epsilon(1e-9));
    CHECK(learnt[1].mean == Approx(mean2).epsilon(1e-9));
    CHECK(learnt[1].variance == Approx(square2 / mass - mean2 * mean2).epsilon(1e-9));
  }
}

TEST_CASE("ad_predictor: weights and choices are those of a map from values to weights") {
  const Items items = GENERATE(Items::all, Items::discrete, Items::none, Items::feature);
  const bool printed = GENERATE(false, true);
  Options options = categorical(items);
  options.gain = printed ? learning::Gain::printed : learning::Gain::corrected;
  AdPredictor algorithm(4, 3, options);
  Reference reference{
      1.5,     {0, 1}, items == Items::all || items == Items::discrete, items == Items::feature,
      printed, {}};
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws({21}, t);
    const auto x = random_codes(draws, 3);
    const Context context(x);
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    Action wanted = pool[0];
    for (const Action a : pool) {
      const Gaussian ours = algorithm.score(context, a);
      const Gaussian theirs = reference.score(context, a);
      CHECK(ours.mean == Approx(theirs.mean).epsilon(1e-10).margin(1e-12));
      CHECK(ours.variance == Approx(theirs.variance).epsilon(1e-10));
      CHECK(algorithm.predicted_reward(context, a) ==
            Approx(cdf(theirs.mean / std::sqrt(2.25 + theirs.variance))).epsilon(1e-9));
      if (theirs.mean > reference.score(context, wanted).mean + 1e-11) wanted = a;
    }
    const Action choice = algorithm.choose(context, ActionSet(pool), draws);
    CHECK(reference.score(context, choice).mean ==
          Approx(reference.score(context, wanted).mean).epsilon(1e-10).margin(1e-11));
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < truth(x, played) ? 1 : 0;
    algorithm.update(context, played, reward);
    reference.update(context, played, reward);
  }
}

TEST_CASE("ad_predictor: features crossed with the items are K models of their own") {
  // Thesis, section 2.4.1 (p. 48). The same bits: only active weights enter Sigma and Lambda.
  AdPredictor crossed(3, 4, categorical(Items::all));
  std::vector<AdPredictor> apart(3, AdPredictor(3, 4, categorical(Items::none)));
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({22}, t);
    const auto x = random_codes(draws, 4);
    const Action action = draws.below(3);
    const double reward = draws.uniform() < truth(x, action) ? 1 : 0;
    crossed.update(Context(x), action, reward);
    apart[action].update(Context(x), action, reward);
    for (Action a = 0; a < 3; ++a) {
      CHECK(crossed.score(Context(x), a).mean == apart[a].score(Context(x), a).mean);
      CHECK(crossed.score(Context(x), a).variance == apart[a].score(Context(x), a).variance);
    }
  }
}

TEST_CASE("ad_predictor: the lists of features, by the number of active weights") {
  Options options;
  options.first_categorical = 2;
  const std::vector<double> x{0.5, 0.7, 1, 2, 3};
  const auto count = [&](Items items, Used used) {
    options.items = items;
    options.used = used;
    return AdPredictor(2, 5, options).active_weights(Context(x), 0).size();
  };
  CHECK(count(Items::none, Used::all) == 5);
  CHECK(count(Items::all, Used::discrete) == 3);
  CHECK(count(Items::discrete, Used::continuous) == 2);
  CHECK(count(Items::feature, Used::all) == 6);
  // M3 (items = discrete): a continuous weight is shared by the items, a discrete one is not.
  options.items = Items::discrete;
  options.used = Used::all;
  AdPredictor algorithm(2, 5, options);
  algorithm.update(Context(x), 0, 1);
  const auto first = algorithm.active_weights(Context(x), 0);
  const auto second = algorithm.active_weights(Context(x), 1);
  CHECK(first[0].mean > 0);
  CHECK(second[0].mean == first[0].mean);
  CHECK(first[4].mean > 0);
  CHECK(second[4].mean == 0);
}

TEST_CASE("ad_predictor: a missing value is a value of its own") {
  AdPredictor algorithm(1, 1, categorical());
  const std::vector<double> missing{-1e9}, zero{0}, last{3}, beyond{4}, other{-7};
  algorithm.update(Context(missing), 0, 1);
  CHECK(algorithm.score(Context(missing), 0).mean > 0);
  for (const auto& x : {zero, last, beyond}) CHECK(algorithm.score(Context(x), 0).mean == 0);
  algorithm.update(Context(beyond), 0, 0);
  CHECK(algorithm.score(Context(other), 0).mean == algorithm.score(Context(beyond), 0).mean);
  CHECK(algorithm.score(Context(other), 0).mean < 0);
  CHECK(algorithm.score(Context(last), 0).mean == 0);
}

TEST_CASE("ad_predictor: chooses displays, by variance first and then by the mean") {
  Options options = categorical();
  options.explore = 2;
  AdPredictor algorithm(1, 1, options);
  const std::vector<double> a{0}, b{1}, c{2};
  const std::vector<Display> batch{{Context(a), 0}, {Context(b), 0}, {Context(c), 0}};
  Draws draws({5}, 0);
  CHECK(algorithm.choose_display(batch, draws) == 0);  // equal variances: the lowest place
  algorithm.update(Context(a), 0, 1);
  CHECK(algorithm.choose_display(batch, draws) == 1);  // a's has shrunk
  algorithm.update(Context(b), 0, 0);
  CHECK(algorithm.choose_display(batch, draws) == 0);  // two updates: the mean, and a's is above 0
  algorithm.update(Context(a), 0, 0);
  algorithm.update(Context(a), 0, 0);
  CHECK(algorithm.choose_display(batch, draws) == 2);  // both below 0, what c's still is
  // `choose` is the same among displays of one context.
  AdPredictor crossed(3, 1, categorical(Items::all));
  crossed.update(Context(a), 1, 1);
  CHECK(crossed.choose(Context(a), ActionSet::all(3), draws) == 1);
}

TEST_CASE("ad_predictor: the sampled score is N(sum m, alpha sum sigma^2)") {
  // Two displays with scores N(m1, 0.25 s1), N(m2, 0.25 s2): the first wins with probability
  // Phi((m1 - m2)/sqrt(0.25 (s1 + s2))).
  Options options = categorical();
  options.alpha = 0.25;
  AdPredictor algorithm(1, 2, options);
  const std::vector<double> a{0, 0}, b{1, 1};
  algorithm.update(Context(a), 0, 1);
  const std::vector<Display> batch{{Context(a), 0}, {Context(b), 0}};
  const Gaussian first = algorithm.score(Context(a), 0);
  const Gaussian second = algorithm.score(Context(b), 0);
  const double p =
      cdf((first.mean - second.mean) / std::sqrt(0.25 * (first.variance + second.variance)));
  constexpr int asked = 20'000;
  int wins = 0;
  for (int t = 0; t < asked; ++t) {
    Draws draws({6}, static_cast<std::uint64_t>(t));
    wins += algorithm.choose_display(batch, draws) == 0;
  }
  CHECK(p > 0.6);
  CHECK(std::fabs(wins / double{asked} - p) < 4 * std::sqrt(p * (1 - p) / asked));
}

TEST_CASE("ad_predictor: forgetting moves natural parameters by epsilon towards the prior") {
  Options options = categorical();
  options.discrete = {0.25, 2};
  AdPredictor plain(1, 1, options);
  options.forgetting = 0.1;
  AdPredictor forgetful(1, 1, options);
  const std::vector<double> a{0}, b{1};
  plain.update(Context(a), 0, 1);
  forgetful.update(Context(a), 0, 1);
  Gaussian wanted = plain.score(Context(a), 0);
  const auto forget = [&](Gaussian g) {
    const double precision = 0.9 / g.variance + 0.1 / 2;
    return Gaussian{(0.9 * g.mean / g.variance + 0.1 * 0.25 / 2) / precision, 1 / precision};
  };
  wanted = forget(wanted);
  CHECK(forgetful.score(Context(a), 0).mean == Approx(wanted.mean).epsilon(1e-14));
  CHECK(forgetful.score(Context(a), 0).variance == Approx(wanted.variance).epsilon(1e-14));
  // The prior is the fixed point: what was never learned stays there.
  CHECK(forgetful.score(Context(b), 0).mean == Approx(0.25).epsilon(1e-15));
  CHECK(forgetful.score(Context(b), 0).variance == Approx(2).epsilon(1e-15));
  // Not seen for 40 updates: the distance in natural parameters is (1 - epsilon)^40 of what it was.
  const auto precision_left = [&] { return 1 / forgetful.score(Context(a), 0).variance - 0.5; };
  const double before = precision_left();
  for (int t = 0; t < 40; ++t) forgetful.update(Context(b), 0, 0);
  CHECK(precision_left() / before == Approx(std::pow(0.9, 40)).epsilon(1e-9));
}

TEST_CASE("ad_predictor: a new model keeps the means and forgets the variances, or both") {
  Options options = categorical();
  options.models = 1;
  options.tau = 3;
  const std::vector<double> a{0};
  AdPredictor plain(1, 1, categorical());
  for (const Reset reset : {Reset::sigmas, Reset::all}) {
    options.reset = reset;
    AdPredictor shifting(1, 1, options);
    AdPredictor same(1, 1, categorical());
    for (int t = 0; t < 3; ++t) {
      shifting.update(Context(a), 0, t == 0 ? 1 : 0);
      same.update(Context(a), 0, t == 0 ? 1 : 0);
    }
    CHECK(shifting.score(Context(a), 0).variance == 1);
    CHECK(same.score(Context(a), 0).variance < 1);
    CHECK(shifting.score(Context(a), 0).mean ==
          (reset == Reset::sigmas ? same.score(Context(a), 0).mean : 0));
  }
  // With several models the oldest is asked: nothing of a new one shows before its turn.
  options.models = 3;
  AdPredictor three(1, 1, options);
  AdPredictor one(1, 1, categorical());
  for (int t = 0; t < 9; ++t) {
    CHECK(three.score(Context(a), 0).variance == one.score(Context(a), 0).variance);
    three.update(Context(a), 0, t % 2);
    one.update(Context(a), 0, t % 2);
  }
  CHECK(three.score(Context(a), 0).variance > one.score(Context(a), 0).variance);
}

TEST_CASE("ad_predictor: the table of v and w") {
  const ProbitTable& table = probit_table();
  for (double t = -9; t < 9; t += 0.013) {
    CHECK(std::fabs(table.v(t) - numeric::probit_v(t)) < 6e-4);
    CHECK(std::fabs(table.w(t) - numeric::probit_w(t)) < 6e-4);
  }
  CHECK(table.v(0.25) == numeric::probit_v(0.25));  // a value of the table
  CHECK(table.v(0.25 + 1.0 / 32) ==
        Approx((numeric::probit_v(0.25) + numeric::probit_v(0.3125)) / 2).epsilon(1e-14));
  // As printed, (X - X_i) v(X_{i+1}) + (X_{i+1} - X) v(X_i) is the step times the weighted mean.
  const double printed = numeric::probit_v(0.3125) / 32 + numeric::probit_v(0.25) / 32;
  CHECK(printed / ProbitTable::step == Approx(table.v(0.25 + 1.0 / 32)).epsilon(1e-14));
  CHECK(std::fabs(printed - table.v(0.25 + 1.0 / 32)) > 0.5);
  // And the learner with it is nearly the learner without.
  Options options = categorical();
  AdPredictor exact(1, 2, options);
  options.interpolated = true;
  AdPredictor interpolated(1, 2, options);
  for (std::uint64_t t = 0; t < 200; ++t) {
    Draws draws({23}, t);
    const auto x = random_codes(draws, 2);
    const double reward = draws.below(3) == 0 ? 1 : 0;
    exact.update(Context(x), 0, reward);
    interpolated.update(Context(x), 0, reward);
    CHECK(interpolated.score(Context(x), 0).mean ==
          Approx(exact.score(Context(x), 0).mean).margin(2e-3));
  }
}

TEST_CASE("ad_predictor: the best of many cuts into two buckets") {
  // Clicks come above 0.7 alone. The reference keeps the two weights of every cut.
  Options options;
  options.items = Items::none;
  options.alpha = 0;
  options.beta = 3;
  options.continuous = {0, 1};
  options.first_categorical = 1;
  options.discretiser = Discretiser::cuts;
  options.threshold = {1, 0.001, 0.4};
  AdPredictor algorithm(1, 1, options);
  std::vector<Gaussian> sides(40, Gaussian{0, 1});
  std::size_t chosen = 0;
  for (std::uint64_t t = 0; t < 3'000; ++t) {
    Draws draws({24}, t);
    const std::vector<double> x{draws.uniform()};
    const double reward = x[0] > 0.7 && draws.below(4) > 0 ? 1 : 0;
    const bool cut = algorithm.cuts().is_cut(0);
    CHECK(cut == (t >= 64));
    if (cut) {
      const auto cuts = algorithm.cuts().cuts(0);
      if (t == 64) chosen = cuts.size() / 2;
      const Gaussian& active = sides[2 * chosen + (x[0] >= cuts[chosen] ? 1 : 0)];
      const Gaussian asked = algorithm.score(Context(x), 0);
      CHECK(asked.mean == Approx(active.mean).epsilon(1e-9).margin(1e-12));
      CHECK(asked.variance == Approx(active.variance).epsilon(1e-9));
      const double y = reward == 1 ? 1 : -1;
      const double sigma = std::sqrt(9 + active.variance);
      const double lambda = y * active.mean / sigma;
      const double v = density(lambda) / cdf(lambda);
      const double w = v * (v + lambda);
      for (std::size_t k = 0; k < cuts.size(); ++k) {
        Gaussian& side = sides[2 * k + (x[0] >= cuts[k] ? 1 : 0)];
        side.mean += y * side.variance / sigma * v;
        side.variance *= 1 - side.variance / (sigma * sigma) * w;
      }
      const double threshold = std::max(0.4, 1 - 0.001 * static_cast<double>(t));
      double most = -1;
      chosen = cuts.size() / 2;
      for (std::size_t k = 0; k < cuts.size(); ++k) {
        const Gaussian& low = sides[2 * k];
        const Gaussian& high = sides[2 * k + 1];
        if (std::sqrt(low.variance) > threshold || std::sqrt(high.variance) > threshold) continue;
        // d(w1, w2) = Phi of this; Phi itself is 1 for several cuts in the end.
        const double apart =
            std::fabs(low.mean - high.mean) / std::sqrt(low.variance + high.variance);
        if (apart > most) {
          most = apart;
          chosen = k;
        }
      }
    }
    algorithm.update(Context(x), 0, reward);
  }
  const std::vector<double> low{0.6}, high{0.9};
  CHECK(algorithm.predicted_reward(Context(low), 0) < 0.05);
  CHECK(algorithm.predicted_reward(Context(high), 0) > 0.5);
  CHECK(std::fabs(algorithm.cuts().cuts(0)[chosen] - 0.7) < 0.1);
}

TEST_CASE("ad_predictor: learns numbers by their buckets") {
  // A click where 1 < |x|: neither linear nor monotone.
  for (const char* discretiser : {"groups", "em"}) {
    Problem problem;
    problem.action_count = 1;
    problem.dimension = 1;
    problem.rewards = RewardRange::binary;
    Agent agent =
        testing::make_agent(std::string("ad_predictor{beta=3, sigma_continuous=1, discretiser=\"") +
                                discretiser + "\"}",
                            problem);
    const auto number = [](Draws& draws) {
      const double centers[] = {-2, 0, 2};
      return centers[draws.below(3)] + 0.25 * draws.normal();
    };
    for (std::uint64_t t = 0; t < 3'000; ++t) {
      Draws draws({25}, t);
      const std::vector<double> x{number(draws)};
      agent.update(Context(x), ActionSet::all(1), 0, std::fabs(x[0]) > 1 ? 1 : 0);
    }
    for (const double value : {-2.2, -1.9, 1.8, 2.1}) {
      const std::vector<double> x{value};
      CHECK(agent.predicted_reward(Context(x), 0) > 0.7);
    }
    const std::vector<double> middle{0.1};
    CHECK(agent.predicted_reward(Context(middle), 0) < 0.2);
  }
}

TEST_CASE("ad_predictor: fails aloud when the weights overflow") {
  Options options = categorical();
  options.discrete = {1e308, 1};
  AdPredictor algorithm(1, 2, options);
  const std::vector<double> x{0, 0};
  CHECK_THROWS_AS(algorithm.update(Context(x), 0, 0), NumericalFailure);
}

TEST_CASE("ad_predictor: golden traces") {
  const Log log = testing::golden_log(240);
  CHECK(testing::trace(testing::make_agent("ad_predictor{beta=3, sigma_continuous=1}", log), log) ==
        "03134444221040342442321031144444341110241244412434214421114444424411142444231144"
        "14442212313341134223232321324242242112321422042222223232132432142122234321123332"
        "04330300303222223024224334433332323431342324232302323132333224022213230332123332");
  CHECK(testing::trace(testing::make_agent("ad_predictor{beta=3, sigma_continuous=1, "
                                           "items=\"feature\", discretiser=\"em\"}",
                                           log),
                       log) ==
        "03134444221410322222322233334444342120222242212224224021424424424421142424233344"
        "43342232323342333243234323324440342142444422444242243232133432342222234323323333"
        "04334133222222223024224224432222322431342324232322322232323224022213232332323332");
  CHECK(testing::trace(
            testing::make_agent("ad_predictor{alpha=0, beta=3, sigma_continuous=1, explore=30, "
                                "gain=\"printed\", table=\"interpolated\", "
                                "discretiser=\"cuts\", models=2, tau=20, ties=\"random\"}",
                                log),
            log) ==
        "22143121224013220020222200022000000000000000000000332210333332242422244444444412"
        "24430000111122440333030303333333310044444442333110000144442244444444422222222222"
        "22222222222222222222222222222222222222222222222222222222222222222222222222223333");
}
