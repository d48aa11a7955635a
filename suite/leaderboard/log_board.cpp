#include "suite/leaderboard/log_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/paired_bootstrap.hpp"
#include "suite/evaluate/warning_list.hpp"
#include "suite/leaderboard/task.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/model/pool.hpp"
#include "suite/plan/sweep_syntax.hpp"
#include "suite/rehearsal/rehearsal.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

namespace {

using Evaluators = Component<EvaluatorDescription>;

constexpr double error_level = 0.05;
constexpr double tuning_slots = 400'000;  // of all resamples of one candidate
constexpr double least_resamples = 5, most_resamples = 100;
constexpr std::uint64_t least_tuning_records = 100;
constexpr std::uint64_t most_ranked_records = 1'000'000;  // influences of all algorithms are kept
constexpr std::uint64_t most_rehearsed_records = 2'000;
constexpr double seconds_of_timing = 0.002;  // CPU seconds of one measurement

// The component of this text. Throws SpecErrors.
template <class Descriptions>
auto component_of(const std::string& text, const char* kind, const Descriptions& descriptions) {
  std::vector<SpecProblem> problems;
  auto found = find_component(text, {option(kind), 1, 1}, descriptions, kind, problems);
  if (!found) throw SpecErrors(problems);
  return std::move(*found);
}

Evaluators evaluator_of(const std::string& text) {
  return component_of(text, "evaluator", evaluators_table());
}
Component<AlgorithmDescription> algorithm_of(const std::string& text) {
  return component_of(text, "algorithm", algorithms_table());
}

bool is_skewed(const Log& log) { return log.has_propensities() && !propensities_are_uniform(log); }

// These records of the log, with what its reader found.
InputLog part_of(const InputLog& input, const std::vector<std::uint32_t>& records) {
  InputLog part = input;
  part.log = std::make_shared<const Log>(input.log->select(records));
  part.clusters = clusters_of(input, records);
  return part;
}

// Records in the log's order, of which each has the chance `share`; with clusters each cluster has it.
std::vector<std::uint32_t> drawn_records(const InputLog& input, StreamKey key, double share,
                                         bool others = false) {
  std::vector<std::uint32_t> records;
  for (std::uint32_t i = 0; i < input.log->size(); ++i) {
    const std::uint64_t unit = input.clusters.empty() ? i : input.clusters[i];
    if ((Draws(key, unit).uniform() < share) != others) records.push_back(i);
  }
  return records;
}

class LogBoardWork {
 public:
  LogBoardWork(const InputLog& input, const Competitors& competitors,
               const LogBoardOptions& options)
      : options_(options), competitors_(competitors), whole_(input) {
    options_.evaluation.keep_parts = true;
    options_.evaluation.keep_details = false;
    board_.log = options.evaluation.log_name;
    board_.seed = options.evaluation.seed;
    board_.absent = competitors.absent;
    board_.records = input.log->size();
    board_.actions = input.log->action_count;
    board_.dimension = input.log->dimension;
  }

  LogBoard run() {
    sample();
    const StreamKey key = derive_key(board_.seed, "halves", "leaderboard");
    const InputLog choosing = part_of(whole_, drawn_records(whole_, key, 0.5));
    const InputLog judging = part_of(whole_, drawn_records(whole_, key, 0.5, /*others=*/true));
    count_work();
    tune(choosing);
    use(options_.evaluator.empty() ? log_board_evaluator(whole_, competitors_.all)
                                   : RankingEvaluator{options_.evaluator, "it was asked for"});
    rank();
    if (board_.ranked() == 0 && options_.evaluator.empty() && is_skewed(*whole_.log)) {
      board_.notes.push_back(fmt::format(
          "few records of a log so far from uniform remain when it is thinned: {} uses all, and is "
          "too "
          "high with fewer than about 50 effective records of an action; it takes long, so that {} "
          "should name a few",
          option("evaluator", default_evaluator(EvaluationSituation::learner_skewed).evaluator),
          option("algorithm")));
    }
    if (options_.twins > 0 && board_.ranked() > 0 && rehearse()) rank();
    judge_held_out(choosing, judging);
    measure_costs();
    return std::move(board_);
  }

 private:
  struct Results {
    std::vector<std::optional<Evaluation>> evaluations;
    std::vector<std::string> reasons;  // for missing ones
    std::optional<std::size_t> first;  // with the highest estimate that is shown
  };
  // A value of a competitor's tuned parameter.
  struct Trial {
    std::size_t competitor;
    std::string value;
    double estimate = nan;
    std::string failure = {};  // numerical
  };

  void sample() {
    if (board_.records > most_ranked_records) {
      const double share =
          static_cast<double>(most_ranked_records) / static_cast<double>(board_.records);
      const StreamKey key = derive_key(board_.seed, "sample", "leaderboard");
      whole_ = part_of(whole_, drawn_records(whole_, key, share));
      board_.notes.push_back(
          fmt::format("the ranking is of a random sample of {} of the {} records; its intervals "
                      "are those of the sample",
                      whole_.log->size(), board_.records));
    }
    board_.ranked_records = whole_.log->size();
    const LogFacts facts(whole_.log, whole_.clusters);
    board_.log_value = facts.value();
    if (board_.actions == 1) {
      board_.notes.emplace_back(
          "the log has one action: every algorithm takes it, and there is "
          "nothing to choose");
    }
  }

  void stage(const char* name) {
    if (options_.progress) options_.progress->stage = name;
  }
  void count_done(std::uint64_t count = 1) {
    if (options_.progress) options_.progress->done += count;
  }
  void count_work() {
    std::uint64_t all = 2 * competitors_.all.size() + 1;
    for (const Competitor& competitor : competitors_.all) all += tuning_values(competitor).size();
    if (options_.progress) options_.progress->of = all;
  }

  void use(RankingEvaluator evaluator) {
    evaluator_ = evaluator_of(evaluator.text);
    board_.evaluator = std::move(evaluator.text);
    board_.because = std::move(evaluator.because);
  }

  // An entry for each competitor, with its tuned parameter.
  void tune(const InputLog& choosing) {
    stage("tuning");
    std::string why_not;
    const Log& log = *choosing.log;
    if (pools_vary(log)) {
      why_not = "the pool of actions changes along the log";
    } else if (log.size() < least_tuning_records) {
      why_not = fmt::format("{} are too few",
                            counted(static_cast<double>(log.size()), "record", "records"));
    }
    InputLog tuning = choosing;
    if (why_not.empty()) {
      const double slots_of_record = log.action_count;
      const double most = std::floor(tuning_slots / (least_resamples * slots_of_record));
      if (static_cast<double>(log.size()) > most) {
        const StreamKey key = derive_key(board_.seed, "tuning", "leaderboard");
        tuning =
            part_of(choosing, drawn_records(choosing, key, most / static_cast<double>(log.size())));
      }
      const double slots = slots_of_record * static_cast<double>(tuning.log->size());
      const double resamples =
          std::clamp(std::floor(tuning_slots / slots), least_resamples, most_resamples);
      board_.tuner = fmt::format("{}{{resamples={:.0f}}}",
                                 is_skewed(log) ? "importance_t_bred" : "t_bred", resamples);
      board_.tuning_records = tuning.log->size();
    }
    board_.settings = competitors_.all.size();
    for (std::size_t i = 0; i < competitors_.all.size(); ++i) {
      const auto candidates = tuning_values(competitors_.all[i]);
      if (candidates.empty() || !why_not.empty()) continue;
      for (const std::string& value : candidates) trials_.push_back({i, value});
      board_.settings += candidates.size() - 1;
    }
    if (!why_not.empty()) {
      board_.notes.push_back(
          "no algorithm was tuned, and all have the defaults of their parameters: " + why_not);
    } else if (!trials_.empty()) {
      const Evaluators tuner = evaluator_of(board_.tuner);
      EvaluationOptions options = options_.evaluation;
      options.keep_parts = false;
      options.repetitions = 1;
      SharedPool(options.jobs)->for_each(trials_.size(), [&](std::uint64_t number) {
        Trial& trial = trials_[number];
        const Competitor& of = competitors_.all[trial.competitor];
        try {
          trial.estimate = estimate_alone(tuning.log, tuned(of, trial.value), tuner, options);
        } catch (const NumericalFailure& failure) {
          trial.failure = failure.marked();
        } catch (const Error& error) {
          if (error.kind() == ErrorKind::file) throw;  // otherwise it is not chosen
        }
        count_done();
      });
    } else {
      board_.tuner.clear();
    }
    broken_.resize(competitors_.all.size());
    for (std::size_t i = 0; i < competitors_.all.size(); ++i) {
      board_.entries.emplace_back().competitor = i;
      choose_setting(board_.entries.back());
    }
    const double tests = std::fmax(1, static_cast<double>(board_.settings) - 1);
    board_.level = 1 - 2 * error_level / tests;
  }

  // Sets the best setting that has not broken down, or the defaults if the tuner has an estimate of none.
  void choose_setting(LogEntry& entry) {
    const Competitor& of = competitors_.all[entry.competitor];
    const Trial* best = nullptr;
    std::string failure;
    bool all_failed = true;
    for (const Trial& trial : trials_) {
      if (trial.competitor != entry.competitor) continue;
      all_failed = all_failed && !trial.failure.empty();
      if (all_failed) failure = trial.failure;
      if (best ? trial.estimate > best->estimate : !std::isnan(trial.estimate)) best = &trial;
    }
    entry.algorithm = of.text;
    entry.component = of.algorithm;
    entry.parameter = entry.value = {};
    if (best) {
      entry.parameter = tuned_parameter(*of.algorithm.description)->name;
      entry.value = best->value;
      entry.algorithm = with_parameter(of.text, entry.parameter + "=" + entry.value);
      entry.component = algorithm_of(entry.algorithm);
    } else if (all_failed && !failure.empty()) {
      broken_[entry.competitor] = "it broke down with all its settings: " + failure;
    }
  }

  // The next setting, after a numerical failure of the present one; false if there is none.
  bool replace_setting(LogEntry& entry, const std::string& failure) {
    if (entry.parameter.empty()) return false;
    for (Trial& trial : trials_) {
      if (trial.competitor != entry.competitor || trial.value != entry.value) continue;
      trial.failure = failure;
      trial.estimate = nan;
    }
    choose_setting(entry);
    return broken_[entry.competitor].empty();
  }

  static Component<AlgorithmDescription> tuned(const Competitor& of, const std::string& value) {
    const ParameterInfo* const parameter = tuned_parameter(*of.algorithm.description);
    return algorithm_of(with_parameter(of.text, parameter->name + "=" + value));
  }

  // Evaluates all entries; `replaces` tries the next setting of an algorithm after a numerical failure.
  Results evaluated(const InputLog& input, bool replaces) {
    const LogFacts facts(input.log, input.clusters);
    Results results;
    const std::size_t count = board_.entries.size();
    results.evaluations.resize(count);
    results.reasons.resize(count);
    SharedPool(options_.evaluation.jobs)->for_each(count, [&](std::uint64_t i) {
      LogEntry& entry = board_.entries[i];
      std::string& broken = broken_[entry.competitor];
      for (bool again = broken.empty(); again;) {
        again = false;
        try {
          results.evaluations[i] =
              replaybench::evaluate(facts, entry.component, *evaluator_, options_.evaluation);
        } catch (const NumericalFailure& failure) {
          again = replaces && replace_setting(entry, failure.marked());
          if (!again && broken.empty()) results.reasons[i] = failure.marked();
        } catch (const Error& error) {
          if (error.kind() == ErrorKind::file) throw;
          results.reasons[i] = error.marked();
        }
      }
      if (!broken.empty()) results.reasons[i] = broken;
      count_done();
    });
    for (std::size_t i = 0; i < count; ++i) {
      const auto& of = results.evaluations[i];
      if (!of) continue;
      if (!of->estimates_value) {
        results.reasons[i] = "the evaluator's numbers are no estimate of a mean reward";
      } else if (!std::isfinite(of->estimate)) {
        results.reasons[i] = "there is no estimate: no record was accepted";
      } else if (!of->withheld.empty()) {
        results.reasons[i] = of->withheld;
      } else if (!results.first || of->estimate > results.evaluations[*results.first]->estimate) {
        results.first = i;
      }
    }
    return results;
  }

  void rank() {
    stage("ranking");
    Results results = evaluated(whole_, /*replaces=*/true);
    std::vector<PairedEstimate> behind(board_.entries.size());
    if (results.first) behind = differences(results);
    const auto missing = find_missing_input(whole_);
    for (std::size_t i = 0; i < board_.entries.size(); ++i) {
      LogEntry& entry = board_.entries[i];
      entry.evaluation = std::move(results.evaluations[i]);
      entry.unranked = std::move(results.reasons[i]);
      entry.behind = std::move(behind[i]);
      entry.may_be_best = entry.unranked.empty() && !(entry.behind.estimate.low > 0);
      if (!entry.evaluation) continue;
      auto& violations = entry.evaluation->assumption_violations;
      violations.insert(violations.end(), missing.begin(), missing.end());
    }
    std::stable_sort(board_.entries.begin(), board_.entries.end(),
                     [](const LogEntry& a, const LogEntry& b) {
                       if (!a.unranked.empty() || !b.unranked.empty()) {
                         return a.unranked.empty() && !b.unranked.empty();
                       }
                       return a.evaluation->estimate > b.evaluation->estimate;
                     });
    // Equal estimates share the first of their ranks.
    for (std::size_t i = 0; i < board_.entries.size(); ++i) {
      LogEntry& entry = board_.entries[i];
      if (!entry.unranked.empty()) {
        entry.rank = 0;
        continue;
      }
      const LogEntry* const before = i > 0 ? &board_.entries[i - 1] : nullptr;
      entry.rank = before && before->evaluation->estimate == entry.evaluation->estimate
                       ? before->rank
                       : i + 1;
    }
  }

  // The first estimate minus each.
  std::vector<PairedEstimate> differences(const Results& results) {
    const std::size_t first = *results.first;
    std::vector<std::size_t> compared;
    bool has_parts = true;
    for (std::size_t i = 0; i < results.evaluations.size(); ++i) {
      if (!results.reasons[i].empty()) continue;
      compared.push_back(i);
      has_parts = has_parts && results.evaluations[i]->parts;
    }
    PairedBootstrap bootstrap;
    if (!has_parts && options_.bootstrap > 0 && compared.size() > 1) {
      stage("resampling");
      std::vector<Component<AlgorithmDescription>> algorithms;
      for (const LogEntry& entry : board_.entries) algorithms.push_back(entry.component);
      EvaluationOptions options = options_.evaluation;
      options.clusters = whole_.clusters;
      bootstrap = PairedBootstrap(*whole_.log, algorithms, compared, *evaluator_, options,
                                  options_.bootstrap);
    }
    std::vector<PairedEstimate> behind(results.evaluations.size());
    SharedPool(options_.evaluation.jobs)->for_each(compared.size(), [&](std::uint64_t number) {
      const std::size_t i = compared[number];
      const Evaluation& best = *results.evaluations[first];
      const Evaluation& other = *results.evaluations[i];
      if (i == first) {
        behind[i] = {{0, 0, 0}, "the first one"};
      } else if (bootstrap.empty()) {
        behind[i] = paired_difference(best, other, whole_.clusters, board_.level);
      } else {
        behind[i] = bootstrap.difference_by_t(first, best, i, other, board_.level);
      }
    });
    return behind;
  }

  // Rehearses the first algorithm that learns; true if another evaluator is to rank.
  bool rehearse() {
    const auto refuse = [&](const std::string& why) {
      board_.notes.push_back("the rehearsal chose no evaluator: " + why);
      return false;
    };
    const LogEntry* subject = nullptr;
    for (const LogEntry& entry : board_.entries) {
      const std::vector<Component<AlgorithmDescription>> one{entry.component};
      if (!entry.unranked.empty() || !rehearsal::has_learners(whole_.log, one)) continue;
      subject = &entry;
      break;
    }
    if (!subject) return refuse("no ranked algorithm learns");
    stage("rehearsing");
    const std::vector<Component<AlgorithmDescription>> algorithms{subject->component};
    const std::vector<std::string> texts = rehearsal::default_candidates_of_learners(*whole_.log);
    std::vector<Evaluators> evaluators;
    for (const std::string& text : texts) evaluators.push_back(evaluator_of(text));
    const EvaluationTable table =
        evaluate_all(whole_, algorithms, evaluators, {.evaluation = options_.evaluation});
    rehearsal::RehearsalOptions options{.seed = board_.seed,
                                        .twins = options_.twins,
                                        .minutes = options_.minutes,
                                        .most_records = most_rehearsed_records,
                                        .jobs = options_.evaluation.jobs};
    if (options_.progress) {
      options_.progress->done = 0;
      options.done = &options_.progress->done;
      options.of = &options_.progress->of;
    }
    const auto found =
        rehearsal::rehearse(whole_, algorithms, evaluators, {{subject->algorithm}, texts},
                            table.segments.back(), options);
    if (!found.impossible.empty()) return refuse(found.impossible);
    const rehearsal::RehearsedPolicy& policy = found.policies.front();
    if (!policy.distrust.empty()) return refuse(policy.distrust.front());
    use({texts[*policy.chosen],
         fmt::format("a rehearsal of {} trusts it, with {} twins of each kind, of {} records",
                     subject->algorithm, found.twins, found.rehearsed_records)});
    return true;
  }

  void judge_held_out(const InputLog& choosing, const InputLog& judging) {
    stage("judging");
    if (choosing.log->size() == 0 || judging.log->size() == 0) return;
    const Results results = evaluated(choosing, /*replaces=*/false);
    if (!results.first) return;
    const LogEntry& winner = board_.entries[*results.first];
    try {
      HeldOutWinner held_out;
      held_out.algorithm = winner.algorithm;
      held_out.rank = winner.rank;
      held_out.choosing = results.evaluations[*results.first]->estimate;
      held_out.judged = replaybench::evaluate(LogFacts(judging.log, judging.clusters),
                                              winner.component, *evaluator_, options_.evaluation);
      count_done();
      if (!std::isfinite(held_out.judged.estimate) || !held_out.judged.withheld.empty()) return;
      held_out.lift = lift_of(held_out.judged, LogInMemory(judging.log), judging.clusters);
      board_.held_out = std::move(held_out);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::file)
        throw;  // otherwise the half is too small for the evaluator
    }
  }

  void measure_costs() {
    stage("timing");
    const StreamKey key = derive_key(board_.seed, "cost", "leaderboard");
    for (LogEntry& entry : board_.entries) {
      if (!entry.unranked.empty()) continue;
      Agent agent = make_agent(entry.component, problem_of_log(whole_.log, whole_.log->size()));
      if (!agent.given_target().empty()) continue;  // columns of the log cost nothing
      try {
        entry.cost = measure_cost(std::move(agent), *whole_.log, key,
                                  options_.timings ? seconds_of_timing : 0);
      } catch (const NumericalFailure& failure) {
        board_.notes.push_back(
            fmt::format("the costs of {} are not known: it broke down on the first records: {}",
                        entry.algorithm, failure.marked()));
      }
    }
  }

  LogBoardOptions options_;
  const Competitors& competitors_;
  InputLog whole_;  // or its sample
  std::optional<Evaluators> evaluator_;
  LogBoard board_;
  std::vector<Trial> trials_;
  std::vector<std::string> broken_;  // by competitor, the reason for excluding it
};

}  // namespace

std::size_t LogBoard::ranked() const {
  return static_cast<std::size_t>(std::count_if(
      entries.begin(), entries.end(), [](const LogEntry& entry) { return entry.rank > 0; }));
}

LogBoard make_log_board(const InputLog& input, const Competitors& competitors,
                        const LogBoardOptions& options) {
  if (!input.segment_names.empty()) {
    throw SpecErrors(option("by") + ": a leaderboard is of the whole log");
  }
  if (!input.log || input.log->size() == 0) {
    throw DataError(options.evaluation.log_name + " has no record");
  }
  if (competitors.all.empty()) throw SpecErrors("no algorithm competes");
  return LogBoardWork(input, competitors, options).run();
}

}  // namespace replaybench
