#include "suite/plan/experiment_digest.hpp"

#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"

using namespace replaybench;

namespace {

const std::string tasks = R"(
[[simulation]]
name = 'play'
sweep = ['T = 5 6']
only = 'T > 0'
datasets = ['a = bernoulli_arms']
algorithms = ['ucb']
evaluators = ['replay']
horizon = 'T'
truth = '0.5'
replicates = { smoke = 4, standard = 8, full = 100 }
block = 2
keep = 'rows'
[[tuning]]
name = 'tune'
datasets = ['bernoulli_arms']
algorithms = ['u = ucb{alpha=$candidate}']
candidates = { u = [1, 2] }
evaluators = ['online']
horizon = '5'
replicates = 4
selection = 4
[[grid]]
name = 'line'
sweep = ['x = 1..3']
columns = ['y = 2 * x']
)";
const std::string tables = R"(
[[table]]
name = 'played'
from = 'play'
derive = ['twice = 2 * estimate']
columns = ['T', 'twice']
[[table]]
name = 'tuned'
from = 'tune'
select = 'printed'
[[table]]
name = 'line'
from = 'line'
)";
const std::string whole = study_head + tasks + tables;

std::string digest(const std::string& experiment, Profile profile = Profile::smoke) {
  return experiment_digest(spec_of(experiment, profile));
}

std::string with(const std::string& old, const std::string& replacement) {
  std::string text = whole;
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), replacement);
}

}  // namespace

TEST_CASE("experiment_digest: comments, order of keys and other profiles do not count") {
  const std::string one = digest(whole);
  CHECK(one.size() == 64);
  CHECK(digest("# a comment\n" + whole) == one);
  CHECK(digest(with("keep = 'rows'\n", "keep = 'rows'  # every replicate\n")) == one);
  CHECK(digest(with("horizon = 'T'\ntruth = '0.5'\n", "truth = '0.5'\nhorizon = 'T'\n")) == one);
  CHECK(digest(with("standard = 8, full = 100", "standard = 16, full = 50")) == one);
  CHECK(digest(whole, Profile::standard) != one);
  CHECK(digest(with("standard = 8", "standard = 16"), Profile::standard) !=
        digest(whole, Profile::standard));
}

TEST_CASE("experiment_digest: all that decides a table counts") {
  const std::vector<std::pair<std::string, std::string>> changes{
      {"seed = ", "seed = 9"},
      {"name = 'played'", "name = 'game'"},
      {"horizon = 'T'", "horizon = 'T'\nseed = 9"},
      {"T = 5 6", "T = 5 7"},
      {"only = 'T > 0'", "only = 'T > 5'"},
      {"a = bernoulli_arms", "b = bernoulli_arms"},
      {"a = bernoulli_arms", "a = bernoulli_arms{arms=3}"},
      {"algorithms = ['ucb']", "algorithms = ['ucb', 'uniform_random']"},
      {"evaluators = ['replay']", "evaluators = ['replay_star']"},
      {"evaluators = ['replay']", "evaluators = ['replay']\nlogging = 'epsilon_greedy'"},
      {"horizon = 'T'", "horizon = 'T + 1'"},
      {"truth = '0.5'", "truth = '0.25'"},
      {"smoke = 4", "smoke = 6"},
      {"block = 2", "block = 4"},
      {"keep = 'rows'", "keep = 'moments'"},
      {"u = [1, 2]", "u = [1, 3]"},
      {"selection = 4", "selection = 5"},
      {"x = 1..3", "x = 1..4"},
      {"y = 2 * x", "y = 3 * x"},
      {"twice = 2", "thrice = 2"},
      {"2 * estimate", "3 * estimate"},
      {"columns = ['T', 'twice']", "columns = ['twice', 'T']"},
      {"columns = ['T', 'twice']", "columns = ['T', 'twice']\nreplicates = true"},
      {"select = 'printed'", "select = 'separate'"},
      {"select = 'printed'",
       "select = 'both'\ndifference = { axis = 'selection', minuend = 'printed', subtrahend = "
       "'separate' }"},
      {"name = 'line'\nfrom", "name = 'curve'\nfrom"},
  };
  std::set<std::string> digests{digest(whole)};
  for (const auto& [old, replacement] : changes) {
    INFO(old << " -> " << replacement);
    CHECK(digests.insert(digest(with(old, replacement))).second);
  }
  // No key of the file.
  ExperimentSpec applicable = spec_of(whole);
  applicable.simulations.front().where_applicable = true;
  CHECK(digests.insert(experiment_digest(applicable)).second);
}
