#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/cli/origin_lines.hpp"
#include "suite/store/listing.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

void add_status(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("status", "how much of each study is stored");
  auto options = std::make_shared<StudyOptions>();
  options->add_to(*command, true);
  command->callback([=, &context] {
    const auto files = options->files(context);
    const Store store(options->store_folder(context), Store::Access::read);
    const StoreListing listing(store);
    fmt::print("{:<24} {:>9} {:>9} {:>9} {:>9}\n", "study", "cells", "stored", "failed", "skipped");
    OpenedDatasets datasets;
    for (const auto& file : files) {
      const Plan plan =
          load_plan(file, options->chosen_profile(), options->chosen_seed(), datasets);
      std::size_t stored = 0;
      OriginCounts origins;
      std::size_t failed = 0;
      std::size_t skipped = 0;
      for (const Cell& cell : plan.cells) {
        if (!cell.unavailable.empty()) {
          ++skipped;
          continue;
        }
        const std::string key = Store::key_of(cell.canonical);
        if (listing.holds(key)) {
          const CellOrigin origin = stored_origin(store, cell).value_or(CellOrigin());
          origins.add(origin);
          stored += origin.origin != Origin::other_sources;
        } else if (listing.failed(key)) {
          ++failed;
        }
      }
      fmt::print("{:<24} {:>9} {:>9} {:>9} {:>9}\n", plan.spec->name, plan.cells.size(), stored,
                 failed, skipped);
      fmt::print("{}{}", changed_line(origins, "to compute anew"), kept_line(origins));
    }
    const auto size = listing.bytes();
    fmt::print("store {}: {} cells, {}{:.1f} MB, {} failures noted\n", store.root().string(),
               listing.cells(), size.exact ? "" : "about ", static_cast<double>(size.bytes) / 1e6,
               listing.failures());
  });
}

}  // namespace replaybench::cli
