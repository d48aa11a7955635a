// One rating predicted from nearest neighbours, and one similarity. The algorithm plays no part.
//
// Source: thesis, appendices C.1.1 (p. 246) and C.2 (p. 248): the worked numbers of table C.1.
// Deviations: as in suite/ratings/neighbours.hpp, as options; neighbours of both signs of similarity
// count.

#include "suite/component/registry.hpp"
#include "suite/estimation/rated_world.hpp"
#include "suite/ratings/neighbours.hpp"

namespace replaybench::evaluators::neighbour_prediction {

namespace {

struct NeighbourPredictionOptions : ratings::SimilarityOptions {
  ratings::Axis of = ratings::Axis::users;
  std::size_t user = 0;
  std::size_t item = 4;
  std::size_t other = 1;  ///< the user, or item, whose similarity is reported
  std::size_t neighbours = 2;
  bool signed_denominator = true;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn similarity = add("similarity");
  RowColumn neighbours = add("neighbours", Role::count);
} result{};

void require_below(std::size_t value, std::size_t limit, const char* what) {
  if (value < limit) return;
  throw NotApplicable("neighbour_prediction: there is no " + std::string(what) + " " +
                      std::to_string(value) + "; there are " + std::to_string(limit) +
                      ", numbered from 0");
}

class NeighbourPrediction final : public Evaluator {
 public:
  explicit NeighbourPrediction(const NeighbourPredictionOptions& options) : options_(options) {}
  const RowSchema& schema() const override { return result; }
  /// Throws NotApplicable if the environment has no ratings, if none is observed, and
  /// if there is no such user or item.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const estimation::RatedWorld world("neighbour_prediction", trial);
    const bool of_users = options_.of == ratings::Axis::users;
    require_below(options_.user, world->user_count(), "user");
    require_below(options_.item, world->item_count(), "item");
    require_below(options_.other, of_users ? world->user_count() : world->item_count(),
                  of_users ? "user" : "item");
    estimation::with_ratings("neighbour_prediction", [&] {
      const ratings::RatingTable table = world->rate(replicate_key(trial.policy_stream(), 0));
      const ratings::NeighbourPredictor predictor(
          table, options_.of,
          {.similarity = options_,
           .neighbours = options_.neighbours,
           .min_similarity = -2,
           .signed_denominator = options_.signed_denominator});
      rows.push_back(
          result.row(trial.horizon(),
                     {result.estimate(predictor.predict(options_.user, options_.item)),
                      result.similarity(predictor.similarity(
                          of_users ? options_.user : options_.item, options_.other)),
                      result.neighbours(predictor.neighbours_of(options_.user, options_.item))}));
    });
  }

 private:
  NeighbourPredictionOptions options_;
};

using Options = NeighbourPredictionOptions;

const auto similarity = bind_parameters<ratings::SimilarityOptions>(
    choice(&ratings::SimilarityOptions::kind, "similarity",
           {{"pearson", ratings::SimilarityKind::pearson},
            {"cosine", ratings::SimilarityKind::cosine},
            {"adjusted_cosine", ratings::SimilarityKind::adjusted_cosine}},
           "of two users, or items, over what both have"),
    choice(&ratings::SimilarityOptions::means, "means",
           {{"common", ratings::PearsonMeans::common}, {"all", ratings::PearsonMeans::all}},
           "what Pearson's means are taken over: the common ratings (the thesis's numbers), or all "
           "(its words)"),
    choice(&ratings::SimilarityOptions::weight, "weight",
           {{"none", ratings::PlaceWeight::none},
            {"inverse_frequency", ratings::PlaceWeight::inverse_frequency},
            {"variance", ratings::PlaceWeight::variance}},
           "how much an item counts where users are compared"),
    integer(&ratings::SimilarityOptions::significance, "significance",
            "similarities over fewer common ratings shrink in proportion; 0: none"));

const auto parameters = bind_parameters<Options>(
    choice(&Options::of, "of", {{"users", ratings::Axis::users}, {"items", ratings::Axis::items}},
           "whose neighbours"),
    integer(&Options::user, "user", "number of the user whose rating is predicted"),
    integer(&Options::item, "item", "number of the item"),
    integer(&Options::other, "other", "the user, or item, whose similarity is reported"),
    integer(&Options::neighbours, "neighbours", "K").at_least(1),
    boolean(&Options::signed_denominator, "signed_denominator",
            "divide by the sum of the similarities as printed; false: of their absolute values"),
    similarity);

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "neighbour_prediction",
     .group = Group::prediction_measures,
     .summary = "one rating predicted from nearest neighbours, and one similarity",
     .source = "thesis, appendices C.1.1 (p. 246) and C.2 (p. 248)",
     .parameters = parameters.described()},
    {.make = parameters.factory([](const Options& options) -> std::shared_ptr<const Evaluator> {
       return std::make_shared<NeighbourPrediction>(options);
     }),
     .applicability =
         "Environments whose users rate: rating_table, tastes. The algorithm plays no part.",
     .properties = {.estimates_value = false, .plays_environment = true}}};

}  // namespace replaybench::evaluators::neighbour_prediction
