// A policy that is given as data: columns of the log hold its probabilities. It stands for them
// where an evaluator wants an algorithm.

#include <algorithm>
#include <string>

#include "suite/component/registry.hpp"

namespace replaybench::algorithms::given_policy {

namespace {

struct Options {
  std::string name = "pi";
};

class GivenPolicy {
 public:
  static constexpr bool learns = false;
  static constexpr bool uses_contexts = false;

  explicit GivenPolicy(std::string name) : name_(std::move(name)) {}

  std::string_view given_target() const { return name_; }
  Action choose(const Context&, const ActionSet&, Draws&) const {
    throw std::logic_error("given_policy cannot be asked to choose");
  }
  void update(const Context&, Action, double) {}

 private:
  std::string name_;
};

Agent make(const Options& options, const Problem& problem) {
  const auto& names = problem.target_names;
  if (std::find(names.begin(), names.end(), options.name) != names.end()) {
    return Agent(GivenPolicy(options.name));
  }
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "\"" : ", \"") + name + "\"";
  throw NotApplicable("given_policy: no columns of this log give the policy \"" + options.name +
                      "\"" + (known.empty() ? "; none is given" : "; those given are " + known));
}

const auto parameters = bind_parameters<Options>(
    text(&Options::name, "name", "the name under which the log gives its probabilities"));

}  // namespace

extern const AlgorithmDescription description;
const AlgorithmDescription description{
    {.name = "given_policy",
     .group = Group::fixed_policies,
     .is_core = true,
     .summary = "a fixed policy, by its probabilities in columns of the log",
     .source = "the target policy of off-policy evaluation: Horvitz and Thompson 1952",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .properties = {.is_reference = true, .is_default_for = DefaultFor::column_policies}}};

}  // namespace replaybench::algorithms::given_policy
