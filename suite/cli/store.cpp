// `replaybench store`: stores as folders of cells, whatever studies they are of.

#include "suite/store/store.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/progress.hpp"
#include "suite/leaderboard/task.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/store/garbage.hpp"
#include "suite/store/key_set.hpp"
#include "suite/store/listing.hpp"
#include "suite/store/merge.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench::cli {

namespace {

namespace fs = std::filesystem;

fs::path chosen_store(const std::string& folder, const CommandContext& context) {
  return folder.empty() ? context.workplace / "results" / "store" : fs::path(folder);
}

// A store that is to be read, and has to be there.
Store store_there(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw FileError("there is no store " + folder.string());
  }
  return Store(folder, Store::Access::read);
}

void add_store_option(CLI::App& command, std::string& folder, const char* meaning) {
  command.add_option("--store", folder, std::string(meaning) + " [results/store]");
}

void add_store_list(CLI::App& parent, CommandContext& context) {
  auto* command = parent.add_subcommand("list", "the key of every cell, one per line");
  auto folder = std::make_shared<std::string>();
  auto count = std::make_shared<bool>(false);
  add_store_option(*command, *folder, "folder of the stored cells");
  command->add_flag("--count", *count, "the number of cells alone");
  command->callback([=, &context] {
    const Store store = store_there(chosen_store(*folder, context));
    const StoreListing listing(store);
    if (*count) {
      fmt::print("{}\n", listing.cells());
      return;
    }
    listing.for_each_cell([](const std::string& key) { fmt::print("{}\n", key); });
  });
}

void merge_one(const Store& from, const Store& into, CommandContext& context) {
  Progress progress("merge " + from.root().string());
  const auto sources_here = [](const std::string& canonical) { return cell_sources(canonical); };
  const MergeSummary summary = merge_store(from, into, sources_here, [&](double share) {
    progress.show_share(fmt::format("{:.0f}%", 100 * share), share);
  });
  progress.clear();
  fmt::print("{}: {} cells, {} added, {} there already", from.root().string(), summary.cells,
             summary.added, summary.same);
  if (summary.replaced > 0) {
    fmt::print(", {} put in the place of cells of older sources", summary.replaced);
  }
  if (summary.older > 0) fmt::print(", {} left out: of older sources", summary.older);
  if (summary.failures > 0) fmt::print(", {} noted failures added", summary.failures);
  fmt::print("\n");
  std::fflush(stdout);
  for (const auto& key : summary.damaged) {
    tell(from.cell_file(key).string() + " is cut short or altered: left out");
  }
  for (const auto& key : summary.different) {
    tell("cell " + key.substr(0, 16) + " has other numbers in " + from.root().string() +
         " than in " + into.root().string() +
         ", which is left as it was: \"replaybench store explain\" shows both");
  }
  if (!summary.damaged.empty() || !summary.different.empty()) {
    context.exit_code = ExitCode::data_error;
  }
}

void add_store_merge(CLI::App& parent, CommandContext& context) {
  auto* command = parent.add_subcommand("merge", "put the cells of stores into another one");
  auto from = std::make_shared<std::vector<std::string>>();
  auto into = std::make_shared<std::string>();
  command->add_option("from", *from, "folders of stored cells")->required()->type_name("FROM...");
  add_store_option(*command, *into, "folder that gets the cells");
  command->callback([=, &context] {
    const fs::path folder = chosen_store(*into, context);
    std::vector<Store> sources;
    for (const auto& one : *from) {
      std::error_code error;
      if (fs::equivalent(one, folder, error)) {
        throw SpecErrors(one + " is the store that gets the cells (--store names another one)");
      }
      sources.push_back(store_there(one));
    }
    const Store store(folder);
    for (const Store& source : sources) merge_one(source, store, context);
  });
}

const char* text_of(GarbageKind kind) {
  switch (kind) {
    case GarbageKind::half_file:
      return "half-written files of processes that are gone";
    case GarbageKind::damaged_cell:
      return "cells cut short or altered";
    case GarbageKind::stale_failure:
      return "noted failures of cells that are stored";
    case GarbageKind::unneeded_cell:
      return "cells that none of the studies needs";
  }
  return "";
}

void print_garbage(const std::vector<Garbage>& garbage, bool names) {
  for (std::size_t from = 0; from < garbage.size();) {
    std::size_t to = from;
    std::uintmax_t bytes = 0;
    for (; to < garbage.size() && garbage[to].kind == garbage[from].kind; ++to) {
      bytes += garbage[to].bytes;
    }
    fmt::print("{:>9} {} ({})\n", to - from, text_of(garbage[from].kind), size_text(bytes));
    for (; from < to; ++from) {
      if (names) fmt::print("          {}\n", garbage[from].file.string());
    }
  }
}

struct GarbageOptions {
  StudyOptions studies;
  std::vector<std::string> profiles;
  std::vector<std::string> seeds;
  bool remove = false;
  bool names = false;
};

struct Needed {
  KeySet keys;
  std::set<std::string> data;  // the data sets of files that are here
};

// "dataset log#1{...}" of a cell that was computed from a file; empty for others.
std::string data_of(const std::string& canonical) {
  const auto begin = canonical.find("\ndataset ");
  if (begin == std::string::npos) return {};
  const std::string line = canonical.substr(begin + 1, canonical.find('\n', begin + 1) - begin - 1);
  const auto content = line.rfind(" content ");
  return content == std::string::npos ? std::string() : line.substr(0, content);
}

void add_cells(const Plan& plan, Needed& needed) {
  for (const Cell& cell : plan.cells) {
    needed.keys.add(sha256(cell.canonical));
    if (auto data = data_of(cell.canonical); !data.empty()) needed.data.insert(std::move(data));
  }
}

void add_leaderboards(Profile profile, const CommandContext& context, OpenedDatasets& datasets,
                      Needed& needed) {
  const fs::path folder = leaderboard_folder(context);
  std::error_code error;
  if (!fs::is_directory(folder, error)) return;
  const auto tasks = read_leaderboard(folder, profile);
  const auto add = [&](const auto& task) {
    add_cells(make_plan(std::make_shared<const ExperimentSpec>(study_of(task)), profile, datasets),
              needed);
  };
  for (const auto& task : tasks.algorithms) add(task);
  for (const auto& task : tasks.evaluators) add(task);
}

// The cells of the studies, under each profile and seed, and of the leaderboards.
Needed needed_cells(GarbageOptions options, const CommandContext& context) {
  Needed needed;
  OpenedDatasets datasets;  // profiles and seeds mostly have the same ones
  const std::vector<std::string> own_seed{""};
  for (const auto& profile : options.profiles) {
    add_leaderboards(*profile_names.find(profile), context, datasets, needed);
    for (const auto& seed : options.seeds.empty() ? own_seed : options.seeds) {
      options.studies.profile = profile;
      options.studies.seed = seed;
      for (const auto& file : options.studies.files(context)) {
        add_cells(load_plan(file, options.studies.chosen_profile(), options.studies.chosen_seed(),
                            datasets),
                  needed);
      }
    }
  }
  needed.keys.sort();
  return needed;
}

// Also one computed from a file that is not here: under which digest it is needed is not known.
bool is_needed(const Store::Entry& cell, const Needed& needed) {
  if (needed.keys.contains(cell.key)) return true;
  const std::string data = data_of(cell.canonical);
  return !data.empty() && !needed.data.contains(data);
}

void add_store_gc(CLI::App& parent, CommandContext& context) {
  auto* command = parent.add_subcommand(
      "gc", "find and remove what a store holds without need: damaged, stale and unused files");
  auto options = std::make_shared<GarbageOptions>();
  options->profiles = profile_words();
  command
      ->add_option("study", options->studies.studies,
                   "also the cells that none of these studies needs; \"all\"")
      ->type_name("STUDY...");
  command
      ->add_option("--profile", options->profiles, "profiles whose cells are needed [all of them]")
      ->check(CLI::IsMember(profile_words()))
      ->delimiter(',');
  command
      ->add_option("--seed", options->seeds,
                   "master seeds whose cells are needed [those that run takes without --seed]")
      ->delimiter(',');
  add_store_option(*command, options->studies.store, "folder of the stored cells");
  command->add_flag("--remove", options->remove, "remove them");
  command->add_flag("--files", options->names, "name each file");
  command->callback([options, &context] {
    const Store store = store_there(chosen_store(options->studies.store, context));
    std::vector<Garbage> garbage;
    if (options->studies.studies.empty()) {
      garbage = find_garbage(store);
    } else {
      const Needed needed = needed_cells(*options, context);
      garbage =
          find_garbage(store, [&](const Store::Entry& cell) { return is_needed(cell, needed); });
    }
    print_garbage(garbage, options->names);
    if (!options->remove) {
      fmt::print("{} files in all{}\n", garbage.size(),
                 garbage.empty() ? "" : "; nothing is removed without --remove");
      return;
    }
    fmt::print("{} files removed\n", remove_garbage(store, garbage));
  });
}

}  // namespace

void add_store(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("store", "stores of cells: list, explain, merge, gc");
  command->require_subcommand(1);
  add_store_list(*command, context);
  add_store_explain(*command, context);
  add_store_merge(*command, context);
  add_store_gc(*command, context);
}

}  // namespace replaybench::cli
