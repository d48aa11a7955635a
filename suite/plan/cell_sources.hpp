#pragma once
// The sources that decide a cell's numbers: what a stored cell records of the program that computed it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/component/source_digests.hpp"
#include "suite/plan/plan.hpp"
#include "suite/store/origin.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

/// The record of a cell with this canonical text, in the form of suite/store/origin.hpp: a line for the engine, as
/// far as the cell reaches it, and one for the own sources of each component that the text names, also in the
/// parameters of others, by its name or an alias; of a grid one for the formulas. O(length * log(table)).
std::string cell_sources(std::string_view canonical,
                         const std::vector<SourceDigest>& table = source_digests());

/// The stored result of a cell of a plan.
struct StoredCell {
  std::optional<std::string>
      payload;             ///< none of a cell of other sources: its numbers may be another method's
  bool damaged = false;    ///< a file is there, but cut short or altered
  CellOrigin origin = {};  ///< of the payload; of one that was left out too
};

StoredCell load_cell(const Store& store, const Cell& cell);

/// Stores what this program computed for a cell. Throws as Store::save does.
void save_cell(const Store& store, const Cell& cell, const std::string& payload);

/// True if there is a file for the cell, whole or not, that is not of other sources: quick, for overviews.
bool is_stored(const Store& store, const Cell& cell);

/// Returns the origin of the cell's file; std::nullopt if there is no file.
std::optional<CellOrigin> stored_origin(const Store& store, const Cell& cell);

/// Numbers of cells by the sources that computed them.
struct OriginCounts {
  std::size_t other_engine = 0;
  std::size_t unknown = 0;
  std::size_t other_sources = 0;
  std::vector<std::string> changed;  ///< components whose sources differ, sorted

  void add(const CellOrigin& origin);
  void add(const OriginCounts& others);
  /// "the sources of ucb" or "the sources of ucb and replay".
  std::string changed_text() const;
  /// "30 cells were computed by another engine, 2 by an unknown build"; empty if all are of these sources, or of others.
  std::string kept_text() const;
};

}  // namespace replaybench
