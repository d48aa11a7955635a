#include "evaluators/renumbered/renumbered.hpp"

#include <limits>
#include <numeric>

#include "suite/component/basis.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators::renumbered {

namespace {

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

}  // namespace

Trial Renumbered::numbered(Trial& trial) const {
  Log log = *trial.log();
  // Apart from the keys of other evaluators' passes: see keys_of_pass.
  constexpr std::uint64_t stream = std::uint64_t{1} << 52;
  renumber_actions(
      log, by_ == NumberedBy::appearance
               ? numbers_by_appearance(log)
               : numbers_by_chance(log.action_count, replicate_key(trial.policy_stream(), stream)));
  return trial.with_renumbered_log(std::make_shared<const Log>(std::move(log)),
                                   trial.policy_stream());
}

void Renumbered::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  if (by_ == NumberedBy::name) return inner_->evaluate(trial, rows);
  Trial anew = numbered(trial);
  inner_->evaluate(anew, rows);
}

EstimateBasis Renumbered::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  if (by_ == NumberedBy::name) return inner_->evaluate_with_basis(trial, rows);
  Trial anew = numbered(trial);
  return inner_->evaluate_with_basis(anew, rows);
}

namespace {

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
     .applicability = "Any log, and what the inner evaluator is for. Numbered at random, ties by "
                      "the lowest number "
                      "are ties at random for an algorithm that is otherwise deterministic. Not "
                      "for an algorithm "
                      "whose "
                      "parameters name actions by number: it becomes another policy.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::renumbered
