#include "suite/rehearsal/rehearsal.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "suite/evaluate/log_facts.hpp"
#include "suite/model/pool.hpp"
#include "suite/offpolicy/shared_fits.hpp"
#include "suite/rehearsal/candidates.hpp"
#include "suite/rehearsal/choice.hpp"
#include "suite/rehearsal/opinions.hpp"
#include "suite/rehearsal/selection_rules.hpp"
#include "suite/rehearsal/twin.hpp"
#include "suite/rehearsal/twin_checks.hpp"
#include "suite/rehearsal/twin_model.hpp"
#include "suite/rehearsal/twin_world.hpp"

namespace replaybench::rehearsal {

namespace {

constexpr std::uint64_t twins_at_once = 10;  // of each kind, before the time is looked at
constexpr std::uint64_t min_twins = 20;
constexpr std::uint64_t min_twins_of_learners = 4;

// The results on one twin.
struct EvaluatedTwin {
  std::vector<std::vector<TwinEstimate>> estimates;  // by subject and evaluator
  std::vector<WeightLaw> weights;                    // by policy of the log
};

// The subjects of a rehearsal are its policies, or algorithms that are played live. The policies of the log, along which
// its twins are tilted, are the subjects in the first case, and greedy ones in the second.
class RehearsalWork {
 public:
  // `learners`: the algorithms that are played live; none: the subjects are the policies of the log.
  RehearsalWork(RehearsedLog of, std::span<const Component<AlgorithmDescription>> learners,
                std::span<const Component<EvaluatorDescription>> evaluators,
                const RehearsalNames& names, const EvaluatedSegment& whole,
                const RehearsalOptions& options)
      : of_(std::move(of)),
        plays_live_(!learners.empty()),
        evaluators_(evaluators),
        names_(names.evaluators),
        subjects_(names.policies),
        whole_(whole),
        options_(options),
        models_(plays_live_ ? twin_models_of_learners(of_, options.seed, options.jobs)
                            : twin_models(of_, options.seed, options.jobs)),
        algorithms_(learners.begin(), learners.end()) {
    for (const auto& evaluator : evaluators) {
      canonical_.push_back(evaluator.canonical());
      assumptions_.push_back(assumptions_of(evaluator));
      model_classes_.push_back(model_class_of(evaluator));
    }
    if (plays_live_) return;
    for (const std::string& policy : of_.policies) {
      algorithms_.push_back(algorithm_of_target(policy));
    }
  }

  Rehearsal run() {
    Rehearsal result;
    result.records = of_.records;
    result.rehearsed_records = of_.log->size();
    result.logging_known_by = of_.logging_known_by;
    result.logging_is_modelled = of_.logging_is_modelled;
    result.live_plays = plays_live_ ? options_.live_plays : 0;
    for (const TwinModel& model : models_) result.kinds.push_back(checked_kind(of_, model));
    evaluate_twins();
    result.twins = twins_.front().size();
    check_kinds(result);
    for (std::size_t j = 0; j < subjects_.size(); ++j) {
      result.policies.push_back(judged(j, result.kinds));
    }
    add_orders(result);
    return result;
  }

 private:
  const Evaluation* on_log(std::size_t policy, std::size_t evaluator) const {
    const EvaluatedPair& pair = whole_.pairs[evaluator * subjects_.size() + policy];
    return pair.evaluation && pair.evaluation->estimates_value ? &*pair.evaluation : nullptr;
  }

  EvaluatedTwin evaluated(const TwinMaker& maker, StreamKey key) const {
    const Twin twin = maker.make(key);
    EvaluatedTwin result;
    const LogFacts facts(twin.log, twin.clusters);
    const offpolicy::SharedFits fits(twin.log);
    for (std::size_t j = 0; j < of_.policies.size(); ++j) {
      result.weights.push_back(weight_law(*twin.log, j));
    }
    const auto values = plays_live_ ? live_values(of_, maker, twin, algorithms_,
                                                  options_.live_plays, replicate_key(key, 3))
                                    : twin.values;
    // Draws of a learner are part of its error, and differ from twin to twin.
    const std::uint64_t seed = plays_live_ ? replicate_key(key, 4).value : options_.seed;
    for (std::size_t j = 0; j < subjects_.size(); ++j) {
      result.estimates.emplace_back(evaluators_.size());
      for (std::size_t m = 0; m < evaluators_.size(); ++m) {
        if (!on_log(j, m) || !std::isfinite(values[j])) continue;
        TwinEstimate& of = result.estimates[j][m];
        of.value = values[j];
        try {
          const Evaluation evaluation =
              evaluate(facts, algorithms_[j], evaluators_[m], {.seed = seed});
          of.estimate = evaluation.estimate;
          of.low = evaluation.interval.low;
          of.high = evaluation.interval.high;
          of.withheld = !evaluation.withheld.empty();
        } catch (const Error&) {
          // The estimate stays unknown, and the candidate is not rated.
        }
      }
    }
    if (options_.done) ++*options_.done;
    return result;
  }

  void evaluate_twins() {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t least = plays_live_ ? min_twins_of_learners : min_twins;
    const std::uint64_t at_once =
        plays_live_ ? std::max<std::uint64_t>(1, options_.jobs / models_.size()) : twins_at_once;
    const std::uint64_t wanted = std::max(options_.twins, min_twins);
    if (options_.of) *options_.of = wanted * models_.size();
    std::vector<TwinMaker> makers;
    std::vector<StreamKey> keys;
    for (const TwinModel& model : models_) {
      makers.emplace_back(of_, model);
      keys.push_back(derive_key(options_.seed, "rehearsal", model.name, "evaluate"));
    }
    twins_.resize(models_.size());
    SharedPool pool(options_.jobs);
    for (std::uint64_t made = 0; made < wanted;) {
      const std::uint64_t count = std::min(at_once, wanted - made);
      for (auto& of_kind : twins_) of_kind.resize(made + count);
      pool->for_each(count * models_.size(), [&](std::uint64_t number) {
        const std::size_t kind = number % models_.size();
        const std::uint64_t r = made + number / models_.size();
        twins_[kind][r] = evaluated(makers[kind], replicate_key(keys[kind], r));
      });
      made += count;
      const std::chrono::duration<double, std::ratio<60>> passed =
          std::chrono::steady_clock::now() - start;
      if (options_.minutes > 0 && made >= least && passed.count() >= options_.minutes) break;
    }
  }

  // The estimates of an evaluator on the twins of a kind. Errors of a sample are scaled to those of the whole log: the
  // bias stays, the deviation falls with the root of the records. Those of a learner have no such law.
  std::vector<TwinEstimate> estimates(std::size_t policy, std::size_t evaluator,
                                      std::size_t kind) const {
    std::vector<TwinEstimate> result;
    for (const EvaluatedTwin& twin : twins_[kind]) {
      result.push_back(twin.estimates[policy][evaluator]);
    }
    if (!of_.is_sample() || plays_live_) return result;
    const double factor =
        std::sqrt(static_cast<double>(of_.log->size()) / static_cast<double>(of_.records));
    double bias = 0;
    for (const TwinEstimate& of : result) {
      bias += (of.estimate - of.value) / static_cast<double>(result.size());
    }
    for (TwinEstimate& of : result) {
      const double before = of.estimate;
      of.estimate = of.value + bias + factor * (before - of.value - bias);
      of.low = of.estimate + factor * (of.low - before);
      of.high = of.estimate + factor * (of.high - before);
    }
    return result;
  }

  bool is_rated(std::size_t policy, std::size_t evaluator) const {
    return on_log(policy, evaluator) &&
           std::all_of(twins_.begin(), twins_.end(), [&](const auto& of_kind) {
             return std::all_of(of_kind.begin(), of_kind.end(), [&](const EvaluatedTwin& twin) {
               return std::isfinite(twin.estimates[policy][evaluator].estimate);
             });
           });
  }

  // The candidates without bias that are rated, the last of them the best; with other options if they are not compared as they
  // stand in the table.
  std::vector<std::size_t> validators(std::size_t policy) const {
    std::vector<std::size_t> places;
    for (const Candidate& candidate :
         plays_live_ ? candidates_of_learners(*of_.log) : candidates()) {
      if (!candidate.validator) continue;
      const std::string name = candidate.evaluator.substr(0, candidate.evaluator.find('{'));
      std::optional<std::size_t> place;
      bool exact = false;
      for (std::size_t m = 0; m < canonical_.size() && !exact; ++m) {
        exact = canonical_[m] == candidate.canonical && is_rated(policy, m);
        const bool same = evaluators_[m].description->name == name && is_rated(policy, m);
        if (exact || (same && !place)) place = m;
      }
      if (place) places.push_back(*place);
    }
    return places;
  }

  void check_kinds(Rehearsal& result) const {
    for (std::size_t j = 0; j < of_.policies.size(); ++j) {
      std::vector<WeightLaw> laws;
      for (const auto& of_kind : twins_) {
        for (const EvaluatedTwin& twin : of_kind) laws.push_back(twin.weights[j]);
      }
      const std::string misfit = misfit_of_weights(of_.policies[j], weight_law(*of_.log, j), laws);
      if (misfit.empty()) continue;
      for (TwinKind& kind : result.kinds) kind.misfits.push_back(misfit);
    }
    for (std::size_t j = 0; j < subjects_.size(); ++j) {
      const auto validator = validators(j);
      if (validator.empty()) continue;
      for (std::size_t k = 0; k < result.kinds.size(); ++k) {
        add_misfit_of_differences(j, k, validator.back(), result.kinds[k].misfits);
      }
    }
  }

  // The weights of the subject; of a learner those of the greedy policy that speaks most against the propensities.
  WeightLaw weights_of(std::size_t subject) const {
    if (!plays_live_) return weight_law(*of_.log, subject, of_.unsupported[subject]);
    WeightLaw worst;
    for (std::size_t j = 0; j < of_.policies.size(); ++j) {
      const WeightLaw law = weight_law(*of_.log, j);
      if (j == 0 || std::fabs(law.z) > std::fabs(worst.z)) worst = law;
    }
    return worst;
  }

  void add_misfit_of_differences(std::size_t policy, std::size_t kind, std::size_t validator,
                                 std::vector<std::string>& misfits) const {
    std::vector<std::string> names;
    std::vector<double> on_the_log;
    std::vector<std::vector<TwinEstimate>> on_twins;
    std::size_t place = 0;
    for (std::size_t m = 0; m < names_.size(); ++m) {
      if (!is_rated(policy, m)) continue;
      if (m == validator) place = names.size();
      names.push_back(names_[m]);
      on_the_log.push_back(on_log(policy, m)->estimate);
      on_twins.push_back(estimates(policy, m, kind));
    }
    std::string misfit = misfit_of_differences(names, on_the_log, on_twins, place);
    if (!misfit.empty()) misfits.push_back(std::move(misfit));
  }

  RehearsedPolicy judged(std::size_t j, std::span<const TwinKind> kinds) const {
    RehearsedPolicy policy;
    policy.policy = subjects_[j];
    ChoiceInput input{.names = names_,
                      .assumptions = assumptions_,
                      .model_classes = model_classes_,
                      .evaluations = {},
                      .kinds = kinds,
                      .estimates = {},
                      .weights = weights_of(j),
                      .records = of_.records,
                      .twin_records = of_.log->size(),
                      .asks_lift = options_.asks_lift,
                      .plays_live = plays_live_};
    input.estimates.resize(kinds.size());
    const auto validator = validators(j);
    const auto of_validator =
        validator.empty() ? std::vector<double>{} : terms_of(*on_log(j, validator.back()));
    for (std::size_t m = 0; m < evaluators_.size(); ++m) {
      RehearsedEstimator of;
      of.evaluator = m;
      const Evaluation* const evaluation = on_log(j, m);
      input.evaluations.push_back(evaluation);
      if (!evaluation) {
        of.unrated = whole_.pairs[m * subjects_.size() + j].not_applicable;
        if (of.unrated.empty()) of.unrated = "its numbers are no estimate of a mean reward";
      } else if (!is_rated(j, m)) {
        of.unrated = "it could not be used on every twin";
      }
      if (evaluation && !of_validator.empty() && m != validator.back()) {
        const auto terms = terms_of(*evaluation);
        if (terms.size() == of_validator.size()) {
          const PairedBias bias = paired_bias(terms, of_validator, 0);
          if (bias.standard_error > 0) of.against_validator = bias.difference / bias.standard_error;
        }
      }
      for (std::size_t k = 0; k < kinds.size(); ++k) {
        input.estimates[k].push_back(of.unrated.empty() ? estimates(j, m, k)
                                                        : std::vector<TwinEstimate>{});
      }
      policy.estimators.push_back(std::move(of));
    }
    choose(policy, input);
    if (!plays_live_) add_opinions(policy, j, validator);
    find_disagreement(policy, input);
    return policy;
  }

  void add_opinions(RehearsedPolicy& policy, std::size_t j,
                    const std::vector<std::size_t>& validator) const {
    LogEstimates on_the_log{
        .names = names_, .evaluations = {}, .deviations = {}, .validators = validator};
    std::vector<double> expected;
    for (std::size_t m = 0; m < evaluators_.size(); ++m) {
      const RehearsedEstimator& of = policy.estimators[m];
      on_the_log.evaluations.push_back(of.unrated.empty() ? on_log(j, m) : nullptr);
      expected.push_back(of.expected_error);
      double deviation = nan;
      if (!of.errors.empty()) deviation = of.errors.front().deviation;
      on_the_log.deviations.push_back(deviation);
    }
    policy.opinions = opinions_on(of_, j, on_the_log, evaluators_, expected, options_);
  }

  // Among the twins of the kinds that count.
  double chance_of_order(std::size_t first, std::size_t second, std::size_t evaluator,
                         std::span<const TwinKind> kinds) const {
    double right = 0, all = 0;
    for (const std::size_t k : counted_kinds(kinds)) {
      const auto of_first = estimates(first, evaluator, k),
                 of_second = estimates(second, evaluator, k);
      for (std::size_t r = 0; r < of_first.size(); ++r) {
        const double difference = of_first[r].estimate - of_second[r].estimate;
        const double truth = of_first[r].value - of_second[r].value;
        right += difference == 0 || truth == 0 ? 0.5 : (difference > 0) == (truth > 0);
        ++all;
      }
    }
    return right / all;
  }

  void add_orders(Rehearsal& result) const {
    for (std::size_t a = 0; a < result.policies.size(); ++a) {
      const auto chosen = result.policies[a].chosen;
      for (std::size_t b = a + 1; b < result.policies.size(); ++b) {
        if (!chosen || !is_rated(b, *chosen)) continue;
        result.orders.push_back({a, b, chance_of_order(a, b, *chosen, result.kinds)});
      }
    }
  }

  RehearsedLog of_;
  bool plays_live_;
  std::span<const Component<EvaluatorDescription>> evaluators_;
  std::vector<std::string> names_;  // of these
  std::vector<std::string> subjects_;
  std::vector<std::string> canonical_;
  const EvaluatedSegment& whole_;
  RehearsalOptions options_;
  std::vector<TwinModel> models_;
  std::vector<std::size_t> assumptions_;
  std::vector<std::string> model_classes_;
  std::vector<Component<AlgorithmDescription>> algorithms_;  // by subject
  std::vector<std::vector<EvaluatedTwin>> twins_;            // by kind
};

}  // namespace

bool has_learners(const std::shared_ptr<const Log>& log,
                  std::span<const Component<AlgorithmDescription>> algorithms) {
  return std::any_of(algorithms.begin(), algorithms.end(), [&](const auto& algorithm) {
    try {
      return make_agent(algorithm, problem_of_log(log, log->size())).learns();
    } catch (const Error&) {
      return false;  // the evaluation says why
    }
  });
}

Rehearsal rehearse(const InputLog& input,
                   std::span<const Component<AlgorithmDescription>> algorithms,
                   std::span<const Component<EvaluatorDescription>> evaluators,
                   const RehearsalNames& names, const EvaluatedSegment& whole,
                   const RehearsalOptions& options) {
  const bool learners = has_learners(input.log, algorithms);
  const auto prepared = learners ? rehearsed_log_of_learners : rehearsed_log;
  RehearsedLog of = prepared(input, algorithms, names.policies, options.most_records, options.seed);
  if (!of.impossible.empty()) {
    Rehearsal refused;
    refused.impossible = std::move(of.impossible);
    refused.remedy = std::move(of.remedy);
    refused.records = input.log->size();
    return refused;
  }
  if (!learners) algorithms = {};
  return RehearsalWork(std::move(of), algorithms, evaluators, names, whole, options).run();
}

}  // namespace replaybench::rehearsal
