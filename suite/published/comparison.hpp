#pragma once
// A run's own cells and tables beside the published ones.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/published/published_study.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

struct PublishedComparison {
  std::string study;
  std::size_t cells = 0;  ///< of the plan
  std::size_t equal = 0;
  std::size_t different = 0;   ///< the same key, another payload
  std::size_t unknown = 0;     ///< stored here under a key that is not published: another revision
  std::size_t not_stored = 0;  ///< here, but published
  std::size_t not_published = 0;  ///< and study.json says why, or neither published nor stored here
  std::size_t unavailable = 0;    ///< cannot run here
  std::size_t tables_equal = 0;
  std::size_t tables_different = 0;
  std::size_t tables_not_compared = 0;   ///< rows or cells are missing here or there
  std::size_t tables_not_published = 0;  ///< made here, but not published
  std::size_t gone = 0;                  ///< published cells and tables that the plan no longer has
  std::string other_run;  ///< the profile or the seed differs: nothing else was compared
  /// Sentences for people: the first difference of the cells and of each table, why a cell or a table
  /// was not compared, and how many published ones are gone.
  std::vector<std::string> findings;

  bool differs() const {
    return different > 0 || unknown > 0 || tables_different > 0 || !other_run.empty();
  }
  /// True if something can run here, all of it was stored, is published and was found equal, and all that
  /// is published is still of the plan.
  bool is_confirmed() const {
    return equal > 0 && !differs() && not_stored == 0 && not_published == 0 &&
           tables_not_published == 0 && gone == 0;
  }
};

/// Compares the stored cells of a plan, and the tables made of them, with the study published in
/// FOLDER. `published_store`, where given, has cells of the published run: then the first value that
/// differs is named with both values. O(stored bytes). Throws FileError when the study is not
/// published or a table of it is not there, DataError when what is published is damaged.
PublishedComparison compare_with_published(const Plan& plan, const Store& store,
                                           const std::filesystem::path& folder,
                                           const Store* published_store = nullptr);

/// The first cell of two tables that differs: "row 3 (algorithm=UCB, T=100), column estimate: published
/// 0.25, here 0.5"; or that they have other columns or numbers of rows. Empty when they are equal.
std::string first_table_difference(const Table& published, const Table& here);

}  // namespace replaybench
