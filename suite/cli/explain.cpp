#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

void add_explain(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("explain", "what a stored cell is the result of");
  auto options = std::make_shared<std::pair<std::string, std::string>>();
  command->add_option("key", options->first, "a key, or its first digits (see plan --cells)")
      ->required();
  command->add_option("--store", options->second, "folder of the stored cells [results/store]");
  command->callback([options, &context] {
    const std::filesystem::path folder = options->second.empty()
                                             ? context.workplace / "results" / "store"
                                             : std::filesystem::path(options->second);
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
      throw EnvironmentError("there is no store " + folder.string());
    }
    const Store store(folder);
    const auto entry = store.find(options->first);
    fmt::print("key {}\n{}\n\n{}", entry.key, entry.canonical, entry.payload);
  });
}

}  // namespace replaybench::cli
