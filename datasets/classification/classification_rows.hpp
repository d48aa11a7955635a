#pragma once
// The rows of a classification set in memory.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench::datasets::classification {

/// Roles of the columns of a file: `skipped` leading ones are not read, the class is the first or
/// the last of the others, the rest are features.
struct RowFormat {
  std::size_t skipped = 0;
  bool class_first = false;
};

class ClassificationRows {
 public:
  /// Reads a CSV file with a header line (whose names are not looked at: one of the sets calls all
  /// its columns "."). The features are standardised: mean 0 and variance 1 over the file, a
  /// constant one 0. Classes are numbered in the order of their names, numbers by value. Throws
  /// FileError when the file is missing; DataError "file:line: reason" for a row of another
  /// length, a feature that is not a finite number, an empty class, fewer than two classes.
  /// O(rows * features + rows log rows).
  static ClassificationRows read_file(const std::filesystem::path& path, const RowFormat& format,
                                      bool intercept);
  /// Reads rows from a string; `name` is used in messages.
  static ClassificationRows read_text(std::string_view text, const std::string& name,
                                      const RowFormat& format, bool intercept);

  std::size_t size() const { return labels_.size(); }
  std::size_t classes() const { return class_names_.size(); }
  /// Features of a row, with the constant one where it is wanted.
  std::size_t dimension() const { return dimension_; }
  const std::vector<std::string>& class_names() const { return class_names_; }

  std::span<const double> features(std::size_t row) const {
    return std::span(values_).subspan(row * dimension_, dimension_);
  }
  std::uint32_t label(std::size_t row) const { return labels_[row]; }
  /// The label as the hidden part of a context.
  std::span<const double> hidden_class(std::size_t row) const {
    return std::span(hidden_).subspan(row, 1);
  }
  /// Share of the class among the rows with these very features; 0 if there is none.
  /// O(log rows * features).
  double share(std::span<const double> features, std::uint32_t label) const;

 private:
  struct Reading;
  static ClassificationRows from(Reading& reading, bool intercept);
  void standardise(bool intercept, std::size_t features, const std::vector<double>& raw);
  void sort();

  std::size_t dimension_ = 0;
  std::vector<double> values_;              // size() x dimension_
  std::vector<std::uint32_t> labels_;       // size()
  std::vector<double> hidden_;              // the labels again
  std::vector<std::uint32_t> by_features_;  // the rows, sorted by their features
  std::vector<std::string> class_names_;
};

}  // namespace replaybench::datasets::classification
