#include "suite/logs/log_parts.hpp"

#include <glob.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

#include "suite/format/sqlite.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"

namespace replaybench {

namespace {

namespace fs = std::filesystem;

constexpr const char* standard_input = "/dev/stdin";

bool is_hidden(const fs::path& name) {
  const std::string text = name.string();
  return text.starts_with('.') || text.starts_with('_');
}

bool exists(const fs::path& path) {
  std::error_code unreadable;  // the reader has the reason
  return fs::exists(path, unreadable) || unreadable;
}

bool is_folder(const fs::path& path) {
  std::error_code unreadable;
  return fs::is_directory(path, unreadable);
}

// Writers of partitioned folders escape characters that no file's name may have.
std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '%' && i + 2 < text.size()) {
      const char* const end = text.data() + i + 3;
      const auto read = std::from_chars(text.data() + i + 1, end, code, 16);
      if (read.ec == std::errc{} && read.ptr == end) {
        plain += static_cast<char>(code);
        i += 2;
        continue;
      }
    }
    plain += text[i];
  }
  return plain;
}

// Columns from the names of the folders of `file`.
std::vector<std::pair<std::string, std::string>> partition_of(const fs::path& file) {
  std::vector<std::pair<std::string, std::string>> columns;
  for (const fs::path& folder : file.parent_path()) {
    const std::string name = folder.string();
    const auto sign = name.find('=');
    if (sign == 0 || sign == name.npos) continue;
    std::string value = without_escapes(std::string_view(name).substr(sign + 1));
    if (value == "__HIVE_DEFAULT_PARTITION__") value.clear();
    columns.emplace_back(without_escapes(std::string_view(name).substr(0, sign)), std::move(value));
  }
  return columns;
}

void sort_naturally(std::vector<std::string>& paths) {
  std::sort(paths.begin(), paths.end(),
            [](const std::string& a, const std::string& b) { return natural_less(a, b); });
}

std::vector<std::string> files_of_folder(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_hidden(entry->path().filename())) {
      entry.disable_recursion_pending();
    } else if (!entry->is_directory()) {
      files.push_back(entry->path().string());
    }
  }
  if (error) throw FileError("cannot read " + folder + ": " + error.message());
  if (files.empty()) {
    throw DataError(folder +
                    " is a folder; expected a file. (A log is a folder only if it has files: of "
                    "tables or events, or those of Yahoo! R6B with r6b.replaybench or " +
                    r6b_file_name(1) + " to " + r6b_file_name(r6b_days) + ".)");
  }
  sort_naturally(files);
  return files;
}

std::vector<std::string> files_of_pattern(const std::string& pattern) {
  glob_t found{};
  const std::unique_ptr<glob_t, void (*)(glob_t*)> owner(&found, ::globfree);
  const int outcome = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  if (outcome != 0) throw FileError("no file matches " + pattern);
  std::vector<std::string> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  sort_naturally(paths);
  return paths;
}

void refuse_repeated(const std::vector<LogPart>& parts) {
  std::set<fs::path> seen;
  for (const LogPart& part : parts) {
    std::error_code unreadable;
    fs::path same = fs::weakly_canonical(part.path, unreadable);
    if (unreadable) same = part.path;
    if (!seen.insert(same).second) {
      throw SpecErrors((part.path == standard_input ? "the standard input" : part.path) +
                       " is twice among the files of the log: each record would count twice");
    }
  }
}

}  // namespace

bool is_r6b_folder(const fs::path& folder) {
  return is_folder(folder) &&
         (PreparedLog::is_one(folder / "r6b.replaybench") || !find_r6b_files(folder).files.empty());
}

std::vector<LogPart> log_parts(const std::vector<std::string>& paths) {
  std::vector<LogPart> parts;
  const bool alone = paths.size() == 1;
  // The files of `path`; folders from `from` on are columns.
  const auto add = [&](const std::string& path, const fs::path& from) {
    const std::vector<std::string> files =
        is_folder(path) ? files_of_folder(path) : std::vector<std::string>{path};
    for (const std::string& file : files) {
      parts.push_back({file, partition_of(from.empty() ? fs::path(file)
                                                       : fs::path(file).lexically_relative(from))});
    }
  };
  for (const std::string& path : paths) {
    if (path == "-") {
      parts.push_back({standard_input});
    } else if (const auto database = find_sqlite_log(path)) {
      parts.push_back({path});
      if (!alone) parts.back().partition = partition_of(database->file);
    } else if (!exists(path) && path.find_first_of("*?") != path.npos) {
      for (const std::string& found : files_of_pattern(path)) add(found, {});
    } else {
      add(path, alone ? fs::path(path) : fs::path());
    }
  }
  refuse_repeated(parts);
  return parts;
}

}  // namespace replaybench
