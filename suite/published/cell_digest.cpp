#include "suite/published/cell_digest.hpp"

#include <algorithm>

#include "suite/plan/column_name.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench {

namespace {

// A payload's header and rows as parts of its text. Not read by CsvReader: digests are of the bytes,
// and that gives fields without their quotes.
struct Lines {
  std::string_view header;
  std::vector<std::string_view> rows;

  explicit Lines(std::string_view text) {
    bool in_quotes = false;
    bool in_header = true;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (i < text.size() && text[i] == '"') in_quotes = !in_quotes;
      const bool at_end = i == text.size();
      if (!at_end && (text[i] != '\n' || in_quotes)) continue;
      if (at_end && begin == i) break;
      const std::string_view line = text.substr(begin, i - begin);
      if (in_header) {
        header = line;
      } else {
        rows.push_back(line);
      }
      in_header = false;
      begin = i + 1;
    }
  }
};

// Calls `visit` with the place and the text of each field of a line.
template <class Visit>
void for_each_field(std::string_view line, const Visit& visit) {
  bool in_quotes = false;
  std::size_t begin = 0;
  std::size_t place = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') in_quotes = !in_quotes;
    if (i < line.size() && (line[i] != ',' || in_quotes)) continue;
    visit(place++, line.substr(begin, i - begin));
    begin = i + 1;
  }
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for_each_field(line, [&](std::size_t, std::string_view field) { fields.push_back(field); });
  return fields;
}

std::size_t row_range_count(std::size_t rows) { return std::min(rows, max_row_ranges); }

std::size_t begin_of(std::size_t range, std::size_t rows, std::size_t row_ranges) {
  return range * rows / row_ranges;
}

std::vector<std::uint8_t> row_range_bytes(const Lines& lines) {
  const std::size_t rows = lines.rows.size();
  const std::size_t count = row_range_count(rows);
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < count; ++i) {
    Sha256 digest;
    for (std::size_t row = begin_of(i, rows, count); row < begin_of(i + 1, rows, count); ++row) {
      digest.add(lines.rows[row].data(), lines.rows[row].size());
      digest.add("\n", 1);
    }
    bytes.push_back(digest.finish()[0]);
  }
  return bytes;
}

std::vector<std::uint8_t> column_bytes(const Lines& lines) {
  std::vector<std::string> columns(fields_of(lines.header).size());
  for (const std::string_view row : lines.rows) {
    for_each_field(row, [&](std::size_t place, std::string_view field) {
      if (place >= columns.size()) return;
      columns[place] += field;
      columns[place] += '\n';
    });
  }
  std::vector<std::uint8_t> bytes;
  for (const std::string& column : columns) bytes.push_back(sha256(column)[0]);
  return bytes;
}

// Label of a row: its replicate and step, if there are such columns.
std::string label_of(std::string_view header, std::string_view row) {
  const auto names = fields_of(header);
  std::string label;
  for_each_field(row, [&](std::size_t place, std::string_view field) {
    if (place >= names.size()) return;
    const std::string_view name = names[place];
    if (name != column_name::replicate && name != column_name::step && name != column_name::metric)
      return;
    label += (label.empty() ? "" : ", ") + std::string(name) + " " + std::string(field);
  });
  return label;
}

std::string hex_of(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text.empty() ? "-" : text;
}

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<std::vector<std::uint8_t>> bytes_of(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  if (hex == "-") return bytes;
  if (hex.empty() || hex.size() % 2 != 0 || !is_hex(hex)) return std::nullopt;
  const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(16 * value(hex[i]) + value(hex[i + 1])));
  }
  return bytes;
}

std::string with_brackets(const std::string& text) {
  return text.empty() ? text : " (" + text + ")";
}

}  // namespace

CellDigest digest_of(const std::string& key, std::string_view payload) {
  const Lines lines(payload);
  return {key.substr(0, digest_length), sha256_hex(payload).substr(0, digest_length),
          lines.rows.size(), row_range_bytes(lines), column_bytes(lines)};
}

CellDigest without_places(const CellDigest& digest) {
  return {digest.key, digest.payload, digest.rows, {}, {}};
}

std::string to_line(const CellDigest& digest) {
  return digest.key + " " + digest.payload + " " + std::to_string(digest.rows) + " " +
         hex_of(digest.row_ranges) + " " + hex_of(digest.columns);
}

std::optional<CellDigest> digest_of_line(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  if (words.size() != 5) return std::nullopt;
  const auto is_digest = [](std::string_view word) {
    return word.size() == digest_length && is_hex(word);
  };
  const auto rows = whole_number<std::size_t>(words[2]);
  const auto row_ranges = bytes_of(words[3]);
  const auto columns = bytes_of(words[4]);
  const bool has_no_places = row_ranges && row_ranges->empty() && columns && columns->empty();
  if (!is_digest(words[0]) || !is_digest(words[1]) || !rows || !row_ranges || !columns ||
      !(has_no_places || row_ranges->size() == row_range_count(*rows))) {
    return std::nullopt;
  }
  return CellDigest{std::string(words[0]), std::string(words[1]), *rows, *row_ranges, *columns};
}

std::string place_of_difference(const CellDigest& published, std::string_view payload) {
  const Lines lines(payload);
  if (lines.rows.size() != published.rows) {
    return std::to_string(published.rows) + " rows published, " +
           std::to_string(lines.rows.size()) + " here";
  }
  if (published.row_ranges.empty() && published.columns.empty()) {
    return "the digest alone is published, not where a difference is";
  }
  const std::vector<std::uint8_t> row_ranges = row_range_bytes(lines);
  const auto [theirs, ours] =
      std::mismatch(published.row_ranges.begin(), published.row_ranges.end(), row_ranges.begin());
  std::string text;
  if (ours == row_ranges.end()) {
    text = "the rows' short digests are equal";
  } else {
    const auto range = static_cast<std::size_t>(ours - row_ranges.begin());
    const std::size_t first = begin_of(range, lines.rows.size(), row_ranges.size());
    const std::size_t last = begin_of(range + 1, lines.rows.size(), row_ranges.size()) - 1;
    std::string label = label_of(lines.header, lines.rows[first]);
    text = "row " + std::to_string(first + 1);
    if (last > first) {
      text = "rows " + std::to_string(first + 1) + " to " + std::to_string(last + 1);
      const std::string end = label_of(lines.header, lines.rows[last]);
      if (!label.empty() && end != label) label += " to " + end;
    }
    text += " of " + std::to_string(published.rows) + with_brackets(label);
  }
  const std::vector<std::uint8_t> columns = column_bytes(lines);
  if (columns.size() != published.columns.size()) {
    return text + "; " + std::to_string(published.columns.size()) + " columns published, " +
           std::to_string(columns.size()) + " here";
  }
  const auto names = fields_of(lines.header);
  std::string differing;
  std::size_t count = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == published.columns[i]) continue;
    differing += (count++ > 0 ? ", " : "") + std::string(names[i]);
  }
  if (count > 0) text += (count > 1 ? ", columns " : ", column ") + differing;
  return text;
}

std::string first_difference(std::string_view published, std::string_view here) {
  if (published == here) return {};
  const Lines theirs(published);
  const Lines ours(here);
  if (theirs.header != ours.header) {
    return "columns " + std::string(theirs.header) + " published, " + std::string(ours.header) +
           " here";
  }
  const auto names = fields_of(ours.header);
  const std::size_t rows = std::min(theirs.rows.size(), ours.rows.size());
  for (std::size_t row = 0; row < rows; ++row) {
    if (theirs.rows[row] == ours.rows[row]) continue;
    std::string text = "row " + std::to_string(row + 1) + " of " +
                       std::to_string(theirs.rows.size()) +
                       with_brackets(label_of(theirs.header, theirs.rows[row]));
    const auto a = fields_of(theirs.rows[row]);
    const auto b = fields_of(ours.rows[row]);
    for (std::size_t i = 0; i < std::min({a.size(), b.size(), names.size()}); ++i) {
      if (a[i] == b[i]) continue;
      return text + ", column " + std::string(names[i]) + ": published " + std::string(a[i]) +
             ", here " + std::string(b[i]);
    }
    return text + ": " + std::to_string(a.size()) + " values published, " +
           std::to_string(b.size()) + " here";
  }
  return std::to_string(theirs.rows.size()) + " rows published, " +
         std::to_string(ours.rows.size()) + " here";
}

}  // namespace replaybench
