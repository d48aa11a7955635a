#include "suite/log/log_rows.hpp"

#include <algorithm>

#include "suite/log/csv_log.hpp"
#include "suite/log/foreign_format.hpp"
#include "suite/text/csv_reader.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/without_blanks.hpp"

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
  return "; is the comma a decimal mark? write it with another separator, and give " +
         option("separator", ";") + " and " + option("decimal", ",");
}

// Ends each line by LF in a text whose lines end with CR alone: one that has no LF where its first
// CR is seen.
class LineEnds final : public TextSource {
 public:
  explicit LineEnds(std::unique_ptr<TextSource> source)
      : TextSource(source->name()), source_(std::move(source)) {}

  std::size_t size_hint() const override { return source_->size_hint(); }
  std::size_t read(char* to, std::size_t size) override {
    if (known_) {
      const std::size_t got = source_->read(to, size);
      if (only_returns_) std::replace(to, to + got, '\r', '\n');
      return got;
    }
    known_ = true;
    std::size_t got = 0;
    std::string_view text;
    while (got < size && text.find('\n') == text.npos) {
      const std::size_t more = source_->read(to + got, size - got);
      if (more == 0) break;
      got += more;
      text = {to, got};
    }
    const std::size_t first = text.find('\r');
    only_returns_ = first != text.npos && text.find('\n') == text.npos && first + 1 < got;
    if (only_returns_) std::replace(to, to + got, '\r', '\n');
    return got;
  }

 private:
  std::unique_ptr<TextSource> source_;
  bool known_ = false, only_returns_ = false;
};

class CsvRows final : public LogRows {
 public:
  CsvRows(std::unique_ptr<TextSource> source, const CsvOptions& options)
      : LogRows(source->name()),
        options_(options),
        reader_(std::make_unique<LineEnds>(std::move(source)), CsvReader::default_block,
                NulBytes::refused, {options.separator, longest_log_line}),
        header_(read_header(reader_, options.names)) {
    reader_.keep_bare_quotes();
    uses_.assign(header_.size(), ColumnUse::text);
  }

  const CsvHeader& header() const override { return header_; }
  void use(std::span<const ColumnUse> uses) override {
    uses_.assign(uses.begin(), uses.end());
    numerals_.clear();
    for (std::size_t i = 0; i < uses_.size(); ++i) {
      if (uses_[i] == ColumnUse::number || uses_[i] == ColumnUse::numeral) numerals_.push_back(i);
    }
    decimals_.resize(numerals_.size());
  }
  bool next() override {
    if (empty_lines_ == 0 && !ahead_ && !find_record()) return false;
    is_empty_ = empty_lines_ > 0;
    if (is_empty_) {
      --empty_lines_;
      line_ = empty_line_++;
      bad_ = true;
      return true;
    }
    ahead_ = false;
    line_ = reader_.line();
    fields_ = reader_.fields();
    bad_ = !reader_.defect().what.empty() || fields_.size() != header_.size() || used_quote();
    if (!bad_) write_numerals();
    return true;
  }
  std::string problem() const override {
    if (is_empty_) return "the line is empty";
    if (const CsvDefect* const quote = used_quote()) return defect_problem(*quote, header_);
    return record_problem(reader_, header_) +
           decimal_advice(reader_.fields(), header_.size(), options_.separator);
  }
  double size_ratio() const override { return reader_.size_ratio(); }

 private:
  static CsvHeader read_header(CsvReader& reader, const std::vector<std::string>& names) {
    const std::string foreign = foreign_format(reader.buffered());
    if (!foreign.empty()) throw DataError(reader.name() + ": " + foreign);
    return names.empty() ? CsvHeader(reader) : CsvHeader(names, reader.name());
  }

  // Goes to the next record that is not an empty line, and counts the empty lines before it.
  bool find_record() {
    while (reader_.next()) {
      ahead_ = !is_empty_line();
      if (ahead_) return true;
      if (empty_lines_++ == 0) empty_line_ = reader_.line();
    }
    empty_lines_ = 0;
    return false;
  }
  bool is_empty_line() const {
    const auto fields = reader_.fields();
    if (header_.size() < 2 || fields.empty()) return false;
    if (!fields[0].empty() && !is_space(fields[0][0])) return false;  // most lines
    if (fields.size() != 1 && fields.size() != header_.size()) return false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (reader_.quoted(i) || !without_blanks(fields[i]).empty()) return false;
    }
    return true;
  }

  // A field with a quote inside whose column somebody uses, or that may have joined two fields.
  const CsvDefect* used_quote() const {
    for (const CsvDefect& quote : reader_.bare_quotes()) {
      const bool used = quote.field >= uses_.size() || uses_[quote.field] != ColumnUse::unused;
      if (used || reader_.fields().size() != header_.size()) return &quote;
    }
    return nullptr;
  }

  // Numbers without the blanks around them, and with a point.
  void write_numerals() {
    const auto is_bare = [this](std::size_t column) {
      const std::string_view& text = fields_[column];  // a copy would wait until it is written
      return text.empty() || !(is_space(text.front()) || is_space(text.back()));
    };
    if (options_.decimal != ',' && std::all_of(numerals_.begin(), numerals_.end(), is_bare)) return;
    bool changed = false;
    for (std::size_t i = 0; i < numerals_.size(); ++i) {
      const std::size_t column = numerals_[i];
      const bool comma = options_.decimal == ',' && fields_[column].find(',') != std::string::npos;
      std::string_view text = without_blanks(fields_[column]);
      if (!comma && text.size() == fields_[column].size()) continue;
      if (!changed) written_.assign(reader_.fields().begin(), reader_.fields().end());
      changed = true;
      // With a point too it is no number.
      if (comma && text.find('.') == text.npos) {
        decimals_[i] = text;
        decimals_[i][text.find(',')] = '.';
        text = decimals_[i];
      }
      written_[column] = text;
    }
    if (changed) fields_ = written_;
  }

  CsvOptions options_;
  CsvReader reader_;
  CsvHeader header_;
  std::vector<ColumnUse> uses_;
  std::vector<std::size_t> numerals_;      // columns of numbers
  std::vector<std::string> decimals_;      // of these, where the mark was a comma
  std::vector<std::string_view> written_;  // the fields, where one of them differs from the text
  std::size_t empty_lines_ = 0, empty_line_ = 0;  // before the record ahead: left, the next one
  bool ahead_ = false, is_empty_ = false;
};

}  // namespace

std::unique_ptr<LogRows> csv_rows(std::unique_ptr<TextSource> source, const CsvOptions& options) {
  return std::make_unique<CsvRows>(std::move(source), options);
}

}  // namespace replaybench
