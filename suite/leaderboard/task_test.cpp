#include "suite/leaderboard/task.hpp"

#include <algorithm>

#include "suite/testing/leaderboard_tasks.hpp"

using namespace replaybench;

namespace {

// All problems, one line each, with the name of the file alone.
std::string problems_of(const TaskFolder& folder, const std::vector<std::string>& wanted = {},
                        Profile profile = Profile::smoke) {
  try {
    folder.read(profile, wanted);
  } catch (const SpecErrors& errors) {
    std::string text;
    for (SpecProblem problem : errors.problems()) {
      problem.place.file = std::filesystem::path(problem.place.file).filename().string();
      text += problem.text() + "\n";
    }
    return text;
  }
  return {};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("leaderboard: a task as its file has it") {
  const TaskFolder folder(
      Files{{"second", task_text("bernoulli_arms")},
            {"first",
             "title = 't'\nabout = 'a'\nseed = 0\ndataset = 'linear_model{q_max=2}'\n"
             "evaluator = 'online_short'\nhorizon = {smoke = 7, standard = 8}\n"
             "replicates = {smoke = 3, standard = 4}\nselection = 2\n"}});
  const auto tasks = folder.read(Profile::standard);
  REQUIRE(tasks.size() == 2);
  CHECK(tasks[0].name == "first");
  CHECK(tasks[0].dataset.text == "linear_model{q_max=2}");
  CHECK(tasks[0].evaluator.text == "online_short");
  CHECK(tasks[0].horizon == 8);
  CHECK(tasks[0].replicates == 4);
  CHECK(tasks[0].selection == 2);
  CHECK(tasks[1].evaluator.text == "online");
  CHECK(tasks[1].references.text == "reference_scores");
  CHECK(tasks[0].references.text.empty());
  CHECK(tasks[1].seed == 5);
  CHECK(folder.read(Profile::smoke, {"second"}).front().name == "second");
  CHECK(folder.read(Profile::smoke, {"second"}).size() == 1);
}

TEST_CASE(
    "leaderboard: everything that is wrong in all tasks is reported at once, with its place") {
  const TaskFolder folder(
      Files{{"bad",
             "title = 7\nabuot = 'a'\nseed = -1\ndataset = 'bernouli_arms'\nevaluator = "
             "'online{steps=3}'\nhorizon = -1\nreplicates = 2\nselection = 3\n"},
            {"wrong-name", task_text("bernoulli_arms")},
            {"broken", "title = \n"},
            {"values", task_text("bernoulli_arms{means=[1.5]}")}});
  const std::string told = problems_of(folder);
  for (const char* part :
       {"bad.toml:1:9: ", "bad.toml:2:1: ", "\"abuot\"", "did you mean \"about\"", "bad.toml:3:8: ",
        "bad.toml:4:12: unknown data set \"bernouli_arms\" (did you mean \"bernoulli_arms\"?)",
        "bad.toml:5:21: ", "bad.toml:6:11: ", "bad.toml:8:13: ", "at most as many as replicates, 2",
        "wrong-name.toml: the file's name", "broken.toml:1:", "values.toml:4:", "means"}) {
    INFO(told);
    CHECK(has(told, part));
  }
  CHECK(has(problems_of(folder, {"valves"}), "unknown task \"valves\" (did you mean \"values\"?)"));
}

TEST_CASE("leaderboard: a profile that a task does not have, a folder without tasks") {
  const TaskFolder folder(Files{{"one",
                                 "title = 't'\nabout = 'a'\nseed = 1\ndataset = "
                                 "'bernoulli_arms'\nhorizon = 5\nreplicates = {smoke = 2}\n"
                                 "selection = 1\nevaluator = 'online'\n"}});
  CHECK(problems_of(folder).empty());
  CHECK(has(problems_of(folder, {}, Profile::full), "one.toml:6:"));
  CHECK_THROWS_AS(read_tasks(folder.folder.path() / "nowhere", Profile::smoke), FileError);
}

TEST_CASE("leaderboard: the tasks of this repository can be read at every profile") {
  const auto root = std::filesystem::path(__FILE__).parent_path() / "../../experiments/leaderboard";
  if (!std::filesystem::is_directory(root)) {
    WARN("the sources are not here: their tasks are not read");
    return;
  }
  for (const Profile profile : {Profile::smoke, Profile::standard, Profile::full}) {
    for (const auto& task : read_tasks(root, profile)) {
      INFO(task.name << " " << to_string(profile));
      CHECK(task.selection >= 2);
    }
  }
}

TEST_CASE("leaderboard: oracles are known by what they need") {
  CHECK(is_oracle(*described("best_policy")));
  CHECK(is_trained_offline(*described("naive_bayes")));
  CHECK_FALSE(is_trained_offline(*described("lin_ucb")));
  for (const char* name : {"ucb", "lin_ucb", "uniform_random", "fixed_action"}) {
    CHECK_FALSE(is_oracle(*described(name)));
  }
}

TEST_CASE("leaderboard: a task's study has every algorithm of the registry with its candidates") {
  const TaskFolder folder(Files{{"arms", task_text("bernoulli_arms")}});
  const ExperimentSpec study = study_of(folder.read().front());
  REQUIRE(study.simulations.size() == 2);
  CHECK(study.simulations[1].name == reference_name(folder.read().front()));
  CHECK(study.simulations[1].replicates == 3);
  const SimulationSpec& simulation = study.simulations.front();
  CHECK(simulation.name == "arms");
  CHECK(study.seed == 5);
  CHECK(simulation.horizon == "40");
  CHECK(simulation.replicates == 3);
  CHECK(simulation.block == 3);
  CHECK(simulation.parts == 5);
  REQUIRE(simulation.tuning);
  CHECK(simulation.tuning->selection == 2);
  REQUIRE(simulation.algorithms.size() == simulation.tuning->candidates.size());
  std::size_t oracles = 0;
  for (const AlgorithmDescription* algorithm : algorithms_table()) {
    const auto at =
        std::find_if(simulation.algorithms.begin(), simulation.algorithms.end(),
                     [&](const LabelledComponent& text) { return text.label == algorithm->name; });
    if (at == simulation.algorithms.end()) {
      ++oracles;
      CHECK((is_oracle(*algorithm) || is_trained_offline(*algorithm)));
      continue;
    }
    const auto& candidates =
        simulation.tuning->candidates[static_cast<std::size_t>(at - simulation.algorithms.begin())];
    const ParameterInfo* parameter = tuned_parameter(*algorithm);
    CHECK(candidates.size() == (parameter ? parameter->candidates.size() : 1));
    CHECK(at->text.find("$candidate") ==
          (parameter ? at->text.size() - std::string("$candidate}").size() : std::string::npos));
  }
  CHECK(oracles >= 1);
}
