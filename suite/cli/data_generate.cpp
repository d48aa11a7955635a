#include <fmt/core.h>

#include <memory>

#include "suite/catalogue/data_folder.hpp"
#include "suite/catalogue/manifest.hpp"
#include "suite/cli/data_commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/interruption.hpp"
#include "suite/cli/progress.hpp"
#include "suite/component/registry.hpp"
#include "suite/component/replicate_streams.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/scratch_folder.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"
#include "suite/yahoo/yahoo_writer.hpp"

namespace replaybench::cli {

namespace {

namespace fs = std::filesystem;

struct GenerateOptions {
  std::string dataset, folder, form = "gzip";
  std::uint64_t seed = 1;
  bool replace = false;
};

// The data set whose own file, with or without .gz, has this place below $REPLAYBENCH_DATA and can
// only be had from its publisher; null if none.
const Manifest* owner_of(const fs::path& file) {
  const auto data = data_folder();
  if (!data) return nullptr;
  std::error_code error;
  const fs::path place = fs::weakly_canonical(fs::absolute(file), error);
  for (const auto& text : manifest_texts()) {
    const Manifest& manifest = manifest_of(text.id);
    for (const auto& own : manifest.files) {
      if (!own.url.empty()) continue;
      const fs::path path = fs::weakly_canonical(fs::absolute(*data / own.path), error);
      if (place == path || place == fs::path(path.string() + ".gz")) return &manifest;
    }
  }
  return nullptr;
}

// Before anything is written: all the files may be, or none is.
void require_free_places(const GenerateOptions& options, const std::vector<fs::path>& files) {
  std::error_code error;
  const fs::path folder(options.folder);
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    throw FileError(options.folder + " is a file; --out takes a folder");
  }
  std::vector<std::string> taken;
  for (const auto& file : files) {
    if (const Manifest* owner = owner_of(file)) {
      throw SpecErrors(file.string() + " is where the files of " + owner->id +
                       " are expected: generated files there would be mistaken for real ones; "
                       "choose another --out");
    }
    if (fs::symlink_status(file, error).type() != fs::file_type::not_found) {
      taken.push_back(file.filename().string());
    }
  }
  if (taken.empty() || options.replace) return;
  throw FileError(options.folder + " has " + shown_names(taken, 5) +
                  " already: nothing is written (--replace overwrites)");
}

// Thrown where the work is stopped by a signal: what it has written so far is then removed.
struct Stopped {};

void generate(const GenerateOptions& options, const Interruption& interruption) {
  std::vector<SpecProblem> problems;
  const auto found =
      find_component(options.dataset, {"data set", 1, 1}, datasets_table(), "dataset", problems);
  if (!problems.empty()) throw SpecErrors(problems);
  const auto dataset = found->description->make(found->parameters);
  const auto uniform =
      find_component(default_logging(), {}, algorithms_table(), "algorithm", problems);
  if (!problems.empty()) throw SpecErrors(problems);
  // The streams of the first replicate of a study with this seed, whose uniform log this is.
  const ReplicateStreams streams = streams_of_replicate({.seed = options.seed,
                                                         .dataset = found->identity(),
                                                         .logging = uniform->identity(),
                                                         .algorithm = {}},
                                                        0);
  const auto environment = dataset->environment(streams.model, streams.log);
  if (!environment)
    throw DataError(found->canonical() + " is a log already: there is nothing to generate");

  const fs::path folder(options.folder);
  const bool prepared = options.form == "prepared";
  const YahooForm form = options.form == "gzip" ? YahooForm::gzip : YahooForm::text;
  const auto days = files_to_generate(*environment, folder, form);
  require_free_places(options, prepared ? std::vector<fs::path>{folder / "r6b.replaybench"} : days);

  const auto stop_point = [&] {
    if (interruption.requested()) throw Stopped();
  };
  make_folder(folder);
  const ScratchFolder unfinished(folder / ".generate-");
  std::vector<fs::path> files;
  {
    Progress progress("generate");
    files = generate_yahoo_log(*environment, streams.logging, unfinished.path(), form,
                               [&](std::uint64_t done, std::uint64_t all) {
                                 stop_point();
                                 progress.show_share(
                                     fmt::format("{} of {} records", done, all),
                                     static_cast<double>(done) / static_cast<double>(all));
                               });
  }
  if (prepared) {
    Progress progress("prepare");
    const auto path = unfinished.path() / "r6b.replaybench";
    const std::uint64_t all = environment->length();
    const auto show = [&](const PrepareProgress& step) {
      stop_point();
      if (step.records == 0) {
        progress.show_share(fmt::format("checksum of file {} of {}", step.file + 1, step.files), 0);
        return;
      }
      progress.show_share(fmt::format("{} of {} records", step.records, all),
                          static_cast<double>(step.records) / static_cast<double>(all));
    };
    // The scratch folder, which has another name each time, is no part of the sources' names.
    prepare_yahoo_log(files, {}, path, show, unfinished.path());
    files = {path};
  }
  stop_point();
  // Each file is whole already (its writer saw to that); they get their places when all are there.
  for (auto& file : files) {
    const fs::path place = folder / file.filename();
    fs::rename(file, place);
    file = place;
  }
  fmt::print("{}, seed {}: generated, no record of it is of real visitors\n", found->canonical(),
             options.seed);
  for (const auto& file : files) {
    fmt::print("{}: {}\n", file.string(), size_text(std::filesystem::file_size(file)));
  }
}

void generate_or_stop(const GenerateOptions& options) {
  const Interruption interruption;
  try {
    generate(options, interruption);
  } catch (const Stopped&) {
    interruption.end();
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
                   "text or gzip: one file per day; prepared: one file that is mapped [gzip]")
      ->check(CLI::IsMember({"text", "gzip", "prepared"}));
  add_seed(*command, options->seed, "of the first replicate of a study");
  command->add_flag("--replace", options->replace, "overwrite files that are there already");
  command->callback([options] { generate_or_stop(*options); });
}

}  // namespace replaybench::cli
