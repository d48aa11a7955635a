#include "evaluators/metric_agreement/metric_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/ratings/named_predictors.hpp"
#include "suite/statistics/agreement.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluators {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn lost_rmse = add("lost_rmse");
  RowColumn tau_mae = add("tau_mae");
  RowColumn lost_mae = add("lost_mae");
  RowColumn tau_tweaked_mae = add("tau_tweaked_mae");
  RowColumn lost_tweaked_mae = add("lost_tweaked_mae");
  RowColumn tau_precision = add("tau_precision");
  RowColumn lost_precision = add("lost_precision");
  RowColumn tau_recall = add("tau_recall");
  RowColumn lost_recall = add("lost_recall");
  RowColumn tau_f1 = add("tau_f1");
  RowColumn lost_f1 = add("lost_f1");
  RowColumn tau_map = add("tau_map");
  RowColumn lost_map = add("lost_map");
  RowColumn tau_mrr = add("tau_mrr");
  RowColumn lost_mrr = add("lost_mrr");
  RowColumn tau_ndcg = add("tau_ndcg");
  RowColumn lost_ndcg = add("lost_ndcg");
  RowColumn tau_half_life = add("tau_half_life");
  RowColumn lost_half_life = add("lost_half_life");
  RowColumn tau_auc = add("tau_auc");
  RowColumn lost_auc = add("lost_auc");
  RowColumn tau_item_coverage = add("tau_item_coverage");
  RowColumn lost_item_coverage = add("lost_item_coverage");
  RowColumn tau_diversity = add("tau_diversity");
  RowColumn lost_diversity = add("lost_diversity");
  RowColumn least_rmse = add("least_rmse");
  RowColumn truth_rmse = add("truth_rmse");
  RowColumn best_predictor = add("best_predictor");
  RowColumn worst_predictor = add("worst_predictor");
  RowColumn best = add("best");
  RowColumn uniform = add("uniform");
  RowColumn ratings = add("ratings", Role::count);
} result{};

// The metric with its sign turned where lower is better; undefined is below all.
double merit(double value, std::size_t metric) {
  if (std::isnan(value)) return -std::numeric_limits<double>::infinity();
  return ratings::lower_is_better(metric) ? -value : value;
}

// A metric that is the same for all predictors gives no order.
double agreement(const std::vector<double>& merits, const std::vector<double>& clicks) {
  const double tau = statistics::kendall_tau_b(merits, clicks);
  return std::isnan(tau) ? 0 : tau;
}

// A threshold at which all ratings of the world are alike is a mistake; that those of one split are
// is chance.
void require_a_separation(const ratings::RatingTable& all, double threshold) {
  std::vector<ratings::Prediction> rated;
  for (const ratings::Rating& r : all.ratings())
    rated.push_back({r.user, r.item, r.value, r.value});
  ratings::require_both_classes(rated, threshold);
}

double lost_by(const std::vector<double>& merits, const std::vector<double>& clicks) {
  const double highest = *std::max_element(merits.begin(), merits.end());
  double sum = 0;
  double chosen = 0;
  for (std::size_t p = 0; p < merits.size(); ++p) {
    if (merits[p] < highest) continue;
    sum += clicks[p];
    chosen += 1;
  }
  return *std::max_element(clicks.begin(), clicks.end()) - sum / chosen;
}

}  // namespace

const RowSchema& MetricAgreement::schema() const { return result; }

void MetricAgreement::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto environment = trial.environment();
  const auto* world = dynamic_cast<const ratings::RatingEnvironment*>(environment.get());
  if (!world) throw NotApplicable("metric_agreement: nobody rates anything in this environment");
  const StreamKey key = trial.policy();
  ratings::ScoreOptions options;
  options.ranking.threshold = options_.threshold;
  options.length = options_.length;
  options.one_class = true;
  try {
    const ratings::RatingTable all = world->rate(replicate_key(key, 0));
    require_a_separation(all, options_.threshold);
    const ratings::Split split = ratings::random_split(all, options_.share, replicate_key(key, 1));
    const ratings::RatingTable train = all.subset(split.train);
    std::vector<double> merits[ratings::metric_count];
    std::vector<double> clicks;
    for (const auto& named : ratings::named_predictors()) {
      const auto predictor = named.make(train, replicate_key(key, 2));
      const auto metrics = ratings::offline_metrics(*predictor, all, train, split, options);
      for (std::size_t k = 0; k < metrics.size(); ++k) merits[k].push_back(merit(metrics[k], k));
      clicks.push_back(ratings::greedy_click_rate(*predictor, *world, train));
    }
    double taus[ratings::metric_count];
    double lost[ratings::metric_count];
    for (std::size_t k = 0; k < ratings::metric_count; ++k) {
      taus[k] = agreement(merits[k], clicks);
      lost[k] = lost_by(merits[k], clicks);
    }
    const auto& errors = merits[ratings::metric_rmse];
    const ratings::TrueRatings truth(*world);
    rows.push_back(
        result.row(trial.horizon(),
                   {result.estimate(taus[ratings::metric_rmse]),
                    result.lost_rmse(lost[ratings::metric_rmse]),
                    result.tau_mae(taus[ratings::metric_mae]),
                    result.lost_mae(lost[ratings::metric_mae]),
                    result.tau_tweaked_mae(taus[ratings::metric_tweaked_mae]),
                    result.lost_tweaked_mae(lost[ratings::metric_tweaked_mae]),
                    result.tau_precision(taus[ratings::metric_precision]),
                    result.lost_precision(lost[ratings::metric_precision]),
                    result.tau_recall(taus[ratings::metric_recall]),
                    result.lost_recall(lost[ratings::metric_recall]),
                    result.tau_f1(taus[ratings::metric_f1]),
                    result.lost_f1(lost[ratings::metric_f1]),
                    result.tau_map(taus[ratings::metric_map]),
                    result.lost_map(lost[ratings::metric_map]),
                    result.tau_mrr(taus[ratings::metric_mrr]),
                    result.lost_mrr(lost[ratings::metric_mrr]),
                    result.tau_ndcg(taus[ratings::metric_ndcg]),
                    result.lost_ndcg(lost[ratings::metric_ndcg]),
                    result.tau_half_life(taus[ratings::metric_half_life]),
                    result.lost_half_life(lost[ratings::metric_half_life]),
                    result.tau_auc(taus[ratings::metric_auc]),
                    result.lost_auc(lost[ratings::metric_auc]),
                    result.tau_item_coverage(taus[ratings::metric_item_coverage]),
                    result.lost_item_coverage(lost[ratings::metric_item_coverage]),
                    result.tau_diversity(taus[ratings::metric_diversity]),
                    result.lost_diversity(lost[ratings::metric_diversity]),
                    result.least_rmse(-*std::max_element(errors.begin(), errors.end())),
                    result.truth_rmse(ratings::rmse(ratings::predict_all(truth, all, split.test))),
                    result.best_predictor(*std::max_element(clicks.begin(), clicks.end())),
                    result.worst_predictor(*std::min_element(clicks.begin(), clicks.end())),
                    result.best(ratings::best_click_rate(*world, train)),
                    result.uniform(ratings::uniform_click_rate(*world, train)),
                    result.ratings(all.ratings().size())}));
  } catch (const DataError& error) {
    throw NotApplicable("metric_agreement: " + std::string(error.what()));
  }
}

namespace metric_agreement {

namespace {

const auto parameters = bind_parameters<MetricAgreementOptions>(
    real(&MetricAgreementOptions::share, "share", "of the ratings, to test").above(0).below(1),
    real(&MetricAgreementOptions::threshold, "threshold",
         "items are relevant, and recommended, from this rating on")
        .finite(),
    integer(&MetricAgreementOptions::length, "length", "items of a recommendation list")
        .at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "metric_agreement",
     .summary = "whether offline metrics order predictors of ratings as the click rates of their "
                "policies do",
     .source = "thesis, section 1.5.4 (p. 33) and appendix D (p. 259)",
     .parameters = parameters.described()},
    parameters.factory(
        [](const MetricAgreementOptions& options) -> std::shared_ptr<const Evaluator> {
          return std::make_shared<MetricAgreement>(options);
        }),
    "Environments whose users rate: tastes. The algorithm plays no part.",
    /*estimates_value=*/false,
    /*plays_environment=*/true};

}  // namespace metric_agreement

}  // namespace replaybench::evaluators
