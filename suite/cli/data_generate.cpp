#include <fmt/core.h>

#include <map>
#include <memory>

#include "suite/cli/data_commands.hpp"
#include "suite/cli/progress.hpp"
#include "suite/component/registry.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"
#include "suite/yahoo/yahoo_writer.hpp"

namespace replaybench::cli {

namespace {

struct GenerateOptions {
  std::string dataset, folder, form = "gzip";
  std::uint64_t seed = 1;
};

void generate(const GenerateOptions& options) {
  std::vector<SpecProblem> problems;
  const auto found =
      find_component(options.dataset, {"data set", 1, 1}, datasets_table(), "dataset", problems);
  if (!problems.empty()) throw SpecErrors(problems);
  const auto dataset = found->description->make(found->parameters);
  // The streams of the first replicate of a study with this seed, whose uniform log it then is.
  const auto key = [&](std::string_view purpose, std::string_view owner = {}) {
    return replicate_key(derive_key(options.seed, purpose, found->identity(), owner), 0);
  };
  const auto environment = dataset->environment(key("model"), key("log"));
  if (!environment)
    throw DataError(found->canonical() + " is a log already: there is nothing to generate");
  const auto uniform =
      find_component(default_logging(), {}, algorithms_table(), "algorithm", problems);
  if (!problems.empty()) throw SpecErrors(problems);

  const std::filesystem::path folder(options.folder);
  const bool prepared = options.form == "prepared";
  // The text that a prepared log is made from goes when that is done.
  const auto text_folder = prepared ? folder / "text.part" : folder;
  std::filesystem::create_directories(text_folder);
  std::vector<std::filesystem::path> files;
  {
    Progress progress("generate");
    files = generate_yahoo_log(*environment, key("logging", uniform->identity()), text_folder,
                               options.form == "text" ? YahooForm::text : YahooForm::gzip,
                               [&](std::uint64_t done, std::uint64_t all) {
                                 progress.show_share(
                                     fmt::format("{} of {} records", done, all),
                                     static_cast<double>(done) / static_cast<double>(all));
                               });
  }
  if (prepared) {
    Progress progress("prepare");
    const auto path = folder / "r6b.replaybench";
    prepare_yahoo_log(files, {}, path, [&](const PrepareProgress& step) {
      progress.show_share(fmt::format("{} records", step.records), 0);
    });
    std::filesystem::remove_all(text_folder);
    files = {path};
  }
  fmt::print("{}, seed {}: generated, no record of it is of real visitors\n", found->canonical(),
             options.seed);
  for (const auto& file : files) {
    fmt::print("{}: {}\n", file.string(), size_text(std::filesystem::file_size(file)));
  }
}

}  // namespace

void add_data_generate(CLI::App& data) {
  auto* command = data.add_subcommand(
      "generate", "a simulator's uniform log as files, like those of the real data set");
  auto options = std::make_shared<GenerateOptions>();
  command
      ->add_option("dataset", options->dataset,
                   "a simulator of such a log, \"name{parameter=value}\"")
      ->required();
  command->add_option("--out", options->folder, "the folder of the files")->required();
  command
      ->add_option("--form", options->form,
                   "text or gzip: a file a day; prepared: one file that is mapped [gzip]")
      ->check(CLI::IsMember({"text", "gzip", "prepared"}));
  command->add_option("--seed", options->seed, "of the first replicate of a study [1]");
  command->callback([options] { generate(*options); });
}

}  // namespace replaybench::cli
