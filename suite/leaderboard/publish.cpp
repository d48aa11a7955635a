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

bool is_large(const std::string& name) {
  return name.ends_with(".html") || name == "comparisons.csv" || name == "scores.csv" ||
         name == "evaluator_errors.csv" || name == "evaluator_truths.csv";
}

// Writes them; gives the digest of the results.
std::string write(const Publication& publication, const fs::path& folder, BoardFiles files) {
  const auto put = [&](const std::string& name, const std::string& text) {
    if (files == BoardFiles::all || !is_large(name)) write_file(folder / name, text);
  };
  const auto csv = [](const Table& table) { return table.names().empty() ? "" : table.to_csv(); };
  fs::create_directories(folder);
  std::string all;
  for (const auto& [name, table] : publication.results) {
    const std::string text = csv(table);
    put(name, text);
    all += name + "\n" + text;
  }
  for (const auto& [name, table] : publication.costs) put(name, csv(table));
  for (const auto& [name, text] : publication.texts) put(name, text);
  return sha256_hex(all);
}

std::string address(const ComponentPages& pages, const std::string& name, const char* folder,
                    std::initializer_list<const char*> kinds) {
  if (pages.folder.empty()) return {};
  for (const char* kind : kinds) {
    const auto page = fs::path("site/reference") / kind / (name + ".html");
    if (fs::exists(pages.folder.parent_path() / page)) return (".." / page).generic_string();
  }
  for (const char* part : {"", "measures"}) {
    const auto source = pages.home / folder / part / name;
    if (fs::exists(source)) return fs::relative(source, pages.folder).generic_string();
  }
  return {};
}

}  // namespace

std::string ComponentPages::of(const AlgorithmDescription& algorithm) const {
  return address(*this, algorithm.name, "algorithms", {"algorithms"});
}

std::string ComponentPages::of(const EvaluatorDescription& evaluator) const {
  return address(*this, evaluator.name, "evaluators", {"evaluators", "wrappers", "measures"});
}

std::string publish(const Board& board, const ComponentPages& pages, bool second_page,
                    BoardFiles files) {
  return write({{{"scores.csv", scores_table(board)},
                 {"tasks.csv", tasks_table(board)},
                 {"overall.csv", overall_table(board)},
                 {"comparisons.csv", comparisons_table(board)}},
                {{"costs.csv", costs_table(board)}},
                {{"leaderboard.md", markdown(board, pages)},
                 {"index.html", leaderboard_page(board, second_page, pages)}}},
               pages.folder, files);
}

std::string publish(const EvaluatorBoard& board, const ComponentPages& pages, bool first_page,
                    BoardFiles files) {
  return write({{{"evaluators.csv", evaluators_table_of(board)},
                 {"evaluators_overall.csv", overall_table(board)},
                 {"evaluator_errors.csv", errors_table(board)},
                 {"evaluator_truths.csv", truths_table(board)}},
                {{"evaluator_costs.csv", evaluator_costs_table(board)}},
                {{"evaluators.md", markdown(board, pages)},
                 {"evaluators.html", evaluator_page(board, first_page, pages)}}},
               pages.folder, files);
}

}  // namespace replaybench
