#include "suite/site/source_notes.hpp"

#include <sstream>
#include <vector>

#include "suite/text/files.hpp"

namespace replaybench {

namespace {

std::string without_slashes(const std::string& line, std::size_t slashes) {
  const std::size_t begin = line.size() > slashes && line[slashes] == ' ' ? slashes + 1 : slashes;
  return line.substr(begin) + "\n";
}

std::string word_at(const std::string& text, std::size_t at) {
  return text.substr(at, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789", at) - at);
}

}  // namespace

std::string leading_comment(const std::string& source) {
  std::istringstream lines(source);
  std::string comment;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("//", 0) == 0 && line.rfind("///", 0) != 0) {
      comment += without_slashes(line, 2);
    } else if (!comment.empty() || (!line.empty() && line.rfind("#pragma", 0) != 0)) {
      break;
    }
  }
  return comment;
}

std::string comment_above(const std::string& header, const std::string& name) {
  std::istringstream lines(header);
  std::string comment;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("///", 0) == 0) {
      comment += without_slashes(line, 3);
      continue;
    }
    const auto at = line.find(" " + name);
    if (at != std::string::npos && word_at(line, at + 1) == name) return comment;
    comment.clear();
  }
  return {};
}

std::string source_notes(const std::filesystem::path& folder, const std::string& definitions,
                         const std::string& space) {
  const auto file = [&](const char* extension) {
    const auto path = folder / (folder.filename().string() + extension);
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) ? read_file(path) : std::string();
  };
  const std::string source = file(".cpp");
  std::string notes;
  const auto used = source.find(space + "::");
  if (used != std::string::npos) {
    notes = comment_above(definitions, word_at(source, used + space.size() + 2));
    const std::string notation = leading_comment(definitions);
    if (!notes.empty() && !notation.empty()) notes += "\n" + notation;
  }
  std::string comment = leading_comment(file(".hpp"));
  if (comment.empty()) comment = leading_comment(source);
  return notes.empty() || comment.empty() ? notes + comment : notes + "\n" + comment;
}

}  // namespace replaybench
