// Lists of algorithms, evaluators and data sets, with their parameters.

#include <pybind11/stl.h>

#include "python/bindings/bindings.hpp"
#include "python/bindings/reading.hpp"
#include "suite/component/registry.hpp"
#include "suite/evaluate/default_evaluators.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

void add_needs(py::dict& dict, const AlgorithmDescription& description) {
  const char* const ranges[] = {"binary", "unit", "real"};
  dict["rewards"] = description.rewards == RewardRange::binary ? ranges[0]
                    : description.rewards == RewardRange::unit ? ranges[1]
                                                               : ranges[2];
}
void add_needs(py::dict& dict, const EvaluatorDescription& description) {
  dict["applicability"] = description.applicability;
  dict["default_of"] = uses_by_default(description.name);
}
void add_needs(py::dict&, const DatasetDescription&) {}

template <class Description>
py::dict dict_of_component(const Description& description) {
  py::dict dict;
  dict["kind"] = kind_word(description);
  dict["name"] = description.name;
  dict["summary"] = description.summary;
  if (description.group != Group::none) {
    dict["group"] = std::string(group_titles[description.group]);
  }
  dict["source"] = description.source;
  dict["revision"] = description.revision;
  dict["other_names"] = aliases_of(description);
  add_needs(dict, description);
  py::list parameters;
  for (const ParameterInfo& info : description.parameters) {
    parameters.append(dict_of_parameter(info));
  }
  dict["parameters"] = parameters;
  return dict;
}

template <class Description>
void add_all(py::list& list, const std::vector<const Description*>& table) {
  for (const Description* description : table) {
    list.append(py::make_tuple(kind_word(*description), description->name, description->summary));
  }
}

py::list list_components() {
  py::list list;
  add_all(list, algorithms_table());
  add_all(list, evaluators_table());
  add_all(list, datasets_table());
  return list;
}

// Looks `name` up in one table after the other.
class Lookup {
 public:
  Lookup(std::string name, std::string kind) : name_(std::move(name)), kind_(std::move(kind)) {}

  template <class Description>
  void look(const std::vector<const Description*>& table) {
    const auto names = names_of(table);
    known_.insert(known_.end(), names.begin(), names.end());
    const Description* description = found_.empty() ? find_description(name_, table) : nullptr;
    if (description && (kind_.empty() || means_kind(kind_, kind_word(*description)))) {
      found_ = dict_of_component(*description);
    }
  }
  py::dict found() const {
    if (found_.empty()) {
      throw SpecErrors("unknown name " + quoted_text(name_, 60) + suggestion(name_, known_));
    }
    return found_;
  }

 private:
  std::string name_, kind_;
  std::vector<std::string> known_;
  py::dict found_;
};

py::dict describe_component(const std::string& name, const std::string& kind) {
  Lookup lookup(name, kind);
  lookup.look(algorithms_table());
  lookup.look(evaluators_table());
  lookup.look(datasets_table());
  return lookup.found();
}

}  // namespace

void add_components(py::module_& module) {
  module.def("list_components", &list_components);
  module.def("describe_component", &describe_component);
}

}  // namespace replaybench::python
