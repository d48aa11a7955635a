#pragma once
// A neural network with one hidden layer of rectified units and linear outputs, learned by
// stochastic gradient descent.
//
// Source: Rumelhart, Hinton, Williams, "Learning representations by back-propagating errors",
// Nature 323, 1986; first weights: He, Zhang, Ren, Sun, "Delving deep into rectifiers", ICCV 2015.
//
//   h = max(0, W x), q = V h        no constants: x has one where its log has one
//   loss (q_a - r)^2 / 2            of one output a
//   g                               the gradient of q_a: h for V_a, V_aj x for W_j where h_j > 0
//   step = rate / (1 + rate |g|^2)
//   weights -= step (q_a - r) g     all right sides with the old weights
//
// The step is that of normalised least mean squares: to the first order q_a never goes beyond r, so no
// rate and no features are too large. With a plain rate the weights overflow on jittered features.
//
// W begins at normal draws of a fixed stream with variance 2 / d, V at 0: all networks of a size are
// the same, and all outputs are 0.

#include <cstddef>
#include <span>
#include <vector>

namespace replaybench::learning {

/// Not thread-safe, not even its const functions on one object (they share buffers that are no part
/// of the state); copies are independent. All memory is allocated by the constructor: 8 hidden
/// (inputs + outputs) bytes.
class Network {
 public:
  /// All three are 1 at least.
  Network(std::size_t inputs, std::size_t hidden, std::size_t outputs);

  /// q, valid until the next call of any function. `x` has `inputs` numbers. O(hidden (inputs +
  /// outputs)).
  std::span<const double> outputs(std::span<const double> x) const;
  /// One step against the gradient; `rate` > 0. Throws NumericalFailure, with `owner` in
  /// its message, when the output of x is not finite. O(hidden (inputs + outputs)).
  void descend(std::span<const double> x, std::size_t output, double target, double rate,
               const char* owner);

  /// W, column by column: hidden x inputs.
  std::span<const double> hidden_weights() const { return hidden_weights_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(hidden_weights_, output_weights_);
  }

 private:
  std::vector<double> hidden_weights_;  // W, hidden x inputs, column by column
  std::vector<double> output_weights_;  // V, outputs x hidden, column by column
  mutable std::vector<double> hidden_;  // no part of the state, as the next
  mutable std::vector<double> outputs_;
  std::vector<double> slopes_;
};

}  // namespace replaybench::learning
