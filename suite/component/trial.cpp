#include "suite/component/trial.hpp"

#include <algorithm>

#include "suite/component/write_log.hpp"
#include "suite/model/stop.hpp"
#include "suite/text/option.hpp"

namespace replaybench {

Trial::Trial(const Dataset& dataset, std::function<Agent(const Problem&)> make_agent,
             std::function<Agent(const Problem&)> logging, std::uint64_t horizon,
             ReplicateStreams streams, LogSlice slice)
    : dataset_(dataset),
      make_agent_(std::move(make_agent)),
      logging_(std::move(logging)),
      horizon_(horizon),
      streams_(streams),
      slice_(slice) {}

std::shared_ptr<const Log> Trial::log() {
  require_kind(LogKind::actions);
  return log_;
}

std::shared_ptr<const SlateLog> Trial::slates() {
  require_kind(LogKind::slates);
  return log_->slates;
}

std::shared_ptr<const DoseLog> Trial::doses() {
  require_kind(LogKind::doses);
  return log_->doses;
}

void Trial::require_kind(LogKind kind) {
  const LogKind found = any_log()->kind();
  if (found == kind) return;
  throw NotApplicable("this evaluator reads logs of " + std::string(log_kind_names[kind]) +
                      ", and this is a log of " + std::string(log_kind_names[found]) +
                      "; `replaybench describe` says what an evaluator reads");
}

std::shared_ptr<const Log> Trial::any_log() {
  if (log_) return log_;
  if (auto environment = dataset_.environment(streams_.model, streams_.log)) {
    check_horizon(*environment);
    const Agent logging = logging_(problem());
    const auto write = [&](Log spare) {
      return write_log(*environment, logging, horizon_, streams_.logging, 0, std::move(spare));
    };
    log_ =
        shared_logs_ ? shared_logs_->get(log_key(), write) : std::make_shared<const Log>(write({}));
    // Records of several loggers have the probabilities of each as columns.
    if (logging.has_probabilities() && !log_->has_loggers())
      writer_ = std::make_shared<const Agent>(logging);
  } else {
    log_ = dataset_.log();
    if (slice_.count > 0) {
      const auto begin_of = [&](std::uint64_t index) {
        return log_->size() * index / slice_.count;
      };
      const std::uint64_t first = begin_of(slice_.index);
      log_ = std::make_shared<const Log>(log_->range(first, begin_of(slice_.index + 1) - first));
    }
    if (horizon_ > log_->size()) {
      throw NotApplicable("the log has " + std::to_string(log_->size()) +
                          " records, the horizon is " + std::to_string(horizon_));
    }
    if (horizon_ > 0) log_ = std::make_shared<const Log>(log_->first_records(horizon_));
  }
  return log_;
}

SharedLogs::Key Trial::log_key() const {
  return {streams_.model.value, streams_.live.value, streams_.log.value, streams_.logging.value,
          horizon_};
}

void Trial::check_horizon(const Environment& environment) const {
  if (horizon_ == 0) throw NotApplicable("a simulated log needs a horizon");
  if (environment.length() > 0 && horizon_ > environment.length()) {
    throw NotApplicable("the environment has " + std::to_string(environment.length()) +
                        " steps, the horizon is " + std::to_string(horizon_));
  }
}

namespace {

// Bytes of one record in a log with dense contexts.
std::uint64_t bytes_of_record(const Environment& environment) {
  return sizeof(double) * (environment.dimension() + environment.hidden_dimension() + 2) +
         2 * sizeof(std::uint32_t);
}

}  // namespace

void Trial::for_each_chunk(std::uint64_t size, std::uint64_t unit,
                           const std::function<void(const Log&)>& visit) {
  const auto environment = log_ ? nullptr : dataset_.environment(streams_.model, streams_.log);
  if (!environment) return visit(*log());
  check_horizon(*environment);
  if (shared_logs_) {
    if (const auto kept = shared_logs_->find(log_key())) return visit(*kept);
    if (!environment->has_sparse_contexts() &&
        shared_logs_->would_keep(bytes_of_record(*environment) * horizon_)) {
      return visit(*log());
    }
  }
  const Agent logging = logging_(problem());
  if (size > max_chunk_) size = std::max(unit, max_chunk_ / unit * unit);
  for (std::uint64_t first = 0; first < horizon_; first += size) {
    visit(write_log(*environment, logging, std::min(size, horizon_ - first), streams_.logging,
                    first));
  }
}

Trial Trial::with_log(std::shared_ptr<const Log> log, StreamKey policy) const {
  Trial other = *this;
  other.horizon_ = log->size();
  other.streams_.policy = policy;
  other.log_ = std::move(log);
  other.writer_ = nullptr;
  other.on_given_log_ = true;
  return other;
}

Trial Trial::with_renumbered_log(std::shared_ptr<const Log> log, StreamKey policy) const {
  Trial other = with_log(std::move(log), policy);
  other.renumbered_ = true;
  return other;
}

Trial Trial::with_agent(const Agent& prepared, std::uint64_t horizon) const {
  Trial other = *this;
  other.make_agent_ = [prepared](const Problem&) { return prepared; };
  other.horizon_ = horizon;
  other.prepared_ = true;
  other.algorithm_ = nullptr;
  return other;
}

std::unique_ptr<Environment> Trial::environment() const {
  auto environment = dataset_.environment(streams_.model, streams_.live);
  if (!environment) throw NotApplicable("this data set is a file: it cannot be played live");
  if (horizon_ > 0) check_horizon(*environment);
  return environment;
}

Problem Trial::problem() const {
  if (!*problem_) *problem_ = problem_of_dataset();
  Problem problem = **problem_;
  problem.horizon = horizon_ > 0 || problem.environment ? horizon_ : records_of_file();
  if (on_given_log_) {
    problem.action_count = log_->action_count;
    problem.dimension = log_->dimension;
    problem.action_names = action_names_of(log_);
    problem.target_names.clear();
    for (const TargetPolicy& target : log_->targets) problem.target_names.push_back(target.name);
  }
  if (renumbered_) problem.environment = nullptr;
  return problem;
}

// Number of the file's records, or of its slice, without making the log.
std::uint64_t Trial::records_of_file() const {
  if (log_) return log_->size();
  const std::uint64_t records = dataset_.log()->size();
  if (slice_.count == 0) return records;
  return records * (slice_.index + 1) / slice_.count - records * slice_.index / slice_.count;
}

Problem Trial::problem_of_dataset() const {
  Problem problem;
  if (std::shared_ptr<Environment> environment =
          dataset_.environment(streams_.model, streams_.live)) {
    problem.action_count = environment->action_count();
    problem.dimension = environment->dimension();
    problem.rewards = environment->rewards();
    problem.environment = std::move(environment);
  } else {
    problem = problem_of_log(dataset_.log(), 0);
  }
  return problem;
}

Agent Trial::agent() const { return trained(untrained_agent()); }

Agent Trial::fixed_policy() const { return trained(made_agent()); }

Agent Trial::trained(Agent agent) const {
  if (!prepared_ && agent.is_trained_offline()) {
    throw NotApplicable(
        "this algorithm is trained offline: use `trained` with this evaluator as its `of`, or "
        "another evaluator that trains it on the first part of the log (`replaybench list "
        "evaluators`)");
  }
  return agent;
}

Agent Trial::untrained_agent() const {
  Agent agent = made_agent();
  if (!agent.given_target().empty()) {
    throw NotApplicable("the policy \"" + std::string(agent.given_target()) +
                        "\" is given by columns of the log: its probabilities are known, but it "
                        "cannot be asked to choose; use an evaluator of fixed policies, "
                        "such as snips (`replaybench list evaluators`); if the log has no "
                        "propensities, " +
                        option("propensities", "frequency") + " estimates them");
  }
  return agent;
}

Agent Trial::made_agent() const {
  stop_point();  // each pass begins here
  return make_agent_(prepared_ ? Problem{} : problem());
}

}  // namespace replaybench
