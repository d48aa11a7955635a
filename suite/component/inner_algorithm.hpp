#pragma once
// The algorithm that another component contains, named by the text of a parameter.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

/// Returns the algorithm that `text`, the value of parameter `name` of the component `owner`, names. Problems are added to
/// `problems` as "owner's name: the problem"; std::nullopt is then returned.
inline std::optional<Component<AlgorithmDescription>> inner_algorithm(
    const std::string& owner, const std::string& name, const std::string& text,
    std::vector<SpecProblem>& problems) {
  const std::size_t before = problems.size();
  auto found =
      find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", problems);
  for (std::size_t i = before; i < problems.size(); ++i) {
    problems[i].message = owner + "'s " + name + ": " + problems[i].message;
  }
  return found;
}

/// Like the function above, but throws SpecErrors with the problems.
inline Component<AlgorithmDescription> inner_algorithm(const std::string& owner,
                                                       const std::string& name,
                                                       const std::string& text) {
  std::vector<SpecProblem> problems;
  auto found = inner_algorithm(owner, name, text, problems);
  if (!found) throw SpecErrors(problems);
  return *found;
}

/// Policy on algorithms that change their state in `choose`.
enum class LearnsInChoose { refused, allowed };

/// The agent of `algorithm`, which answers every context of the problem. Throws NotApplicable
/// "owner's name: what is wrong" where the algorithm cannot be used for the problem, is trained on
/// a log first, is given by columns of a log, or learns from being asked and may not.
inline Agent make_inner_agent(const std::string& owner, const std::string& name,
                              const Component<AlgorithmDescription>& algorithm,
                              const Problem& problem,
                              LearnsInChoose in_choose = LearnsInChoose::refused) {
  const std::string place = owner + "'s " + name + ": ";
  const auto refused = [&](const std::string& reason) {
    return NotApplicable(place + "\"" + algorithm.description->name + "\" " + reason);
  };
  if (algorithm.description->properties.changes_state_in_choose &&
      in_choose == LearnsInChoose::refused) {
    throw refused("learns from being asked; what it chooses would depend on how often it is");
  }
  std::optional<Agent> agent;
  try {
    agent = make_agent(algorithm, problem);
  } catch (const NotApplicable& error) {
    throw NotApplicable(place + error.what());
  }
  if (agent->is_trained_offline()) {
    throw refused("must be trained on a log before it answers");
  }
  if (!agent->given_target().empty()) {
    throw refused("is given by columns of a log and cannot be asked to choose");
  }
  return std::move(*agent);
}

/// True if nothing was taken from `draws`, which were `fresh` before. O(1).
inline bool is_untouched(Draws draws, Draws fresh) { return draws.bits() == fresh.bits(); }

/// An agent as a part of a state: its digest, and zeros up to its size in bytes; nothing if it does
/// not list its state. For the visit_state of a component that contains agents. O(size).
template <class Visitor>
void visit_agent(Visitor&& visit, const Agent& agent) {
  if (!agent.tells_state()) return;
  const std::size_t bytes = agent.state_bytes();
  if (bytes == 0) return;
  visit(agent.state_digest());
  for (std::size_t i = sizeof(std::uint64_t); i < bytes; ++i) visit(std::uint8_t{0});
}

}  // namespace replaybench
