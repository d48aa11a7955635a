#include "suite/learning/liblinear_training.hpp"

#include <linear.h>

#include <memory>
#include <mutex>

namespace replaybench::learning {

namespace {

void print_nothing(const char*) {}

// The examples as LIBLINEAR reads them: features that are 0 left out.
class SparseRows {
 public:
  explicit SparseRows(const TrainingRows& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      first_.push_back(nodes_.size());
      const auto values = rows.row(i);
      for (std::size_t f = 0; f < values.size(); ++f) {
        if (values[f] != 0) nodes_.push_back({static_cast<int>(f) + 1, values[f]});
      }
      nodes_.push_back({-1, 0});
    }
  }
  feature_node* row(std::size_t i) { return nodes_.data() + first_[i]; }

 private:
  std::vector<feature_node> nodes_;
  std::vector<std::size_t> first_;
};

struct FreeModel {
  void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

}  // namespace

void train_linear(const TrainingRows& rows, const LinearOptions& options, LinearScores& scores) {
  static std::once_flag silenced;
  std::call_once(silenced, [] { set_print_string_function(print_nothing); });

  const bool regression =
      rows.scheme == Scheme::regressors && options.loss == LinearLoss::squared_hinge;
  parameter settings{};
  settings.solver_type = regression                             ? L2R_L2LOSS_SVR
                         : options.loss == LinearLoss::logistic ? L2R_LR
                                                                : L2R_L2LOSS_SVC;
  settings.C = options.cost;
  settings.eps = options.tolerance;
  SparseRows sparse(rows);
  std::vector<feature_node*> examples;
  std::vector<double> targets;
  std::vector<double> weights(rows.dimension);
  scores.clear();
  for (Action action = 0; action < rows.action_count; ++action) {
    const ActionTask task = task_of(rows, action);
    if (!can_be_learnt(rows, task)) continue;
    examples.clear();
    targets.clear();
    for (std::size_t i = 0; i < task.examples.size(); ++i) {
      examples.push_back(sparse.row(task.examples[i]));
      targets.push_back(regression ? task.targets[i] : task.targets[i] > 0 ? 1 : -1);
    }
    problem posed{};
    posed.l = static_cast<int>(examples.size());
    posed.n = static_cast<int>(rows.dimension);
    posed.y = targets.data();
    posed.x = examples.data();
    posed.bias = -1;  // none: the constant is a feature
    if (const char* complaint = check_parameter(&posed, &settings)) {
      throw std::logic_error(std::string("LIBLINEAR: ") + complaint);
    }
    const std::unique_ptr<model, FreeModel> trained(train(&posed, &settings));
    // The score speaks for the first label, which is the only one where all targets are alike.
    const double sign = regression || trained->label[0] == 1 ? 1 : -1;
    for (std::size_t f = 0; f < rows.dimension; ++f) weights[f] = sign * trained->w[f];
    scores.set(action, weights, 0, rows.scaling);
  }
}

std::vector<ParameterInfo> linear_classifier_parameters() {
  return {scheme_parameter(), standardise_parameter(),
          real("cost", 1, "C: weight of the examples' losses against half the squared weights")
              .above(0)
              .below(std::numeric_limits<double>::infinity())
              .source("not given (thesis, table 4.1, section 4.5, p. 117): the library's default"),
          real("tolerance", 1e-3, "where the minimisation ends: relative size of the gradient")
              .above(0)
              .at_most(0.1)};
}

Agent linear_classifier(LinearLoss loss, const Parameters& parameters, const Problem& problem) {
  LinearClassifierOptions options;
  options.scheme = scheme_of(parameters);
  options.standardise = parameters.boolean("standardise");
  options.linear = {loss, parameters.real("cost"), parameters.real("tolerance")};
  return Agent(LinearClassifier(problem.action_count, problem.dimension, options));
}

}  // namespace replaybench::learning
