#include "python/bindings/python_policy.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "python/bindings/arrays.hpp"

namespace replaybench::python {

namespace py = pybind11;

Draws& LentDraws::lent() {
  if (!draws_) throw py::value_error("the draws of a step end with the call of choose");
  return *draws_;
}

std::uint32_t LentDraws::below(std::uint32_t n) {
  if (n == 0) throw py::value_error("below(0): n must be at least 1");
  return lent().below(n);
}

namespace {

py::object deep_copy(const py::object& object) {
  return py::module_::import("copy").attr("deepcopy")(object);
}

// A copy: the engine's own memory is reused for the next record.
py::array_t<double> array_of_context(const Context& context) {
  return py::array_t<double>(static_cast<py::ssize_t>(context.size()), context.values().data());
}

// The methods of one object; a copy of this has a copy of the object, with all that it has learnt.
class PolicyObject {
 public:
  PolicyObject(py::object policy, bool takes_draws)
      : policy_(std::move(policy)), takes_draws_(takes_draws) {
    find_methods();
  }
  PolicyObject(const PolicyObject& other)
      : policy_(deep_copy(other.policy_)), takes_draws_(other.takes_draws_) {
    find_methods();
  }
  PolicyObject(PolicyObject&&) noexcept = default;
  PolicyObject& operator=(PolicyObject&&) noexcept = default;

  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    const py::object chosen = takes_draws_ ? choose_with(context, actions, draws)
                                           : choose_(array_of_context(context), array_of(actions));
    return checked(chosen, actions);
  }
  void update(const Context& context, Action action, double reward) {
    update_(array_of_context(context), action, reward);
  }
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    const auto given = probabilities_(array_of_context(context), array_of(actions)).cast<Doubles>();
    const auto values = span_of(given);
    if (values.size() != out.size()) {
      throw py::value_error(fmt::format("probabilities gave {} numbers for {} available actions",
                                        values.size(), out.size()));
    }
    double sum = 0;
    for (const double value : values) {
      if (!(value >= 0 && value <= 1 + 1e-9)) {
        throw py::value_error(fmt::format("probabilities gave {}, outside [0, 1]", value));
      }
      sum += value;
    }
    if (!(sum > 1 - 1e-6 && sum < 1 + 1e-6)) {
      throw py::value_error(fmt::format("probabilities gave numbers that sum to {}, not 1", sum));
    }
    std::copy(values.begin(), values.end(), out.begin());
  }

 private:
  void find_methods() {
    choose_ = policy_.attr("choose");
    if (py::hasattr(policy_, "update")) update_ = policy_.attr("update");
    if (py::hasattr(policy_, "probabilities")) probabilities_ = policy_.attr("probabilities");
  }

  py::object choose_with(const Context& context, const ActionSet& actions, Draws& draws) const {
    if (!draws_) draws_ = py::cast(LentDraws());
    auto& lent = draws_.cast<LentDraws&>();
    lent.lend(&draws);
    struct Return {
      LentDraws& lent;
      ~Return() { lent.lend(nullptr); }
    } at_end{lent};
    return choose_(array_of_context(context), array_of(actions), draws_);
  }

  // All actions of a log are the same array in every call.
  py::object array_of(const ActionSet& actions) const {
    if (actions.is_all() && all_ && all_size_ == actions.size()) return all_;
    py::array_t<std::uint32_t> array(static_cast<py::ssize_t>(actions.size()));
    for (Action i = 0; i < actions.size(); ++i) array.mutable_at(i) = actions[i];
    array.attr("setflags")(py::arg("write") = false);
    if (!actions.is_all()) return array;
    all_ = std::move(array);
    all_size_ = actions.size();
    return all_;
  }

  static Action checked(const py::object& chosen, const ActionSet& actions) {
    const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(chosen.ptr()));
    if (!index) {
      PyErr_Clear();
      throw py::type_error("choose gave " + py::repr(chosen).cast<std::string>() +
                           "; it must return one of the numbers in `actions`");
    }
    const long long number = PyLong_AsLongLong(index.ptr());
    if (number == -1 && PyErr_Occurred()) throw py::error_already_set();
    const bool fits = number >= 0 && number <= std::numeric_limits<Action>::max();
    if (!fits || !actions.contains(static_cast<Action>(number))) {
      throw py::value_error(
          fmt::format("choose gave action {}, which is not available; there are {} from {} to {}",
                      number, actions.size(), actions[0], actions[actions.size() - 1]));
    }
    return static_cast<Action>(number);
  }

  py::object policy_;
  bool takes_draws_;
  py::object choose_, update_, probabilities_;
  mutable py::object draws_, all_;
  mutable Action all_size_ = 0;
};

template <bool Learns, bool HasProbabilities>
class PythonPolicy {
 public:
  static constexpr bool learns = Learns;

  explicit PythonPolicy(PolicyObject object) : object_(std::move(object)) {}

  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return object_.choose(context, actions, draws);
  }
  void update(const Context& context, Action action, double reward) {
    if constexpr (Learns) object_.update(context, action, reward);
  }
  void probabilities(const Context& context, const ActionSet& actions, std::span<double> out) const
      requires(HasProbabilities) {
    object_.probabilities(context, actions, out);
  }

 private:
  PolicyObject object_;
};

template <bool Learns>
Agent agent_of(PolicyObject object, bool has_probabilities) {
  if (has_probabilities) return Agent(PythonPolicy<Learns, true>(std::move(object)));
  return Agent(PythonPolicy<Learns, false>(std::move(object)));
}

std::string name_of(const py::object& policy) {
  const py::object name = py::getattr(policy, "name", py::none());
  if (py::isinstance<py::str>(name)) return name.cast<std::string>();
  return py::type::of(policy).attr("__name__").cast<std::string>();
}

// True if `choose` has a third parameter, for the draws. A method in C may not tell.
bool wants_draws(const py::object& policy) {
  const py::module_ inspect = py::module_::import("inspect");
  try {
    return py::len(inspect.attr("signature")(policy.attr("choose")).attr("parameters")) == 3;
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_ValueError)) return false;
    throw;
  }
}

std::shared_ptr<const AlgorithmDescription> describe(
    std::string name, std::function<py::object(const Problem&)> make) {
  auto description = std::make_shared<AlgorithmDescription>();
  description->name = std::move(name);
  description->summary = "an algorithm in Python";
  description->make = [make = std::move(make)](const Parameters&, const Problem& problem) {
    const py::object policy = make(problem);
    const bool probabilities = py::hasattr(policy, "probabilities");
    PolicyObject object(policy, wants_draws(policy));
    return py::hasattr(policy, "update") ? agent_of<true>(std::move(object), probabilities)
                                         : agent_of<false>(std::move(object), probabilities);
  };
  return description;
}

}  // namespace

std::shared_ptr<const AlgorithmDescription> describe_python_policy(py::object policy) {
  return describe(name_of(policy), [policy](const Problem&) { return deep_copy(policy); });
}

std::shared_ptr<const AlgorithmDescription> describe_python_maker(const std::string& name,
                                                                  py::object maker) {
  return describe(name, [maker](const Problem& problem) {
    return maker(problem.action_count, problem.dimension);
  });
}

}  // namespace replaybench::python
