#pragma once
// Compares a run's tables and verdicts with the published ones.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/published/published_run.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

struct PublishedComparison {
  std::string study;
  std::size_t tables_equal = 0;
  std::size_t tables_different = 0;
  std::size_t tables_not_compared = 0;   ///< rows or cells are missing here or there
  std::size_t tables_not_published = 0;  ///< made here, but not published
  std::size_t tables_gone = 0;           ///< published, but not in the study now
  std::size_t verdicts_equal = 0;
  std::size_t verdicts_different = 0;
  std::size_t verdicts_one_sided =
      0;                  ///< of claims that only this run or only the published one has
  std::string other_run;  ///< the profile or the seed differs: nothing else was compared
  /// Sentences for people: the first difference of each table, why a table was not compared, each verdict that differs,
  /// and what else explains a difference.
  std::vector<std::string> findings;

  bool differs() const {
    return tables_different > 0 || verdicts_different > 0 || !other_run.empty();
  }
  /// True if something can run here, each table of it is published and was found equal, and all that is published is
  /// still of the study.
  bool is_confirmed() const {
    return tables_equal > 0 && !differs() && tables_not_compared == 0 &&
           tables_not_published == 0 && tables_gone == 0 && verdicts_one_sided == 0;
  }
};

/// Compares the tables made of the stored cells of a plan, and the verdicts on them, with the study published in
/// FOLDER. O(stored bytes). Throws FileError when a published table is not there, DataError when what is published is
/// damaged.
PublishedComparison compare_with_published(const Plan& plan, const Store& store,
                                           const PublishedStudy& published,
                                           const std::filesystem::path& folder);

/// The first cell of two tables that differs: "row 3 (algorithm=UCB, T=100), column estimate: published
/// 0.25, here 0.5"; or that they have other columns or numbers of rows. Empty when they are equal.
std::string first_table_difference(const Table& published, const Table& here);

}  // namespace replaybench
