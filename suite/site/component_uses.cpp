#include "suite/site/component_uses.hpp"

#include "suite/component/registry.hpp"

namespace replaybench {

namespace {

template <class Table>
void add_uses(std::map<std::string, std::vector<ComponentUse>>& uses, const Table& table,
              const std::vector<LabelledComponent>& written, std::string ComponentUse::*part,
              const ComponentUse& first) {
  std::vector<LabelledComponent> all = written;
  for (const auto& component : written) {
    all.insert(all.end(), component.otherwise.begin(), component.otherwise.end());
  }
  for (const LabelledComponent& component : all) {
    const auto* description =
        find_description(component.text.substr(0, component.text.find('{')), table);
    if (!description) continue;
    auto& known = uses[description->name];
    if (!known.empty() && known.back().study == first.study) continue;
    ComponentUse use = first;
    use.*part = component.text;
    known.push_back(use);
  }
}

std::string first_text(const std::vector<LabelledComponent>& written) {
  return written.empty() ? std::string() : written.front().text;
}

}  // namespace

ComponentUses component_uses(const std::vector<ExperimentSpec>& studies) {
  ComponentUses uses;
  for (const ExperimentSpec& study : studies) {
    for (const SimulationSpec& simulation : study.simulations) {
      const ComponentUse first{study.name, first_text(simulation.datasets),
                               first_text(simulation.algorithms),
                               first_text(simulation.evaluators)};
      add_uses(uses["algorithms"], algorithms_table(), simulation.algorithms,
               &ComponentUse::algorithm, first);
      add_uses(uses["evaluators"], evaluators_table(), simulation.evaluators,
               &ComponentUse::evaluator, first);
      add_uses(uses["datasets"], datasets_table(), simulation.datasets, &ComponentUse::dataset,
               first);
    }
  }
  return uses;
}

}  // namespace replaybench
