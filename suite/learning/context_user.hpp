#pragma once
// User of a context, which is all that collaborative filters read of it.
//
//   user = "largest"   the place of the largest feature, of equal ones the first. Of one-hot
//                      contexts, the user; of any others a coarse group (where a constant feature
//                      is above all others, a single one). As many users as features, at least one.
//   user = "code"      the number of feature `feature`: a user of 0 .. users - 1; all other numbers
//                      share one more user.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "suite/component/algorithm.hpp"
#include "suite/component/bind.hpp"
#include "suite/component/registry.hpp"
#include "suite/model/context.hpp"

namespace replaybench::learning {

enum class UserSource { largest, code };

struct ContextUserOptions {
  UserSource user = UserSource::largest;
  std::size_t feature = 0;
  std::size_t users = 100;
};

class ContextUser {
 public:
  /// Throws NotApplicable if contexts have no feature of this number; `owner` is for the
  /// message.
  ContextUser(const ContextUserOptions& options, const Problem& problem, std::string_view owner)
      : options_(options),
        count_(options.user == UserSource::code ? options.users + 1
                                                : std::max<std::size_t>(problem.dimension, 1)) {
    if (options.user == UserSource::code && options.feature >= problem.dimension) {
      throw NotApplicable(std::string(owner) + ": there is no feature " +
                          std::to_string(options.feature) + "; contexts have " +
                          std::to_string(problem.dimension) + ", numbered from 0");
    }
  }

  /// Number of users.
  std::size_t count() const { return count_; }
  /// In 0 .. count() - 1. O(features), or O(1) of a code.
  std::size_t operator()(const Context& context) const {
    const auto values = context.values();
    if (options_.user == UserSource::largest) {
      return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) -
                                      values.begin()) %
             count_;  // no feature at all: user 0
    }
    const double code = values[options_.feature];
    return code >= 0 && code == std::floor(code) && code < static_cast<double>(options_.users)
               ? static_cast<std::size_t>(code)
               : options_.users;
  }

 private:
  ContextUserOptions options_;
  std::size_t count_;
};

/// The parameters, of options that inherit ContextUserOptions.
inline Binding<ContextUserOptions> context_user_parameters() {
  return bind_parameters<ContextUserOptions>(
      choice(
          &ContextUserOptions::user, "user",
          {{"largest", UserSource::largest}, {"code", UserSource::code}},
          "how a context names its user: the place of its largest feature (one-hot contexts), or "
          "the number of one feature"),
      integer(&ContextUserOptions::feature, "feature", "user = code: place of the feature")
          .at_least(0),
      integer(&ContextUserOptions::users, "users",
              "user = code: codes 0 to users - 1 are a user each, all others share one")
          .at_least(1)
          .at_most(1'000'000));
}

}  // namespace replaybench::learning
