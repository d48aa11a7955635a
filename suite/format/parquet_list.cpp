#include "suite/format/parquet_list.hpp"

#include <algorithm>

#include "suite/text/errors.hpp"

namespace replaybench::parquet {

void ListReader::begin(const Chunk& chunk) {
  values_.begin(chunk);
  at_ = piece_ = 0;
}

bool ListReader::has_value() {
  constexpr std::uint64_t piece_values = 1024;
  if (at_ < piece_) return true;
  if (values_.left() == 0) return false;
  piece_ = static_cast<std::size_t>(std::min(values_.left(), piece_values));
  at_ = 0;
  values_.read(piece_);
  return true;
}

void ListReader::next() {
  present_.clear();
  numbers_.clear();
  integers_.clear();
  texts_.clear();
  ends_.clear();
  if (!has_value()) throw DataError("the column has fewer lists than its row group has rows");
  if (values_.repetitions()[at_] != 0) throw DataError("its first list has no beginning");
  const std::uint32_t level = values_.levels()[at_];
  absent_ = level < column_.empty_level;
  if (level <= column_.empty_level) {
    ++at_;
    if (goes_on()) throw DataError("a list without elements goes on");
    return;
  }
  do {
    add_element();
    ++at_;
  } while (goes_on());
}

void ListReader::finish() {
  if (has_value()) throw DataError("the column has more lists than its row group has rows");
}

void ListReader::add_element() {
  const std::uint32_t level = values_.levels()[at_];
  if (level <= column_.empty_level) throw DataError("a list goes on without an element");
  if (size() == max_list_elements) {
    throw DataError("a list of more than " + std::to_string(max_list_elements) +
                    " elements is not read");
  }
  present_.push_back(level == column_.present_level);
  if (values_.is_text()) {
    const std::string_view text = values_.texts()[at_];
    if (text.size() > max_list_bytes - texts_.size()) {
      throw DataError("a list of more than " + std::to_string(max_list_bytes) +
                      " bytes is not read");
    }
    texts_ += text;
    ends_.push_back(texts_.size());
    return;
  }
  numbers_.push_back(values_.numbers()[at_]);
  if (values_.is_whole()) integers_.push_back(values_.integers()[at_]);
}

}  // namespace replaybench::parquet
