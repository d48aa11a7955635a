#include "suite/plan/experiment_digest.hpp"

#include <nlohmann/json.hpp>

#include "suite/plan/cell_identity.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::json;

template <class Part>
Json asked(const std::vector<Part>& parts);
template <class Part>
Json asked(const std::optional<Part>& part);

Json asked(const Expression& expression) { return expression.text(); }

Json asked(const LabelledComponent& component) {
  Json json{component.label, component.text};
  for (const LabelledComponent& other : component.otherwise) json.push_back(asked(other));
  return json;
}

Json asked(const SweepAxis& axis) {
  Json json{axis.name, axis.values, axis.numeric};
  if (axis.with_previous) json.push_back("with the axis before");
  return json;
}

Json asked(const NamedExpression& column) { return {column.name, column.expression.text()}; }

Json asked(const TuningSpec& tuning) {
  return {{"candidates", tuning.candidates}, {"selection", tuning.selection}};
}

Json asked(const DifferenceSpec& difference) {
  return {difference.axis, difference.minuend, difference.subtrahend};
}

Json asked(const SimulationSpec& simulation) {
  Json json{{"name", simulation.name},
            {"sweep", asked(simulation.sweep)},
            {"only", asked(simulation.only)},
            {"datasets", asked(simulation.datasets)},
            {"algorithms", asked(simulation.algorithms)},
            {"evaluators", asked(simulation.evaluators)},
            {"logging", asked(simulation.logging)},
            {"horizon", simulation.horizon},
            {"truth", asked(simulation.truth)},
            {"replicates", simulation.replicates},
            {"block", simulation.block},
            {"rows", simulation.keep_rows},
            {"where_applicable", simulation.where_applicable},
            {"parts", simulation.parts},
            {"tuning", asked(simulation.tuning)}};
  if (simulation.seed) json["seed"] = *simulation.seed;
  return json;
}

Json asked(const GridSpec& grid) { return {grid.name, identity_text(grid)}; }

Json asked(const TableSpec& table) {
  return {{"name", table.name},
          {"from", table.from},
          {"only", asked(table.only)},
          {"derive", asked(table.derive)},
          {"columns", table.columns},
          {"replicates", table.replicates},
          {"select", table.select ? Json(static_cast<int>(*table.select)) : Json()},
          {"difference", asked(table.difference)},
          {"then", asked(table.then)}};
}

template <class Part>
Json asked(const std::vector<Part>& parts) {
  Json json = Json::array();
  for (const Part& part : parts) json.push_back(asked(part));
  return json;
}

template <class Part>
Json asked(const std::optional<Part>& part) {
  return part ? asked(*part) : Json();
}

}  // namespace

std::string experiment_digest(const ExperimentSpec& spec) {
  const Json json{{"seed", spec.seed},
                  {"simulations", asked(spec.simulations)},
                  {"grids", asked(spec.grids)},
                  {"tables", asked(spec.tables)}};
  return sha256_hex(json.dump());
}

}  // namespace replaybench
