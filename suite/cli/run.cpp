#include <fmt/core.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/study_runs.hpp"
#include "suite/run/memory_limit.hpp"

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

// `limit` in bytes; 0 means none.
FileError out_of_memory(std::uint64_t limit) {
  const std::string which =
      limit > 0 ? ": the limit is " + memory_text(limit) + " (--memory sets another)" : "";
  return FileError("out of memory" + which + "; what was finished is stored");
}

}  // namespace

void add_run(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("run", "compute the cells of a study that are not stored yet");
  auto options = std::make_shared<StudyOptions>();
  auto jobs = std::make_shared<std::size_t>(std::max(1u, std::thread::hardware_concurrency()));
  auto shard = std::make_shared<std::string>("1/1");
  options->add_to(*command, false);
  command->add_option("--jobs", *jobs, "threads [all cores]")->check(CLI::Range(1, 256));
  command->add_option("--shard", *shard, "i/n: only part i of n of the cells, every n-th")
      ->capture_default_str();
  auto grace = std::make_shared<double>(45);
  command->add_option("--grace", *grace, "seconds that cells in progress have to end after SIGTERM")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  auto memory = std::make_shared<std::uint64_t>(0);
  command
      ->add_option("--memory", *memory,
                   "most memory of all jobs, such as 500MB or 2GB; cells that do not fit beside "
                   "others are computed with fewer jobs [the machine's, or its control group's]")
      ->transform(CLI::AsSizeValue(true))
      ->check(above_zero());
  auto recompute = std::make_shared<bool>(false);
  command->add_flag("--recompute", *recompute,
                    "also recompute the stored cells that another engine or an unknown build "
                    "computed");
  command->callback([=, &context] {
    if (*memory > 0 && !limit_memory(*memory, *jobs)) {
      tell("--memory: the system sets no limit here; the jobs may take more");
    }
    RunDivision division;
    division.shard = parse_shard(*shard);
    division.memory = *memory;
    division.recompute = *recompute;
    division.grace = std::chrono::milliseconds(std::lround(1000 * *grace));
    try {
      const auto plans = load_plans(*options, context);  // all are read before anything runs
      const Store store(options->store_folder(context));
      if (!StudyRuns(plans, store, *jobs, division).run_all()) {
        context.exit_code = ExitCode::failed_cells;
      }
    } catch (const std::bad_alloc&) {
      throw out_of_memory(*memory);
    } catch (const std::system_error& error) {  // a thread has no memory for its stack
      if (*memory == 0 || error.code() != std::errc::resource_unavailable_try_again) throw;
      throw out_of_memory(*memory);
    }
  });
}

}  // namespace replaybench::cli
