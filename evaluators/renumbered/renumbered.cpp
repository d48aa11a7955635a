// Another evaluator on the same log, with the actions numbered otherwise.
//
// Source: ours; thesis, algorithm 1 (section 1.4.3, p. 21): ties "broken arbitrarily". No estimate
// should depend on the numbers of the actions. It does if ties go to the lowest number and the
// numbers follow the log: an algorithm that tries each action once, from the lowest
// on, then requests the actions in the order in which the log offers them. Readers of logs number by
// name for that reason (suite/log/action_numbering.hpp); with this evaluator the difference can be
// measured (experiments/beyond/action_numbering).
//
//   by = appearance   from 0 on as they come: at each record the logged action, then its pool's that
//                     are new, in the order of their numbers; then those in no record
//   by = chance       a uniformly random permutation, drawn from the policy's stream
//   by = name         left as they are
//
// An action that is named (fixed_action{action="item14"}) stays the same one; in a simulated log,
// whose actions have no names, a number means the new number. An algorithm that knows the
// environment is refused, except for by = name.

#include <limits>
#include <numeric>

#include "suite/component/basis.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators::renumbered {

namespace {

enum class NumberedBy { appearance, chance, name };

std::vector<Action> numbers_by_appearance(const Log& log) {
  constexpr Action none = std::numeric_limits<Action>::max();
  std::vector<Action> number_of(log.action_count, none);
  Action next = 0;
  const auto number = [&](Action action) {
    if (number_of[action] == none) number_of[action] = next++;
  };
  for (std::size_t i = 0; i < log.size(); ++i) {
    number(log.actions[i]);
    if (!log.has_pools() || (i > 0 && log.pools[i] == log.pools[i - 1])) continue;
    const ActionSet pool = log.available(i);
    for (Action k = 0; k < pool.size(); ++k) number(pool[k]);
  }
  for (Action action = 0; action < log.action_count; ++action) number(action);
  return number_of;
}

std::vector<Action> numbers_by_chance(Action action_count, StreamKey key) {
  std::vector<Action> number_of(action_count);
  std::iota(number_of.begin(), number_of.end(), Action{0});
  WordStream words(key, 0);
  for (Action i = action_count; i > 1; --i) std::swap(number_of[i - 1], number_of[words.below(i)]);
  return number_of;
}

class Renumbered final : public Evaluator {
 public:
  Renumbered(std::shared_ptr<const Evaluator> inner, NumberedBy by)
      : inner_(std::move(inner)), by_(by) {}

  LogAssumptions assumptions() const override { return inner_->assumptions(); }
  /// The inner evaluator's columns, and its rows.
  const RowSchema& schema() const override { return inner_->schema(); }
  /// The cost and memory of the inner evaluator, and a copy of the log. Throws NotApplicable if
  /// the inner evaluator does, and for an algorithm that knows the environment.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    if (by_ == NumberedBy::name) return inner_->evaluate(trial, rows);
    Trial anew = numbered(trial);
    inner_->evaluate(anew, rows);
  }
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    if (by_ == NumberedBy::name) return inner_->evaluate_with_basis(trial, rows);
    Trial anew = numbered(trial);
    return inner_->evaluate_with_basis(anew, rows);
  }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    return inner_->remarks(log, agent, row);
  }

 private:
  /// The log with renumbered actions.
  Trial numbered(Trial& trial) const {
    Log log = *trial.log();
    constexpr std::uint64_t stream = std::uint64_t{1} << 52;
    renumber_actions(log, by_ == NumberedBy::appearance
                              ? numbers_by_appearance(log)
                              : numbers_by_chance(log.action_count,
                                                  replicate_key(trial.policy_stream(), stream)));
    return trial.with_renumbered_log(std::make_shared<const Log>(std::move(log)),
                                     trial.policy_stream());
  }
  std::shared_ptr<const Evaluator> inner_;
  NumberedBy by_;
};

struct UserOptions {
  std::string of = "replay";
  NumberedBy by = NumberedBy::chance;
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  return std::make_shared<Renumbered>(
      estimation::make_evaluator(estimation::inner_evaluator(
          "renumbered", "of", written.of, "there are no records to number anew")),
      written.by);
}

const auto parameters = bind_parameters<UserOptions>(
    estimation::of_parameter(&UserOptions::of),
    choice(&UserOptions::by, "by",
           {{"chance", NumberedBy::chance},
            {"appearance", NumberedBy::appearance},
            {"name", NumberedBy::name}},
           "numbers at random; in the order in which the actions appear in the log, which couples "
           "ties by the lowest to it; or left as they are"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "renumbered",
     .group = Group::wrappers,
     .summary = "any evaluator with the actions numbered at random or by appearance in the log",
     .source = "ours; thesis, algorithm 1 (section 1.4.3, p. 21): ties broken arbitrarily",
     .revision = 2,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Any log, and what the inner evaluator is for. Numbered at random, ties by the lowest "
         "number are ties at random for an algorithm that is otherwise deterministic. Not for an "
         "algorithm whose parameters name actions by number: it becomes another policy.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::renumbered
