#pragma once
// The three kinds of component, how each describes itself, and the tables of all that the build
// found in the folders algorithms/, evaluators/ and datasets/.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "suite/component/parameters.hpp"
#include "suite/model/agent.hpp"
#include "suite/model/ties.hpp"

namespace replaybench {

/// What an algorithm is told before the first interaction.
struct Problem {
  Action action_count = 0;
  std::size_t dimension = 0;
  std::uint64_t horizon = 0;  ///< 0: not known
  RewardRange rewards = RewardRange::real;
  std::shared_ptr<const Environment>
      environment;  ///< only for the policies that stand for an oracle; null on a real log
};

/// Thrown by a factory when the component cannot be used here (an oracle on a real log, say): the
/// plan prints why.
class NotApplicable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What all kinds of component tell about themselves. The folder, the namespace and `name` are the
/// same word.
struct ComponentDescription {
  std::string name;
  std::string summary;  ///< one line
  std::string source;   ///< thesis algorithm, section or paper
  int revision = 1;     ///< part of result keys: raise it when results change
  std::vector<ParameterInfo> parameters;
};

struct AlgorithmDescription : ComponentDescription {
  std::function<Agent(const Parameters&, const Problem&)> make;
  /// What rewards it can learn from; `make_agent` refuses others.
  RewardRange rewards = RewardRange::real;
  /// True for an algorithm that is known to learn from being asked. The conformance tests require
  /// that the state audit catches it, and nobody else.
  bool changes_when_asked = false;
  /// True for the one that writes a simulated log where nothing else is asked for.
  bool is_default_logging = false;
};

/// The streams of random numbers of one replicate; see suite/stream/stream.hpp for what each
/// depends on.
struct ReplicateStreams {
  StreamKey model;    ///< parameters of a simulator
  StreamKey live;     ///< contexts and rewards of direct play
  StreamKey log;      ///< contexts and rewards of the logged data
  StreamKey logging;  ///< actions of the logging policy
  StreamKey policy;   ///< draws of the evaluated algorithm
};

/// A data set: a simulator (gives environments), or a file (gives one log).
class Dataset {
 public:
  virtual ~Dataset() = default;
  /// A environment whose model is drawn from `model` (or fixed by a parameter) and whose steps are
  /// drawn from `environment`. Null for a file.
  virtual std::unique_ptr<Environment> environment(StreamKey model, StreamKey environment) const;
  /// The log of a file; null for a simulator.
  virtual std::shared_ptr<const Log> log() const;
  /// Identity of a file's content (SHA-256), part of result keys; empty for a simulator.
  virtual std::string content_digest() const { return {}; }
  /// What a reader must know before trusting a number from this data.
  virtual std::vector<std::string> warnings() const { return {}; }
};

struct DatasetDescription : ComponentDescription {
  std::function<std::shared_ptr<const Dataset>(const Parameters&)> make;
};

/// Stretch `index` (from 0) of a file that is cut into `count` stretches as equal as can be, one
/// after the other. A count of 0 stands for the whole file.
struct LogPart {
  std::uint64_t index = 0;
  std::uint64_t count = 0;
};

/// One replicate of an evaluation: everything an evaluator may use.
class Trial {
 public:
  /// `make_agent` builds a fresh agent for a problem; `logging` chooses the logged actions of a
  /// simulated log. `part` is what is read of a file; a simulator takes no notice of it.
  Trial(const Dataset& dataset, std::function<Agent(const Problem&)> make_agent,
        std::function<Agent(const Problem&)> logging, std::uint64_t horizon,
        ReplicateStreams streams, LogPart part = {});

  /// The log: `horizon` records written by the logging policy in the simulator, or the file's first
  /// `horizon` records, or its part's (all when 0; throws NotApplicable when there are fewer, or
  /// for a simulator when it is 0). Made at the first call.
  std::shared_ptr<const Log> log();
  /// Shows the records of `log()` in consecutive logs of `piece` records (the last may be shorter).
  /// A simulator's are written piece by piece and forgotten, so that millions of wide records need
  /// the memory of one piece; a file's log is shown as it is, whole. Throws as `log` does.
  void for_each_piece(std::uint64_t piece, const std::function<void(const Log&)>& show);
  /// A environment to play live, apart from the one that wrote the log but with the same model.
  /// Throws NotApplicable for a file.
  std::unique_ptr<Environment> environment() const;
  /// A fresh agent. O(state). Throws NotApplicable for an algorithm that is trained offline and has
  /// not been: `with_agent` gives a trial whose agents are.
  Agent agent() const;
  /// A fresh agent as the algorithm makes it, which may have to be trained before it is used.
  Agent untrained_agent() const;
  /// The same evaluation on another log (a resample of this one's, or a part whose actions are
  /// numbered anew), with the draws of `policy`. Its agents are made for that log's actions and
  /// features. O(1).
  Trial on(std::shared_ptr<const Log> log, StreamKey policy) const;
  /// The same evaluation of copies of `prepared`, over `horizon` steps where the environment is
  /// played. O(state).
  Trial with_agent(const Agent& prepared, std::uint64_t horizon) const;
  std::uint64_t horizon() const { return horizon_; }
  StreamKey policy() const { return streams_.policy; }

 private:
  Problem problem() const;
  Problem problem_of_dataset() const;
  void check_horizon(const Environment& environment) const;

  const Dataset& dataset_;
  std::function<Agent(const Problem&)> make_agent_;
  std::function<Agent(const Problem&)> logging_;
  std::uint64_t horizon_;
  ReplicateStreams streams_;
  LogPart part_;
  std::shared_ptr<const Log> log_;
  bool on_given_log_ = false;
  /// What does not depend on the log; made once, for this trial and all that `on` made of it.
  std::shared_ptr<std::optional<Problem>> problem_ = std::make_shared<std::optional<Problem>>();
  bool prepared_ = false;
};

/// One row of results: a step (a number of interactions or of accepted records) and one number a
/// column.
struct ResultRow {
  std::uint64_t step = 0;
  std::vector<double> values;
};

/// What an evaluator takes for granted about a log; what does not hold there becomes a warning of
/// `evaluate`.
struct LogAssumptions {
  bool uniform_actions = false;  ///< the logging policy chose uniformly, whatever the context
  bool constant_pool = false;    ///< the same actions were available at every record
  bool static_policy = false;    ///< the evaluated algorithm does not learn
  bool whole_horizon = false;    ///< as many interactions are replayed as the log has records
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual LogAssumptions assumptions() const { return {}; }
  /// Names of the numbers in each row, the same for every trial; "estimate" is first.
  virtual std::vector<std::string> columns() const = 0;
  /// Evaluates one replicate; appends one row, or one a checkpoint.
  virtual void evaluate(Trial& trial, std::vector<ResultRow>& rows) const = 0;
  /// What the numbers of `row` mean for somebody who has this log and this algorithm, in plain
  /// sentences: diagnostics first, then what to mind. `evaluate` prints them.
  virtual std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                           const ResultRow& row) const;
};

struct EvaluatorDescription : ComponentDescription {
  std::function<std::shared_ptr<const Evaluator>(const Parameters&)> make;
  /// For which logs and algorithms it is right, in a sentence or two.
  std::string applicability = {};
  /// True where its estimate is of the mean reward of the algorithm; of a static policy on a log of
  /// uniform choices it is then without bias, but for that of a ratio. The conformance tests
  /// require it.
  bool estimates_value = true;
  /// True where it plays the environment and reads no log: no part or resample of a log can be
  /// given to it.
  bool plays_environment = false;
  /// True for the one that measures an algorithm against a simulator where nothing else is asked
  /// for.
  bool is_default_live = false;
  /// True for the one that evaluates an algorithm on a log where nothing else is asked for.
  bool is_default_on_log = false;
};

// Generated by the build, sorted by name.
const std::vector<const AlgorithmDescription*>& algorithms_table();
const std::vector<const EvaluatorDescription*>& evaluators_table();
const std::vector<const DatasetDescription*>& datasets_table();

/// A component that a user named, with its validated parameters.
template <class Description>
struct Component {
  const Description* description = nullptr;
  Parameters parameters{{}};

  /// "lin_ucb{alpha=1, ...}": the same text for the same thing. O(parameters).
  std::string canonical() const { return description->name + parameters.canonical(); }
  /// The canonical text with the revision, for result keys: "lin_ucb#1{alpha=1, ...}".
  std::string identity() const {
    return description->name + "#" + std::to_string(description->revision) + parameters.canonical();
  }
};

/// The value of an algorithm's parameter "ties", a choice of "lowest" and "random".
inline Ties ties_of(const Parameters& parameters) {
  return parameters.text("ties") == "random" ? Ties::random : Ties::lowest;
}

/// The agent of an algorithm with its parameters, for a problem. Throws NotApplicable where the
/// algorithm cannot be used, or cannot learn from such rewards.
Agent make_agent(const Component<AlgorithmDescription>& algorithm, const Problem& problem);

/// The name of the one component of `table` with the property `is_default`, whose parameters have
/// their defaults. Throws std::logic_error unless there is exactly one. O(table).
template <class Description>
const std::string& default_name(const std::vector<const Description*>& table,
                                bool Description::*is_default) {
  const Description* found = nullptr;
  for (const Description* candidate : table) {
    if (!(candidate->*is_default)) continue;
    if (found)
      throw std::logic_error(found->name + " and " + candidate->name + " are both default");
    found = candidate;
  }
  if (!found) throw std::logic_error("no component is the default");
  return found->name;
}
/// The algorithm that writes a simulated log where nothing else is asked for.
inline const std::string& default_logging() {
  return default_name(algorithms_table(), &AlgorithmDescription::is_default_logging);
}
/// The evaluator that measures an algorithm against a simulator where nothing else is asked for.
inline const std::string& default_live() {
  return default_name(evaluators_table(), &EvaluatorDescription::is_default_live);
}
/// The evaluator for an algorithm on a log where nothing else is asked for.
inline const std::string& default_on_log() {
  return default_name(evaluators_table(), &EvaluatorDescription::is_default_on_log);
}

/// Finds the component that `text` names in a table and validates its parameters; what is wrong is
/// added to `problems`, and then nothing is returned.
template <class Description>
std::optional<Component<Description>> find_component(std::string_view text,
                                                     const SourcePlace& place,
                                                     const std::vector<const Description*>& table,
                                                     std::string_view kind,
                                                     std::vector<SpecProblem>& problems) {
  const std::size_t before = problems.size();
  const ComponentText written = parse_component(text, place, problems);
  if (problems.size() > before) return std::nullopt;
  std::vector<std::string> names;
  for (const Description* candidate : table) {
    names.push_back(candidate->name);
    if (candidate->name != written.name) continue;
    Component<Description> found{candidate,
                                 resolve_parameters(written, candidate->parameters, problems)};
    if (problems.size() > before) return std::nullopt;
    return found;
  }
  problems.push_back({place, "unknown " + std::string(kind) + " \"" + written.name + "\"" +
                                 suggestion(written.name, names)});
  return std::nullopt;
}

}  // namespace replaybench
