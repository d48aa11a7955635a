// Policies in Python on the board of algorithms.

#include <pybind11/stl.h>

#include <filesystem>

#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/python_policy.hpp"
#include "python/bindings/table_dict.hpp"
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

}  // namespace

void add_leaderboard(py::module_& module) {
  module.def("leaderboard", &leaderboard, py::kw_only(), py::arg("makers"), py::arg("tasks"),
             py::arg("profile"), py::arg("home"), py::arg("store"), py::arg("jobs"));
}

}  // namespace replaybench::python
