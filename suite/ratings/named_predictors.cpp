#include "suite/ratings/named_predictors.hpp"

#include "suite/ratings/factors.hpp"
#include "suite/ratings/neighbours.hpp"

namespace replaybench::ratings {

namespace {

constexpr double usual_damping = 5;
constexpr std::size_t rank = 3;

NamedPredictor means(std::string name, std::string meaning, MeanKind kind) {
  return {std::move(name), std::move(meaning), [kind](const RatingTable& table, StreamKey) {
            return std::make_unique<Means>(table, kind, usual_damping);
          }};
}

NamedPredictor neighbours(std::string name, std::string meaning, Axis axis,
                          const SimilarityOptions& similarity) {
  return {std::move(name), std::move(meaning), [=](const RatingTable& table, StreamKey) {
            return std::make_unique<NeighbourPredictor>(table, axis,
                                                        NeighbourOptions{.similarity = similarity});
          }};
}

NamedPredictor svd(std::string name, std::string meaning, const SvdOptions& options) {
  return {std::move(name), std::move(meaning), [options](const RatingTable& table, StreamKey) {
            return std::make_unique<FactorPredictor>(svd_predictor(table, options));
          }};
}

std::unique_ptr<RatingPredictor> make_sgd(const RatingTable& table, StreamKey) {
  const Means centre(table, MeanKind::additive, usual_damping);
  const SgdOptions options{.rank = rank, .rate = 0.02, .lambda = 0.05, .epochs = 60};
  return std::make_unique<FactorPredictor>(
      centre, sgd_factors(table.users(), table.items(), residuals(table, centre), options));
}

std::unique_ptr<RatingPredictor> make_als(const RatingTable& table, StreamKey key) {
  const Means centre(table, MeanKind::additive, usual_damping);
  const AlsOptions options{.rank = rank, .lambda = 2, .sweeps = 15};
  return std::make_unique<FactorPredictor>(
      centre, als_factors(table.users(), table.items(), residuals(table, centre), options, key));
}

std::vector<NamedPredictor> all() {
  const SimilarityOptions cosine{.kind = SimilarityKind::cosine};
  const SimilarityOptions pearson{};
  const SimilarityOptions significant{.means = PearsonMeans::all, .significance = 10};
  const SimilarityOptions adjusted{.kind = SimilarityKind::adjusted_cosine, .significance = 10};
  return {
      means("user_mean", "the user's mean rating", MeanKind::user),
      means("item_mean", "the item's mean rating", MeanKind::item),
      means("means", "overall mean and damped deviations of user and item", MeanKind::additive),
      neighbours("user_cosine", "20 nearest users by cosine", Axis::users, cosine),
      neighbours("user_pearson", "20 nearest users by Pearson's correlation", Axis::users, pearson),
      neighbours("user_significance", "the same, means over all ratings, significance weight to 10",
                 Axis::users, significant),
      neighbours("item_cosine", "20 nearest items by cosine", Axis::items, cosine),
      neighbours("item_adjusted", "20 nearest items by adjusted cosine, significance weight to 10",
                 Axis::items, adjusted),
      svd("svd_zeros", "truncated SVD of rank 3, zeros in the gaps",
          {.rank = rank, .fill = GapFill::zeros}),
      svd("svd_means", "truncated SVD of rank 3, means in the gaps", {.rank = rank}),
      svd("svd_soft", "soft-impute: 10 rounds, each singular value less 2",
          {.rank = 2 * rank, .rounds = 10, .shrinkage = 2}),
      {"sgd", "stochastic gradient descent, rank 3, one factor at a time", make_sgd},
      {"als", "alternating least squares, rank 3, lambda 2", make_als},
  };
}

}  // namespace

const std::vector<NamedPredictor>& named_predictors() {
  static const std::vector<NamedPredictor> table = all();
  return table;
}

}  // namespace replaybench::ratings
