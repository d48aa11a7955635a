#pragma once
// A study as its TOML file declares it, checked and typed. docs: experiments/FORMAT.md.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/table/expression.hpp"
#include "suite/text/profile.hpp"

namespace replaybench {

/// A variable that a simulation or grid runs over; "$name" in its component texts is replaced by
/// each value in turn.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;  ///< as text, as in TOML
  bool numeric = true;
  bool with_previous =
      false;  ///< moves together with the axis before it: as many values, the same place
};

/// A component text with the label that tables show: "LinUCB = lin_ucb{alpha=1}" or just
/// "lin_ucb{alpha=1}".
struct LabelledComponent {
  std::string label;
  std::string text;
  SourcePlace place;
  /// Alternatives of a data set, from "label = a else label = b": used in this order if the data of those before are not
  /// on this machine.
  std::vector<LabelledComponent> otherwise = {};
};

/// `name = expression`: a column computed row by row.
struct NamedExpression {
  std::string name;
  Expression expression;
  bool is_lookup = false;  ///< of [[table.lookup]], not written as an expression
};

/// A tuning: a simulation that plays every algorithm once for each of its candidates.
struct TuningSpec {
  /// Values of "$candidate" for each algorithm, in the order of `SimulationSpec::algorithms`: each value
  /// replaces "$candidate" in the algorithm's text in turn.
  std::vector<std::vector<std::string>> candidates;
  bool numeric = true;  ///< every candidate is a number
  /// Replicates after the reported ones, on which a candidate may be selected apart.
  std::uint64_t selection = 0;
};

/// Every combination of sweep values, data sets, algorithms and evaluators, each with many
/// replicates.
struct SimulationSpec {
  std::string name;
  SourcePlace place;
  std::optional<std::uint64_t> seed;  ///< in place of the study's
  std::vector<SweepAxis> sweep;
  std::optional<Expression> only;  ///< keeps the sweep combinations for which it holds
  std::vector<LabelledComponent> datasets;
  std::vector<LabelledComponent> algorithms;
  std::vector<LabelledComponent> evaluators;
  LabelledComponent logging;  ///< the logging policy of simulated logs
  std::string
      horizon;  ///< an integer expression of sweep variables; "0" = the whole file or environment
  std::optional<Expression>
      truth;  ///< the true value; adds the columns `error` and `squared_error`
  std::uint64_t replicates = 1;
  std::uint64_t block = 1000;  ///< replicates in a cell
  bool keep_rows = false;      ///< keep every replicate's row, not only moments
  /// A replicate to which the evaluator does not apply gives no row, instead of failing the cell.
  bool where_applicable = false;
  std::uint64_t parts = 0;  ///< parts of a file, one per replicate; 0 means the whole file
  std::optional<TuningSpec> tuning;
};

/// A table of formulas over a sweep; no randomness.
struct GridSpec {
  std::string name;
  SourcePlace place;
  std::vector<SweepAxis> sweep;
  std::optional<Expression> only;
  std::vector<NamedExpression> columns;
};

/// Differences between two labels of one axis, replicate by replicate.
struct DifferenceSpec {
  std::string axis;  ///< "dataset", "algorithm", "evaluator"; of a tuning "candidate", "selection"
  std::string minuend;  ///< empty, with the subtrahend: every pair, the earlier the minuend
  std::string subtrahend;

  bool every_pair() const { return minuend.empty(); }
};

/// The candidate of a tuning that a table shows: the candidate with the best mean over the reported replicates
/// (`printed`), or over those after them (`separate`). `both` shows the two.
enum class Selection { printed, separate, both };

/// A result table: the rows of a simulation or grid, filtered, with derived columns.
struct TableSpec {
  std::string name;
  std::string from;
  SourcePlace place;
  std::optional<Expression> only;
  std::vector<NamedExpression> derive;
  std::vector<std::string> columns;  ///< kept, in this order; empty means all
  bool replicates = false;           ///< one row per replicate, not aggregated
  std::optional<Selection> select;   ///< of a tuning; without it: every candidate
  std::optional<DifferenceSpec> difference;
  /// A difference of those differences, replicate by replicate. Both name their two labels.
  std::optional<DifferenceSpec> then;
};

struct ExperimentSpec {
  std::string name;  ///< the folder's, or the stem of a file that is not experiment.toml
  std::filesystem::path folder;
  std::filesystem::path file;  ///< that declares it, in `folder`
  std::string title;
  std::string question;
  std::uint64_t seed = 0;
  std::string master_seed = "pilot";  ///< the name of what `seed` was derived by (master_seed.hpp)
  std::vector<SimulationSpec> simulations;
  std::vector<GridSpec> grids;
  std::vector<TableSpec> tables;

  /// True if the folder's claims, figures and README belong to the study. A file of another name than
  /// experiment.toml is a separate study, whose folder may contain anything.
  bool has_folder() const { return file.filename() == "experiment.toml"; }
};

/// Reads a study's experiment.toml for a profile. Throws SpecErrors with everything that
/// is wrong in it, FileError if it cannot be read.
ExperimentSpec read_experiment(const std::filesystem::path& file, Profile profile);

/// Files of studies by the study's name, which is its folder's.
using StudyFiles = std::map<std::string, std::filesystem::path>;

/// The studies of the folder `experiments`: its folders with an experiment.toml, and those of its
/// other folders, the chapters. None if there is no such folder. Throws SpecErrors when two studies
/// have one name.
StudyFiles find_studies(const std::filesystem::path& experiments);
/// In their order.
std::vector<std::string> study_names(const StudyFiles& studies);

/// Names that studies had before, with today's: `old = "new"` in renamed.toml of the folder
/// `experiments`. None if there is no such file. Throws SpecErrors for a value that is no text.
std::map<std::string, std::string> renamed_studies(const std::filesystem::path& experiments);

/// `text` with every "$name" replaced by the value of that sweep variable; an unknown one is left
/// as it is (the component's own check then complains about it).
std::string substitute(const std::string& text,
                       const std::vector<std::pair<std::string, std::string>>& variables);

/// The formulas of suite/theory as functions of the expression language.
const Functions& theory_functions();

}  // namespace replaybench
