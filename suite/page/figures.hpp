#pragma once
// Figures: the gnuplot scripts of a study, run on its tables.

#include <filesystem>
#include <string>
#include <vector>

namespace replaybench {

/// A figure that was drawn, or why it was not: `skipped` and `failed` are empty when it was.
struct Figure {
  std::string name;  ///< the script's name without .gp
  std::filesystem::path svg;
  std::filesystem::path png;  ///< empty for one that was taken as it is
  std::string title;          ///< the script's "# title:" line
  std::string skipped;        ///< reason, when a table it reads is not there
  std::string failed = {};    ///< gnuplot's own words, when it is missing or could not draw
  std::string warnings = {};  ///< gnuplot's warnings about a drawn figure
  std::vector<std::string> tables = {};  ///< of its "# tables:" line

  bool is_drawn() const { return skipped.empty() && failed.empty(); }
};

/// Runs every *.gp of `study_folder` twice, for `figures/<name>.svg` and `.png`. What was drawn without a warning is
/// drawn again only if script, tables, definitions, style, gnuplot's version or a drawing changed (`seal_of`).
///
/// A script begins with comment lines `# title: ...` and `# tables: a b`, reads each table through
/// `table("a")` (the path of its CSV file, with a header line), and must not set a terminal or
/// output. It runs after suite/page/templates/figure.gp, the style that all figures share, and may
/// use what that file defines, `figure_title` (its title) and what `definitions`, lines of gnuplot,
/// defines. A table that is not among `available_tables` makes the figure skipped. A figure that
/// cannot be drawn is marked as failed and the others are drawn; files of an earlier drawing stay. An SVG that is in the
/// folder `drawn` under the figure's name is copied, and nothing drawn for it.
/// Throws FileError when `figures` cannot be written.
std::vector<Figure> draw_figures(const std::filesystem::path& study_folder,
                                 const std::filesystem::path& tables,
                                 const std::filesystem::path& figures,
                                 const std::vector<std::string>& available_tables,
                                 const std::string& definitions = "",
                                 const std::filesystem::path& drawn = {});

/// The file that says what a figure was drawn from.
inline std::filesystem::path seal_of(const std::filesystem::path& figures,
                                     const std::string& name) {
  return figures / ("." + name + ".seal");
}

}  // namespace replaybench
