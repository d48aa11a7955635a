// Another simulator, whose logs two or three fixed policies write in turns. Live play is that of the simulator.
//
//   step t belongs to policy floor(t / turn) mod (number of policies)
//
// Logs of several loggers, as a platform has that changed its policy: Agarwal, Basu, Schnabel, Joachims 2017.

#include <memory>
#include <utility>
#include <vector>

#include "suite/component/inner_algorithm.hpp"
#include "suite/component/logging_turns.hpp"
#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"
#include "suite/model/wrapped_environment.hpp"

namespace replaybench::datasets::logger_turns {

namespace {

constexpr const char* name = "logger_turns";

class TakesTurns final : public WrappedEnvironment, public LoggingTurns {
 public:
  TakesTurns(std::unique_ptr<Environment> inner, std::vector<TurnOfLogger> loggers,
             std::uint64_t turn)
      : WrappedEnvironment(std::move(inner)), loggers_(std::move(loggers)), turn_(turn) {
    if (has_delays()) refuse_delays(name);
  }

  const std::vector<TurnOfLogger>& loggers() const override { return loggers_; }
  std::size_t logger_at(std::uint64_t step) const override {
    return step / turn_ % loggers_.size();
  }

 private:
  std::vector<TurnOfLogger> loggers_;
  std::uint64_t turn_;
};

struct Options {
  std::string of = "tabular";
  std::string first = "uniform_random";
  std::string second = "best_policy{epsilon=0.2}";
  std::string third;
  std::uint64_t turn = 100;
};

struct NamedLogger {
  std::string name;
  Component<AlgorithmDescription> algorithm;
};

class LoggerTurns final : public Dataset {
 public:
  LoggerTurns(std::shared_ptr<const Dataset> inner, std::vector<NamedLogger> loggers,
              std::uint64_t turn)
      : inner_(std::move(inner)), loggers_(std::move(loggers)), turn_(turn) {}

  std::unique_ptr<Environment> environment(StreamKey model, StreamKey environment) const override {
    auto inner = inner_->environment(model, environment);
    if (!inner) refuse_parameters(name, "`of` is a file: its records have been written");
    Problem problem;
    problem.action_count = inner->action_count();
    problem.dimension = inner->dimension();
    problem.rewards = inner->rewards();
    // For policies that know the model: it observes nothing.
    problem.environment = inner_->environment(model, environment);
    std::vector<TurnOfLogger> loggers;
    for (const NamedLogger& logger : loggers_) {
      Agent agent = make_inner_agent(name, logger.name, logger.algorithm, problem);
      if (agent.learns() || !agent.has_probabilities()) {
        refuse_parameters(name, logger.name + ": " + logger.algorithm.description->name +
                                    (agent.learns() ? " learns" : " has no probabilities") +
                                    "; a logging policy must be fixed, with known probabilities, "
                                    "as uniform_random or best_policy{epsilon=0.2}");
      }
      loggers.push_back({logger.name, std::move(agent)});
    }
    return std::make_unique<TakesTurns>(std::move(inner), std::move(loggers), turn_);
  }
  std::vector<std::string> warnings() const override { return inner_->warnings(); }

 private:
  std::shared_ptr<const Dataset> inner_;
  std::vector<NamedLogger> loggers_;
  std::uint64_t turn_;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  std::vector<NamedLogger> loggers;
  const auto add = [&](const char* parameter, const std::string& text) {
    if (!text.empty()) loggers.push_back({parameter, inner_algorithm(name, parameter, text)});
  };
  add("first", options.first);
  add("second", options.second);
  add("third", options.third);
  return std::make_shared<LoggerTurns>(inner_dataset(name, options.of), std::move(loggers),
                                       options.turn);
}

const auto parameters = bind_parameters<Options>(
    text(&Options::of, "of", "the simulator"),
    text(&Options::first, "first", "a fixed policy with known probabilities"),
    text(&Options::second, "second", "another one"),
    text(&Options::third, "third", "a third one; empty: there are two"),
    integer(&Options::turn, "turn", "steps before the next policy's turn").at_least(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "logger_turns",
     .summary = "another simulator, whose logs two or three fixed policies write in turns",
     .source = "Agarwal, Basu, Schnabel, Joachims 2017: logs of several loggers",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::logger_turns
