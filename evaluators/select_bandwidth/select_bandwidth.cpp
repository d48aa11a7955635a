// S-BRED with a jitter whose bandwidth was chosen from the log only.
//
// Source: thesis appendix A.2 (p. 223) and section 5.11.2 (p. 197) for cross validation,
// section 5.11.2 (p. 197) and appendix A.5 (p. 231) for entangled validation; the twin is ours.
//
//   thesis         here
//   T, K           records of the log, its actions
//   C              jitter: a candidate, or between two
//   h = C/sqrt(T)  bandwidth
//
// Without noise on the contexts an algorithm memorises the copies of a record and S-BRED is too high;
// with too much noise it learns nothing and S-BRED is too low. The right amount depends on the
// algorithm and on the data. Three methods, with their `criterion`:
//
//   cross_validation  S-BRED on T/(K+1) random records less replay on the others, which lets the
//                     algorithm interact as often. C is where the mean over `repeats` splits
//                     crosses 0. It carries over to T by h = C/sqrt(T), which is a guess (thesis,
//                     appendix A.2, p. 223). conservative: h of T/(K+1) is kept: too much jitter,
//                     so never an overestimate (appendix A.2, p. 223). sizes > 1: C of T/(K+1),
//                     half of it, ..., and ln h against the logarithm of the size extrapolated to T
//                     on a line (the perspective of appendix A.2, p. 223).
//   twin              S-BRED less the truth on `repeats` twins of the log: its contexts and actions
//                     with rewards drawn from a model of them (linear_reward_model.hpp). C is where the
//                     mean crosses 0. No extrapolation, because twins have T records; as accurate
//                     as the model.
//   entangled         the reward on records that were not learned (t_bred) in `repeats` resamples.
//                     C is the candidate with the highest reward: the most optimistic of estimates
//                     that cannot be too high.
//
// Left open by the print:
// - The C at which the curve crosses 0 between two candidates: on the line between them; the thesis
//   takes the least of |mean|. Without a crossing it is the candidate with the least |mean|.
// - The sizes: floor(T/(K+1)) records for training, all others for the test.
// - An algorithm that uses its horizon is given T/(K+1) on both sides.
// - How often S-BRED is run on a training set: once. All candidates meet the same records in the
//   same order, with the same noise except for its size.
// - appendix A.2 (p. 223) prints C T^{1/2}; T^{-1/2} is meant.
//
// Columns: the columns of s_bred on the whole log with the chosen h (estimate ... empty), then
//   jitter           C = h sqrt(T)
//   bandwidth        h
//   chosen           the C that was chosen: `jitter` again, but in every row of candidates_as_rows
//   jitter_error     its standard error over the repeats; NaN if no crossing was
//                    interpolated, with conservative, and with sizes > 1
//   criterion        mean over the repeats, of the candidate nearest to the choice
//   criterion_error  its standard error over the repeats. They share one log: it shows whether
//                    more repeats would help, and nothing about another log.
//   similar          other candidates within two standard errors of the best
//   edge             1: the best candidate is the last, or a first one that is not 0
// With candidates_as_rows, a row a candidate instead, whose step is its place from 0: S-BRED of the
// whole log at that candidate, and the candidate's criterion.
//
// Deviation of purpose: by the thesis cross validation "does not work" without the right bandwidth
// function; experiments/appendices/bandwidth_selection measures how wrong it is.

#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "evaluators/select_bandwidth/methods.hpp"
#include "suite/estimation/resampled_replay.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::evaluators::select_bandwidth {

namespace {

struct SelectBandwidthOptions {
  enum class Method { twin, cross_validation, entangled };
  Method method = Method::twin;
  std::vector<double> candidates{0,  5,  10,  20, 35,
                                 50, 70, 100, 140};  ///< increasing, from 0 on; not empty
  std::uint64_t repeats = 30;
  std::uint64_t resamples = 30;  ///< of the final S-BRED
  std::uint64_t sizes = 1;
  bool conservative = false;
  bool candidates_as_rows = false;
  double tau = 0.1;
  JitterOptions jitter;
};

using select_bandwidth::Choice;
using select_bandwidth::CriterionTable;
using Method = SelectBandwidthOptions::Method;

const struct : estimation::PassColumns {
  RowColumn jitter = add("jitter");
  RowColumn bandwidth = add("bandwidth");
  RowColumn chosen = add("chosen");
  RowColumn jitter_error = add("jitter_error");
  RowColumn criterion = add("criterion");
  RowColumn criterion_error = add("criterion_error");
  RowColumn similar = add("similar", Role::count);
  RowColumn edge = add("edge");
} result{};

// y at `x` of the least-squares line through the points.
double extrapolate(std::span<const double> xs, std::span<const double> ys, double x) {
  numeric::Moments mean_x;
  numeric::Moments mean_y;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    mean_x.add(xs[i]);
    mean_y.add(ys[i]);
  }
  double products = 0;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    products += (xs[i] - mean_x.mean) * (ys[i] - mean_y.mean);
  }
  return mean_y.mean + products / mean_x.m2 * (x - mean_x.mean);
}

class SelectBandwidth final : public Evaluator {
 public:
  explicit SelectBandwidth(SelectBandwidthOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = estimation::weighting_assumptions({});
    assumptions.whole_horizon = true;
    return assumptions;
  }
  const RowSchema& schema() const override { return result; }
  /// Throws NotApplicable for a log that is empty, has no features to jitter, or is too small to be
  /// split.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
    if (log->dimension == 0) {
      throw NotApplicable("this log has no features to jitter: use s_bred, or t_bred");
    }
    const double root = std::sqrt(static_cast<double>(log->size()));
    const Selection selection = select(trial, log->size());
    const Choice& choice = selection.choice;
    const auto add_row = [&](std::uint64_t step, double bandwidth, std::size_t candidate) {
      const auto criterion = selection.table.of(candidate);
      rows.push_back(result.row(
          step, s_bred(trial, bandwidth),
          {result.jitter(bandwidth * root), result.bandwidth(bandwidth),
           result.chosen(selection.bandwidth * root), result.jitter_error(choice.constant_error),
           result.criterion(criterion.mean), result.criterion_error(criterion.standard_error()),
           result.similar(choice.similar), result.edge(choice.at_edge ? 1.0 : 0.0)}));
    };
    if (!options_.candidates_as_rows) {
      return add_row(log->size(), selection.bandwidth, choice.nearest);
    }
    for (std::size_t c = 0; c < options_.candidates.size(); ++c) {
      add_row(c, options_.candidates[c] / root, c);
    }
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    std::string chosen = fmt::format("the chosen jitter is C = {:.1f}, h = {:.4f}",
                                     row[result.jitter], row[result.bandwidth]);
    if (std::isfinite(row[result.jitter_error])) {
      chosen += fmt::format("; the {} repeats leave C uncertain by about {:.1f}", options_.repeats,
                            row[result.jitter_error]);
    }
    remarks.push_back(chosen);
    if (row[result.edge] > 0) {
      remarks.push_back(row[result.jitter] > options_.candidates.front()
                            ? fmt::format("the best candidate is the largest, {}: still more "
                                          "jitter may be right; add larger candidates",
                                          options_.candidates.back())
                            : fmt::format("the best candidate is the smallest, {}: less jitter may "
                                          "be right; add smaller candidates, 0 among them",
                                          options_.candidates.front()));
    }
    if (row[result.similar] > 0) {
      remarks.push_back(
          fmt::format("the choice is uncertain: {:.0f} other candidates are within two standard "
                      "errors of the best; more repeats decide",
                      row[result.similar]));
    }
    if (!agent.learns()) {
      remarks.push_back(
          "a static policy cannot overfit: it needs no jitter; red_inf is the better estimate");
    } else if (row[result.jitter] == 0 && row[result.edge] == 0) {
      remarks.push_back("no jitter is best: this algorithm does not overfit on this log");
    }
    if (options_.method == Method::cross_validation && !options_.conservative) {
      remarks.push_back(fmt::format(
          "the bandwidth was fitted on {} records and carried over to {}: that rests on a "
          "distribution that this log cannot confirm; method=\"twin\" does without",
          select_bandwidth::validated_size(log), log.size()));
    } else if (options_.method == Method::cross_validation) {
      remarks.push_back(
          "the bandwidth is that of a log K + 1 times smaller: the estimate is meant to be too "
          "low");
    } else if (options_.method == Method::twin) {
      remarks.push_back(
          "the bandwidth is right for a log whose rewards are linear in the features of each "
          "action; compare with t_bred, which assumes no model");
    }
    auto more = estimation::pass_remarks("select_bandwidth", log, agent, row);
    remarks.insert(remarks.end(), more.begin(), more.end());
    return remarks;
  }

 private:
  struct Selection {
    select_bandwidth::CriterionTable table;  // of the largest size
    select_bandwidth::Choice choice;
    double bandwidth;  // for the whole log
  };
  Selection select(Trial& trial, std::size_t size) const {
    const Request request{options_.candidates, options_.repeats, options_.jitter, options_.tau};
    const double root = std::sqrt(static_cast<double>(size));
    const auto log = trial.log();
    if (options_.method == Method::twin) {
      CriterionTable table = twins(trial, request);
      const Choice choice = choose_crossing(options_.candidates, table);
      return {std::move(table), choice, choice.constant / root};
    }
    if (options_.method == Method::entangled) {
      CriterionTable table = entangled(trial, request);
      const Choice choice = choose_largest(options_.candidates, table);
      return {std::move(table), choice, choice.constant / root};
    }
    const std::size_t largest = validated_size(*log);
    CriterionTable table = cross_validation(trial, request, largest);
    Choice choice = choose_crossing(options_.candidates, table);
    const double trained = std::sqrt(static_cast<double>(largest));
    if (options_.conservative) {
      choice.constant_error = std::numeric_limits<double>::quiet_NaN();
      return {std::move(table), choice, choice.constant / trained};
    }
    double bandwidth = choice.constant / root;
    if (options_.sizes > 1) {
      std::vector<double> sizes{numeric::log(static_cast<double>(largest))};
      std::vector<double> bandwidths{numeric::log(choice.constant / trained)};
      bool positive = choice.constant > 0;
      for (std::uint64_t s = 1; s < options_.sizes; ++s) {
        const std::size_t part = largest >> s;
        const Choice other =
            choose_crossing(options_.candidates, cross_validation(trial, request, part, part));
        const double records = static_cast<double>(part);
        positive = positive && other.constant > 0;
        choice.at_edge = choice.at_edge || other.at_edge;
        sizes.push_back(numeric::log(records));
        bandwidths.push_back(numeric::log(other.constant / std::sqrt(records)));
      }
      if (positive) {
        bandwidth =
            numeric::exp(extrapolate(sizes, bandwidths, numeric::log(static_cast<double>(size))));
      }
      choice.constant_error = std::numeric_limits<double>::quiet_NaN();
    }
    return {std::move(table), choice, bandwidth};
  }
  ResultRow s_bred(Trial& trial, double bandwidth) const {
    estimation::ResampledReplayOptions options;
    options.drawing = Drawing::shuffled_copies;
    options.resamples = options_.resamples;
    options.jitter = {.bandwidth = bandwidth, .options = options_.jitter};
    std::vector<ResultRow> rows;
    estimation::ResampledReplay("select_bandwidth", std::move(options)).evaluate(trial, rows);
    return rows.at(0);
  }

  SelectBandwidthOptions options_;
};

std::shared_ptr<const Evaluator> make(const SelectBandwidthOptions& options) {
  if (options.candidates.empty()) throw SpecErrors("select_bandwidth: no candidates");
  double previous = -1;
  for (const double candidate : options.candidates) {
    if (!(candidate >= 0) || !std::isfinite(candidate) || candidate <= previous) {
      throw SpecErrors(fmt::format(
          "select_bandwidth: candidates must increase, from 0 on; there is {}", candidate));
    }
    previous = candidate;
  }
  if (options.method != Method::cross_validation && (options.sizes > 1 || options.conservative)) {
    throw SpecErrors(
        "select_bandwidth: sizes and conservative belong to method = \"cross_validation\"");
  }
  if (options.sizes > 1 && options.conservative) {
    throw SpecErrors("select_bandwidth: sizes and conservative exclude each other");
  }
  return std::make_shared<SelectBandwidth>(options);
}

const auto parameters = bind_parameters<SelectBandwidthOptions>(
    choice(&SelectBandwidthOptions::method, "method",
           {{"twin", Method::twin},
            {"cross_validation", Method::cross_validation},
            {"entangled", Method::entangled}},
           "how the bandwidth is chosen: on synthetic twins of the log, on splits of it, or by the "
           "highest t_bred")
        .source("thesis, appendix A.2 (p. 223) and section 5.11.2 (p. 197)"),
    reals(&SelectBandwidthOptions::candidates, "candidates",
          "increasing constants C of h = C / sqrt(T)"),
    integer(&SelectBandwidthOptions::repeats, "repeats", "twins, splits, or resamples of t_bred")
        .repeats_work()
        .at_least(2),
    estimation::resamples_parameter(&SelectBandwidthOptions::resamples,
                                    "of the S-BRED with the chosen bandwidth"),
    integer(&SelectBandwidthOptions::sizes, "sizes",
            "cross validation at T/(K+1), half of it, ...: so many sizes; from 2 on the bandwidth "
            "is extrapolated")
        .at_least(1)
        .at_most(20)
        .source("thesis, appendix A.2 (p. 223)"),
    boolean(&SelectBandwidthOptions::conservative, "conservative",
            "cross validation: keep the h of T/(K+1) records, which cannot overestimate")
        .source("thesis, appendix A.2 (p. 223)"),
    real(&SelectBandwidthOptions::tau, "tau", "entangled: share of the records that are tests")
        .above(0)
        .below(1),
    boolean(&SelectBandwidthOptions::candidates_as_rows, "candidates_as_rows",
            "a row for each candidate, in place of the choice"),
    group(&SelectBandwidthOptions::jitter, estimation::jitter_kind_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "select_bandwidth",
     .group = Group::bred,
     .summary = "s_bred with a jitter chosen from the log alone",
     .source = "thesis appendix A.2 (p. 223), section 5.11.2 (p. 197); the twin is ours",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Learning algorithms with context, on a log of uniformly random actions from "
                      "an environment that does not change. It costs as many S-BRED passes as "
                      "there are repeats and candidates."}};

}  // namespace replaybench::evaluators::select_bandwidth
