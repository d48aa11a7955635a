// Policies in Python on the board of algorithms, and on the board of a log.

#include <pybind11/stl.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "build_info.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/log.hpp"
#include "python/bindings/python_policy.hpp"
#include "python/bindings/table_dict.hpp"
#include "python/bindings/texts.hpp"
#include "suite/leaderboard/log_board.hpp"
#include "suite/leaderboard/publish.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

py::dict leaderboard(const std::vector<std::pair<std::string, py::object>>& makers,
                     const std::vector<std::string>& tasks, const std::string& profile,
                     const std::string& home, const std::string& store_folder, std::size_t jobs) {
  std::vector<std::shared_ptr<const AlgorithmDescription>> guests;
  BoardOptions options;
  options.run.jobs = jobs;
  for (const auto& [name, maker] : makers) {
    guests.push_back(describe_python_maker(name, maker));
    options.guests.algorithms.push_back(guests.back().get());
  }
  options.guests.around = [](const std::function<void()>& play) {
    const py::gil_scoped_acquire acquired;
    play();
  };
  const auto named = profile_names.find(profile);
  if (!named) throw SpecErrors("profile is \"" + profile + "\"; allowed: smoke, standard, full");
  const Board board = run_interruptibly([&] {
    options.run.stop = stop_request;
    const Store store(store_folder);
    return make_board(
        read_tasks(std::filesystem::path(home) / "experiments" / "leaderboard", *named, tasks),
        *named, store, options);
  });
  py::dict dict;
  dict["scores"] = dict_of(scores_table(board));
  dict["tasks"] = dict_of(tasks_table(board));
  dict["overall"] = dict_of(overall_table(board));
  dict["comparisons"] = dict_of(comparisons_table(board));
  return dict;
}

// The JSON of the board, and its page.
py::tuple rank(const PythonLog& log, const std::vector<std::pair<std::string, py::object>>& guests,
               const std::vector<std::string>& algorithms, const std::string& estimator,
               std::uint64_t seed, std::size_t jobs, std::uint64_t bootstrap,
               const std::string& propensities, std::uint64_t twins, double minutes, bool timings,
               const std::string& call) {
  LogBoardOptions options{.evaluator = estimator,
                          .bootstrap = bootstrap,
                          .twins = twins,
                          .minutes = minutes,
                          .timings = timings};
  options.evaluation.seed = seed;
  options.evaluation.log_name = log.name;
  // With a policy in Python the interpreter's lock stays with this thread.
  options.evaluation.jobs = guests.empty() ? jobs : 1;
  Competitors competitors = competitors_for(*log.input.log, algorithms);
  std::vector<std::shared_ptr<const AlgorithmDescription>> in_python;
  for (const auto& [name, policy] : guests) {
    in_python.push_back(describe_python_policy(policy));
    competitors.all.push_back({name, {in_python.back().get(), Parameters({})}, false});
  }
  const auto work = [&] {
    return make_log_board(with_propensities(log.input, propensities, seed), competitors, options);
  };
  const LogBoard board = guests.empty() ? run_interruptibly(work) : work();
  return py::make_tuple(
      shown(log_board_json(board, OptionStyle::python)
                .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)),
      shown(log_board_page(board,
                           {.command = call, .version = REPLAYBENCH_VERSION, .log_digest = ""},
                           OptionStyle::python)));
}

}  // namespace

void add_leaderboard(py::module_& module) {
  module.def("rank", &rank, py::kw_only(), py::arg("log"), py::arg("policies"),
             py::arg("algorithms"), py::arg("estimator"), py::arg("seed"), py::arg("jobs"),
             py::arg("bootstrap"), py::arg("propensities"), py::arg("twins"), py::arg("minutes"),
             py::arg("timings"), py::arg("call"));
  module.def("leaderboard", &leaderboard, py::kw_only(), py::arg("makers"), py::arg("tasks"),
             py::arg("profile"), py::arg("home"), py::arg("store"), py::arg("jobs"));
}

}  // namespace replaybench::python
