#pragma once
// Files of the leaderboard: CSV tables, Markdown, and pages that need no other file.

#include <filesystem>
#include <string>

#include "suite/leaderboard/board.hpp"
#include "suite/leaderboard/evaluator_board.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// The files that `publish` writes.
enum class BoardFiles {
  all,
  of_repository  ///< without pages, pairs and errors of single algorithms, which are large
};

/// Addresses of the pages of components, as seen from the folder of the boards.
struct ComponentPages {
  std::filesystem::path folder = {};  ///< of the boards; empty if names lead nowhere
  std::filesystem::path home = {};    ///< the folder that holds algorithms/ and evaluators/

  /// The component's page in the site beside `folder`; without a site, its folder; empty if neither exists.
  /// Two to five look-ups of files.
  std::string of(const AlgorithmDescription& algorithm) const;
  std::string of(const EvaluatorDescription& evaluator) const;
};

/// One row per task and algorithm: status, tuned value, mean with its interval, regret, share, rank
/// with its range, the algorithms from which it is indistinguishable, bytes. This table and the next
/// three are the same for any number of jobs.
Table scores_table(const Board& board);
/// One row per task: its description, whether it is ranked, its references.
Table tasks_table(const Board& board);
/// One row per algorithm: mean rank, mean share.
Table overall_table(const Board& board);
/// One row per task and pair: difference, p-value, adjusted p-value. Only the columns of names if no
/// pair was compared.
Table comparisons_table(const Board& board);
/// One row per task and algorithm: nanoseconds on this machine.
Table costs_table(const Board& board);

std::string markdown(const Board& board, const ComponentPages& pages = {});

/// A whole page with its style and script inside; it asks the network for nothing, and says all
/// without the script, which filters and sorts tables. Times apart it is the same for any number of jobs. With
/// `second_page` it has a link to evaluators.html. The names of components lead to `pages`.
std::string leaderboard_page(const Board& board, bool second_page = false,
                             const ComponentPages& pages = {});

/// Writes scores.csv, tasks.csv, overall.csv, comparisons.csv, costs.csv, leaderboard.md and
/// index.html into the folder of `pages`; gives the digest of the first four. Throws FileError.
std::string publish(const Board& board, const ComponentPages& pages, bool second_page = false,
                    BoardFiles files = BoardFiles::all);

/// Tables of the second page. One row per task and evaluator: bias, error, coverage, agreement with the truth.
/// The bytes do not depend on the number of jobs.
Table evaluators_table_of(const EvaluatorBoard& board);
/// One row per group of tasks and evaluator: mean rank, mean error. The bytes do not depend on the number of jobs.
Table overall_table(const EvaluatorBoard& board);
/// One row per task, evaluator and algorithm: bias with its interval, error, coverage. The bytes do not depend on the
/// number of jobs.
Table errors_table(const EvaluatorBoard& board);
/// One row per task and algorithm: its true value. The bytes do not depend on the number of jobs.
Table truths_table(const EvaluatorBoard& board);
/// One row per task and evaluator: microseconds on this machine.
Table evaluator_costs_table(const EvaluatorBoard& board);

std::string markdown(const EvaluatorBoard& board, const ComponentPages& pages = {});

/// Like leaderboard_page; with `first_page` it has a link to index.html.
std::string evaluator_page(const EvaluatorBoard& board, bool first_page = false,
                           const ComponentPages& pages = {});

/// Writes evaluators.csv, evaluators_overall.csv, evaluator_errors.csv, evaluator_truths.csv, evaluator_costs.csv,
/// evaluators.md and evaluators.html; gives the digest of the first four.
std::string publish(const EvaluatorBoard& board, const ComponentPages& pages,
                    bool first_page = false, BoardFiles files = BoardFiles::all);

}  // namespace replaybench
