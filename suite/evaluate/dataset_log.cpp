#include "suite/evaluate/dataset_log.hpp"

#include <fmt/core.h>

#include "suite/component/registry.hpp"
#include "suite/component/replicate_streams.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

// Requires options that suit the data set; `environment` is null for a file.
void require_options(const std::string& name, const Dataset& dataset,
                     const Environment* environment, const DatasetLogOptions& options) {
  if (environment) {
    if (options.records == 0) {
      throw SpecErrors(option("dataset") + ": " + name +
                       " is a simulator and has no log of its own: " + option("records") +
                       " says how many records are written");
    }
    if (environment->length() > 0 && options.records > environment->length()) {
      throw SpecErrors(fmt::format("{}: {} records of {}, which has {} steps", option("records"),
                                   options.records, name, environment->length()));
    }
    return;
  }
  if (!options.logging.empty()) {
    throw SpecErrors(option("logging") + ": " + name + " is a log already: no policy writes it");
  }
  const std::size_t records = dataset.log()->size();
  if (options.records > records) {
    throw SpecErrors(fmt::format("{}: {} records of {}, which has {}", option("records"),
                                 options.records, name, records));
  }
}

}  // namespace

DatasetLog open_dataset_log(const std::string& dataset, const DatasetLogOptions& options) {
  std::vector<SpecProblem> problems;
  const auto found =
      find_component(dataset, {option("dataset"), 1, 1}, datasets_table(), "data set", problems);
  const auto logging =
      find_component(options.logging.empty() ? default_logging() : options.logging,
                     {option("logging"), 1, 1}, algorithms_table(), "algorithm", problems);
  if (!problems.empty()) throw SpecErrors(problems);
  const auto made = found->description->make(found->parameters);
  const auto streams = streams_of_replicate({.seed = options.seed,
                                             .dataset = found->identity(),
                                             .logging = logging->identity(),
                                             .algorithm = {}},
                                            0);
  const auto environment = made->environment(streams.model, streams.log);
  require_options(found->canonical(), *made, environment.get(), options);

  const auto policy = [&](const Problem& problem) { return make_agent(*logging, problem); };
  Trial trial(*made, policy, policy, options.records, streams);
  DatasetLog result{found->canonical(), {}};
  InputLog& input = result.input;
  if (environment) {
    if (trial.untrained_agent().learns()) {
      throw SpecErrors(option("logging") + ": " + logging->canonical() +
                       " learns; a logging policy must not change while it writes the log");
    }
    input.log = trial.log();
  } else {
    input.log = made->log();
    if (options.records > 0) {
      input.log = std::make_shared<const Log>(input.log->first_records(options.records));
    }
  }
  if (const ReadReport* const report = made->report()) {
    static_cast<ReadReport&>(input) = *report;
  } else {
    input.warnings = made->warnings();
  }
  if (environment) {
    input.generated =
        fmt::format("in a simulator, by {}, seed {}", logging->canonical(), options.seed);
  }
  const std::size_t records = input.log->size();
  if (input.lines == 0) input.lines = records;
  if (!input.clusters.empty()) input.clusters.resize(records);
  if (!input.segments.empty()) input.segments.resize(records);
  return result;
}

}  // namespace replaybench
