#include <algorithm>
#include <limits>
#include <set>

#include "suite/numeric/decimal.hpp"
#include "suite/plan/column_name.hpp"
#include "suite/plan/format_keys.hpp"
#include "suite/plan/sweep_syntax.hpp"
#include "suite/text/printable_text.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/theory/functions.hpp"

namespace replaybench {

namespace fs = std::filesystem;

StudyFiles find_studies(const fs::path& experiments) {
  StudyFiles studies;
  std::error_code error;
  constexpr auto options = fs::directory_options::follow_directory_symlink |
                           fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(experiments, options, error), end;
       !error && entry != end; entry.increment(error)) {
    const fs::path file = entry->path() / "experiment.toml";
    std::error_code unreadable;
    const bool is_study = fs::is_regular_file(file, unreadable);
    if (is_study || entry.depth() == 1) entry.disable_recursion_pending();
    if (!is_study) continue;
    const auto [other, added] = studies.try_emplace(entry->path().filename().string(), file);
    if (added) continue;
    const std::set folders{entry->path().string(), other->second.parent_path().string()};
    throw SpecErrors("two studies have the name " + quoted_text(other->first) + ", " +
                     *folders.begin() + " and " + *folders.rbegin() +
                     "; rename one of the folders");
  }
  return studies;
}

std::vector<std::string> study_names(const StudyFiles& studies) {
  std::vector<std::string> names;
  for (const auto& [name, file] : studies) names.push_back(name);
  return names;
}

std::map<std::string, std::string> renamed_studies(const fs::path& experiments) {
  const fs::path file = experiments / "renamed.toml";
  std::map<std::string, std::string> renamed;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return renamed;
  TomlReader reader = TomlReader::read_file(file);
  for (const std::string& old : reader.keys()) renamed[old] = reader.required_text(old);
  reader.throw_if_problems();
  return renamed;
}

const Functions& theory_functions() {
  static const Functions functions = [] {
    Functions all;
    for (const auto& function : theory::functions()) {
      all.push_back({function.name, function.arguments.size(), function.evaluate});
    }
    return all;
  }();
  return functions;
}

std::string substitute(const std::string& text,
                       const std::vector<std::pair<std::string, std::string>>& variables) {
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '$') {
      out += text[at++];
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && in_name(text[end])) ++end;
    const std::string name = text.substr(at + 1, end - at - 1);
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [&](const auto& variable) { return variable.first == name; });
    out += found == variables.end() ? text.substr(at, end - at) : found->second;
    at = end;
  }
  return out;
}

namespace {

// With neither "." nor "..": the last name of the folder is the study's. Behind a link ".." is not the
// folder that the text says.
fs::path folder_of(const fs::path& file) {
  const fs::path named = fs::absolute(file);
  const fs::path folder = named.lexically_normal().parent_path();
  std::error_code error;
  return fs::equivalent(folder, named.parent_path(), error)
             ? folder
             : fs::weakly_canonical(named.parent_path());
}

class Reader {
 public:
  Reader(const fs::path& file, Profile profile)
      : profile_(profile), toml_(TomlReader::read_file(file)) {
    spec_.folder = folder_of(file);
    spec_.file = spec_.folder / file.filename();
    // The tables of other files of the folder must not take the place of the first one's.
    spec_.name = (spec_.has_folder() ? spec_.folder.filename() : file.stem()).string();
    if (printable_text(spec_.name) != spec_.name || spec_.name.find('\n') != std::string::npos) {
      toml_.problem(toml_.place(), "the study's name, " + quoted_text(spec_.name) +
                                       ", has control characters; rename its folder");
    }
    refuse_taken_names();
    const auto keys = toml_.keys();
    const auto has = [&](const char* key) {
      return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    if (has("claim") && !has("title")) {
      throw SpecErrors(
          "this is a claims file; the study that it belongs to is in the "
          "experiment.toml beside it",
          {file.string()});
    }
  }

  ExperimentSpec read() {
    spec_.title = toml_.required_text("title");
    spec_.question = toml_.required_text("question");
    spec_.seed = read_seed(toml_);
    components_ = toml_.optional_table("components");
    if (components_) {
      for (const std::string& label : components_->keys()) {
        components_->text_for_profile(label, profile_);
      }
    }
    const auto blocks = [&](const char* kind, const char* sizes = "profiles") {
      return toml_.blocks(kind, "name", experiment_keys(), sizes);
    };
    for (TomlReader table : blocks("simulation")) read_simulation(table);
    for (TomlReader table : blocks("tuning")) read_simulation(table, true);
    for (TomlReader table : blocks("grid")) read_grid(table);
    for (TomlReader table : blocks("table", "")) read_table(table);
    if (spec_.tables.empty()) toml_.problem("", "a study needs at least one [[table]]");
    toml_.finish();
    toml_.throw_if_problems();
    return std::move(spec_);
  }

 private:
  // Files are named after the study: its folder of tables must not be the folder of all studies, nor its page
  // their list.
  void refuse_taken_names() const {
    for (const char* name : {"", ".", "..", "index"}) {
      if (spec_.name != name) continue;
      throw SpecErrors("\"" + spec_.name + "\" cannot be the name of a study; rename the study's " +
                           (spec_.has_folder() ? "folder" : "file"),
                       {spec_.file.string()});
    }
  }

  std::string unique_name(TomlReader& table, std::set<std::string>& taken) {
    std::string name = table.required_text("name");
    if (table.has("name") && !is_identifier(name)) {
      table.problem("name",
                    "\"" + name + "\" is not a name: letters, digits and _, not a digit first");
    }
    if (!name.empty() && !taken.insert(name).second)
      table.problem("name", "\"" + name + "\" is there twice");
    return name;
  }

  std::optional<Expression> expression(TomlReader& table, const std::string& key,
                                       const std::string& text, std::size_t shift = 0) {
    try {
      return Expression::parse(text, theory_functions());
    } catch (const ExpressionError& error) {
      table.problem(table.place_in_text(key, shift + error.offset()), error.message());
      return std::nullopt;
    }
  }

  std::optional<Expression> optional_expression(TomlReader& table, const std::string& key) {
    const std::string text = table.optional_text(key);
    if (text.empty()) return std::nullopt;
    return expression(table, key, text);
  }

  // One condition, or a list of which one must hold.
  std::optional<Expression> condition(TomlReader& table, const std::string& key) {
    const auto places = table.element_places(key);
    if (places.empty()) return optional_expression(table, key);
    std::string any;
    const auto texts = table.required_texts(key);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      try {
        Expression::parse(texts[i], theory_functions());
        any += (any.empty() ? "(" : " or (") + texts[i] + ")";
      } catch (const ExpressionError& error) {
        table.problem(places[i], error.what());
        return std::nullopt;
      }
    }
    return expression(table, key, any);
  }

  // [[table.lookup]]: a column by the texts of another, as the expression that it stands for.
  std::vector<NamedExpression> lookups(TomlReader& table, const SimulationSpec* simulation) {
    std::vector<NamedExpression> columns;
    for (TomlReader lookup : table.tables("lookup")) {
      const std::string name = lookup.required_text("column");
      const std::string by = lookup.required_text("by");
      const double otherwise =
          lookup.optional_number("otherwise", std::numeric_limits<double>::quiet_NaN());
      TomlReader values = lookup.required_table("values");
      const auto labels = labels_of(simulation, by);
      std::string text = numeric::to_decimal(otherwise);
      for (const std::string& key : values.keys()) {
        const double value = values.required_number(key);
        if (!labels.empty() && std::find(labels.begin(), labels.end(), key) == labels.end()) {
          values.problem(key,
                         "there is no " + by + ' ' + quoted_text(key) + suggestion(key, labels));
        }
        const char quote = key.find('\'') == std::string::npos ? '\'' : '"';
        text = "if(column('" + by + "') == " + quote + key + quote + ", " +
               numeric::to_decimal(value) + ", " + text + ")";
      }
      if (!name.empty() && !is_identifier(name)) {
        lookup.problem("column", "\"" + name + "\" is not a name");
      }
      if (auto column = expression(lookup, "values", text)) {
        columns.push_back({name, std::move(*column), true});
      }
    }
    return columns;
  }

  // The labels of a simulation's algorithms or evaluators; none if they depend on the profile or the sweep, and
  // for other columns.
  std::vector<std::string> labels_of(const SimulationSpec* simulation,
                                     const std::string& by) const {
    if (!simulation || by_profile_.contains(simulation->name)) return {};
    if (by != column_name::algorithm && by != column_name::evaluator) return {};
    std::vector<std::string> labels;
    for (const LabelledComponent& component :
         by == column_name::algorithm ? simulation->algorithms : simulation->evaluators) {
      if (component.label.find('$') != std::string::npos) return {};
      labels.push_back(component.label);
    }
    return labels;
  }

  // The names that an expression reads must be among these. An unknown one is reported here, not
  // after hours of work.
  static void expect_known(TomlReader& table, const std::string& key, const Expression& expression,
                           const std::vector<std::string>& known) {
    for (const auto& name : expression.names()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        table.problem(key, "in \"" + trimmed(expression.text()) +
                               "\": there is no sweep variable or column \"" + name + "\"" +
                               suggestion(name, known));
      }
    }
  }

  static std::vector<std::string> names_of(const std::vector<SweepAxis>& sweep) {
    std::vector<std::string> names;
    for (const auto& axis : sweep) names.push_back(axis.name);
    return names;
  }

  // "name = expression", in the order written.
  std::vector<NamedExpression> named_expressions(TomlReader& table, const std::string& key,
                                                 const std::vector<std::string>& texts) {
    std::vector<NamedExpression> columns;
    std::set<std::string> taken;
    for (const std::string& text : texts) {
      const auto equals = text.find('=');
      const std::string name = trimmed(text.substr(0, equals));
      if (equals == std::string::npos || !is_identifier(name)) {
        table.problem(key, "\"" + text + "\" is not of the form name = expression");
        continue;
      }
      if (!taken.insert(name).second) table.problem(key, "\"" + name + "\" is there twice");
      try {
        columns.push_back({name, Expression::parse(text.substr(equals + 1), theory_functions())});
      } catch (const ExpressionError& error) {
        table.problem(key, "in \"" + text + "\": " + error.what());
      }
    }
    return columns;
  }

  // "label = component" for a label of [components]; other texts stay.
  std::string with_component(const std::string& text) {
    if (!components_ || !components_->has(text)) return text;
    return text + " = " + components_->text_for_profile(text, profile_);
  }

  std::vector<LabelledComponent> labelled_list(
      TomlReader& table, const std::string& key,
      LabelledComponent (*parse)(const std::string&, const SourcePlace&) = labelled) {
    const std::size_t before = table.problem_count();
    const auto texts = table.texts_for_profile(key, profile_);
    std::vector<LabelledComponent> list;
    std::set<std::string> labels;
    for (const auto& text : texts) {
      list.push_back(parse(with_component(text), table.place(key)));
      const std::string& label = list.back().label;
      if (!labels.insert(label).second) {
        table.problem(key, "the label \"" + label + "\" is there twice; write label = component");
      }
    }
    if (list.empty() && table.problem_count() == before)
      table.problem(key, "\"" + key + "\" is empty");
    return list;
  }

  static std::uint64_t read_seed(TomlReader& table) {
    const std::int64_t seed = table.required_integer("seed");
    table.expect(seed >= 0, "seed", "a whole number from 0");
    return static_cast<std::uint64_t>(seed);
  }

  void read_simulation(TomlReader& table, bool tuning = false) {
    SimulationSpec simulation;
    simulation.place = table.place();
    simulation.name = unique_name(table, sources_);
    if (table.has("seed")) simulation.seed = read_seed(table);
    simulation.sweep = read_sweep(table, profile_);
    simulation.only = condition(table, "only");
    simulation.datasets = labelled_list(table, "datasets", with_alternatives);
    simulation.algorithms = labelled_list(table, "algorithms");
    simulation.evaluators = labelled_list(table, "evaluators");
    if (table.has_table("algorithms") || table.has_table("evaluators")) {
      by_profile_.insert(simulation.name);
    }
    simulation.logging = labelled(table.optional_text("logging", default_logging()),
                                  table.has("logging") ? table.place("logging") : table.place());
    const std::size_t before = table.problem_count();
    simulation.horizon = table.text_for_profile("horizon", profile_, "0");
    const auto horizon = table.problem_count() > before
                             ? std::nullopt
                             : expression(table, "horizon", simulation.horizon);
    simulation.truth = optional_expression(table, "truth");
    const auto known = names_of(simulation.sweep);
    if (simulation.only) expect_known(table, "only", *simulation.only, known);
    if (horizon) expect_known(table, "horizon", *horizon, known);
    if (simulation.truth) expect_known(table, "truth", *simulation.truth, known);
    simulation.replicates = positive(table, "replicates", 1);
    if (tuning) {
      // Selected candidates are reported replicate by replicate.
      simulation.keep_rows = true;
      simulation.tuning = read_tuning(table, profile_, simulation.sweep, simulation.algorithms);
    } else {
      simulation.keep_rows = table.one_of("keep", {"moments", "rows"}, "moments") == "rows";
    }
    simulation.block = positive(table, "block", simulation.keep_rows ? 100 : 1000);
    spec_.simulations.push_back(std::move(simulation));
  }

  std::uint64_t positive(TomlReader& table, const std::string& key, std::int64_t otherwise) {
    const std::size_t before = table.problem_count();
    const std::int64_t value = table.integer_for_profile(key, profile_, otherwise);
    if (table.problem_count() == before) {
      table.expect(value >= 1, key, "a whole number from 1", profile_);
    }
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 1));
  }

  void read_grid(TomlReader& table) {
    GridSpec grid;
    grid.place = table.place();
    grid.name = unique_name(table, sources_);
    grid.sweep = read_sweep(table, profile_);
    grid.only = condition(table, "only");
    grid.columns = named_expressions(table, "columns", table.required_texts("columns"));
    auto known = names_of(grid.sweep);
    if (grid.only) expect_known(table, "only", *grid.only, known);
    for (const auto& column : grid.columns) {
      expect_known(table, "columns", column.expression, known);
      for (const auto& axis : grid.sweep) {
        if (axis.name == column.name) {
          table.problem("columns", "\"" + column.name + "\" is a sweep variable already");
        }
      }
      if (grid.sweep.empty() && column.name == column_name::combination) {
        table.problem("columns",
                      "\"" + column.name +
                          "\" is what a grid without sweep variables has in their place; "
                          "choose another name");
      }
      known.push_back(column.name);
    }
    spec_.grids.push_back(std::move(grid));
  }

  void read_table(TomlReader& table) {
    TableSpec spec;
    spec.place = table.place();
    spec.name = unique_name(table, tables_);
    if (spec.name == "claims") {
      table.problem("name", "\"claims\" is the file of the verdicts; choose another name");
    }
    spec.from = sources_.contains(spec.name) && !table.has("from")
                    ? spec.name
                    : table.one_of("from", {sources_.begin(), sources_.end()});
    spec.only = condition(table, "only");
    const SimulationSpec* simulation = simulation_named(spec.from);
    spec.derive = lookups(table, simulation);
    for (auto& column : named_expressions(table, "derive", table.optional_texts("derive"))) {
      spec.derive.push_back(std::move(column));
    }
    spec.columns = table.optional_texts("columns");
    spec.replicates = table.optional_boolean("replicates", false);
    read_select(table, simulation, spec);
    if (auto difference = table.optional_table("difference")) {
      spec.difference = read_difference(*difference, simulation, spec);
      if (spec.replicates) {
        table.problem("replicates",
                      "\"replicates\" does not go with \"difference\": its rows are means over the "
                      "replicates");
      }
      if (auto then = difference->optional_table("then")) {
        spec.then = read_difference(*then, simulation, spec);
        if (spec.difference->every_pair() || spec.then->every_pair()) {
          difference->problem("then",
                              "a difference of differences names the minuend and the "
                              "subtrahend of both");
        } else if (spec.select) {
          difference->problem("then",
                              "a difference of differences is not of selected candidates: each "
                              "difference would have its own; remove `select`");
        } else if (spec.then->axis == spec.difference->axis) {
          difference->problem("then", "both are along the axis \"" + spec.then->axis +
                                          "\"; choose another one for `then`");
        }
      }
    }
    if (!spec.from.empty() && (spec.replicates || spec.difference) &&
        !(simulation && simulation->keep_rows)) {
      table.problem("from", "\"" + spec.from + "\" does not keep rows (keep = \"rows\")");
    }
    spec_.tables.push_back(std::move(spec));
  }

  const SimulationSpec* simulation_named(const std::string& name) const {
    for (const auto& simulation : spec_.simulations) {
      if (simulation.name == name) return &simulation;
    }
    return nullptr;
  }

  static void read_select(TomlReader& table, const SimulationSpec* simulation, TableSpec& spec) {
    if (!table.has("select")) return;
    const std::string select = table.one_of("select", {"printed", "separate", "both"}, "");
    if (select.empty() || spec.from.empty()) return;
    spec.select = select == "printed"    ? Selection::printed
                  : select == "separate" ? Selection::separate
                                         : Selection::both;
    if (!simulation || !simulation->tuning) {
      table.problem("select", "\"" + spec.from + "\" is not a [[tuning]]");
    } else if (spec.select != Selection::printed && simulation->tuning->selection == 0) {
      table.problem("select",
                    "\"" + spec.from + "\" has no replicates to select on (selection = ...)");
    }
  }

  static DifferenceSpec read_difference(TomlReader& table, const SimulationSpec* simulation,
                                        const TableSpec& spec) {
    std::vector<std::string> axes{column_name::dataset, column_name::algorithm,
                                  column_name::evaluator};
    // A table of selected candidates has one candidate; a table of one selection has no column for it.
    if (simulation && simulation->tuning && !spec.select) axes.push_back(column_name::candidate);
    if (spec.select == Selection::both) axes.push_back(column_name::selection);
    DifferenceSpec difference;
    difference.axis = table.one_of("axis", axes);
    if (table.has("minuend") || table.has("subtrahend")) {
      difference.minuend = table.required_text("minuend");
      difference.subtrahend = table.required_text("subtrahend");
    }
    return difference;
  }

  Profile profile_;
  TomlReader toml_;
  std::optional<TomlReader> components_;
  ExperimentSpec spec_;
  std::set<std::string> sources_;
  std::set<std::string> by_profile_;  // simulations with other labels at other profiles
  std::set<std::string> tables_;
};

}  // namespace

ExperimentSpec read_experiment(const fs::path& file, Profile profile) {
  return Reader(file, profile).read();
}

}  // namespace replaybench
