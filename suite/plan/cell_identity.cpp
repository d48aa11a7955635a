#include "suite/plan/cell_identity.hpp"

#include "suite/numeric/decimal.hpp"

namespace replaybench {

namespace {

// Revision of the formulas of suite/theory: raise it when a value of one changes.
constexpr const char* theory_revision = "1";

// Heading with the properties that determine the bits of every result: the numeric profile and the random number generators.
std::string heading(const std::string& kind) {
  return "replaybench " + kind + "\nnumeric " REPLAYBENCH_PROFILE ", stream philox4x32-10, " +
         "samplers " + std::string(sampler_version) + "\n";
}

std::string line(const std::string& field, const std::string& value) {
  return field + " " + value + "\n";
}

}  // namespace

std::string CellIdentity::text() const {
  std::string text = heading("simulation");
  text += line("seed", std::to_string(seed));
  text += line("dataset", dataset);
  text += line("logging", logging);
  text += line("algorithm", algorithm);
  text += line("evaluator", evaluator);
  text += line("horizon", std::to_string(horizon));
  if (truth) text += line("truth", numeric::to_decimal(*truth));
  if (parts > 0) text += line("parts", std::to_string(parts));
  text += line("keep", keep_rows ? "rows" : "moments");
  if (where_applicable) text += line("where", "applicable");
  return text + "replicates " + std::to_string(first_replicate) + ".." +
         std::to_string(first_replicate + replicates - 1);
}

std::string identity_text(const GridSpec& grid) {
  std::string text = heading("grid");
  for (const auto& axis : grid.sweep) {
    text += std::string(axis.with_previous ? "with it " : "sweep ") + axis.name + " =";
    for (const auto& value : axis.values) text += " " + value;
    text += "\n";
  }
  if (grid.only) text += line("only", grid.only->text());
  for (const auto& column : grid.columns) {
    text += line("column", column.name + " = " + column.expression.text());
  }
  return text + line("theory", theory_revision);
}

bool has_end_line(const std::string& text) { return text.find("\n---\n") != std::string::npos; }

}  // namespace replaybench
