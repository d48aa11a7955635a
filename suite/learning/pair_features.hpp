#pragma once
// Features of a pair of a context x and an action with features f: what a model sees that all actions share.
//
//   products   z = (x, x f_1, .., x f_m): the context, and its products with each feature of the action (Li et
//              al., WWW 2010, section 4.3: the products of the user's and the article's features). Where x
//              has a constant feature, f itself is among them
//   joined     z = (x, f): no product, so that the best action is the same in all contexts
//
// If the problem has no features of actions, the action's index is its feature (one-hot): with products
// each action then has its own weights in addition to the common ones. A context without features counts
// as the constant 1.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/component/registry.hpp"
#include "suite/model/action.hpp"
#include "suite/model/context.hpp"

namespace replaybench::learning {

enum class Pairs { products, joined };

/// Numbers of features of the two parts.
struct PairShape {
  Action action_count = 0;
  std::size_t dimension = 0;
  std::size_t action_dimension = 0;  ///< 0: an action's number is its feature

  /// Features of a pair.
  std::size_t size(Pairs pairs) const;
};
PairShape pair_shape(const Problem& problem);

/// Not thread-safe, not even its const functions (they share a buffer); copies are independent.
class PairFeatures {
 public:
  PairFeatures(Pairs pairs, const PairShape& shape);

  std::size_t size() const { return values_.size(); }
  /// z, sparse; valid until the next call. Needs a context of the shape. O(dimension + non-zero numbers of z).
  Context of(const Context& context, Action action) const;

 private:
  void read(const Context& context) const;
  void add_block(std::size_t first, double factor) const;

  Pairs pairs_;
  bool by_number_;
  std::size_t dimension_;
  mutable std::vector<double> values_;
  std::size_t shared_;  // size of the context's block
  // Buffers of full size, which a copy keeps, and the numbers of entries in use.
  mutable std::vector<std::uint32_t> active_;
  mutable std::size_t active_count_ = 0;
  mutable std::vector<std::uint32_t> own_active_;  // of the context
  mutable std::vector<double> own_values_;
  mutable std::size_t own_count_ = 0;
};

/// Features of pairs beyond which a model, whose memory and time grow with the square, is refused.
inline constexpr std::size_t max_pair_features = 8192;

/// The features of pairs of a problem. Throws NotApplicable, with `owner`, for more than max_pair_features.
PairFeatures pair_features(const std::string& owner, Pairs pairs, const Problem& problem);

/// The parameter "pairs".
template <class Options>
BoundParameter<Options> pairs_parameter(Pairs Options::*member) {
  return choice(
      member, "pairs", {{"products", Pairs::products}, {"joined", Pairs::joined}},
      "the model's features: the context and its products with the action's features; or the "
      "two joined, so that the best action does not depend on the context");
}

}  // namespace replaybench::learning
