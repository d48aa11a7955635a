#pragma once
// Origin of a stored cell: the sources that computed it, compared with those of this program.
//
// A cell records them as lines "NAME DIGEST": one of each component, and one of the engine. What the names and digests
// are is the planner's (suite/plan/cell_sources.hpp).

#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// The name of the engine's line.
inline constexpr std::string_view engine_name = "engine";

enum class Origin {
  these_sources,  ///< the same
  other_engine,   ///< components have the same sources, the engine has not
  unknown,        ///< the cell records none: it comes from an older version of the program
  other_sources,  ///< a component's own sources differ: the numbers may be those of another method
};

struct CellOrigin {
  Origin origin = Origin::these_sources;
  std::vector<std::string> changed;  ///< names of the components whose sources differ, in order
};

/// Compares what a cell records with what this program would record. O(length).
CellOrigin origin_of(std::string_view recorded, std::string_view here);

}  // namespace replaybench
