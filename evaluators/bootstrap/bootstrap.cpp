#include "evaluators/bootstrap/bootstrap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/numeric/moments.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators {

double sorted_quantile(const std::vector<double>& sorted, double p) {
  const double place = p * (static_cast<double>(sorted.size()) + 1) - 1;
  if (!(place > 0)) return sorted.front();
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

std::vector<std::string> Bootstrap::columns() const {
  return {"estimate", "standard_error", "mean", "bias", "low", "high"};
}

void Bootstrap::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
  std::vector<ResultRow> of_log;
  options_.inner->evaluate(trial, of_log);
  std::vector<std::vector<double>> estimates(of_log.size());
  std::vector<std::uint32_t> records(options_.size > 0 ? options_.size : log->size());
  // Apart from the keys of other evaluators' passes: see keys_of_pass.
  constexpr std::uint64_t first = std::uint64_t{1} << 50;
  std::vector<ResultRow> of_resample;
  for (std::uint64_t r = 0; r < options_.resamples; ++r) {
    WordStream words(replicate_key(trial.policy(), first + 2 * r), 0);
    for (std::uint32_t& record : records) {
      record = words.below(static_cast<std::uint32_t>(log->size()));
    }
    Trial other = trial.on(std::make_shared<const Log>(log->select(records)),
                           replicate_key(trial.policy(), first + 2 * r + 1));
    of_resample.clear();
    options_.inner->evaluate(other, of_resample);
    estimates.resize(std::min(estimates.size(), of_resample.size()));
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      estimates[i].push_back(of_resample[i].values.at(0));
    }
  }
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    numeric::Moments moments;
    for (const double estimate : estimates[i]) moments.add(estimate);
    std::sort(estimates[i].begin(), estimates[i].end());
    const double estimate = of_log[i].values.at(0);
    rows.push_back({of_log[i].step,
                    {estimate, moments.standard_deviation(), moments.mean, moments.mean - estimate,
                     sorted_quantile(estimates[i], (1 - options_.level) / 2),
                     sorted_quantile(estimates[i], (1 + options_.level) / 2)}});
  }
}

std::vector<std::string> Bootstrap::remarks(const Log& log, const Agent& agent,
                                            const ResultRow& row) const {
  std::vector<std::string> remarks;
  remarks.push_back(fmt::format(
      "over {} logs resampled from this one {} has a standard deviation of {:.4g}, and {:g} % of "
      "them lie in [{:.4g}, {:.4g}]",
      options_.resamples, options_.inner_text, row.values.at(1), 100 * options_.level,
      row.values.at(4), row.values.at(5)));
  if (agent.learns()) {
    remarks.push_back(fmt::format(
        "the resamples' mean is {:+.4g} beside the estimate: they have duplicates, and a learning "
        "algorithm overfits what is copied again by an evaluator that copies; the interval is "
        "displaced by as much, and the estimate's own bias is not seen here",
        row.values.at(3)));
  }
  if (options_.size > 0 && options_.size != log.size()) {
    remarks.push_back(fmt::format(
        "the resamples have {} records, this log {}: all but the estimate is about logs of that "
        "size",
        options_.size, log.size()));
  }
  return remarks;
}

namespace bootstrap {

namespace {

std::shared_ptr<const Evaluator> make(const Parameters& parameters) {
  BootstrapOptions options;
  std::vector<SpecProblem> problems;
  const auto inner =
      find_component(parameters.text("of"), {}, evaluators_table(), "evaluator", problems);
  for (SpecProblem& wrong : problems) wrong.message = "bootstrap's of: " + wrong.message;
  if (!problems.empty()) throw SpecErrors(problems);
  for (const char* name : {"world", "ideal"}) {
    if (inner->description->name == name) {
      throw SpecErrors(fmt::format(
          "bootstrap's of: \"{}\" plays against the world and reads no log; there is nothing to "
          "resample",
          name));
    }
  }
  options.inner = inner->description->make(inner->parameters);
  options.inner_text = parameters.text("of");
  options.resamples = static_cast<std::uint64_t>(parameters.integer("resamples"));
  options.size = static_cast<std::uint64_t>(parameters.integer("size"));
  options.level = parameters.real("level");
  return std::make_shared<Bootstrap>(std::move(options));
}

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "bootstrap",
     .summary = "any evaluator on logs resampled from this one: its standard error and interval",
     .source = "thesis l. 4041; Efron, 1979",
     .parameters = {text("of", "s_bred{resamples=5}", "the evaluator, with its parameters")
                        .source("thesis l. 4041: S-BRED"),
                    integer("resamples", 200, "logs drawn from this one").at_least(1),
                    integer("size", 0, "records of a resampled log; 0: as many as the log has")
                        .at_least(0)
                        .at_most(4294967295.0),
                    real("level", 0.95, "of the interval [low, high]").above(0).below(1)}},
    make,
    "Any log whose records are exchangeable (a world that does not change) and what the inner "
    "evaluator is for. For learning algorithms mind `bias`: the interval is displaced by it."};

}  // namespace bootstrap

}  // namespace replaybench::evaluators
