#pragma once
// Identity of a cell: everything that decides its numbers, and the text that names them in the
// store. Only this file writes the text.

#include <cstdint>
#include <optional>
#include <string>

#include "suite/plan/experiment.hpp"

namespace replaybench {

/// Identity of a simulation cell. Components are given by their identities ("ucb#1{...}"), a data
/// set that is a file also by its content's digest.
struct CellIdentity {
  std::uint64_t seed = 0;
  std::string dataset;
  std::string logging;
  std::string algorithm;
  std::string evaluator;
  std::uint64_t horizon = 0;
  std::optional<double> truth;
  std::uint64_t parts = 0;  ///< stretches that a file is cut into; 0 means it is read whole
  bool keep_rows = false;
  bool where_applicable = false;  ///< see SimulationSpec
  std::uint64_t first_replicate = 0;
  std::uint64_t replicates = 1;  ///< at least 1

  /// The canonical text: one line a field, after the kind of the cell and the numeric profile of
  /// this program. Equal texts mean equal numbers. O(length).
  std::string text() const;
};

/// The canonical text of a grid's cell: its sweep, filter and columns; no randomness.
std::string identity_text(const GridSpec& grid);

/// True if a line of the text is "---", which ends it in a stored cell (suite/store): expressions may span lines.
bool has_end_line(const std::string& text);

}  // namespace replaybench
