#include "suite/run/cost_model.hpp"

#include <cmath>

#include "suite/run/measured_times.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;

namespace {

using Source = CostModel::Source;

Plan study() {
  return plan_of(
      study_head +
      "[[simulation]]\nname = 'play'\nsweep = ['T = 10 100 1000 10000', 'B = 1 10']\n"
      "datasets = ['bernoulli_arms']\nalgorithms = ['ucb', 'uniform_random']\n"
      "evaluators = ['bred = bred{resamples=$B}', 'replay']\nhorizon = 'T'\nreplicates = 30\n"
      "block = 10\n[[table]]\nname = 'x'\nfrom = 'play'\n");
}

const Cell& cell_of(const Plan& plan, const std::string& algorithm, const std::string& evaluator,
                    const std::string& t, const std::string& b) {
  for (const Cell& cell : plan.cells) {
    std::map<std::string, std::string> axes;
    for (const auto& axis : cell.axes) axes[axis.name] = axis.value;
    if (axes["algorithm"] == algorithm && axes["evaluator"] == evaluator && axes["T"] == t &&
        axes["B"] == b)
      return cell;
  }
  throw std::logic_error("no such cell");
}

// A cell of UCB with another evaluator.
Cell with_evaluator(const Plan& plan, const std::string& t, const std::string& evaluator) {
  Cell cell = cell_of(plan, "ucb", "bred", t, "1");
  const auto begin = cell.canonical.find("evaluator ");
  const auto end = cell.canonical.find('\n', begin);
  cell.canonical.replace(begin, end - begin, "evaluator " + evaluator);
  return cell;
}

}  // namespace

TEST_CASE("cost: cells that differ in their replicates only are one combination") {
  const Plan plan = study();
  CostModel costs;
  const auto first = costs.combination_of(plan.cells[0]);
  CHECK(costs.combination_of(plan.cells[1]) == first);
  CHECK(costs.combination_of(plan.cells[2]) == first);
  CHECK(costs.combination_of(plan.cells[3]) != first);
  costs.observe(first, 10, 2);
  costs.observe(first, 10, 4);
  CHECK(costs.one_replicate(first).seconds == Approx(0.3));
  CHECK(costs.one_replicate(first).source == Source::measured);
}

TEST_CASE("cost: what is not measured is predicted from the nearest that is") {
  const Plan plan = study();
  CostModel costs;
  const auto at = [&](const char* algorithm, const char* evaluator, const char* t, const char* b) {
    return costs.combination_of(cell_of(plan, algorithm, evaluator, t, b));
  };
  CHECK(costs.one_replicate(at("ucb", "bred", "10", "1")).source == Source::guess);
  costs.observe(at("ucb", "bred", "100", "1"), 10, 10 * 2e-3);
  // A cell of the same kind is predicted in proportion to its interactions until more is known.
  const auto larger = costs.one_replicate(at("ucb", "bred", "1000", "1"));
  CHECK(larger.source == Source::kind);
  CHECK(larger.seconds == Approx(2e-2));
  CHECK(costs.one_replicate(at("ucb", "bred", "10", "1")).seconds == Approx(2e-4));
  // A cell of the same kind, but a hundred times as large as any measured cell.
  CHECK(costs.one_replicate(at("ucb", "bred", "10000", "1")).source == Source::related);
  // Another algorithm is predicted by the evaluator; another evaluator by all cells.
  const auto other = costs.one_replicate(at("uniform_random", "bred", "100", "1"));
  CHECK(other.source == Source::related);
  CHECK(other.seconds == Approx(2e-3));
  CHECK(costs.one_replicate(at("uniform_random", "replay", "100", "1")).source == Source::guess);
}

TEST_CASE("cost: the number of a parameter and a power of the horizon are found out") {
  // Seconds: 1e-7 T^1.5 B. Three values of T and both of B are measured; the fourth is foretold.
  const Plan plan = study();
  CostModel costs;
  const auto seconds = [](double t, double b) { return 1e-7 * std::pow(t, 1.5) * b; };
  for (const char* t : {"10", "100", "1000"}) {
    for (const char* b : {"1", "10"}) {
      costs.observe(costs.combination_of(cell_of(plan, "ucb", "bred", t, b)), 1,
                    seconds(std::stod(t), std::stod(b)));
    }
  }
  for (const char* b : {"1", "10"}) {
    const auto predicted =
        costs.one_replicate(costs.combination_of(cell_of(plan, "ucb", "bred", "10000", b)));
    CHECK(predicted.source == Source::kind);
    CHECK(predicted.seconds == Approx(seconds(10'000, std::stod(b))).epsilon(0.05));
  }
}

TEST_CASE("cost: the counts of an evaluator within another one's parameters") {
  const Plan plan = study();
  const auto with = [&](const std::string& evaluator) {
    return with_evaluator(plan, "100", evaluator);
  };
  CostModel costs;
  costs.observe(
      costs.combination_of(with("zone_errors#1{of=\"s_bred{resamples=1}\", subsamples=2}")), 1,
      1e-3);
  const auto seconds = [&](const std::string& evaluator) {
    return costs.one_replicate(costs.combination_of(with(evaluator))).seconds;
  };
  CHECK(seconds("zone_errors#1{of=\"s_bred{resamples=3}\", subsamples=2}") == Approx(3e-3));
  CHECK(seconds("zone_errors#1{of=\"s_bred{resamples=1}\", subsamples=4}") == Approx(2e-3));
  // That of an evaluator that does not count so often, or of no evaluator, is a number like others.
  costs.observe(costs.combination_of(with("made_up{of=\"s_made_up{resamples=1}\"}")), 1, 1e-3);
  CHECK(seconds("made_up{of=\"s_made_up{resamples=3}\"}") == Approx(1e-3));
  // A size is none, where nothing like it was measured either: not a million times the time.
  const double unknown = seconds("iterative_improvement#1{rounds=1, contexts=1}");
  CHECK(seconds("iterative_improvement#1{rounds=10, contexts=100000}") == Approx(unknown));
}

TEST_CASE("cost: records that limit the work count in the place of the interactions") {
  const Plan plan = study();
  CostModel costs;
  const auto combination = [&](const std::string& t, const std::string& size) {
    return costs.combination_of(with_evaluator(plan, t, "trained#1{size=" + size + "}"));
  };
  costs.observe(combination("1000", "100"), 1, 1e-3);
  const auto seconds = [&](const std::string& t, const std::string& size) {
    return costs.one_replicate(combination(t, size)).seconds;
  };
  CHECK(seconds("1000", "800") == Approx(1e-3 * std::pow(8, 0.7)));
  CHECK(seconds("10000", "100") == Approx(1e-3 * std::pow(10, 0.3)));
  // Ten times both are ten times the work, not a hundred times.
  CHECK(seconds("10000", "1000") == Approx(1e-2));
  // 0: all records of the log.
  CHECK(seconds("1000", "0") == Approx(seconds("1000", "1000")));
  CHECK(seconds("10000", "0") == Approx(seconds("10000", "10000")));
  // What is only related, too.
  const auto related = costs.one_replicate(
      costs.combination_of(with_evaluator(plan, "10000", "trained#1{size=1000, of=\"c2r\"}")));
  CHECK(related.source == Source::related);
  CHECK(related.seconds == Approx(1e-2));
}

TEST_CASE("cost: measurements are kept, and scaled to the machine of today") {
  const StudyFolder folder;
  const auto file = folder.root() / "store.times";
  const Plan plan = study();
  {
    CostModel costs;
    costs.load(file);  // not there
    CHECK_FALSE(costs.has_news());
    costs.observe(costs.combination_of(cell_of(plan, "ucb", "bred", "100", "1")), 10, 40);
    costs.observe(costs.combination_of(cell_of(plan, "ucb", "bred", "1000", "10")), 1, 90);
    CHECK(costs.has_news());
    CHECK(costs.save(file));
    CHECK_FALSE(costs.has_news());
  }
  CostModel costs;
  costs.load(file);
  const auto small = costs.combination_of(cell_of(plan, "ucb", "bred", "100", "1"));
  const auto large = costs.combination_of(cell_of(plan, "ucb", "bred", "1000", "10"));
  CHECK(costs.one_replicate(small).seconds == Approx(4));
  CHECK(costs.one_replicate(large).seconds == Approx(90));
  CHECK(costs.one_replicate(large).source == Source::measured);
  // Ten times as fast as then: so is the other.
  costs.observe(small, 100, 40);
  CHECK(costs.one_replicate(small).seconds == Approx(0.4));
  CHECK(costs.one_replicate(large).seconds == Approx(9).epsilon(0.1));
  // Two processes write one after the other: nothing of either is lost.
  CostModel other;
  other.observe(other.combination_of(cell_of(plan, "uniform_random", "replay", "10", "1")), 1, 7);
  CHECK(other.save(file));
  CHECK(costs.save(file));
  CostModel all;
  all.load(file);
  CHECK(all.one_replicate(all.combination_of(cell_of(plan, "uniform_random", "replay", "10", "1")))
            .seconds == Approx(7));
  CHECK(all.one_replicate(all.combination_of(cell_of(plan, "ucb", "bred", "100", "1"))).seconds ==
        Approx(0.4));
}

TEST_CASE("cost: a file of measurements that is damaged does no harm") {
  const StudyFolder folder;
  const auto file = folder.root() / "store.times";
  const Plan plan = study();
  CostModel whole;
  const Cell& cell = plan.cells[0];
  whole.observe(whole.combination_of(cell), 1, 5);
  REQUIRE(whole.save(file));
  const std::string text = read_file(file);
  for (std::size_t length = 0; length < text.size(); ++length) {
    write_file(file, text.substr(0, length));
    CostModel costs;
    costs.load(file);
    const double seconds = costs.one_replicate(costs.combination_of(cell)).seconds;
    CHECK(seconds > 0);
    CHECK(seconds < 1e3);
  }
  write_file(file, text.substr(0, text.find('\n') + 1) +
                       "nan 1\tx\n-1 1\tx\ninf 1\tx\n1 0\tx\n1 1\n\n\t\t\n1 1\t\n1e999 1\tx\n");
  CostModel costs;
  costs.load(file);
  CHECK(costs.one_replicate(costs.combination_of(cell)).source == Source::guess);
  CHECK_FALSE(costs.save(folder.root() / "store.times" / "x"));
}

TEST_CASE("cost: other seeds take as long; other files and impossible times are not believed") {
  const StudyFolder folder;
  const auto file = folder.root() / "store.times";
  Plan plan = study();
  const Cell& cell = plan.cells[0];
  CostModel whole;
  whole.observe(whole.combination_of(cell), 1, 5);
  REQUIRE(whole.save(file));
  const std::string text = read_file(file);
  const auto source = [&](const std::string& content) {
    write_file(file, content);
    CostModel costs;
    costs.load(file);
    return costs.one_replicate(costs.combination_of(cell)).source;
  };
  CHECK(source(text) == Source::measured);
  CHECK(source("replaybench times 9" + text.substr(text.find('\n'))) == Source::guess);
  const auto line = text.find('\n') + 1;
  CHECK(source(text.substr(0, line) + "-" + text.substr(line)) == Source::guess);
  Cell other = cell;
  const auto seed = other.canonical.find("seed 7");
  REQUIRE(seed != std::string::npos);
  other.canonical.replace(seed, 6, "seed 8");
  CHECK(whole.one_replicate(whole.combination_of(other)).source == Source::measured);
}

TEST_CASE("cost: a total says which share of it rests on measurements") {
  CostModel::Total total;
  CHECK(total.known_share() == 1);  // nothing is all known
  total.add({2, Source::measured}, 10);
  total.add({1, Source::kind}, 10);
  total.add({3, Source::related}, 5);
  total.add({1, Source::guess}, 15);
  CHECK(total.seconds == 60);
  CHECK(total.known_share() == 0.5);
}

TEST_CASE(
    "cost: a count of the evaluator is in proportion before it varies; other numbers are not") {
  const Plan plan = study();
  const auto at = [&](CostModel& costs, const char* evaluator, const char* t, const char* b) {
    return costs.combination_of(cell_of(plan, "ucb", evaluator, t, b));
  };
  // One measurement, of the most resamples and a short log, as a plan may find it in a store.
  CostModel costs;
  costs.observe(at(costs, "bred", "100", "10"), 1, 2e-3);
  CHECK(costs.one_replicate(at(costs, "bred", "1000", "1")).seconds == Approx(2e-3));
  CHECK(costs.one_replicate(at(costs, "bred", "100", "1")).seconds == Approx(2e-4));
  // Another algorithm is predicted per interaction and resample.
  const auto other = costs.one_replicate(
      costs.combination_of(cell_of(plan, "uniform_random", "bred", "100", "1")));
  CHECK(other.source == Source::related);
  CHECK(other.seconds == Approx(2e-4));
  // Where a number decides nothing the measurements say so.
  for (const char* t : {"10", "100", "1000"}) {
    for (const char* b : {"1", "10"}) {
      costs.observe(at(costs, "bred", t, b), 1e6, 1e6 * 1e-6 * std::stod(t));
    }
  }
  CHECK(costs.one_replicate(at(costs, "bred", "10000", "1")).seconds == Approx(1e-2).epsilon(0.1));
  CHECK(costs.one_replicate(at(costs, "bred", "10000", "10")).seconds == Approx(1e-2).epsilon(0.1));
}

TEST_CASE("cost: a total has the range that its parts are in") {
  using Prediction = CostModel::Prediction;
  const double error = std::log(2.0) / 1.2816;  // half to twice as much in four cases of five
  CostModel::Total one;
  one.add(Prediction{8, Source::kind, error, 1}, 10);
  CHECK(one.seconds == 80);
  CHECK(one.least() == Approx(40));
  CHECK(one.most() == Approx(160));
  // One kind errs together, several apart.
  CostModel::Total same = one;
  same.add(Prediction{8, Source::kind, error, 1}, 10);
  CHECK(same.most() == Approx(320));
  CostModel::Total several = one;
  several.add(Prediction{8, Source::kind, error, 2}, 10);
  CHECK(several.most() == Approx(160 + std::sqrt(2.0) * 80));
  CHECK(several.least() == Approx(160 - std::sqrt(2.0) * 40));
  // What is not of a known kind may all be wrong in one direction.
  CostModel::Total unknown;
  unknown.add(Prediction{8, Source::related, error, 1}, 10);
  unknown.add(Prediction{8, Source::related, error, 2}, 10);
  CHECK(unknown.most() == Approx(320));
  CostModel::Total sum = one;
  sum.add(unknown);
  CHECK(sum.seconds == 240);
  CHECK(sum.most() == Approx(160 + 320));
  CHECK(sum.known_share() == Approx(1.0 / 3));
  CHECK(sum.measured_share() == 0);
  CHECK(sum.least() == Approx(40 + 80));
  CHECK(sum.lower_bound() == Approx(40));
}

TEST_CASE("cost: a range that a guess has made too wide is of no use") {
  using Prediction = CostModel::Prediction;
  const double wide = std::log(10.0);  // a factor 19 to both sides
  CostModel::Total total;
  CHECK(total.is_useful());
  total.add(Prediction{1, Source::guess, wide, 1}, 3);
  CHECK(total.is_useful());  // less than a minute
  total.add(Prediction{1, Source::guess, wide, 1}, 97);
  CHECK_FALSE(total.is_useful());
  // Beside what is known and takes ten times as long it is; the least that is known stays.
  total.add(Prediction{1, Source::kind, std::log(1.1), 2}, 1000);
  CHECK(total.is_useful());
  CHECK(total.lower_bound() == Approx(885).epsilon(0.01));
}

TEST_CASE("cost: names of one text with other counts of numbers are not of one kind") {
  const StudyFolder folder;
  const auto file = folder.root() / "store.times";
  const Plan plan = study();
  const Cell& cell = cell_of(plan, "ucb", "bred", "100", "10");
  CostModel whole;
  whole.observe(whole.combination_of(cell), 1, 5);
  REQUIRE(whole.save(file));
  const std::string text = read_file(file);
  const auto is_unknown_with = [&](const std::string& number) {
    std::string forged = text;
    const auto at = forged.find("resamples=10");
    REQUIRE(at != std::string::npos);
    forged.replace(at, 12, "resamples=" + number);
    write_file(file, forged);
    CostModel costs;
    costs.load(file);
    const auto combination = costs.combination_of(cell);
    const auto prediction = costs.one_replicate(combination);
    CHECK(std::isfinite(prediction.seconds));
    CHECK(prediction.seconds > 0);
    return costs.is_unknown_kind(combination);
  };
  CHECK_FALSE(is_unknown_with("7"));
  CHECK(is_unknown_with("_"));  // as the model writes a number: none is left
}

TEST_CASE("measured times: a field by its whole name, from wherever it stands") {
  const MeasuredTime time{"dataset arms#2{arms=5} | algorithm ucb#1 | evaluator replay#1", 1, 1};
  CHECK(time.field("dataset") == "arms#2{arms=5}");
  CHECK(time.field("algorithm") == "ucb#1");
  CHECK(time.field("evaluator") == "replay#1");
  for (const char* none : {"horizon", "gorithm", "arms#2{arms=5}", "ucb#1"}) {
    INFO(none);
    CHECK(time.field(none).empty());
  }
}
