#pragma once
// A made-up classification problem as a bandit: a class is drawn, a point is drawn around one of
// its centres, the action is a class, and the reward is 1 if it is the right one, otherwise 0.
//
// Source: the conversion of a classification problem of Dudik, Langford, Li, ICML 2011 (section 4),
// as in datasets/classification, on data that need no file.
//   K         classes, all equally probable
//   F         features
//   M         modes: centres of a class, all equally probable; 1: the classes are linearly
//             separable except for the noise; more: no linear score of the features can tell them
//   mu_{c,m}  centre: F numbers ~ N(0, separation^2 / F), so about `separation` from the origin
//   x         mu + N(0, I), then the constant 1
// The class is the context's hidden part; it determines the rewards of a step without a further draw.

#include <memory>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::gaussian_classes {

struct ClassOptions {
  Action classes = 10;
  std::size_t features = 16;
  std::uint32_t modes = 1;
  double separation = 3;
  bool intercept = true;  ///< the constant feature 1 is appended to x
};

/// The centres of a model: classes x modes x features. Centre i of the list (class i / modes) reads
/// Draws(model, i). O(result).
std::vector<double> draw_centres(const ClassOptions& options, StreamKey model);

class GaussianClasses final : public Environment {
 public:
  /// `centres` as draw_centres gives them.
  GaussianClasses(const ClassOptions& options, std::shared_ptr<const std::vector<double>> centres,
                  StreamKey environment);

  Action action_count() const override { return options_.classes; }
  std::size_t dimension() const override { return x_.size(); }
  std::size_t hidden_dimension() const override { return 1; }
  /// O(F): F normals.
  void observe(std::uint64_t step) override;
  Context context() const override { return Context(x_, class_); }
  double reward(Action action) const override { return action == class_[0] ? 1 : 0; }
  /// full: 1 for the class, else 0. plug_in and posterior: P(class = action | x), by Bayes. The
  /// latter are O(K M F). Throws std::logic_error if `full` needs a hidden part that is not
  /// there.
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

 private:
  double probability(const Context& context, Action action) const;

  ClassOptions options_;
  std::shared_ptr<const std::vector<double>> centres_;
  StreamKey environment_;
  std::vector<double> x_;  // F, and the constant
  std::vector<double> class_{0};
};

}  // namespace replaybench::datasets::gaussian_classes
