#include "suite/log/log_rows.hpp"

#include "suite/log/csv_log.hpp"
#include "suite/log/foreign_format.hpp"
#include "suite/text/csv_reader.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

class CsvRows final : public LogRows {
 public:
  CsvRows(std::unique_ptr<TextSource> source, char separator)
      : LogRows(source->name()),
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
  std::string problem() const override { return record_problem(reader_, header_); }
  double size_ratio() const override { return reader_.size_ratio(); }

 private:
  static CsvHeader read_header(CsvReader& reader) {
    const std::string foreign = foreign_format(reader.buffered());
    if (!foreign.empty()) throw DataError(reader.name() + ": " + foreign);
    return CsvHeader(reader);
  }

  CsvReader reader_;
  CsvHeader header_;
};

}  // namespace

std::unique_ptr<LogRows> csv_rows(std::unique_ptr<TextSource> source, char separator) {
  return std::make_unique<CsvRows>(std::move(source), separator);
}

}  // namespace replaybench
