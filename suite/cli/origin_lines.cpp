#include "suite/cli/origin_lines.hpp"

#include <fmt/core.h>

namespace replaybench::cli {

std::string changed_line(const OriginCounts& origins, const std::string& what) {
  const std::size_t cells = origins.other_sources;
  if (cells == 0) return {};
  return fmt::format("  {} {}{}: {} changed since {} computed\n", cells,
                     cells == 1 ? "cell " : "cells ", what, origins.changed_text(),
                     cells == 1 ? "it was" : "they were");
}

std::string kept_line(const OriginCounts& origins, const std::string& command) {
  const std::string kept = origins.kept_text();
  if (kept.empty()) return {};
  return "  " + kept + "; \"" + command + " --recompute\" recomputes them\n";
}

}  // namespace replaybench::cli
