#include "algorithms/gaussian_svm/gaussian_svm.hpp"

#include <libsvm/svm.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>

#include "algorithms/gaussian_svm/kernel_table.hpp"
#include "suite/numeric/dot.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::gaussian_svm {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void print_nothing(const char*) {}

// sums += (x - v)^2 of the four doubles from `vectors` on.
void add_squared_differences(numeric::Quad& sums, double x, const double* vectors) {
  numeric::Quad difference;
  std::memcpy(&difference, vectors, sizeof difference);
  difference = x - difference;
  sums += difference * difference;
}

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

}  // namespace

// The examples in LIBSVM's form: rows of a table of kernels, or features if there are too many for one.
struct GaussianSvm::Examples {
  Examples(const learning::TrainingRows& training, double gamma) : rows(training.size()) {
    if (training.size() <= KernelTable::max_examples) {
      table.emplace(training, gamma);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = table->row(i);
      return;
    }
    const std::size_t d = training.dimension;
    features.resize(training.size() * (d + 1));
    for (std::size_t i = 0; i < training.size(); ++i) {
      rows[i] = features.data() + i * (d + 1);
      for (std::size_t f = 0; f < d; ++f) {
        rows[i][f] = {static_cast<int>(f) + 1, training.row(i)[f]};
      }
      rows[i][d] = {-1, 0};
    }
  }

  std::optional<KernelTable> table;
  std::vector<svm_node> features;
  std::vector<svm_node*> rows;
};

void GaussianSvm::clear() {
  std::fill(learnt_.begin(), learnt_.end(), std::uint8_t{0});
  vectors_.clear();
  kernels_.clear();
  places_.clear();
  coefficients_.clear();
  machines_.clear();
}

void GaussianSvm::train(const Log& log) {
  const learning::TrainingRows rows =
      learning::training_rows(log, options_.scheme, options_.standardise, options_.most);
  clear();
  scale_ = rows.scaling.scale;
  gamma_ = options_.gamma > 0 ? options_.gamma : 1 / static_cast<double>(dimension_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.rewards[i] != 0) learnt_[rows.actions[i]] = 1;
  }
  std::vector<std::int64_t> place_of_row(rows.size(), -1);
  std::vector<double> targets(rows.size());
  Examples examples(rows, gamma_);
  if (rows.scheme == learning::Scheme::clicks) {
    for (std::size_t i = 0; i < rows.size(); ++i) targets[i] = rows.actions[i];
    if (!targets.empty()) add_machines(rows, examples, targets, 0, place_of_row);
  } else {
    for (Action action = 0; action < rows.action_count; ++action) {
      if (!learnt_[action]) continue;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        targets[i] = rows.actions[i] == action && rows.rewards[i] != 0 ? 1 : 0;
      }
      add_machines(rows, examples, targets, action, place_of_row);
    }
  }
  became_trained();
}

void GaussianSvm::add_machines(const learning::TrainingRows& rows, Examples& examples,
                               std::span<const double> targets, Action action,
                               std::vector<std::int64_t>& place_of_row) {
  static std::once_flag silenced;
  std::call_once(silenced, [] { svm_set_print_string_function(print_nothing); });

  const std::size_t d = dimension_;
  std::vector<double> labels(targets.begin(), targets.end());
  svm_problem posed{static_cast<int>(examples.rows.size()), labels.data(), examples.rows.data()};
  svm_parameter settings{};
  settings.svm_type = C_SVC;
  settings.kernel_type = examples.table ? PRECOMPUTED : RBF;
  settings.gamma = gamma_;
  settings.C = options_.cost;
  settings.cache_size = 64;
  settings.eps = 1e-3;
  settings.shrinking = 1;
  if (const char* complaint = svm_check_parameter(&posed, &settings)) {
    throw std::logic_error(std::string("LIBSVM: ") + complaint);
  }
  const std::unique_ptr<svm_model, FreeModel> model(svm_train(&posed, &settings));

  // Place of a support vector in vectors_, where it is added at the first use.
  const auto place_of = [&](int vector) {
    const auto row = static_cast<std::size_t>(model->sv_indices[vector] - 1);
    if (place_of_row[row] < 0) {
      const std::size_t place = kernels_.size();
      place_of_row[row] = static_cast<std::int64_t>(place);
      kernels_.push_back(0);
      if (place % block == 0) vectors_.resize(vectors_.size() + block * d);
      double* vectors_of_block = vectors_.data() + place / block * block * d;
      for (std::size_t f = 0; f < d; ++f) {
        vectors_of_block[f * block + place % block] =
            rows.row(row)[f] + rows.scaling.shift[f] * rows.scaling.scale[f];
      }
    }
    return static_cast<std::uint32_t>(place_of_row[row]);
  };
  std::vector<int> first_of_class(1, 0);
  for (int c = 0; c < model->nr_class; ++c) {
    first_of_class.push_back(first_of_class.back() + model->nSV[c]);
  }
  const auto add_terms = [&](int own, const double* coefficients) {
    for (int v = first_of_class[own]; v < first_of_class[own + 1]; ++v) {
      if (coefficients[v] == 0) continue;
      places_.push_back(place_of(v));
      coefficients_.push_back(coefficients[v]);
    }
  };
  int pair = 0;
  for (int i = 0; i < model->nr_class; ++i) {
    for (int j = i + 1; j < model->nr_class; ++j, ++pair) {
      Machine machine{action, action, model->rho[pair], places_.size(), 0};
      add_terms(i, model->sv_coef[j - 1]);
      add_terms(j, model->sv_coef[i]);
      machine.last = places_.size();
      if (rows.scheme == learning::Scheme::clicks) {
        machine.action = static_cast<Action>(model->label[i]);
        machine.other = static_cast<Action>(model->label[j]);
      } else if (model->label[i] == 0) {
        // One-vs-rest with the classes swapped: negated.
        machine.rho = -machine.rho;
        for (std::size_t at = machine.first; at < machine.last; ++at) coefficients_[at] *= -1;
      }
      machines_.push_back(machine);
    }
  }
}

void GaussianSvm::score_all(const Context& context, const ActionSet& actions) const {
  // A block's vectors side by side: one sum after the other would wait for each addition.
  for (std::size_t first = 0; first < kernels_.size(); first += block) {
    const double* vectors = vectors_.data() + first * dimension_;
    numeric::Quad sums0{}, sums4{}, sums8{}, sums12{};
    for (std::size_t f = 0; f < dimension_; ++f, vectors += block) {
      const double scaled = context[f] * scale_[f];
      add_squared_differences(sums0, scaled, vectors);
      add_squared_differences(sums4, scaled, vectors + 4);
      add_squared_differences(sums8, scaled, vectors + 8);
      add_squared_differences(sums12, scaled, vectors + 12);
    }
    const std::array<numeric::Quad, block / 4> distances{sums0, sums4, sums8, sums12};
    const std::size_t count = std::min(block, kernels_.size() - first);
    for (std::size_t k = 0; k < count; ++k) {
      kernels_[first + k] = numeric::exp(-gamma_ * distances[k / 4][k % 4]);
    }
  }
  for (Action i = 0; i < actions.size(); ++i) {
    scores_[actions[i]] = learnt_[actions[i]] ? 0 : -infinity;
  }
  for (const Machine& machine : machines_) {
    if (!actions.contains(machine.action) || !actions.contains(machine.other)) continue;
    std::array<double, 4> sums{-machine.rho};
    const auto term = [&](std::size_t at) { return coefficients_[at] * kernels_[places_[at]]; };
    std::size_t at = machine.first;
    for (; at + sums.size() <= machine.last; at += sums.size()) {
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += term(at + k);
    }
    for (; at < machine.last; ++at) sums[0] += term(at);
    const double decision = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    if (machine.action == machine.other) {
      scores_[machine.action] = decision;
    } else {
      scores_[decision > 0 ? machine.action : machine.other] += 1;
    }
  }
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(GaussianSvm(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    learning::scheme_parameter(&Options::scheme, {learning::Scheme::clicks, learning::Scheme::all}),
    learning::standardise_parameter(&Options::standardise),
    real(&Options::cost, "cost", "C: weight of the examples' losses against the margin")
        .above(0)
        .finite()
        .source("not given (thesis, table 4.1, section 4.5, p. 117): the library's default"),
    real(&Options::gamma, "gamma", "of the kernel exp(-gamma |x - z|^2); 0: 1 / features")
        .at_least(0)
        .finite()
        .source("not given: the library's default"),
    integer(&Options::most, "most", "examples that are kept, the first ones")
        .at_least(1)
        .at_most(100'000));

}  // namespace

const AlgorithmDescription description{
    {.name = "gaussian_svm",
     .group = Group::trained_offline,
     .summary = "support vector machines with a Gaussian kernel, trained offline on a log",
     .source = "thesis, table 4.1 (section 4.5, p. 117; Gaussian SVM); Chang, Lin, LIBSVM, 2011",
     .revision = 2,  // another order of additions: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::gaussian_svm
