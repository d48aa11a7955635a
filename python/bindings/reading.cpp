// How a log is read: the options of a table's columns.

#include <pybind11/stl.h>

#include "python/bindings/bindings.hpp"
#include "suite/logs/open_log.hpp"

namespace replaybench::python {

namespace py = pybind11;

void add_reading(py::module_& module) {
  py::class_<InputLogOptions>(module, "Reading", "How the columns of a table become a log.")
      .def(py::init([] {
        InputLogOptions options;
        options.most_actions = usual_most_actions;
        return options;
      }))
      .def_readwrite("input_format", &InputLogOptions::format)
      .def_readwrite("feature_buckets", &InputLogOptions::feature_buckets)
      .def_readwrite("intercept", &InputLogOptions::intercept)
      .def_readwrite("skip_bad_lines", &InputLogOptions::skip_bad_lines)
      .def_readwrite("separator", &InputLogOptions::separator)
      .def_readwrite("pool_separator", &InputLogOptions::pool_separator)
      .def_readwrite("max_actions", &InputLogOptions::most_actions)
      .def_property("missing_reward", nullptr,
                    [](InputLogOptions& options, const std::string& text) {
                      options.missing_reward = text == "zero"   ? MissingReward::zero
                                               : text == "drop" ? MissingReward::drop
                                                                : MissingReward::refuse;
                    })
      .def_property("missing_feature", nullptr,
                    [](InputLogOptions& options, const std::string& text) {
                      options.missing_feature =
                          text == "mean" ? MissingFeature::mean : MissingFeature::refuse;
                    })
      .def_readwrite("columns", &InputLogOptions::columns)
      .def_readwrite("features", &InputLogOptions::features)
      .def_readwrite("categorical", &InputLogOptions::categorical)
      .def_readwrite("cluster", &InputLogOptions::cluster)
      .def_readwrite("by", &InputLogOptions::segment)
      .def_readwrite("policy_column", &InputLogOptions::policy_columns)
      .def_readwrite("policy_columns", &InputLogOptions::policy_patterns)
      .def_readwrite("q_columns", &InputLogOptions::prediction_patterns)
      .def_property(
          "hashed",
          [](const InputLogOptions& options) {
            std::map<std::string, std::uint32_t> buckets;
            for (const auto& hashed : options.hashed) buckets[hashed.column] = hashed.buckets;
            return buckets;
          },
          [](InputLogOptions& options, const std::map<std::string, std::uint32_t>& buckets) {
            options.hashed.clear();
            for (const auto& [column, count] : buckets) options.hashed.push_back({column, count});
          });
}

}  // namespace replaybench::python
