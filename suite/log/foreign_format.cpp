#include "suite/log/foreign_format.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "suite/text/field_number.hpp"
#include "suite/text/letter_case.hpp"
#include "suite/text/option.hpp"
#include "suite/text/without_blanks.hpp"

namespace replaybench {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view parquet_magic = "PAR1", sqlite_magic = "SQLite format 3\0"sv;

struct Magic {
  std::string_view bytes;
  std::string_view message;
};

constexpr Magic magics[] = {
    {"ARROW1"sv,
     "this is an Arrow (Feather) file, not CSV; convert it first, with Python: "
     "pandas.read_feather('log.feather').to_parquet('log.parquet')"sv},
    {"FEA1"sv,
     "this is an old Feather file, not CSV; convert it first, with Python: "
     "pandas.read_feather('log.feather').to_parquet('log.parquet')"sv},
    {"ORC"sv,
     "this is an ORC file, not CSV; convert it first, with Python: "
     "pandas.read_orc('log.orc').to_parquet('log.parquet')"sv},
    {"Obj\x01"sv,
     "this is an Avro file, not CSV; convert it first: java -jar avro-tools.jar tojson FILE > "
     "log.jsonl"sv},
    {"\x89HDF\r\n\x1a\n"sv,
     "this is an HDF5 file, not CSV; convert it first, with Python: "
     "pandas.read_hdf('log.h5').to_parquet('log.parquet')"sv},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv,
     "this is an Excel (or other Office) file, not CSV; save the sheet as CSV"sv},
    {"%PDF-"sv, "this is a PDF document, not CSV; get the table it was printed from"sv},
    {"version https://git-lfs.github.com/spec/"sv,
     "this is a Git LFS pointer, not the file itself; fetch the file: git lfs pull"sv},
    {"\x93NUMPY"sv,
     "this is a single NumPy array; save the arrays action, reward, pscore, context by "
     "numpy.savez"sv},
    {"\xfd"
     "7zXZ\0"sv,
     "this is compressed with xz; unpack it: xz -dc FILE > log.csv"sv},
};

constexpr std::string_view zip_magic = "PK\x03\x04";

// A name of a member, which a zip file has in plain text.
bool has_member(std::string_view beginning, std::string_view name) {
  return beginning.find(name) != std::string_view::npos;
}

// Protocols 2 to 5 begin with a mark and their number; then comes a frame, an object or an empty
// container.
bool is_pickle(std::string_view beginning) {
  return beginning.size() >= 3 && beginning[0] == '\x80' && beginning[1] >= 2 &&
         beginning[1] <= 5 && "\x95}](cX\x8c)"sv.find(beginning[2]) != std::string_view::npos;
}

// The message for a file that another of our readers reads.
std::string read_as(const char* what, std::string_view format) {
  return std::string("this is ") + what + ", not CSV; its reader is " +
         option("input_format", format);
}

// The text after the bracket that begins an array.
std::string_view array_member(std::string_view text) {
  text.remove_prefix(1);
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

std::string_view first_word(std::string_view line) {
  return line.substr(0, line.find_first_of(" \t"));
}

bool begins_any_case(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         same_any_case(text.substr(0, beginning.size()), beginning);
}

// The lines, without the blanks around them, that are neither empty nor begin with `comment`.
std::vector<std::string_view> first_lines(std::string_view beginning, char comment,
                                          std::size_t count) {
  std::vector<std::string_view> lines;
  while (!beginning.empty() && lines.size() < count) {
    const std::size_t end = std::min(beginning.find('\n'), beginning.size());
    const std::string_view line = without_blanks(beginning.substr(0, end));
    beginning.remove_prefix(std::min(end + 1, beginning.size()));
    if (!line.empty() && line.front() != comment) lines.push_back(line);
  }
  return lines;
}

// A page that a server gave instead of the file: a login, or a word of an error.
bool is_markup(std::string_view beginning) {
  if (beginning.starts_with("\xef\xbb\xbf")) beginning.remove_prefix(3);
  beginning = without_blanks(beginning);
  for (const char* begin : {"<!doctype", "<html", "<head", "<?xml", "<!--"}) {
    if (begins_any_case(beginning, begin)) return true;
  }
  return false;
}

// "@relation NAME" behind comments, as Weka writes it.
bool is_arff(std::string_view beginning) {
  const auto lines = first_lines(beginning, '%', 1);
  constexpr std::string_view relation = "@relation";
  return !lines.empty() && begins_any_case(lines[0], relation) &&
         lines[0].size() > relation.size() &&
         (lines[0][relation.size()] == ' ' || lines[0][relation.size()] == '\t');
}

// "1 3:0.5 7:1": a number, then pairs of a whole number and a number; on two lines, with no comma.
bool is_libsvm(std::string_view beginning) {
  const auto lines = first_lines(beginning, '#', 2);
  for (std::string_view line : lines) {
    double value = 0;
    std::size_t words = 0;
    while (!line.empty()) {
      const std::string_view word = first_word(line);
      const std::size_t colon = word.find(':');
      const bool is_pair = colon != word.npos && colon > 0 &&
                           word.find_first_not_of("0123456789") == colon &&
                           parse_field_number(word.substr(colon + 1), value);
      if (words++ == 0 ? !parse_field_number(word, value) : !is_pair) return false;
      line = without_blanks(line.substr(word.size()));
    }
    if (words < 2) return false;
  }
  return !lines.empty();
}

// "3:-1:0.25", an action, its cost and its probability; or a decimal alone.
bool is_vw_label(std::string_view word) {
  if (word == "shared" || word == "ca" || word == "ccb" || word == "slates") return true;
  if (word.find_first_of("0123456789") == word.npos) return false;
  for (std::size_t end = 0; end != word.npos; word.remove_prefix(end == word.npos ? 0 : end + 1)) {
    end = word.find(':');
    double value = 0;
    const std::string_view number = word.substr(0, end);
    if (!number.empty() && !parse_field_number(number, value)) return false;
  }
  return true;
}

}  // namespace

bool is_npz(std::string_view beginning) {
  return beginning.starts_with(zip_magic) && has_member(beginning, ".npy");
}

bool is_dsjson(std::string_view beginning) {
  if (!beginning.starts_with('{')) return false;
  for (const char* key : {"\"_label_cost\"", "\"_label_", "\"_labelIndex\"", "\"_skipLearn\"",
                          "\"RewardValue\"", "\"EventId\""}) {
    if (beginning.find(key) != std::string_view::npos) return true;
  }
  return false;
}

bool is_json_lines(std::string_view beginning) {
  if (!beginning.starts_with('{')) return false;
  const std::size_t end = beginning.find('\n');
  const std::string_view line = without_blanks(beginning.substr(0, end));
  const std::string_view first = without_blanks(line.substr(1));
  if (!first.starts_with('"')) return first == "}";
  const std::size_t key_end = first.find('"', 1);
  const std::string_view behind =
      key_end == first.npos ? std::string_view() : without_blanks(first.substr(key_end + 1));
  return behind.starts_with(':') && (end == beginning.npos || line.ends_with('}'));
}

bool is_vw_text(std::string_view beginning) {
  std::string_view line = beginning.substr(0, beginning.find('\n'));
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos) return false;
  if (first_word(line.substr(0, bar)) == "shared") return true;
  return bar == 0 ? line.find(',') == std::string_view::npos
                  : is_vw_label(first_word(line.substr(0, bar))) &&
                        line.substr(0, bar).find(',') == std::string_view::npos &&
                        (line[bar - 1] == ' ' || line[bar - 1] == '\t' ||
                         line.substr(0, bar).find(':') != std::string_view::npos ||
                         line.substr(0, bar).find('\'') != std::string_view::npos);
}

bool is_vw_json(std::string_view beginning) {
  return !is_dsjson(beginning) &&
         (has_member(beginning, "\"_label\"") || has_member(beginning, "\"_multi\""));
}

std::string foreign_format(std::string_view beginning) {
  if (beginning.starts_with(parquet_magic)) return read_as("a Parquet file", "parquet");
  if (beginning.starts_with(sqlite_magic)) return read_as("an SQLite database", "sqlite");
  if (beginning.starts_with("PARE")) {
    return "this is an encrypted Parquet file; write it again without encryption";
  }
  for (const Magic& magic : magics) {
    if (beginning.starts_with(magic.bytes)) return std::string(magic.message);
  }
  if (beginning.starts_with("BZh") && beginning.size() > 4 && beginning.substr(4, 3) == "1AY") {
    return "this is compressed with bzip2; unpack it: bzip2 -dc FILE > log.csv";
  }
  if (beginning.starts_with(zip_magic)) {
    if (is_npz(beginning)) return read_as("an npz file", "npz");
    if (has_member(beginning, "[Content_Types].xml") || has_member(beginning, "xl/")) {
      return "this is an Excel file, not CSV; save the sheet as CSV";
    }
    return "this is a zip file; unpack it: unzip -p FILE > log.csv";
  }
  if (is_pickle(beginning)) {
    return "this is a Python pickle, which is never read, as it can run programs; save the arrays "
           "action, reward, pscore, context by numpy.savez, or a table as Parquet or CSV";
  }
  if (is_markup(beginning)) {
    return "this is an HTML or XML page, not CSV: a login page or an error that a server sent in "
           "place of the file, say; look at it and download the file again";
  }
  if (is_arff(beginning)) {
    return "this is an ARFF file (of Weka), not CSV; convert it first, with Python: "
           "pandas.DataFrame(scipy.io.arff.loadarff('log.arff')[0]).to_csv('log.csv', index=False)";
  }
  if (is_libsvm(beginning)) {
    return "this is a file of libsvm, with labels and features and without actions, not CSV; write "
           "a line per interaction with the columns action, reward, propensity and x_*";
  }
  const std::string_view line = beginning.substr(0, beginning.find('\n'));
  if (line.starts_with('[') && is_dsjson(array_member(beginning))) {
    return "this is a JSON array of dsjson events; write one event per line: jq -c '.[]' FILE > "
           "log.json";
  }
  if (line.starts_with('{') || line.starts_with("[{") || without_blanks(line) == "[") {
    if (is_dsjson(beginning)) {
      return read_as("JSON (dsjson, of VW or Personalizer)", "dsjson");
    }
    if (is_vw_json(beginning)) {
      return "this is Vowpal Wabbit's JSON, of its option json, which is not read; write it as "
             "dsjson, with _label_cost, _label_probability, a, p and c on each line";
    }
    if (is_json_lines(beginning)) return read_as("JSON, an object per line", "json");
    return std::string("this is JSON, but not an object per line; write it so: jq -c ") +
           (line.starts_with('[') ? "'.[]'" : ".") + " FILE > log.jsonl";
  }
  if (is_vw_text(beginning)) {
    return read_as("Vowpal Wabbit's text format", "vw");
  }
  return {};
}

}  // namespace replaybench
