// A first look at an algorithm: played in a simulator, beside a uniform choice and the optimum. The
// work is done by suite/evaluate.

#include "suite/evaluate/play.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

namespace {

using statistics::IntervalEstimate;

struct Request {
  std::string algorithm;
  std::string dataset;
  PlayOptions options;
  std::string format = "text";
};

// The references, best first.
struct NamedReference {
  const char* key;
  const char* name;
  const PlayReference* values;
};

std::vector<NamedReference> references(const Play& play) {
  std::vector<NamedReference> list{{"best_policy", "best policy", &play.best_policy}};
  if (play.best_action) list.push_back({"best_action", "best single action", &*play.best_action});
  list.push_back({"uniform", "uniform choice", &play.uniform});
  return list;
}

nlohmann::ordered_json json_of(const IntervalEstimate& estimate) {
  // A sum of rewards can overflow, and JSON has no infinity.
  const auto number = [](double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  return {{"value", number(estimate.value)},
          {"low", number(estimate.low)},
          {"high", number(estimate.high)}};
}

void print_json(const Play& play) {
  nlohmann::ordered_json json;
  json["mean_reward"] = json_of(play.reward);
  for (const auto& reference : references(play)) {
    json["references"][reference.key] = {{"mean_reward", json_of(reference.values->reward)},
                                         {"difference", json_of(reference.values->difference)}};
  }
  json["interval"] = {{"level", 0.95}, {"method", "Student's t over the replicates"}};
  json["warnings"] = play.warnings;
  json["algorithm"] = play.algorithm;
  json["dataset"] = play.dataset;
  json["steps"] = play.options.steps;
  json["replicates"] = play.options.replicates;
  json["seed"] = play.options.seed;
  json["actions"] = play.action_count;
  json["features"] = play.dimension;
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(const Play& play) {
  fmt::print("algorithm   {}\n", play.algorithm);
  fmt::print("data set    {} ({} actions, {} features)\n", play.dataset, play.action_count,
             play.dimension);
  fmt::print("played      {} steps, {} replicates, seed {}\n\n", play.options.steps,
             play.options.replicates, play.options.seed);

  std::vector<TextRow> lines{
      {"", "mean reward", "95% interval", "algorithm's difference", "95% interval"}};
  const auto add = [&](const char* name, const IntervalEstimate& reward,
                       const IntervalEstimate* difference) {
    lines.push_back({name, fmt::format("{:.5f}", reward.value),
                     fmt::format("[{:.5f}, {:.5f}]", reward.low, reward.high)});
    if (!difference) return;
    lines.back().push_back(fmt::format("{:+.5f}", difference->value));
    lines.back().push_back(fmt::format("[{:+.5f}, {:+.5f}]", difference->low, difference->high));
  };
  add("algorithm", play.reward, nullptr);
  for (const auto& reference : references(play)) {
    add(reference.name, reference.values->reward, &reference.values->difference);
  }
  fmt::print("{}", table_on_terminal(lines, {Alignment::left, Alignment::right}));
  fmt::print(
      "\nMean reward of a step, over all {} steps: it includes what the algorithm paid to learn.\n"
      "Intervals: Student's t over the {} replicates. Differences: algorithm less that policy, in "
      "the\nsame environments, paired by replicate.\n",
      play.options.steps, play.options.replicates);
  for (const auto& warning : play.warnings) {
    fmt::print("{}\n", wrapped_on_terminal("warning     ", warning, 12));
  }
}

}  // namespace

void add_play(CLI::App& app, CommandContext&) {
  auto* command = app.add_subcommand(
      "play", "one algorithm in a simulator, compared with uniform choice and the optimum");
  auto request = std::make_shared<Request>();
  command
      ->add_option("algorithm", request->algorithm,
                   "'name' or 'name{parameter=value, ...}'; see list, describe")
      ->required();
  command
      ->add_option("--on", request->dataset,
                   "a simulated data set, written the same; see list datasets")
      ->required();
  command->add_option("--steps", request->options.steps, "interactions of a replicate")
      ->required()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  command
      ->add_option("--replicates", request->options.replicates,
                   "independent environments and draws of the algorithm")
      ->check(CLI::Range(std::uint64_t{2}, std::uint64_t{1'000'000}))
      ->capture_default_str();
  add_seed(*command, request->options.seed, "of the environments and of the algorithm's draws");
  command->add_option("--format", request->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback([request] {
    const auto components = find_play_components(request->algorithm, request->dataset);
    const Play result = play(components.algorithm, components.dataset, request->options);
    if (request->format == "json") {
      print_json(result);
    } else {
      print_text(result);
    }
  });
}

}  // namespace replaybench::cli
