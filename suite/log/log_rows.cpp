#include "suite/log/log_rows.hpp"

#include "suite/log/csv_log.hpp"
#include "suite/log/foreign_format.hpp"
#include "suite/text/csv_reader.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A line with too many fields of which enough are the digits before and behind a comma was probably
// written where the comma is the decimal mark.
std::string decimal_advice(std::span<const std::string_view> fields, std::size_t columns,
                           char separator) {
  if (separator != ',' || fields.size() <= columns) return {};
  std::size_t splits = 0;
  for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
    std::string_view whole = fields[i];
    if (whole.starts_with('-')) whole.remove_prefix(1);
    splits += all_digits(whole) && all_digits(fields[i + 1]);
  }
  if (splits < fields.size() - columns) return {};
  return "; is the comma a decimal mark? use " + option("separator", ";") + " and decimal points";
}

class CsvRows final : public LogRows {
 public:
  CsvRows(std::unique_ptr<TextSource> source, char separator)
      : LogRows(source->name()),
        separator_(separator),
        reader_(std::move(source), CsvReader::default_block, NulBytes::refused,
                {separator, longest_log_line}),
        header_(read_header(reader_)) {}

  const CsvHeader& header() const override { return header_; }
  bool next() override {
    if (!reader_.next()) return false;
    line_ = reader_.line();
    fields_ = reader_.fields();
    bad_ = !reader_.defect().what.empty() || fields_.size() != header_.size();
    return true;
  }
  std::string problem() const override {
    return record_problem(reader_, header_) +
           decimal_advice(reader_.fields(), header_.size(), separator_);
  }
  double size_ratio() const override { return reader_.size_ratio(); }

 private:
  static CsvHeader read_header(CsvReader& reader) {
    const std::string foreign = foreign_format(reader.buffered());
    if (!foreign.empty()) throw DataError(reader.name() + ": " + foreign);
    return CsvHeader(reader);
  }

  char separator_;
  CsvReader reader_;
  CsvHeader header_;
};

}  // namespace

std::unique_ptr<LogRows> csv_rows(std::unique_ptr<TextSource> source, char separator) {
  return std::make_unique<CsvRows>(std::move(source), separator);
}

}  // namespace replaybench
