#include <fmt/core.h>

#include <charconv>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/study_runs.hpp"

namespace replaybench::cli {

namespace {

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec == std::errc{} && index.ptr != end && *index.ptr == '/') {
    const auto count = std::from_chars(index.ptr + 1, end, shard.count);
    if (count.ec == std::errc{} && count.ptr == end && shard.index >= 1 &&
        shard.index <= shard.count) {
      return shard;
    }
  }
  throw SpecErrors("--shard: \"" + text + "\" is not i/n with 1 <= i <= n");
}

}  // namespace

void add_run(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("run", "compute the cells of a study that are not stored yet");
  auto options = std::make_shared<StudyOptions>();
  auto jobs = std::make_shared<std::size_t>(std::max(1u, std::thread::hardware_concurrency()));
  auto shard = std::make_shared<std::string>("1/1");
  options->add_to(*command, false);
  command->add_option("--jobs", *jobs, "threads [all cores]")->check(CLI::Range(1, 256));
  command->add_option("--shard", *shard, "i/n: only part i of n of the cells")
      ->capture_default_str();
  command->callback([=, &context] {
    const Shard part = parse_shard(*shard);
    const auto plans = load_plans(*options, context);  // all are read before anything runs
    const Store store(options->store_folder(context));
    if (!StudyRuns(plans, store, *jobs, part).run_all()) {
      context.exit_code = ExitCode::failed_cells;
    }
  });
}

}  // namespace replaybench::cli
