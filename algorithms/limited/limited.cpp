#include "algorithms/limited/limited.hpp"

#include <fmt/core.h>

#include <limits>
#include <string>

#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::limited {

LimitedAgent::LimitedAgent(Agent inner, const Options& options, StreamKey times)
    : inner_(std::move(inner)), learns_late_(options.learns_late), times_(times) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double margin = numeric::log(options.limit / options.response);
  threshold_ = options.spread > 0 ? margin / options.spread : margin < 0 ? -infinity : infinity;
  late_ = is_late();
}

bool LimitedAgent::is_late() const {
  return Draws(replicate_key(times_, history_), interactions_).normal() > threshold_;
}

namespace {

struct UserOptions : Options {
  std::string of = "ucb";
  double memory = 1000;  // MB
  std::uint64_t seed = 1;
};

// An algorithm that does not list its state has no size to compare.
void require_memory(const UserOptions& written, const Agent& inner) {
  if (!inner.tells_state()) return;
  const auto bytes = static_cast<double>(inner.state_bytes());
  if (bytes > written.memory * 1e6) {
    throw NotApplicable(
        fmt::format("limited: the model of \"{}\" takes {:.0f} bytes, memory = {} MB allows {:.0f}",
                    written.of, bytes, written.memory, written.memory * 1e6));
  }
}

// The form of Limited with the properties of the inner algorithm, of which `known` are the first
// and `others` the rest.
template <bool... known>
Agent in_form(LimitedAgent agent, std::span<const bool> others) {
  if constexpr (sizeof...(known) == 3) {
    return Agent(Limited<known...>(std::move(agent)));
  } else {
    const auto rest = others.subspan(1);
    return others[0] ? in_form<known..., true>(std::move(agent), rest)
                     : in_form<known..., false>(std::move(agent), rest);
  }
}

Agent make(const UserOptions& written, const Problem& problem) {
  Agent inner =
      make_inner_agent("limited", "of", inner_algorithm("limited", "of", written.of), problem);
  require_memory(written, inner);
  const bool properties[] = {inner.has_probabilities(), inner.chooses_displays(),
                             inner.uses_contexts()};
  const StreamKey times = derive_key(written.seed, "times", "limited");
  return in_form<>(LimitedAgent(std::move(inner), written, times), properties);
}

const auto parameters = bind_parameters<UserOptions>(
    text(&UserOptions::of, "of", "the algorithm"),
    real(&UserOptions::limit, "limit", "ms that choosing and updating together may take")
        .above(0)
        .finite()
        .source("thesis, section 2.2.3 (p. 42): 100 ms"),
    real(&UserOptions::response, "response",
         "ms that they take, the median; declared, not measured")
        .above(0)
        .finite()
        .source("thesis, section 2.2.3 (p. 42): above 10 ms in average a share was interrupted"),
    real(&UserOptions::spread, "spread",
         "standard deviation of the logarithm of that time; 0: it is always the same")
        .at_least(0)
        .finite(),
    choice(&UserOptions::learns_late, "late_rewards", {{"dropped", false}, {"learned", true}},
           "what the model learns from a late interaction")
        .source("thesis, section 2.2.3 (p. 42): the model is not allowed to be updated"),
    real(&UserOptions::memory, "memory", "MB that the model may take")
        .above(0)
        .finite()
        .source("thesis, section 2.2.3 (p. 42): 1 GB"),
    integer(&UserOptions::seed, "seed", "of the times").at_least(0));

}  // namespace

const AlgorithmDescription description{
    {.name = "limited",
     .group = Group::composed,
     .summary = "another algorithm under limits of time and memory: a late answer is a random one, "
                "and nothing is learned from it",
     .source = "thesis, section 2.2.3 (p. 42)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .properties = {.is_reference = true}}};

}  // namespace replaybench::algorithms::limited
