#include "datasets/classification/classification_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "suite/numeric/moments.hpp"
#include "suite/text/csv_reader.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::datasets::classification {

struct ClassificationRows::Reading {
  Reading(std::unique_ptr<TextSource> source, const RowFormat& row_format)
      : reader(std::move(source)), format(row_format) {}

  [[noreturn]] void fail(const std::string& reason) const {
    throw DataError(reader.name() + ":" + std::to_string(reader.line()) + ": " + reason);
  }

  bool next() {
    if (!reader.next()) return false;
    if (!reader.defect().what.empty()) fail(std::string(reader.defect().what));
    return true;
  }

  CsvReader reader;
  RowFormat format;
};

namespace {

// Numbers by value, before everything else; other names by their letters.
struct ByValue {
  bool operator()(const std::string& a, const std::string& b) const {
    double x = 0;
    double y = 0;
    const bool a_number = parse_field_number(a, x);
    const bool b_number = parse_field_number(b, y);
    if (a_number && b_number && x != y) return x < y;
    if (a_number != b_number) return a_number;
    return a < b;
  }
};

}  // namespace

ClassificationRows ClassificationRows::read_file(const std::filesystem::path& path,
                                                 const RowFormat& format, bool intercept) {
  Reading reading(open_text_file(path), format);
  return from(reading, intercept);
}

ClassificationRows ClassificationRows::read_text(std::string_view text, const std::string& name,
                                                 const RowFormat& format, bool intercept) {
  Reading reading(text_in_memory(text, name), format);
  return from(reading, intercept);
}

ClassificationRows ClassificationRows::from(Reading& reading, bool intercept) {
  const std::string& name = reading.reader.name();
  if (!reading.next()) throw DataError(name + ": empty");
  const std::size_t columns = reading.reader.fields().size();
  const std::size_t first = reading.format.skipped;
  if (columns < first + 2) reading.fail("a class and at least one feature are needed");
  const std::size_t class_column = reading.format.class_first ? first : columns - 1;
  const std::size_t features = columns - first - 1;

  std::vector<double> raw;
  std::vector<std::string> labels;
  std::map<std::string, std::uint32_t, ByValue> classes;
  while (reading.next()) {
    const auto fields = reading.reader.fields();
    if (fields.size() != columns) {
      reading.fail(std::to_string(fields.size()) + " fields, the header has " +
                   std::to_string(columns));
    }
    for (std::size_t column = first; column < columns; ++column) {
      if (column == class_column) continue;
      double value = 0;
      if (!parse_field_number(fields[column], value) || !std::isfinite(value)) {
        reading.fail("column " + std::to_string(column + 1) + ": " + quoted_text(fields[column]) +
                     " " + number_problem(fields[column]));
      }
      raw.push_back(value);
    }
    if (fields[class_column].empty()) reading.fail("the class is empty");
    labels.emplace_back(fields[class_column]);
    classes.emplace(labels.back(), 0);
  }
  if (classes.size() < 2) {
    throw DataError(name + ": " + std::to_string(classes.size()) +
                    (classes.size() == 1 ? " class" : " classes") + "; at least 2 are needed");
  }

  ClassificationRows rows;
  for (auto& [label, index] : classes) {
    index = static_cast<std::uint32_t>(rows.class_names_.size());
    rows.class_names_.push_back(label);
  }
  for (const auto& label : labels) {
    rows.labels_.push_back(classes.at(label));
    rows.hidden_.push_back(rows.labels_.back());
  }
  rows.standardise(intercept, features, raw);
  rows.sort();
  return rows;
}

void ClassificationRows::standardise(bool intercept, std::size_t features,
                                     const std::vector<double>& raw) {
  dimension_ = features + (intercept ? 1 : 0);
  values_.assign(size() * dimension_, 1);
  for (std::size_t f = 0; f < features; ++f) {
    numeric::Sum sum;
    for (std::size_t row = 0; row < size(); ++row) sum.add(raw[row * features + f]);
    const double mean = sum.value() / static_cast<double>(size());
    numeric::Sum squares;
    for (std::size_t row = 0; row < size(); ++row) {
      const double d = raw[row * features + f] - mean;
      squares.add(d * d);
    }
    const double deviation = std::sqrt(squares.value() / static_cast<double>(size()));
    const bool constant = std::all_of(labels_.begin(), labels_.end(),
                                      [&, row = std::size_t{0}](std::uint32_t) mutable {
                                        return raw[row++ * features + f] == raw[f];
                                      });
    for (std::size_t row = 0; row < size(); ++row) {
      values_[row * dimension_ + f] = constant ? 0 : (raw[row * features + f] - mean) / deviation;
    }
  }
}

void ClassificationRows::sort() {
  by_features_.resize(size());
  std::iota(by_features_.begin(), by_features_.end(), 0u);
  std::stable_sort(by_features_.begin(), by_features_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto x = features(a);
    const auto y = features(b);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  });
}

double ClassificationRows::share(std::span<const double> wanted, std::uint32_t wanted_class) const {
  const auto before = [](std::span<const double> x, std::span<const double> y) {
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  auto at = std::lower_bound(
      by_features_.begin(), by_features_.end(), wanted,
      [&](std::uint32_t row, std::span<const double> x) { return before(features(row), x); });
  double alike = 0;
  double own = 0;
  for (; at != by_features_.end() && !before(wanted, features(*at)); ++at) {
    ++alike;
    own += label(*at) == wanted_class;
  }
  return alike == 0 ? 0 : own / alike;
}

}  // namespace replaybench::datasets::classification
