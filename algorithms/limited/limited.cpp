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

struct Written : Options {
  std::string of = "ucb";
  double memory = 1000;  // MB
  std::uint64_t seed = 1;
};

void require_memory(const Written& written, const Agent& inner) {
  const auto bytes = static_cast<double>(inner.state_bytes());
  if (bytes > written.memory * 1e6) {
    throw NotApplicable(
        fmt::format("limited: the model of \"{}\" takes {:.0f} bytes, memory = {} MB allows {:.0f}",
                    written.of, bytes, written.memory, written.memory * 1e6));
  }
}

Agent make(const Written& written, const Problem& problem) {
  std::vector<SpecProblem> problems;
  const auto component = find_component<AlgorithmDescription>(written.of, {}, algorithms_table(),
                                                              "algorithm", problems);
  for (SpecProblem& wrong : problems) wrong.message = "limited's of: " + wrong.message;
  if (!problems.empty()) throw SpecErrors(problems);
  if (component->description->changes_when_asked) {
    throw NotApplicable("limited: \"" + written.of +
                        "\" learns from being asked; under replay that is no policy");
  }
  Agent inner = make_agent(*component, problem);
  if (inner.is_trained_offline() || !inner.given_target().empty()) {
    throw NotApplicable("limited: \"" + written.of +
                        "\" does not learn from one interaction after the other");
  }
  require_memory(written, inner);
  const StreamKey times = derive_key(written.seed, "times", "limited");
  const bool displays = inner.chooses_displays();
  const bool probabilities = inner.has_probabilities();
  if (displays && probabilities)
    return Agent(Limited<true, true>(std::move(inner), written, times));
  if (displays) return Agent(Limited<false, true>(std::move(inner), written, times));
  if (probabilities) return Agent(Limited<true, false>(std::move(inner), written, times));
  return Agent(Limited<false, false>(std::move(inner), written, times));
}

const auto parameters = bind_parameters<Written>(
    text(&Written::of, "of", "the algorithm"),
    real(&Written::limit, "limit", "ms that choosing and updating together may take")
        .above(0)
        .finite()
        .source("thesis, section 2.2.3 (p. 42): 100 ms"),
    real(&Written::response, "response", "ms that they take, the median; declared, not measured")
        .above(0)
        .finite()
        .source("thesis, section 2.2.3 (p. 42): above 10 ms in average a share was interrupted"),
    real(&Written::spread, "spread",
         "standard deviation of the logarithm of that time; 0: it is always the same")
        .at_least(0)
        .finite(),
    choice(&Written::learns_late, "late_rewards", {{"dropped", false}, {"learned", true}},
           "what the model learns from a late interaction")
        .source("thesis, section 2.2.3 (p. 42): the model is not allowed to be updated"),
    real(&Written::memory, "memory", "MB that the model may take")
        .above(0)
        .finite()
        .source("thesis, section 2.2.3 (p. 42): 1 GB"),
    integer(&Written::seed, "seed", "of the times").at_least(0));

}  // namespace

const AlgorithmDescription description{
    {.name = "limited",
     .summary = "another algorithm under limits of time and memory: a late answer is a random one, "
                "and nothing is learned from it",
     .source = "thesis, section 2.2.3 (p. 42)",
     .parameters = parameters.described()},
    parameters.factory(make),
    RewardRange::real,
    /*changes_when_asked=*/false,
    /*is_default_logging=*/false,
    /*for_reference=*/true};

}  // namespace replaybench::algorithms::limited
