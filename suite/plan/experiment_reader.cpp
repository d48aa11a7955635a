#include <algorithm>
#include <cmath>
#include <set>

#include "suite/numeric/decimal.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/plan/experiment.hpp"
#include "suite/spec/toml_reader.hpp"
#include "suite/theory/functions.hpp"

namespace replaybench {

namespace fs = std::filesystem;

std::string to_string(Profile profile) {
  return std::string(profile_names[static_cast<std::size_t>(profile)]);
}

std::optional<Profile> profile_named(std::string_view name) {
  for (std::size_t i = 0; i < profile_names.size(); ++i) {
    if (profile_names[i] == name) return static_cast<Profile>(i);
  }
  return std::nullopt;
}

std::vector<std::string> list_experiments(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (fs::is_regular_file(entry.path() / "experiment.toml", error)) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
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

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_identifier(const std::string& text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> parts;
  std::string word;
  for (const char c : text + ' ') {
    if (c != ' ' && c != ',' && c != '\t') {
      word += c;
    } else if (!word.empty()) {
      parts.push_back(std::move(word));
      word.clear();
    }
  }
  return parts;
}

class Reader {
 public:
  Reader(const fs::path& file, Profile profile)
      : profile_(to_string(profile)), toml_(TomlReader::read_file(file)) {
    spec_.folder = file.parent_path();
    spec_.name = fs::absolute(file).parent_path().filename().string();
  }

  ExperimentSpec read() {
    spec_.title = toml_.required_text("title");
    spec_.question = toml_.required_text("question");
    const std::int64_t seed = toml_.required_integer("seed");
    toml_.expect(seed >= 0, "seed", "a whole number from 0");
    spec_.seed = static_cast<std::uint64_t>(seed);
    for (TomlReader table : toml_.tables("simulation")) read_simulation(table);
    for (TomlReader table : toml_.tables("grid")) read_grid(table);
    for (TomlReader table : toml_.tables("table")) read_table(table);
    if (spec_.tables.empty()) toml_.problem("", "a study needs at least one [[table]]");
    toml_.finish();
    toml_.throw_if_problems();
    return std::move(spec_);
  }

 private:
  std::string unique_name(TomlReader& table, std::set<std::string>& taken) {
    std::string name = table.required_text("name");
    if (!name.empty() && !is_identifier(name)) {
      table.problem("name", "\"" + name + "\" is not a name: letters, digits and _");
    }
    if (!taken.insert(name).second) table.problem("name", "\"" + name + "\" is there twice");
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

  // "name = expression", in the order written.
  std::vector<NamedExpression> named_expressions(TomlReader& table, const std::string& key,
                                                 const std::vector<std::string>& texts) {
    std::vector<NamedExpression> columns;
    for (const std::string& text : texts) {
      const auto equals = text.find('=');
      const std::string name = trimmed(text.substr(0, equals));
      if (equals == std::string::npos || !is_identifier(name)) {
        table.problem(key, "\"" + text + "\" is not of the form name = expression");
        continue;
      }
      try {
        columns.push_back({name, Expression::parse(text.substr(equals + 1), theory_functions())});
      } catch (const ExpressionError& error) {
        table.problem(key, "in \"" + text + "\": " + error.what());
      }
    }
    return columns;
  }

  // "K = 2 10 20", "T = 1..1000", "T = 10..500 by 10", "T = log 100..1e6 by 61", "reading = c x"
  void read_axis(TomlReader& table, const std::string& text, std::vector<SweepAxis>& sweep) {
    const auto equals = text.find('=');
    SweepAxis axis;
    axis.name = trimmed(text.substr(0, equals));
    auto parts = words(equals == std::string::npos ? "" : text.substr(equals + 1));
    const auto refuse = [&](const std::string& why) {
      table.problem("sweep", "\"" + text + "\": " + why +
                                 "; expected name = value ..., name = from..to [by step] or "
                                 "name = log from..to by count");
    };
    if (!is_identifier(axis.name) || parts.empty()) return refuse("no name or no values");
    const bool logarithmic = parts.front() == "log";
    if (logarithmic) parts.erase(parts.begin());
    const auto dots = parts.empty() ? std::string::npos : parts.front().find("..");
    if (dots != std::string::npos) {
      const auto from = numeric::parse_decimal(parts.front().substr(0, dots));
      const auto to = numeric::parse_decimal(parts.front().substr(dots + 2));
      double by = logarithmic ? 0 : 1;
      if (parts.size() == 3 && parts[1] == "by") by = numeric::parse_decimal(parts[2]).value_or(0);
      if (!from || !to || !(*from <= *to) || !(by > 0) || (parts.size() != 1 && parts.size() != 3) ||
          (logarithmic && (*from <= 0 || by < 2)) || (!logarithmic && (*to - *from) / by > 1e6)) {
        return refuse("not a range");
      }
      if (logarithmic) {
        double last = -1;
        for (int i = 0; i < static_cast<int>(by); ++i) {
          const double share = i / (by - 1);
          const double value = std::floor(
              numeric::exp(numeric::log(*from) + share * (numeric::log(*to) - numeric::log(*from))) + 0.5);
          if (value != last) axis.values.push_back(numeric::to_decimal(value));
          last = value;
        }
      } else {
        const auto steps = static_cast<int>(std::floor((*to - *from) / by + 1e-9));
        for (int i = 0; i <= steps; ++i) axis.values.push_back(numeric::to_decimal(*from + i * by));
      }
    } else {
      axis.values = std::move(parts);
      axis.numeric = std::all_of(axis.values.begin(), axis.values.end(), [](const auto& value) {
        return numeric::parse_decimal(value).has_value();
      });
    }
    sweep.push_back(std::move(axis));
  }

  std::vector<SweepAxis> read_sweep(TomlReader& table) {
    std::vector<SweepAxis> sweep;
    for (const auto& text : table.texts_for_profile("sweep", profile_, std::vector<std::string>{})) {
      read_axis(table, text, sweep);
    }
    return sweep;
  }

  // "label = component{...}" or "component{...}".
  static LabelledText labelled(const std::string& text, const SourcePlace& place) {
    const auto equals = text.find('=');
    if (equals < text.find('{')) {
      return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)), place};
    }
    return {text, text, place};
  }

  std::vector<LabelledText> labelled_list(TomlReader& table, const std::string& key) {
    std::vector<LabelledText> list;
    for (const auto& text : table.texts_for_profile(key, profile_)) {
      list.push_back(labelled(text, table.place(key)));
    }
    return list;
  }

  void read_simulation(TomlReader& table) {
    SimulationSpec simulation;
    simulation.place = table.place();
    simulation.name = unique_name(table, sources_);
    simulation.sweep = read_sweep(table);
    simulation.only = optional_expression(table, "only");
    simulation.datasets = labelled_list(table, "datasets");
    simulation.algorithms = labelled_list(table, "algorithms");
    simulation.evaluators = labelled_list(table, "evaluators");
    simulation.logging =
        labelled(table.optional_text("logging", "uniform_random"),
                 table.has("logging") ? table.place("logging") : table.place());
    simulation.horizon = table.text_for_profile("horizon", profile_, "0");
    expression(table, "horizon", simulation.horizon);
    simulation.truth = optional_expression(table, "truth");
    simulation.replicates = positive(table, "replicates", 1);
    simulation.keep_rows = table.one_of("keep", {"moments", "rows"}, "moments") == "rows";
    simulation.block = positive(table, "block", simulation.keep_rows ? 100 : 1000);
    spec_.simulations.push_back(std::move(simulation));
  }

  std::uint64_t positive(TomlReader& table, const std::string& key, std::int64_t otherwise) {
    const std::int64_t value = table.integer_for_profile(key, profile_, otherwise);
    table.expect(value >= 1, key, "a whole number from 1");
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 1));
  }

  void read_grid(TomlReader& table) {
    GridSpec grid;
    grid.place = table.place();
    grid.name = unique_name(table, sources_);
    grid.sweep = read_sweep(table);
    grid.only = optional_expression(table, "only");
    grid.columns = named_expressions(table, "columns", table.required_texts("columns"));
    spec_.grids.push_back(std::move(grid));
  }

  void read_table(TomlReader& table) {
    TableSpec spec;
    spec.place = table.place();
    spec.name = unique_name(table, tables_);
    spec.from = table.one_of("from", {sources_.begin(), sources_.end()});
    spec.only = optional_expression(table, "only");
    spec.derive = named_expressions(table, "derive", table.optional_texts("derive"));
    spec.columns = table.optional_texts("columns");
    spec.replicates = table.optional_boolean("replicates", false);
    if (auto difference = table.optional_table("difference")) {
      DifferenceSpec d;
      d.axis = difference->one_of("axis", {"dataset", "algorithm", "evaluator"});
      d.minuend = difference->required_text("minuend");
      d.subtrahend = difference->required_text("subtrahend");
      spec.difference = std::move(d);
    }
    if (spec.replicates || spec.difference) {
      const bool rows = std::any_of(
          spec_.simulations.begin(), spec_.simulations.end(),
          [&](const auto& simulation) { return simulation.name == spec.from && simulation.keep_rows; });
      if (!rows) table.problem("from", "\"" + spec.from + "\" does not keep rows (keep = \"rows\")");
    }
    spec_.tables.push_back(std::move(spec));
  }

  std::string profile_;
  TomlReader toml_;
  ExperimentSpec spec_;
  std::set<std::string> sources_;
  std::set<std::string> tables_;
};

}  // namespace

ExperimentSpec read_experiment(const fs::path& file, Profile profile) {
  return Reader(file, profile).read();
}

}  // namespace replaybench
