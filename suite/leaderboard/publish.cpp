#include "suite/leaderboard/publish.hpp"

#include "suite/store/store.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

namespace fs = std::filesystem;

/// The files of a board.
struct Publication {
  std::vector<std::pair<std::string, Table>> results;  ///< the same for any number of jobs
  std::vector<std::pair<std::string, Table>> costs;    ///< of this machine
  std::vector<std::pair<std::string, std::string>> texts;
};

// Writes them; gives the digest of the results.
std::string write(const Publication& publication, const fs::path& folder) {
  const auto csv = [](const Table& table) { return table.names().empty() ? "" : table.to_csv(); };
  fs::create_directories(folder);
  std::string all;
  for (const auto& [name, table] : publication.results) {
    const std::string text = csv(table);
    write_file(folder / name, text);
    all += name + "\n" + text;
  }
  for (const auto& [name, table] : publication.costs) write_file(folder / name, csv(table));
  for (const auto& [name, text] : publication.texts) write_file(folder / name, text);
  return sha256_hex(all);
}

}  // namespace

std::string publish(const Board& board, const fs::path& folder, bool second_page) {
  return write(
      {{{"scores.csv", scores_table(board)},
        {"tasks.csv", tasks_table(board)},
        {"overall.csv", overall_table(board)},
        {"comparisons.csv", comparisons_table(board)}},
       {{"costs.csv", costs_table(board)}},
       {{"leaderboard.md", markdown(board)}, {"index.html", leaderboard_page(board, second_page)}}},
      folder);
}

std::string publish(const EvaluatorBoard& board, const fs::path& folder, bool first_page) {
  return write({{{"evaluators.csv", evaluators_table_of(board)},
                 {"evaluator_errors.csv", errors_table(board)},
                 {"evaluator_truths.csv", truths_table(board)}},
                {{"evaluator_costs.csv", evaluator_costs_table(board)}},
                {{"evaluators.md", markdown(board)},
                 {"evaluators.html", evaluator_page(board, first_page)}}},
               folder);
}

}  // namespace replaybench
