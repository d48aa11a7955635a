#include "suite/text/delimited_file.hpp"

#include <cmath>

#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench {

DelimitedFile::DelimitedFile(const std::filesystem::path& path)
    : reader_(open_text_file(path)), header_(reader_) {}

DelimitedFile::DelimitedFile(std::string_view text, std::string name)
    : reader_(text_in_memory(text, std::move(name))), header_(reader_) {}

bool DelimitedFile::next() {
  if (!reader_.next()) return false;
  if (const std::string problem = record_problem(reader_, header_); !problem.empty()) {
    throw DataError(reader_.name() + ":" + std::to_string(line()) + ": " + problem);
  }
  return true;
}

double DelimitedFile::number(std::size_t column) const {
  const std::string_view text = (*this)[column];
  double value = 0;
  if (!parse_field_number(text, value) || !std::isfinite(value)) fail(column, number_problem(text));
  return value;
}

std::size_t DelimitedFile::whole_number(std::size_t column, std::size_t first,
                                        std::size_t last) const {
  const auto value = replaybench::whole_number<std::size_t>((*this)[column]);
  if (!value || *value < first || *value > last) {
    fail(column,
         "is not a whole number of " + std::to_string(first) + " to " + std::to_string(last));
  }
  return *value;
}

void DelimitedFile::fail(std::size_t column, std::string_view problem) const {
  throw DataError(reader_.name() + ":" + std::to_string(line()) + ": " +
                  column_label(header_, column) + ": " + quoted_text((*this)[column]) + " " +
                  std::string(problem));
}

}  // namespace replaybench
