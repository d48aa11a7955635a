#pragma once
// One array of NumPy's npy format.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// A view of an array's numbers, of at most two dimensions that are not 1: rows x columns.
class NpyArray {
 public:
  enum class Kind { number, pickled, other };

  /// Throws DataError "PLACE: reason" when the header cannot be read, or the content is not as long
  /// as it says.
  NpyArray(std::string_view bytes, const std::string& place);

  Kind kind() const { return kind_; }
  /// NumPy's name of the type, such as "<f8" or "|O".
  const std::string& type() const { return type_; }
  const std::vector<std::uint64_t>& shape() const { return shape_; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t columns() const { return columns_; }
  /// As a double (exact for all types but 64-bit integers above 2^53). Needs kind() == number, row
  /// below rows() and column below columns().
  double at(std::uint64_t row, std::uint64_t column) const { return load_(place(row, column)); }
  /// All digits of a 64-bit integer. Empty for another type, whose numbers at() has exactly. Needs the
  /// same as at().
  std::string exact_text(std::uint64_t row, std::uint64_t column) const;

 private:
  using Load = double (*)(const char*);
  const char* place(std::uint64_t row, std::uint64_t column) const {
    return data_ + (row * row_step_ + column * column_step_);
  }
  void read_header(std::string_view header, const std::string& place);
  void set_type(const std::string& place);

  Kind kind_ = Kind::other;
  std::string type_;
  bool fortran_ = false;
  std::vector<std::uint64_t> shape_;
  std::uint64_t rows_ = 1, columns_ = 1, row_step_ = 0, column_step_ = 0;
  std::uint64_t item_ = 0;
  const char* data_ = nullptr;
  Load load_ = nullptr;
};

}  // namespace replaybench
