// Another simulator whose records come in sessions: `size` successive steps have one context, and one draw of
// the rewards of all actions. The actions of a log are drawn at each step.
//
// Source: our design, the strongest dependence that a session can have: two of its records with the same
// action have the same reward. Intervals that take its records as independent are too narrow; those by
// cluster are of floor(step / size).

#include <cstdint>
#include <memory>
#include <utility>

#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"
#include "suite/model/wrapped_environment.hpp"

namespace replaybench::datasets::sessions {

namespace {

class Sessions final : public WrappedEnvironment {
 public:
  /// `size` is at least 1.
  Sessions(std::unique_ptr<Environment> inner, std::uint64_t size)
      : WrappedEnvironment(std::move(inner)), size_(size) {}

  std::uint64_t length() const override { return WrappedEnvironment::length() * size_; }
  void observe(std::uint64_t step) override { WrappedEnvironment::observe(step / size_); }

 private:
  std::uint64_t size_;
};

constexpr const char* name = "sessions";

struct Options {
  std::string of = "bernoulli_arms";
  std::uint64_t size = 2;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  return wrapped_dataset(name, inner_dataset(name, options.of),
                         [size = options.size](std::unique_ptr<Environment> inner,
                                               StreamKey) -> std::unique_ptr<Environment> {
                           if (inner->has_delays()) refuse_delays(name);
                           return std::make_unique<Sessions>(std::move(inner), size);
                         });
}

const auto parameters = bind_parameters<Options>(
    text(&Options::of, "of", "the simulator"),
    integer(&Options::size, "size", "successive records of a session").at_least(1).at_most(1e6));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "sessions",
     .summary = "another simulator whose successive records share a context and its rewards",
     .source = "our design",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::sessions
