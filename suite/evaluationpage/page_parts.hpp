#pragma once
// The sections of a page, as values of its templates.

#include <string>
#include <vector>

#include "suite/evaluationpage/page_result.hpp"

namespace replaybench::evaluationpage {

/// A figure: its caption, how to read it, the drawing and the table of its numbers, both HTML. Null without a
/// drawing.
Json figure(const std::string& id, const std::string& caption, const std::string& how,
            const std::string& drawing, const std::string& numbers);

/// A table of these keys of a list of objects, all numbers in six digits; empty for an empty list.
std::string numbers_table(const Json& list, const std::vector<std::string>& keys);

/// A cell of a table: right-aligned if it is a number.
struct Cell {
  std::string text;  ///< HTML
  bool is_number = false;
};
/// A table; the first cell of a row is its header.
std::string html_table(const std::string& kind, const std::vector<Cell>& head,
                       const std::vector<std::vector<Cell>>& rows, const std::string& foot = {});

/// A row of a forest plot: its name, its strip and its numbers.
struct PlotRow {
  std::string name;  ///< HTML
  ForestRow strip;
  Estimated numbers;
  bool is_strong = false;
  bool is_heading = false;  ///< of the rows below it
};
/// A forest plot as a table: the numbers are the text of the picture. `what`: heading of the numbers.
std::string forest(const std::vector<PlotRow>& rows, const Axis& axis, const Estimated& reference,
                   bool is_difference, const char* what);
ForestRow strip_of(Series series, const Estimated& of, const std::string& title);

/// The figures of a section; empty if there is nothing to show.
Json estimate_figures(const PageResult& result);
Json log_figures(const PageResult& result);
Json evidence_figures(const PageResult& result);
Json time_figures(const PageResult& result);
Json segment_figures(const PageResult& result);
/// What the template of a rehearsal shows, and its facts, {"name", "value", "more"} each. The result has a rehearsal.
Json rehearsal_values(const PageResult& result);
Json rehearsal_facts(const PageResult& result);
/// The table of tests: the worst results first, each once for the pairs that share it.
std::string tests_table(const PageResult& result);
/// The table of all estimates, and the same as CSV.
std::string results_table(const PageResult& result);
std::string results_csv(const PageResult& result);
/// Description of the log: {"name", "value"} each.
Json log_facts(const PageResult& result);

}  // namespace replaybench::evaluationpage
