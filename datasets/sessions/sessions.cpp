#include "datasets/sessions/sessions.hpp"

#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"

namespace replaybench::datasets::sessions {

namespace {

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
