// Errors of evaluators on real data, whose environment cannot be played: the errors of two
// evaluators, or three, on the zones of one log.
//
// Source: thesis, sections 5.10.3 (p. 194) and 5.11 (p. 195), figures 5.17 and 5.18; Nicol, Mary,
// Preux, ICML 2014, figure 3.
//
//   thesis                          here
//   zone, batch                     a stretch of the log with a constant pool, as long as can be
//   T, K                            records and actions of the zone
//   ground truth g_A(T / K)         truth: mean of replay on `permutations` random orders of the
//   zone
//   ten subsamples of T / K events  `subsamples` of floor(T / K) records each, without replacement,
//                                   in the order of the log
//   replay, S-BRED (B = 10)         compare, of: any two evaluators, on the same subsamples; `also` is
//                                   a third one, for the truth takes most of the time
//
// Replay of T records makes about T / K interactions, so its mean over orders estimates g_A(T / K),
// which is what BRED estimates from T / K records. Both read a zone as a log of its own: its
// actions are numbered 0 .. K - 1, and the algorithm starts again.
//
// The printed truth is made of the records that the subsample is drawn from. `live` plays the
// distribution of the zone instead, if there is an environment: K games of floor(T / K) steps
// each, the j-th over steps j, j + K, j + 2K, ... of the zone, and counts E[r | context, action],
// not r.
//
// Ties are to be "broken arbitrarily" (thesis, algorithm 1, section 1.4.3, p. 21). In zones so
// small that the algorithm does not get round to try each action once, they decide all; and where
// the numbers follow the age of the articles (the ids of a real log rise with it, and so do the
// numbers of the simulator r6b_like), the lowest action is the oldest, whose reward has decayed. So
// the actions are renumbered at random for each order, game and subsample: for an algorithm whose
// ties go to the lowest action, and which is fast, it amounts to ties at random.
// `numbering` = "dictionary" leaves the log's numbers.
//
// Also left open by the print: floor(T / K), 0 for a zone of less than K records, which
// gives no row; an estimate from nothing is 0, as everywhere (thesis figure 5.18 speaks of zero
// estimates), in the truth too; the order of a subsample.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/estimation/zone_logs.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators::zone_errors {

namespace {

struct ZoneErrorsOptions {
  std::shared_ptr<const Evaluator> of;
  std::shared_ptr<const Evaluator> compare;
  std::shared_ptr<const Evaluator> also;  ///< may be null
  std::uint64_t permutations = 1000;      ///< at least 1
  std::uint64_t subsamples = 10;          ///< at least 1
  std::uint64_t shares = 1;               ///< only the zones whose number is `share` modulo this
  std::uint64_t share = 0;                ///< below `shares`
  bool numbered_at_random = true;
  bool live = false;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn compared = add("compared");
  RowColumn accepted = add(Role::accepted);
  RowColumn compared_accepted = add("compared_accepted", Role::count);
  RowColumn also = add("also");
  RowColumn also_accepted = add("also_accepted", Role::count);
  RowColumn truth = add(Role::truth);
  RowColumn truth_sd = add("truth_sd");
  RowColumn live = add("live");
  RowColumn zone = add("zone");
  RowColumn subsample = add("subsample");
  RowColumn records = add(Role::records);
  RowColumn actions = add("actions", Role::count);
  RowColumn drawn = add("drawn", Role::count);
  RowColumn zones = add("zones", Role::count);
} result{};

/// Streams of a zone apart from its first ones, which are the draws of the permutations.
enum Purpose : std::uint64_t { shuffles = std::uint64_t{1} << 40, live_games, subsampling };

/// Puts a uniformly random choice of `count` of the elements in front, in random order.
void shuffle(std::span<std::uint32_t> elements, std::size_t count, WordStream& words) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = i + words.below(static_cast<std::uint32_t>(elements.size() - i));
    std::swap(elements[i], elements[j]);
  }
}

/// Number of each action of a zone: its own, or a new one at each replay.
class Numbering {
 public:
  Numbering(Action actions, bool at_random, WordStream& words)
      : numbers_(actions), at_random_(at_random), words_(words) {
    std::iota(numbers_.begin(), numbers_.end(), 0);
  }
  void renew() {
    if (at_random_) shuffle(numbers_, numbers_.size(), words_);
  }
  /// Into `numbered`, a copy of `log`: its actions, with their names, by these numbers.
  void apply(const Log& log, Log& numbered) const {
    for (std::size_t i = 0; i < log.size(); ++i) numbered.actions[i] = numbers_[log.actions[i]];
    for (Action a = 0; a < log.action_names.size(); ++a) {
      numbered.action_names[numbers_[a]] = log.action_names[a];
    }
  }
  /// The actions by their numbers.
  std::vector<Action> inverse(const std::vector<Action>& actions) const {
    std::vector<Action> by_number(actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) by_number[numbers_[i]] = actions[i];
    return by_number;
  }

 private:
  std::vector<Action> numbers_;
  bool at_random_;
  WordStream& words_;
};

/// Replay on random orders of the zone. `fresh` gives the agent for a numbering of its actions.
numeric::Moments replayed_truth(const Log& zone,
                                const std::function<Agent(std::shared_ptr<const Log>)>& fresh,
                                std::uint64_t permutations, bool numbered_at_random,
                                StreamKey key) {
  std::vector<std::uint32_t> order(zone.size());
  std::iota(order.begin(), order.end(), 0);
  WordStream words(replicate_key(key, Purpose::shuffles), 0);
  Numbering numbering(zone.action_count, numbered_at_random, words);
  const auto numbered = std::make_shared<Log>(zone);
  numeric::Moments truth;
  for (std::uint64_t p = 0; p < permutations; ++p) {
    shuffle(order, order.size(), words);
    numbering.renew();
    numbering.apply(zone, *numbered);
    Agent agent = fresh(numbered);
    truth.add(estimation::ratio_estimate(
        agent.replay(*numbered, Schedule::of(order), replicate_key(key, p)).sums));
  }
  return truth;
}

/// The value of the first `steps` interactions, by games that share no step.
double played_truth(Environment& environment, const estimation::ZoneLog& zone, std::uint64_t steps,
                    const Agent& fresh, bool numbered_at_random, StreamKey key) {
  const auto games = static_cast<Action>(zone.pool.size());
  WordStream words(replicate_key(key, Purpose::shuffles), 0);
  Numbering numbering(games, numbered_at_random, words);
  double expected = 0;
  for (Action game = 0; game < games; ++game) {
    numbering.renew();
    estimation::ZoneEnvironment played(environment, numbering.inverse(zone.pool), zone.first + game,
                                       games);
    Agent agent = fresh;
    expected += agent.play(played, steps, replicate_key(key, game)).sums.expected;
  }
  return expected / static_cast<double>(steps) / games;
}

/// The last estimate of an evaluator, and the number of records that it reports as accepted.
struct Reading {
  double estimate;
  double accepted;
};

Reading read(const Evaluator& evaluator, Trial trial) {
  std::vector<ResultRow> rows;
  evaluator.evaluate(trial, rows);
  if (rows.empty()) throw NotApplicable("zone_errors: an evaluator gives no row for a subsample");
  const RowSchema& schema = evaluator.schema();
  return {value_of(schema, rows.back(), Role::estimate),
          value_of(schema, rows.back(), Role::accepted)};
}

class ZoneErrors final : public Evaluator {
 public:
  explicit ZoneErrors(ZoneErrorsOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions;
    assumptions.uniform_actions = true;
    return assumptions;
  }
  /// estimate, compared, also      estimate less truth: of `of`, of `compare`, of `also`; NaN without it
  /// accepted, compared_accepted, also_accepted   what these report as accepted; NaN if they do not
  /// truth, truth_sd       mean and standard deviation of replay over the orders
  /// live                  value of the algorithm in the distribution of the zone; NaN if not
  /// requested
  /// zone, subsample       numbers from 0; the zone's in the whole log
  /// records, actions      T, K
  /// drawn                 floor(T / K)
  /// zones                 of the whole log, those without a row too
  const RowSchema& schema() const override { return result; }
  /// One row for each zone and subsample; their steps are zone * subsamples + subsample. Throws
  /// NotApplicable if an evaluator does, and for `live` without an environment. O(permutations *
  /// T) for the truth; memory of
  /// a zone, and of the log where the algorithm uses contexts.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    std::unique_ptr<Environment> environment;
    if (options_.live) environment = trial.environment();
    const std::size_t first_row = rows.size();
    const auto add_rows = [&](const estimation::ZoneLog& zone) {
      if (zone.number % options_.shares != options_.share) return;
      const std::size_t records = zone.log->size();
      const std::size_t drawn = records / zone.pool.size();
      if (drawn == 0) return;
      const StreamKey key = replicate_key(trial.policy_stream(), zone.number);
      const Agent fresh = trial.with_log(zone.log, key).agent();
      const auto fresh_for = [&](std::shared_ptr<const Log> numbered) {
        if (numbered->action_names.empty() || !options_.numbered_at_random) return fresh;
        return trial.with_log(std::move(numbered), key).agent();
      };
      const auto truth = replayed_truth(*zone.log, fresh_for, options_.permutations,
                                        options_.numbered_at_random, key);
      const double live =
          environment ? played_truth(*environment, zone, drawn, fresh, options_.numbered_at_random,
                                     replicate_key(key, live_games))
                      : nan;
      std::vector<std::uint32_t> order(records);
      std::iota(order.begin(), order.end(), 0);
      WordStream words(replicate_key(key, subsampling), 0);
      Numbering numbering(zone.log->action_count, options_.numbered_at_random, words);
      for (std::uint64_t s = 0; s < options_.subsamples; ++s) {
        shuffle(order, drawn, words);
        numbering.renew();
        const auto chosen = std::span(order).first(drawn);
        std::sort(chosen.begin(), chosen.end());
        const Log chosen_log = zone.log->select(chosen);
        Log drawn_log = chosen_log;
        numbering.apply(chosen_log, drawn_log);
        const Trial part = trial.with_log(std::make_shared<const Log>(std::move(drawn_log)),
                                          replicate_key(key, subsampling + 1 + s));
        const Reading of = read(*options_.of, part);
        const Reading compare = read(*options_.compare, part);
        const Reading also = options_.also ? read(*options_.also, part) : Reading{nan, nan};
        rows.push_back(result.row(
            zone.number * options_.subsamples + s,
            {result.estimate(of.estimate - truth.mean),
             result.compared(compare.estimate - truth.mean), result.accepted(of.accepted),
             result.compared_accepted(compare.accepted), result.also(also.estimate - truth.mean),
             result.also_accepted(also.accepted), result.truth(truth.mean),
             result.truth_sd(truth.standard_deviation()), result.live(live),
             result.zone(zone.number), result.subsample(s), result.records(records),
             result.actions(zone.pool.size()), result.drawn(drawn), result.zones(nan)}));
      }
    };
    const std::size_t zones =
        estimation::for_each_zone(trial, trial.agent().uses_contexts(), add_rows);
    for (std::size_t i = first_row; i < rows.size(); ++i) {
      rows[i][result.zones] = static_cast<double>(zones);
    }
  }

 private:
  ZoneErrorsOptions options_;
};

struct UserOptions : ZoneErrorsOptions {
  std::string of_text = "s_bred{resamples=10}";
  std::string compare_text = "replay";
  std::string also_text;
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  ZoneErrorsOptions options = written;
  const auto inner = [](const std::string& name, const std::string& text) {
    return estimation::make_evaluator(
        estimation::inner_evaluator("zone_errors", name, text, "live=true does so"));
  };
  options.of = inner("of", written.of_text);
  options.compare = inner("compare", written.compare_text);
  if (!written.also_text.empty()) options.also = inner("also", written.also_text);
  if (options.share >= options.shares) {
    throw SpecErrors(fmt::format("zone_errors: share {} of {}: they are numbered from 0",
                                 options.share, options.shares));
  }
  return std::make_shared<ZoneErrors>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    estimation::of_parameter(&UserOptions::of_text),
    text(&UserOptions::compare_text, "compare", "another, on the same subsamples"),
    text(&UserOptions::also_text, "also", "a third one, on the same subsamples; empty: none"),
    integer(&UserOptions::permutations, "permutations",
            "random orders of a zone that make its truth")
        .repeats_work()
        .at_least(1)
        .source("thesis, section 5.10.3 (p. 194); ICML 2014: 100"),
    integer(&UserOptions::subsamples, "subsamples", "of T/K records, for each zone")
        .repeats_work()
        .at_least(1),
    choice(&UserOptions::numbered_at_random, "numbering", {{"random", true}, {"dictionary", false}},
           "the zone's actions are numbered at random anew for each replay, or in the order of the "
           "log's dictionary: what decides ties by the lowest"),
    integer(&UserOptions::shares, "shares",
            "the zones are divided into so many shares, to be computed apart")
        .at_least(1),
    integer(&UserOptions::share, "share", "which of them, from 0").at_least(0),
    boolean(&UserOptions::live, "live",
            "also play the distribution of each zone (simulators): the column live"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "zone_errors",
     .group = Group::evaluator_measures,
     .summary = "errors of two evaluators, or three, on the zones of a log, against replay on "
                "random orders of the zone",
     .source = "thesis, sections 5.10.3 (p. 194) and 5.11 (p. 195), figures 5.17 and 5.18; ICML "
               "2014, figure 3",
     .revision = 3,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Long logs of uniformly random actions whose pool changes from time to time: it shows "
         "which evaluator is accurate on a log, without an environment to play. An environment "
         "that changes within a zone is taken for one that does not.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::zone_errors
