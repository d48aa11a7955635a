// `replaybench data`: the catalogue of data sets, and what of it is on this machine.

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "suite/catalogue/data_folder.hpp"
#include "suite/catalogue/fetch.hpp"
#include "suite/catalogue/manifest.hpp"
#include "suite/cli/commands.hpp"
#include "suite/cli/data_commands.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

namespace {

// A name of the catalogue, or the path of a manifest of one's own.
Manifest find_manifest(const std::string& name) {
  return name.ends_with(".toml") ? read_manifest(name) : manifest_of(name);
}

// A file that is no manifest. One that is not there is taken for one if it does not look like a
// name.
bool is_path_of_log(const std::string& name) {
  if (name.ends_with(".toml")) return false;
  const bool known =
      std::ranges::any_of(manifest_texts(), [&](const auto& text) { return text.id == name; });
  std::error_code error;
  return !known &&
         (name.find_first_of("/.*?") != std::string::npos || std::filesystem::exists(name, error));
}

std::filesystem::path required_folder() {
  const auto folder = data_folder();
  if (!folder) throw FileError(data_variable_help());
  return *folder;
}

std::string folder_line() {
  const auto folder = data_folder();
  return folder ? fmt::format("{} is {}", data_variable, folder->string()) : data_variable_help();
}

const char* text_of(FileState state) {
  switch (state) {
    case FileState::absent:
      return "absent";
    case FileState::partial:
      return "partial";
    case FileState::other_size:
      return "another size";
    case FileState::present:
      return "present";
  }
  return "";
}

// State of a whole data set: "present", "absent", or the part that is present.
std::string presence(const Manifest& manifest) {
  const auto folder = data_folder();
  if (!folder) return "?";
  std::size_t present = 0, begun = 0, other = 0;
  for (const auto& file : manifest.files) {
    const FileState state = file_state(file, *folder);
    present += state == FileState::present;
    begun += state == FileState::partial;
    other += state == FileState::other_size;
  }
  if (present == manifest.files.size()) return "present";
  if (present + begun + other == 0) return "absent";
  std::string text = fmt::format("partial: {} of {} files", present, manifest.files.size());
  if (begun > 0) text += fmt::format(", {} begun", begun);
  if (other > 0) text += fmt::format(", {} of another size", other);
  return text;
}

std::string way_to_get(const Manifest& manifest) {
  const auto with_url = std::count_if(manifest.files.begin(), manifest.files.end(),
                                      [](const auto& file) { return !file.url.empty(); });
  if (with_url == 0) return "see: replaybench data info " + manifest.id;
  std::string text = "replaybench data fetch " + manifest.id;
  if (!manifest.can_be_fetched()) {
    text += fmt::format(" ({} of {} files)", with_url, manifest.files.size());
  }
  return text;
}

void list_all() {
  std::vector<TextRow> rows{{"data set", "size", "state", "licence", "how to get it"}};
  for (const auto& text : manifest_texts()) {
    const Manifest& manifest = manifest_of(text.id);
    rows.push_back({manifest.id, manifest.size() > 0 ? size_text(manifest.size()) : "?",
                    presence(manifest), manifest.licence, way_to_get(manifest)});
  }
  fmt::print("{}", table_on_terminal(rows, {Alignment::left, Alignment::right, Alignment::left}));
  fmt::print("{}\n", folder_line());
}

// The text beside its heading, in lines that fit the terminal.
void print_field(const std::string& heading, const std::string& text) {
  constexpr std::size_t indent = 14;
  const std::string head = fmt::format("{:<{}}  ", heading, indent - 2);
  std::string words = text;
  std::replace(words.begin(), words.end(), '\n', ' ');
  fmt::print("{}\n", wrapped(head, words, indent));
}

void print_file(const ManifestFile& file) {
  const auto folder = data_folder();
  fmt::print("  {}{}{}\n", file.path,
             file.size ? fmt::format(", {} bytes", *file.size) : std::string(),
             folder ? std::string(": ") + text_of(file_state(file, *folder)) : std::string());
  std::string facts;
  for (const auto& [key, value] : file.facts) {
    facts += (facts.empty() ? "" : ", ") + key + " " + value;
  }
  if (!file.group.empty()) facts = "group " + file.group + (facts.empty() ? "" : ", ") + facts;
  if (!facts.empty()) fmt::print("{}\n", wrapped("    ", facts, 4));
  if (!file.sha256.empty()) fmt::print("    sha256 {}\n", file.sha256);
  if (!file.url.empty()) fmt::print("    {}\n", file.url);
}

void show_info(const Manifest& manifest) {
  print_field("data set", manifest.id);
  print_field("name", manifest.name);
  print_field("source", manifest.source);
  for (const auto& [key, value] : manifest.facts) print_field(key, value);
  print_field("licence", manifest.licence + (manifest.licence_url.empty()
                                                 ? std::string()
                                                 : " (" + manifest.licence_url + ")"));
  print_field("citation", manifest.citation);
  print_field("get it", way_to_get(manifest));
  if (!manifest.obtain.empty()) print_field("", manifest.obtain);
  for (const auto& section : manifest.meaning) {
    fmt::print("\nmeaning{}\n", section.name.empty() ? std::string() : " of " + section.name);
    for (const auto& [key, text] : section.texts) {
      print_field("  " + (key.empty() ? std::string("(no name)") : key), text);
    }
  }
  fmt::print("\n{}\n", wrapped("files (", folder_line() + ")", 7));
  for (const auto& file : manifest.files) print_file(file);
}

// Gives whether everything is there and right, except for sets of which nothing is there if
// `absent_is_right`.
bool verify(const Manifest& manifest, bool absent_is_right) {
  const auto folder = required_folder();
  if (absent_is_right && presence(manifest) == "absent") {
    fmt::print("{}: absent, not checked\n", manifest.id);
    return true;
  }
  bool right = true;
  for (const auto& file : manifest.files) {
    CheckedFile checked;
    {
      Progress progress(file.path);
      checked = check_file(file, folder, [&](std::uint64_t bytes) {
        progress.show_bytes(bytes, file.size.value_or(0));
      });
    }
    switch (checked.check) {
      case FileCheck::right:
        fmt::print("{}: {}: right\n", manifest.id, file.path);
        break;
      case FileCheck::unchecked:
        fmt::print("{}: {}: present; the manifest has no checksum of it\n", manifest.id, file.path);
        break;
      case FileCheck::absent:
        fmt::print("{}: {}: {}\n", manifest.id, file.path, text_of(file_state(file, folder)));
        right = false;
        break;
      case FileCheck::wrong:
        fmt::print("{}: {}: WRONG: {}\n", manifest.id, file.path,
                   checked.sha256.empty()
                       ? fmt::format("{} bytes, expected {}", checked.size, *file.size)
                       : fmt::format("SHA-256 {}, expected {}", checked.sha256, file.sha256));
        right = false;
        break;
    }
  }
  return right;
}

// Fetches what is missing of the set, or of one of its groups.
void fetch(const Manifest& manifest, const std::string& group, bool replace) {
  const auto files = manifest.group(group);
  if (files.empty()) {
    std::vector<std::string> groups;
    for (const auto& file : manifest.files) {
      if (!file.group.empty()) groups.push_back(file.group);
    }
    throw SpecErrors("no files of the group \"" + group + "\" in " + manifest.id +
                     suggestion(group, groups));
  }
  const auto folder = required_folder();
  std::string not_public;
  for (const ManifestFile* file : files) {
    const CheckedFile checked = check_file(*file, folder);
    if (checked.check == FileCheck::right || checked.check == FileCheck::unchecked) {
      fmt::print("{}: {}: here already\n", manifest.id, file->path);
      continue;
    }
    if (file->url.empty()) {
      not_public += (not_public.empty() ? "" : ", ") + file->path;
      continue;
    }
    if (checked.check == FileCheck::wrong && !replace) {
      throw FileError((folder / file->path).string() +
                      ": another file is there; --replace puts the manifest's in its place");
    }
    {
      Progress progress("fetch " + file->path);
      fetch_file(*file, folder, {},
                 [&](std::uint64_t bytes, std::uint64_t of) { progress.show_bytes(bytes, of); });
    }
    fmt::print("{}: {}: fetched, {}, checksum right\n", manifest.id, file->path,
               size_text(*file->size));
  }
  if (!not_public.empty()) {
    throw FileError(manifest.id + ": no url is known of " + not_public +
                    " (licence: " + manifest.licence + "; " + manifest.source + ")" +
                    (manifest.obtain.empty() ? std::string() : "\n" + manifest.obtain) +
                    "\nPut it below " + folder.string() + ", then: replaybench data verify " +
                    manifest.id);
  }
}

}  // namespace

void add_data(CLI::App& app, CommandContext& context) {
  auto* data = app.add_subcommand("data", "the real data sets: what there is and how to get it");
  data->require_subcommand(1);
  const std::string name_help = "a data set of \"data list\", or the path of a manifest.toml";
  const std::string log_help = name_help + " or of a prepared log";

  data->add_subcommand("list", "each data set: size, licence, whether it is here, how to get it")
      ->callback(list_all);

  {
    auto* command = data->add_subcommand("info",
                                         "source, licence, columns and files of a data set, and "
                                         "which files are here; or the columns of "
                                         "a log");
    auto name = std::make_shared<std::string>();
    command->add_option("name", *name, name_help + " or of a log of any format")->required();
    command->callback([name] {
      if (!is_path_of_log(*name)) return show_info(find_manifest(*name));
      const bool is_prepared = PreparedLog::is_one(*name) || is_prepared_table(*name);
      is_prepared ? show_prepared_log(*name) : show_columns(*name);
    });
  }
  {
    auto* command = data->add_subcommand(
        "verify", "compare sizes and checksums with the manifest; exit code 4 if one differs");
    auto names = std::make_shared<std::vector<std::string>>();
    command->add_option("name", *names, log_help + " [all that is here]");
    command->callback([names, &context] {
      bool right = true;
      for (const auto& name : *names) {
        if (is_path_of_log(name)) {
          verify_prepared_log(name);
        } else {
          right = verify(find_manifest(name), false) && right;
        }
      }
      if (names->empty()) {
        for (const auto& text : manifest_texts())
          right = verify(manifest_of(text.id), true) && right;
      }
      if (!right) context.exit_code = ExitCode::system_error;
    });
  }
  {
    auto* command =
        data->add_subcommand("fetch", "download what is missing, where that is allowed");
    struct Options {
      std::string name, group;
      bool replace = false;
    };
    auto options = std::make_shared<Options>();
    command->add_option("name", options->name, name_help)->required();
    command->add_option("--group", options->group, "only the files of this group");
    command->add_flag("--replace", options->replace,
                      "also where another file has the name of the manifest's");
    command->callback(
        [options] { fetch(find_manifest(options->name), options->group, options->replace); });
  }
  add_data_prepare(*data);
  add_data_generate(*data);
}

}  // namespace replaybench::cli
