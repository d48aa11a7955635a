#include "python/bindings/evaluation_dict.hpp"

#include <pybind11/stl.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "python/bindings/arrays.hpp"
#include "python/bindings/texts.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

py::object number(double value) {
  if (!std::isfinite(value)) return py::none();
  return py::float_(value);
}

py::dict interval(double low, double high, double level, const std::string& method) {
  py::dict dict;
  dict["low"] = number(low);
  dict["high"] = number(high);
  dict["level"] = level;
  dict["method"] = method;
  return dict;
}

py::dict estimated(const statistics::IntervalEstimate& value) {
  py::dict dict;
  dict["value"] = number(value.value);
  dict["low"] = number(value.low);
  dict["high"] = number(value.high);
  return dict;
}

py::object weights_of(const Evaluation& evaluation) {
  if (!evaluation.weights) return py::none();
  const WeightDiagnostics& weights = *evaluation.weights;
  py::dict dict;
  dict["effective_sample_size"] = number(weights.effective);
  dict["records"] = weights.records;
  dict["largest_weight"] = number(weights.largest);
  dict["largest_share"] = number(weights.largest_share);
  dict["mean_weight"] = number(weights.mean);
  dict["z"] = number(weights.z);
  dict["clipped"] = weights.clipped;
  return dict;
}

py::object tail_of(const Evaluation& evaluation) {
  if (!evaluation.tail) return py::none();
  py::dict dict;
  dict["largest_share"] = number(evaluation.tail->largest_share);
  dict["index"] = number(evaluation.tail->index);
  dict["order"] = evaluation.tail->order;
  return dict;
}

py::object propensities_of(const Evaluation& evaluation) {
  if (!evaluation.propensities) return py::none();
  py::dict dict;
  dict["mean_inverse"] = number(evaluation.propensities->mean);
  dict["z"] = number(evaluation.propensities->z);
  dict["fit"] = evaluation.propensities->fits;
  return dict;
}

py::list actions_of(const Evaluation& evaluation) {
  py::list list;
  for (const ActionSummary& action : evaluation.actions) {
    py::dict dict;
    dict["action"] = shown(action.name);
    dict["records"] = action.records;
    dict["share"] = action.share;
    dict["mean_reward"] = number(action.mean_reward);
    dict["mean_propensity"] = number(action.mean_propensity);
    list.append(dict);
  }
  return list;
}

py::list rows_of(const Evaluation& evaluation) {
  py::list list;
  for (const ResultRow& row : evaluation.rows) {
    py::dict dict;
    dict["step"] = row.step;
    for (std::size_t i = 0; i < evaluation.columns.size(); ++i) {
      dict[py::str(evaluation.columns.names()[i])] = number(row.values[i]);
    }
    list.append(dict);
  }
  return list;
}

py::list warnings_of(const Evaluation& evaluation) {
  py::list list;
  for (const auto* warnings : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const EvaluationWarning& warning : *warnings) {
      list.append(py::make_tuple(std::string(id_of(warning.kind)), with_keywords(warning.marked)));
    }
  }
  return list;
}

// The numbers that a reader must not see of an estimate that is withheld.
void add_numbers(py::dict& dict, const Evaluation& evaluation) {
  const EvaluationInterval& given = evaluation.interval;
  dict["estimate"] = number(evaluation.estimate);
  dict["standard_error"] = number(evaluation.standard_error);
  dict["interval"] = interval(given.low, given.high, given.level, given.method);
  dict["normal_interval"] = py::none();
  if (std::isfinite(given.normal.low)) {
    dict["normal_interval"] = interval(given.normal.low, given.normal.high, given.level, "normal");
  }
  dict["difference"] = py::none();
  if (evaluation.difference) dict["difference"] = estimated(*evaluation.difference);
  dict["rows"] = rows_of(evaluation);
}

void withhold_numbers(py::dict& dict, const Evaluation& evaluation) {
  const EvaluationInterval& given = evaluation.interval;
  dict["estimate"] = py::none();
  dict["standard_error"] = py::none();
  dict["interval"] = interval(nan, nan, given.level, given.method);
  dict["normal_interval"] = py::none();
  dict["difference"] = py::none();
  dict["rows"] = py::list();
}

py::dict paired(const PairedEstimate& estimate, bool withheld) {
  const statistics::IntervalEstimate none{nan, nan, nan};
  py::dict dict = estimated(withheld ? none : estimate.estimate);
  dict["method"] = estimate.method;
  return dict;
}

bool withholds(const std::optional<Evaluation>& evaluation, bool show_unreliable) {
  return evaluation && !show_unreliable && !evaluation->withheld.empty();
}

py::dict pair_of(EvaluatedPair& pair, const EvaluationTable& table,
                 const std::vector<std::string>& labels, bool show_unreliable) {
  py::dict dict;
  const bool withheld = withholds(pair.evaluation, show_unreliable);
  if (pair.evaluation) {
    dict = dict_of(std::move(*pair.evaluation), show_unreliable);
  } else {
    dict["not_applicable"] = with_keywords(pair.not_applicable);
  }
  dict["label"] = labels[pair.algorithm];
  dict["algorithm"] = table.algorithms[pair.algorithm];
  dict["evaluator"] = table.evaluators[pair.evaluator];
  if (pair.lift) {
    dict["lift"] = paired(pair.lift->absolute, withheld);
    dict["relative_lift"] = paired(pair.lift->relative, withheld);
  }
  return dict;
}

py::dict segment_of(EvaluatedSegment& segment, const EvaluationTable& table,
                    const std::vector<std::string>& labels, bool show_unreliable) {
  py::dict dict;
  dict["segment"] = segment.whole ? py::object(py::none()) : py::object(shown(segment.name));
  dict["records"] = segment.records;
  dict["note"] = segment.note;
  dict["log_mean"] = estimated(segment.log_value);
  py::list differences;
  for (const PairedDifference& difference : segment.differences) {
    const auto withheld = [&](std::size_t algorithm) {
      const std::size_t at = difference.evaluator * table.algorithms.size() + algorithm;
      return withholds(segment.pairs[at].evaluation, show_unreliable);
    };
    py::dict entry =
        paired(difference.difference, withheld(difference.first) || withheld(difference.second));
    entry["evaluator"] = table.evaluators[difference.evaluator];
    entry["first"] = labels[difference.first];
    entry["second"] = labels[difference.second];
    differences.append(entry);
  }
  dict["differences"] = differences;
  py::list pairs;
  for (EvaluatedPair& pair : segment.pairs) {
    pairs.append(pair_of(pair, table, labels, show_unreliable));
  }
  dict["evaluations"] = pairs;
  return dict;
}

}  // namespace

py::dict dict_of(Evaluation evaluation, bool show_unreliable) {
  py::dict dict;
  const bool withheld = !show_unreliable && !evaluation.withheld.empty();
  if (withheld) {
    withhold_numbers(dict, evaluation);
  } else {
    add_numbers(dict, evaluation);
  }
  dict["withheld"] = evaluation.withheld;
  dict["log_mean"] = estimated(evaluation.log_value);
  dict["records"] = evaluation.records;
  dict["accepted"] = number(evaluation.accepted);
  dict["offered"] = number(evaluation.offered);
  dict["weights"] = weights_of(evaluation);
  dict["tail"] = tail_of(evaluation);
  dict["propensities"] = propensities_of(evaluation);
  dict["actions"] = actions_of(evaluation);
  dict["remarks"] = evaluation.remarks;
  dict["warnings"] = warnings_of(evaluation);
  dict["algorithm"] = evaluation.algorithm;
  dict["evaluator"] = evaluation.evaluator;
  dict["seed"] = evaluation.seed;
  dict["repetitions"] = evaluation.repetitions;
  dict["influences"] = py::none();
  if (!evaluation.influences.empty() && !withheld) {
    dict["influences"] = array_of(std::move(evaluation.influences));
  }
  return dict;
}

py::dict dict_of(EvaluationTable table, const std::vector<std::string>& labels,
                 bool show_unreliable) {
  py::list segments;
  for (EvaluatedSegment& segment : table.segments) {
    segments.append(segment_of(segment, table, labels, show_unreliable));
  }
  py::dict dict;
  dict["labels"] = labels;
  dict["algorithms"] = table.algorithms;
  dict["evaluators"] = table.evaluators;
  dict["segments"] = segments;
  return dict;
}

}  // namespace replaybench::python
