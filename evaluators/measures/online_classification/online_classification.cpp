// The classification problem of classify-to-recommend put to a learning algorithm, one record after
// the other. The thesis describes it and discards it as an evaluator of learning algorithms; here
// it is to show why.
//
// Source: thesis appendix B, B.2.1 (p. 238) and B.3 (p. 241).
//   S_1, T, K   the log's rewarded records, its records, its actions
//   problem = clicks (P_1)      the records of S_1 are offered
//             all (P_{1+0})     all T are; one without a reward has no class and is never a hit
//   feedback = full     the label (the logged action, reward 1) is learned for any answer
//              hit      only when the answer was right (appendix B.3, p. 241)
//   misses = silent     nothing is learned from a wrong answer (the thesis: the algorithm "would
//   only
//                       get to see" its hits)
//            zero       the algorithm's own answer is learned with reward 0
//   estimate    K hits / T, which for a static policy is c2r's
//
// Faults of this method (thesis, appendix B.3, p. 241):
//   full   no exploration is needed, because every label is seen. Only the ability to learn is
//   measured.
//   hit    another problem than the recommendation; all that is learned are rewards of 1, so that
//   the
//          mean of every action that was ever learned is 1; and few records are learned from, a
//          fraction g_A / K of the log (g_A the reward of the *evaluated* algorithm, not of the
//          logging policy as printed), where replay has 1/K.
// With problem = all, feedback = hit, misses = zero the rewards have the distribution of a bandit
// whose rewards are divided by K, over T interactions: not in the thesis.
//
// Columns: estimate; hit_rate, hits / asked; hits; asked, the records offered; learned, the records
// learned from; learnt_share, learned / T; records.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::online_classification {

namespace {

struct OnlineOptions {
  bool only_clicks = true;
  bool full_feedback = true;
  bool learns_misses = false;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn hit_rate = add("hit_rate");
  RowColumn hits = add("hits", Role::count);
  RowColumn asked = add("asked", Role::count);
  RowColumn learnt = add("learnt", Role::count);
  RowColumn learnt_share = add("learnt_share");
  RowColumn records = add(Role::records);
} result{};

class OnlineClassification final : public Evaluator {
 public:
  explicit OnlineClassification(const OnlineOptions& options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true};
  }
  const RowSchema& schema() const override { return result; }
  /// One row whose step is the size of the log. O(asked) choices. Throws NotApplicable if the
  /// pool changes or a reward is neither 0 nor 1.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    if (log->has_pools()) {
      throw NotApplicable("online_classification: the pool of actions changes: there is no K");
    }
    if (log->reward_range() != RewardRange::binary) {
      throw NotApplicable("online_classification: rewards other than 0 and 1 make no classes");
    }
    Agent agent = trial.agent();
    const ActionSet actions = ActionSet::all(log->action_count);
    std::uint64_t asked = 0;
    std::uint64_t hits = 0;
    std::uint64_t learnt = 0;
    ContextReader contexts(*log);
    for (std::size_t i = 0; i < log->size(); ++i) {
      const bool has_class = log->rewards[i] != 0;
      if (!has_class && options_.only_clicks) continue;
      const Context context = contexts[i];
      Draws draws(trial.policy_stream(), i);
      const Action answer = agent.choose(context, actions, draws);
      const bool hit = has_class && answer == log->actions[i];
      ++asked;
      if (hit) ++hits;
      const bool learns_label = hit || (has_class && options_.full_feedback);
      const bool learns_miss = !hit && options_.learns_misses;
      if (learns_miss) agent.update(context, actions, answer, 0);
      if (learns_label) agent.update(context, actions, log->actions[i], 1);
      if (learns_miss || learns_label) ++learnt;
    }
    const double n = static_cast<double>(log->size());
    const double right = static_cast<double>(hits);
    rows.push_back(result.row(
        log->size(),
        {result.estimate(n == 0 ? 0 : log->action_count * right / n),
         result.hit_rate(asked == 0 ? 0 : right / static_cast<double>(asked)), result.hits(right),
         result.asked(asked), result.learnt(learnt),
         result.learnt_share(n == 0 ? 0 : static_cast<double>(learnt) / n), result.records(n)}));
  }

 private:
  OnlineOptions options_;
};

std::shared_ptr<const Evaluator> make(const OnlineOptions& options) {
  return std::make_shared<OnlineClassification>(options);
}

const auto parameters = bind_parameters<OnlineOptions>(
    choice(&OnlineOptions::only_clicks, "problem", {{"clicks", true}, {"all", false}},
           "P_1: the rewarded records; P_{1+0}: all, those without a reward having no class")
        .source("thesis, appendix B.2.1 (p. 238)"),
    choice(&OnlineOptions::full_feedback, "feedback", {{"full", true}, {"hit", false}},
           "the label is learned after every answer, or only after a right one")
        .source("thesis, appendix B.3 (p. 241)"),
    choice(&OnlineOptions::learns_misses, "misses", {{"silent", false}, {"zero", true}},
           "after a wrong answer nothing is learned about it, or that its reward was 0")
        .source("not in the thesis"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "online_classification",
     .group = Group::prediction_measures,
     .summary = "classify-to-recommend's classification problem, put to a learning algorithm "
                "record by record",
     .source = "thesis appendix B, B.2.1 (p. 238) and B.3 (p. 241)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "To see why it does not replace replay for learning algorithms: without exploration "
         "(full) or on another problem and on less data (hit). For a static policy it is c2r.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::online_classification
