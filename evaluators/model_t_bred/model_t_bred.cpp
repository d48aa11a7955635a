// Entangled validation of an algorithm that is trained by a model: the model answers every choice, and held-out records of
// the log, interleaved with its answers, estimate the algorithm's reward.
//
// Source: thesis, appendix A.5.2 (p. 232), two paragraphs; the conclusion (p. 205).
//
//   "left aside for testing"   tau T tests, drawn again in each of B resamples
//   "we could build a model"   a ridge regression for each action on the other records
//                              (suite/estimation/linear_reward_model.hpp); the text leaves it open
//   "fully labeled records"    contexts of training records, drawn with replacement; the reward of
//                              the chosen action is drawn from the model
//   "between the validation milestones"  the tests have distinct slots, uniformly among all
//
// Nothing is rejected but tests, of which one in K is accepted: so that about T interactions are
// simulated, a resample has T - tau T / K taught slots beside its tests (if pools change, K is the
// harmonic mean of their sizes). Accepted tests teach too, with their real reward, as in T-BRED.
// G and N count only tests. Errors of the model can therefore mislead the algorithm, which lowers the
// estimate; a model with less noise than the log can make it learn faster than live, which raises the
// estimate (the print's own warning).
//
// Columns: estimate, standard_error, empty, training, overfitting and tested as t_bred's (training:
// mean reward that the model gave); interactions: taught slots and accepted tests of a resample.
//
// B T chooses, and B fits of O(T d^2 + K d^3): about a K-th of t_bred.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/linear_reward_model.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/resample/pass.hpp"

namespace replaybench::evaluators::model_t_bred {

namespace {

struct ModelTBredOptions {
  std::uint64_t resamples = 100;  ///< B, >= 1
  double tau = 0.1;               ///< in (0, 1)
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn interactions = add("interactions");
  RowColumn tested = add("tested", Role::count);
  RowColumn empty = add("empty", Role::count);
  RowColumn training = add("training");
  RowColumn overfitting = add("overfitting");
} result{};

// One resample, slot by slot.
class TaughtPass {
 public:
  TaughtPass(Agent agent, const Log& log, const PassKeys& keys)
      : agent_(std::move(agent)), log_(log), contexts_(log), keys_(keys), accepted_(log.size()) {}

  void teach(std::uint64_t slot, std::uint32_t record, const estimation::LinearRewardModel& model) {
    const Context context = contexts_[record];
    const ActionSet actions = log_.available(record);
    const Action action = chosen(slot, context, actions);
    Draws rewards(keys_.noise, slot);
    const double reward = model.draw(context, action, rewards);
    agent_.update(context, actions, action, reward);
    tally_.training.accept(1, reward);
  }
  void test(std::uint64_t slot, std::uint32_t record, double weight) {
    const Record logged = contexts_.record(record);
    ++tally_.sums.records;
    if (chosen(slot, logged.context, logged.actions) != logged.action) return;
    agent_.update(logged.context, logged.actions, logged.action, logged.reward);
    tally_.sums.accept(weight, logged.reward);
    accepted_[record] = 1;
  }
  const Tally& tally() const { return tally_; }
  std::span<const std::uint32_t> accepted() const { return accepted_; }

 private:
  Action chosen(std::uint64_t slot, const Context& context, const ActionSet& actions) const {
    Draws draws(keys_.policy, slot);
    return agent_.choose(context, actions, draws);
  }

  Agent agent_;
  const Log& log_;
  ContextReader contexts_;
  PassKeys keys_;
  Tally tally_;
  std::vector<std::uint32_t> accepted_;
};

class ModelTBred final : public Evaluator {
 public:
  explicit ModelTBred(ModelTBredOptions options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true, .whole_horizon = true};
  }
  const RowSchema& schema() const override { return result; }
  /// One row. Throws NotApplicable when tau T is below 1 or leaves nothing to learn from.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const std::size_t tests = estimation::test_count(options_.tau, log->size());
    const double actions = estimation::expanded_size(*log, 0) / static_cast<double>(log->size());
    const auto taught = static_cast<std::uint64_t>(
        std::floor(static_cast<double>(log->size()) - static_cast<double>(tests) / actions + 0.5));
    const std::uint64_t slots = taught + tests;
    estimation::require_slots(slots, tests);
    const Agent fresh = trial.agent();
    std::vector<std::uint32_t> records(log->size());
    std::iota(records.begin(), records.end(), 0);
    std::vector<std::uint32_t> slot_record(slots);
    std::vector<std::uint8_t> tested(slots);
    estimation::EntangledStatistics total(*log, {});
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
      const EntangledSplit split =
          total.splits().split(records, tests, replicate_key(keys.records, 0));
      const estimation::LinearRewardModel model(*log, split.training);
      EntangledSource source(
          split.tests,
          std::make_unique<PlainTraining>(make_source(Drawing::with_replacement, split.training,
                                                      taught, replicate_key(keys.records, 1))),
          slots, replicate_key(keys.records, 2));
      source.fill_slots(slot_record, tested);
      TaughtPass pass(fresh, *log, keys);
      for (std::uint64_t slot = 0; slot < slots; ++slot) {
        if (tested[slot]) {
          pass.test(slot, slot_record[slot], total.splits().copies(slot_record[slot]));
        } else {
          pass.teach(slot, slot_record[slot], model);
        }
      }
      total.add(pass.tally(), pass.accepted(), split.tests);
    }
    const auto& c = estimation::EntangledStatistics::columns();
    const ResultRow row = total.row(log->size());
    rows.push_back(
        result.row(log->size(),
                   {result.estimate(row[c.estimate]), result.standard_error(row[c.standard_error]),
                    result.interactions(static_cast<double>(taught) + row[c.tested]),
                    result.tested(row[c.tested]), result.empty(row[c.empty]),
                    result.training(row[c.training]), result.overfitting(row[c.overfitting])}));
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log&, const Agent& agent,
                                   const ResultRow& row) const override {
    if (row[result.tested] == 0) {
      return {
          "no test was accepted in any resample: the estimate is 0 by convention and means "
          "nothing; more resamples, a larger tau or a larger log"};
    }
    if (!agent.learns()) return {"a static policy needs no teaching: red_inf gives the same"};
    return {fmt::format("overfitting {:+.4f}: the model paid the algorithm {:.4f}. Above zero the "
                        "model flatters what was learned on it; below, it knows less than the log",
                        row[result.overfitting], row[result.training]),
            estimation::tested_rewards_remark()};
  }

 private:
  ModelTBredOptions options_;
};

std::shared_ptr<const Evaluator> make(const ModelTBredOptions& options) {
  return std::make_shared<ModelTBred>(options);
}

const auto parameters = bind_parameters<ModelTBredOptions>(
    estimation::resamples_parameter(&ModelTBredOptions::resamples,
                                    "B, resamples, each with other tests and a model of its own"),
    real(&ModelTBredOptions::tau, "tau", "share of the records that are tests in a resample")
        .above(0)
        .below(1)
        .source("thesis, figure A.3 (appendix A.4.1, p. 225): 10%"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "model_t_bred",
     .group = Group::bred,
     .summary = "entangled validation of an algorithm that learns from a model of the rewards",
     .source = "thesis, appendix A.5.2 (p. 232)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "For research on entangled validation, where a linear model of the rewards "
                      "can be right. Where it is wrong the algorithm learns what is not so, and "
                      "the estimate is too low: compare with t_bred."}};

}  // namespace replaybench::evaluators::model_t_bred
