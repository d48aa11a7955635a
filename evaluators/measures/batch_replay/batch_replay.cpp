// Batch replay: cuts the log into batches of displays (context, logged action), lets the algorithm
// choose one display of each, reveals the reward of that one and adds it to the score. How the
// Exploration vs Exploitation challenge 2 was judged.
//
// Source: thesis section 2.2.2, algorithm 6 (p. 40); the name in the conclusion (p. 205).
//   T, L     records; batch
//   b_i      records i L .. i L + L - 1
//   d        the chosen display
//   score    sum of the revealed rewards
// Columns: estimate = score / batches; standard_error (sample standard deviation of the revealed
// rewards over sqrt(batches)); score; batches; random, the score to expect of uniform choices on
// this very log (the mean reward of each batch, summed); gain = score / random (NaN when random is
// 0).
//
// It is an *indirect* method, and a biased one: the algorithm selects among visitors, which no
// recommender can do. Its optimum is the display with the highest click probability in the batch,
// and where the visitor decides that more than the item, an algorithm that ignores the items wins
// (thesis section 2.5, p. 55; study challenge_2), though live it would be worth no more than
// random. So the estimate is of no g_A; use it to reproduce the challenge.
//
// Deviations from the print: the loop of the construction runs over {1, L + 1, ..., T - L + 1}, not
// "{.., T - L, T}", batches are counted from 0 in both loops, and chooseDisplay gets b_i. Records
// that do not fill a last batch are left out. The displays of a batch are shown in random order
// (section 2.2.4, p. 43), drawn from the policy's stream. Pools are not looked at: the algorithm
// chooses among what was logged.
//
// A simulated log is written in pieces and never held whole.

#include <numeric>
#include <utility>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/tally_estimates.hpp"

namespace replaybench::evaluators::batch_replay {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn score = add("score");
  RowColumn batches = add("batches", Role::count);
  RowColumn random = add("random");
  RowColumn gain = add("gain");
} result{};

/// Plays the batches of a log that comes in pieces of whole batches.
class BatchGame {
 public:
  BatchGame(Agent agent, StreamKey policy, std::size_t batch)
      : agent_(std::move(agent)), policy_(policy), order_(batch), displays_(batch) {}

  /// `look` is called after every batch.
  template <class Look>
  void play(const Log& log, Look&& look) {
    const std::size_t size = order_.size();
    // A sparse context lives until the next is read: each display of a batch needs its own reader.
    while (log.is_sparse() && sparse_.size() < size) sparse_.push_back(nullptr);
    for (auto& reader : sparse_) reader = std::make_unique<ContextReader>(log);
    ContextReader dense(log);
    for (std::size_t first = 0; first + size <= log.size(); first += size) {
      Draws draws(policy_, sums_.records);
      shuffle(draws);
      double rewards = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const std::size_t record = first + order_[i];
        ContextReader& reader = log.is_sparse() ? *sparse_[i] : dense;
        displays_[i] = {reader[record], log.actions[record]};
        rewards += log.rewards[record];
      }
      const std::size_t choice = agent_.choose_display(displays_, draws);
      const std::size_t record = first + order_[choice];
      sums_.accept(1, log.rewards[record]);
      ++sums_.records;
      random_ += rewards / static_cast<double>(size);
      agent_.update(displays_[choice].context, log.available(record), log.actions[record],
                    log.rewards[record]);
      look();
    }
  }

  ResultRow row() const {
    const double gain =
        random_ == 0 ? std::numeric_limits<double>::quiet_NaN() : sums_.reward() / random_;
    return result.row(sums_.records,
                      {result.estimate(estimation::ratio_estimate(sums_)),
                       result.standard_error(estimation::ratio_standard_error(sums_)),
                       result.score(sums_.reward()), result.batches(sums_.records),
                       result.random(random_), result.gain(gain)});
  }
  std::uint64_t batches() const { return sums_.records; }

 private:
  void shuffle(Draws& draws) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t i = order_.size(); i > 1; --i) {
      std::swap(order_[i - 1], order_[draws.below(static_cast<std::uint32_t>(i))]);
    }
  }

  Agent agent_;
  StreamKey policy_;
  std::vector<std::size_t> order_;
  std::vector<Display> displays_;
  std::vector<std::unique_ptr<ContextReader>> sparse_;
  Sums sums_;
  double random_ = 0;
};

class BatchReplay final : public Evaluator {
 public:
  /// `batch` >= 1 displays; `checkpoints`: increasing numbers of batches at which to give a row;
  /// empty: only the end.
  BatchReplay(std::size_t batch, std::vector<std::uint64_t> checkpoints)
      : batch_(batch), checkpoints_(std::move(checkpoints)) {}

  LogAssumptions assumptions() const override { return {}; }
  const RowSchema& schema() const override { return result; }
  /// Throws NotApplicable for an algorithm that does not choose among displays, or a log without a
  /// whole batch.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    Agent agent = trial.agent();
    if (!agent.chooses_displays()) {
      throw NotApplicable(
          "batch_replay asks an algorithm to choose among impressions, which this one does not "
          "offer");
    }
    BatchGame game(std::move(agent), trial.policy_stream(), batch_);
    std::size_t next = 0;
    constexpr std::uint64_t batches_per_chunk = 16;  // fits a processor's second cache
    trial.for_each_chunk(batches_per_chunk * batch_, batch_, [&](const Log& log) {
      game.play(log, [&] {
        if (next < checkpoints_.size() && game.batches() == checkpoints_[next]) {
          rows.push_back(game.row());
          ++next;
        }
      });
    });
    if (game.batches() == 0) throw NotApplicable("batch_replay: the log has no whole batch");
    if (checkpoints_.empty()) rows.push_back(game.row());
  }

 private:
  std::size_t batch_;
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  std::size_t batch = 6;
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("batch_replay", options.checkpoints);
  return std::make_shared<BatchReplay>(options.batch, options.checkpoints);
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::batch, "batch", "L, impressions per batch")
        .at_least(1)
        .at_most(1'000'000)
        .source("thesis, section 2.2.2 (p. 40)"),
    estimation::checkpoints_parameter(&Options::checkpoints,
                                      "numbers of batches at which to give a row; empty: the end"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "batch_replay",
     .group = Group::contest_measures,
     .summary = "the algorithm chooses one of each batch of logged impressions, and gets its "
                "reward (challenge 2; biased)",
     .source = "thesis algorithm 6 (section 2.2.2, p. 40)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Logs in batches of impressions of which one was drawn at random. Biased by "
                      "design (the challenge's own method): for comparison only.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::batch_replay
