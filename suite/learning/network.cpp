#include "suite/learning/network.hpp"

// As in ridge.cpp: a namespace of its own for what depends on the vector width.
#define Eigen replaybench_eigen
#include <Eigen/Core>
#include <cmath>
#include <string>

#include "suite/model/numerical_failure.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::learning {

namespace {

// No sum over the elements of a vector is left to Eigen: it would begin at the first aligned
// address. A matrix times a vector adds whole columns, for any address.
using NetworkMatrix = Eigen::Map<Eigen::MatrixXd>;
using ConstNetworkMatrix = Eigen::Map<const Eigen::MatrixXd>;
using NetworkVector = Eigen::Map<Eigen::VectorXd>;
using ConstNetworkVector = Eigen::Map<const Eigen::VectorXd>;

ConstNetworkVector vector_of(std::span<const double> numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

}  // namespace

Network::Network(std::size_t inputs, std::size_t hidden, std::size_t outputs)
    : hidden_weights_(hidden * inputs),
      output_weights_(outputs * hidden),
      hidden_(hidden),
      outputs_(outputs),
      slopes_(hidden) {
  const double deviation = std::sqrt(2.0 / static_cast<double>(inputs));
  Draws draws({0x6e6574}, 0);
  for (double& weight : hidden_weights_) weight = deviation * draws.normal();
}

std::span<const double> Network::outputs(std::span<const double> x) const {
  const ConstNetworkVector input = vector_of(x);
  NetworkVector h(hidden_.data(), static_cast<Eigen::Index>(hidden_.size()));
  NetworkVector q(outputs_.data(), static_cast<Eigen::Index>(outputs_.size()));
  h.noalias() = ConstNetworkMatrix(hidden_weights_.data(), h.size(), input.size()) * input;
  for (double& unit : hidden_) unit = unit > 0 ? unit : 0;
  q.noalias() = ConstNetworkMatrix(output_weights_.data(), q.size(), h.size()) * h;
  return outputs_;
}

void Network::descend(std::span<const double> x, std::size_t output, double target, double rate,
                      const char* owner) {
  const double error = outputs(x)[output] - target;
  if (!std::isfinite(error)) {
    throw NumericalFailure(std::string(owner) +
                           ": the weights overflowed; scale the features or the rewards");
  }
  double size = 0;
  for (const double value : x) size += value * value;
  double gradient2 = 0;
  for (std::size_t j = 0; j < hidden_.size(); ++j) {
    const double weight = output_weights_[j * outputs_.size() + output];
    if (hidden_[j] > 0) gradient2 += hidden_[j] * hidden_[j] + weight * weight * size;
  }
  const double step = rate * error / (1 + rate * gradient2);
  for (std::size_t j = 0; j < hidden_.size(); ++j) {
    double& weight = output_weights_[j * outputs_.size() + output];
    slopes_[j] = hidden_[j] > 0 ? -step * weight : 0;
    weight -= step * hidden_[j];
  }
  const ConstNetworkVector slopes = vector_of(slopes_);
  const ConstNetworkVector input = vector_of(x);
  NetworkMatrix(hidden_weights_.data(), slopes.size(), input.size()).noalias() +=
      slopes * input.transpose();
}

}  // namespace replaybench::learning
