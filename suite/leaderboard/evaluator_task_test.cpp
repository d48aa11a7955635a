#include "suite/leaderboard/task.hpp"
#include "suite/testing/evaluator_tasks.hpp"

using namespace replaybench;

namespace {

std::string problems_of(const EvaluatorTaskFolder& folder,
                        const std::vector<std::string>& wanted = {}) {
  try {
    folder.read(Profile::smoke, wanted);
  } catch (const SpecErrors& errors) {
    return errors.what();
  }
  return {};
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("leaderboard: an evaluator task as its file has it") {
  const EvaluatorTaskFolder folder(
      Files{{"one",
             "title = 't'\nabout = 'a'\nseed = 3\ndataset = 'bernoulli_arms'\n"
             "algorithms = ['ucb', 'fast = ucb{alpha=0.1}']\n"
             "evaluators = ['long = s_bred{resamples=7}']\nhorizon = {smoke = 7, standard = 8}\n"
             "replicates = {smoke = 9, standard = 10}\nlive_games = 4\nmost_choices = 2.5\n"
             "truth = 'live_games{games=$live_games}'\n"}});
  const auto tasks = folder.read(Profile::standard);
  REQUIRE(tasks.size() == 1);
  const EvaluatorTask& task = tasks.front();
  CHECK(task.name == "one");
  CHECK(task.algorithms[1].label == "fast");
  CHECK(task.algorithms[1].text == "ucb{alpha=0.1}");
  CHECK(task.evaluators.front().label == "long");
  CHECK(task.horizon == 8);
  CHECK(task.replicates == 10);
  CHECK(task.live_games == 4);
  CHECK(task.truth.text == "live_games{games=4}");
  CHECK(task.most_choices == 2.5);
  CHECK(task.group == "learning algorithms");
  CHECK(study_of(task).simulations[0].logging.text == "uniform_random");
  const EvaluatorTaskFolder skewed(
      Files{{"two", evaluator_task_text("bernoulli_arms", three_algorithms) +
                        "logging = 'best_policy{epsilon=0.5}'\ngroup = 'fixed policies'\n"}});
  const EvaluatorTask fixed = skewed.read().front();
  CHECK(fixed.group == "fixed policies");
  CHECK(study_of(fixed).simulations[0].logging.text == "best_policy{epsilon=0.5}");
  CHECK(study_of(fixed).simulations[1].logging.text == "best_policy{epsilon=0.5}");
  CHECK(read_evaluator_tasks(folder.folder.path() / "nowhere", Profile::smoke).empty());
}

TEST_CASE("leaderboard: the study of an evaluator task has every evaluator but the references") {
  const EvaluatorTaskFolder folder(
      Files{{"arms", evaluator_task_text("bernoulli_arms", three_algorithms)}});
  const EvaluatorTask task = folder.read().front();
  const ExperimentSpec study = study_of(task);
  REQUIRE(study.simulations.size() == 2);
  CHECK(study.simulations[0].name == "arms");
  CHECK(study.simulations[0].where_applicable);
  CHECK(study.simulations[1].name == reference_name(task));
  CHECK_FALSE(study.simulations[1].where_applicable);
  CHECK(study.simulations[1].evaluators.size() == 1);
  std::size_t absent = 0;
  for (const EvaluatorDescription* evaluator : evaluators_table()) {
    bool found = false;
    for (const auto& text : study.simulations[0].evaluators) found |= text.label == evaluator->name;
    absent += !found;
  }
  CHECK(absent == 2);  // reference_scores and live_games
}

TEST_CASE("leaderboard: what is wrong in an evaluator task is reported at once") {
  const EvaluatorTaskFolder folder(Files{
      {"bad", evaluator_task_text("bernouli_arms",
                                  "algorithms = ['ucb', 'ucv', 'ucb']\nevaluators = ['replay', "
                                  "'x = s_bred{resample=2}']\nhorizn = 2\n")},
      {"lone", evaluator_task_text("bernoulli_arms", "algorithms = ['ucb']\n")}});
  const std::string problems = problems_of(folder, {});
  for (const char* part :
       {"did you mean \"bernoulli_arms\"", "unknown algorithm \"ucv\"", "\"ucb\" is there twice",
        "\"replay\" is there with its default parameters", "did you mean \"resamples\"", "horizn",
        "two at least"}) {
    INFO(part << " in " << problems);
    CHECK(has(problems, part));
  }
  CHECK(has(problems_of(folder, {"bed"}), "unknown task \"bed\" (did you mean \"bad\""));
}
