#include "suite/leaderboard/board_run.hpp"

namespace replaybench {

std::string to_string(EntryStatus status) {
  switch (status) {
    case EntryStatus::played:
      return "played";
    case EntryStatus::not_applicable:
      return "not applicable";
    case EntryStatus::failed:
      return "failed";
  }
  return {};
}

void BoardRun::play(const std::string& stage, const std::vector<const Cell*>& cells) {
  Plan plan;
  for (const Cell* cell : cells) plan.cells.push_back(*cell);
  const RunSummary summary = run(plan, store_, options_.run, [&](const RunProgress& progress) {
    if (progress_) progress_(stage, progress);
  });
  if (summary.stopped) throw BoardStopped(summary);
  failed_cells_ += summary.failed.size();
  origins_.add(summary.origins);
}

std::vector<const Cell*> cells_of(const Plan& plan, const std::string& simulation) {
  std::vector<const Cell*> cells;
  for (const Cell& cell : plan.cells) {
    if (cell.task == simulation) cells.push_back(&cell);
  }
  return cells;
}

void require_numbers(const Cell& cell, const LabelledComponent& text,
                     const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (cell.simulation->columns->find(name)) continue;
    throw SpecErrors("\"" + text.text + "\" does not give the number \"" + name + "\"", text.place);
  }
}

}  // namespace replaybench
