#include "suite/format/parquet_column.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "suite/format/table_rows.hpp"
#include "suite/format/value_meaning.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::parquet {

namespace {

template <class Value>
Value load(const char* from) {
  Value value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// `values` values stand at the beginning of `to`; each goes to the place of a level `present`, the
// others are `absent`.
template <class Value>
void spread(Value* to, const std::uint32_t* levels, std::uint32_t present, std::size_t count,
            std::size_t values, Value absent) {
  for (std::size_t i = count; i-- > 0;) {
    if (levels[i] == present) {
      to[i] = to[--values];
    } else {
      to[i] = absent;
    }
  }
}

constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

[[noreturn]] void refuse_encoding(Encoding encoding) {
  throw DataError("encoding " + std::to_string(static_cast<int>(encoding)) +
                  " is not read for values of this type");
}

// The levels that stand at the beginning of a page of version 1, behind their length; `page` goes on
// behind them.
std::string_view take_levels(std::string_view& page, Encoding encoding) {
  if (encoding != Encoding::rle) refuse_encoding(encoding);
  if (page.size() < 4) throw DataError("its levels are cut");
  const auto length = load<std::uint32_t>(page.data());
  if (length > page.size() - 4) throw DataError("its levels are cut");
  const std::string_view levels = page.substr(4, length);
  page.remove_prefix(4 + std::size_t{length});
  return levels;
}

// Levels that are all 0 and of no width: one run, without bytes for its value. Some writers put
// it where a column has no levels.
bool are_no_levels(std::string_view levels, std::uint64_t values) {
  if (levels.empty()) return true;
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < levels.size() && i < 9; ++i) {
    const auto part = static_cast<unsigned char>(levels[i]);
    head |= static_cast<std::uint64_t>(part & 0x7f) << (7 * i);
    if (part < 0x80) {
      const std::uint64_t run = (head & 1) != 0 ? (head >> 1) * 8 : head >> 1;
      return i + 1 == levels.size() && run >= values;
    }
  }
  return false;
}

}  // namespace

void ColumnReader::begin(const Chunk& chunk) {
  codec_ = chunk.codec;
  at_ = chunk.offset;
  end_ = chunk.offset + chunk.bytes;
  chunk_left_ = chunk.values;
  page_left_ = 0;
  has_dictionary_ = false;
}

void ColumnReader::read(std::size_t count) {
  kept_.clear();
  levels_.resize(column_.present_level > 0 ? count : 0);
  repetitions_.resize(column_.shape == Column::Shape::list ? count : 0);
  if (is_text()) {
    texts_.resize(count);
  } else {
    numbers_.resize(count);
    integers_.resize(count);
  }
  for (std::size_t done = 0; done < count;) {
    while (page_left_ == 0) next_page();
    const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(page_left_, count - done));
    decode(done, now);
    page_left_ -= now;
    done += now;
    if (page_left_ == 0) end_page();
  }
}

// Values that are read as others, narrower or fewer than they are, leave bytes over. Bits and runs
// may be padded, and fastparquet writes eight zero bytes behind the values of every page.
void ColumnReader::end_page() {
  const bool runs = encoding_ == Encoding::rle_dictionary || encoding_ == Encoding::rle ||
                    encoding_ == Encoding::delta_binary_packed ||
                    (encoding_ == Encoding::plain && is_truth());
  const bool deltas = encoding_ == Encoding::delta_binary_packed && deltas_.left() > 0;
  const bool split = encoding_ == Encoding::byte_stream_split;
  const bool padding = rest_ == std::string_view("\0\0\0\0\0\0\0\0", 8);
  if (deltas || (split ? split_at_ != split_values_ : !runs && !rest_.empty() && !padding)) {
    throw DataError("the page before byte " + std::to_string(at_) +
                    " has more bytes than its values take");
  }
}

void ColumnReader::next_page() {
  const std::uint64_t place = at_;
  try {
    if (at_ == end_) throw DataError("the column ends there, and values are missing");
    const PageHeader page = read_header();
    at_ += page.header_bytes;
    if (page.packed_bytes > end_ - at_) {
      throw DataError("a page of " + std::to_string(page.packed_bytes) +
                      " bytes does not fit its column");
    }
    // Texts of former pages may point into a body that was not packed.
    if (!body_ || body_.use_count() > 1) body_ = std::make_shared<std::string>();
    const std::string_view body = file_.read(at_, page.packed_bytes, *body_);
    at_ += page.packed_bytes;
    if (page.has_checksum &&
        crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size()) != page.checksum) {
      throw DataError("its checksum is wrong");
    }
    if (page.type == PageType::dictionary) {
      take_dictionary(page, body);
    } else if (page.type == PageType::data || page.type == PageType::data_v2) {
      take_data(page, body);
    } else if (page.type != PageType::index) {
      throw DataError("a page of unknown type");
    }
  } catch (const DataError& error) {
    throw DataError("page at byte " + std::to_string(place) + ": " + error.what());
  }
}

// Statistics can make a header long. A broken one does not bring a whole chunk into memory.
PageHeader ColumnReader::read_header() {
  constexpr std::uint64_t longest = std::uint64_t{1} << 24;
  std::string buffer;
  for (std::uint64_t most = 512;; most *= 8) {
    const std::uint64_t bytes = std::min(most, end_ - at_);
    try {
      return read_page_header(file_.read(at_, bytes, buffer));
    } catch (const DataError&) {
      if (bytes == end_ - at_ || most >= longest) throw;
    }
  }
}

std::string_view ColumnReader::unpack_kept(std::string_view packed, std::uint64_t bytes,
                                           bool packed_at_all) {
  if (bytes == 0) return {};
  std::shared_ptr<const void> keep = body_;
  const auto content = unpack(packed, packed_at_all ? codec_ : Codec::none, bytes, keep);
  if (page_bytes_) kept_.push_back(std::move(page_bytes_));
  page_bytes_ = std::move(keep);
  return content;
}

void ColumnReader::take_dictionary(const PageHeader& page, std::string_view body) {
  if (has_dictionary_) throw DataError("a second dictionary");
  if (page.encoding != Encoding::plain && page.encoding != Encoding::plain_dictionary) {
    refuse_encoding(page.encoding);
  }
  const std::string_view content = unpack_kept(body, page.unpacked_bytes, true);
  // An entry has at least a bit, a text four bytes.
  if (page.values > content.size() * 8) throw DataError("a dictionary with too few bytes");
  dictionary_bytes_ = page_bytes_;
  const auto entries = static_cast<std::size_t>(page.values);
  encoding_ = Encoding::plain;
  rest_ = content;
  bit_ = 0;
  has_dictionary_ = true;
  if (column_.is_bytes()) {
    const std::size_t least = column_.width > 0 ? column_.width : 4;
    if (entries > content.size() / least) throw DataError("a dictionary with too few bytes");
    dictionary_texts_.resize(entries);
    decode_texts(dictionary_texts_.data(), entries);
  } else if (column_.type == Type::real32 || column_.type == Type::real64) {
    dictionary_reals_.resize(entries);
    decode_reals(dictionary_reals_.data(), entries);
  } else {
    dictionary_integers_.resize(entries);
    decode_integers(dictionary_integers_.data(), entries);
  }
}

void ColumnReader::take_data(const PageHeader& page, std::string_view body) {
  if (page.values > chunk_left_) throw DataError("more values than its column has");
  const bool list = column_.shape == Column::Shape::list;
  std::string_view values;
  std::string_view levels;
  std::string_view repetitions;
  if (page.type == PageType::data_v2) {
    const std::uint64_t before = page.definition_bytes + page.repetition_bytes;
    if (before > body.size() || before > page.unpacked_bytes) throw DataError("its levels are cut");
    repetitions = body.substr(0, page.repetition_bytes);
    levels = body.substr(page.repetition_bytes, page.definition_bytes);
    values = unpack_kept(body.substr(before), page.unpacked_bytes - before, page.packed);
    if ((!list && !are_no_levels(repetitions, page.values)) ||
        (column_.present_level == 0 && !are_no_levels(levels, page.values))) {
      throw DataError("a page has levels, as no column without absent or repeated values does");
    }
  } else {
    values = unpack_kept(body, page.unpacked_bytes, true);
    if (list) repetitions = take_levels(values, page.repetition_encoding);
    if (column_.present_level > 0) levels = take_levels(values, page.level_encoding);
  }
  if (list) repetition_decoder_ = HybridDecoder(repetitions, 1);
  if (column_.present_level > 0) {
    level_decoder_ =
        HybridDecoder(levels, static_cast<unsigned>(std::bit_width(column_.present_level)));
  }
  page_left_ = page.values;
  chunk_left_ -= page.values;
  encoding_ =
      page.encoding == Encoding::plain_dictionary ? Encoding::rle_dictionary : page.encoding;
  split_values_ = 0;
  begin_values(values);
}

void ColumnReader::begin_values(std::string_view bytes) {
  rest_ = bytes;
  bit_ = 0;
  switch (encoding_) {
    case Encoding::plain:
      break;
    case Encoding::rle_dictionary:
      if (!has_dictionary_) throw DataError("a page without its dictionary");
      if (bytes.empty()) {
        places_ = HybridDecoder();
      } else {
        places_ = HybridDecoder(bytes.substr(1), static_cast<unsigned char>(bytes[0]));
      }
      break;
    case Encoding::rle: {
      if (!is_truth()) refuse_encoding(encoding_);
      if (bytes.empty()) break;
      if (bytes.size() < 4) throw DataError("its values are cut");
      const auto length = load<std::uint32_t>(bytes.data());
      if (length > bytes.size() - 4) throw DataError("its values are cut");
      places_ = HybridDecoder(bytes.substr(4, length), 1);
      break;
    }
    case Encoding::delta_binary_packed:
      if (column_.type != Type::int32 && column_.type != Type::int64) refuse_encoding(encoding_);
      deltas_ = bytes.empty() ? DeltaDecoder() : DeltaDecoder(bytes);
      break;
    case Encoding::delta_length_bytes:
      if (column_.type != Type::bytes) refuse_encoding(encoding_);
      rest_ = read_lengths(bytes, lengths_);
      break;
    case Encoding::delta_bytes:
      if (!column_.is_bytes()) refuse_encoding(encoding_);
      rest_ = read_lengths(read_lengths(bytes, prefixes_), lengths_);
      last_text_.clear();
      break;
    case Encoding::byte_stream_split:
      if (column_.type == Type::bytes || is_truth()) refuse_encoding(encoding_);
      if (bytes.size() % item_bytes() != 0) throw DataError("its values are cut");
      split_values_ = bytes.size() / item_bytes();
      split_at_ = 0;
      break;
    default:
      refuse_encoding(encoding_);
  }
}

// The numbers of a page that stand before its texts; gives what follows them.
std::string_view ColumnReader::read_lengths(std::string_view bytes,
                                            std::vector<std::int64_t>& lengths) const {
  lengths.clear();
  if (bytes.empty()) return bytes;
  DeltaDecoder decoder(bytes);
  while (decoder.left() > 0) {
    const auto now = std::min<std::uint64_t>(decoder.left(), 1024);
    if (lengths.size() + now > page_left_) throw DataError("more texts than its header says");
    lengths.resize(lengths.size() + now);
    decoder.get(lengths.data() + lengths.size() - now, now);
  }
  std::reverse(lengths.begin(), lengths.end());
  return bytes.substr(static_cast<std::size_t>(
      decoder.end() - reinterpret_cast<const unsigned char*>(bytes.data())));
}

std::uint64_t ColumnReader::next_length() {
  if (lengths_.empty() || lengths_.back() < 0) throw DataError("a text without a length");
  const auto length = static_cast<std::uint64_t>(lengths_.back());
  lengths_.pop_back();
  return length;
}

std::size_t ColumnReader::item_bytes() const {
  if (column_.width > 0) return column_.width;
  return column_.type == Type::int64 || column_.type == Type::real64 ? 8 : 4;
}

// The number of values that are there.
std::size_t ColumnReader::decode_levels(std::size_t at, std::size_t count) {
  if (column_.shape == Column::Shape::list) {
    repetition_decoder_.get(repetitions_.data() + at, count);
  }
  if (column_.present_level == 0) return count;
  std::uint32_t* const levels = levels_.data() + at;
  level_decoder_.get(levels, count);
  if (*std::max_element(levels, levels + count) > column_.present_level) {
    throw DataError("a definition level that its column does not have");
  }
  return static_cast<std::size_t>(std::count(levels, levels + count, column_.present_level));
}

void ColumnReader::decode(std::size_t at, std::size_t count) {
  const std::size_t values = decode_levels(at, count);
  const auto spread_over = [&](auto* to, auto absent) {
    if (values == count) return;
    spread(to + at, levels_.data() + at, column_.present_level, count, values, absent);
  };
  if (is_text()) {
    decode_texts(texts_.data() + at, values);
    if (column_.meaning == Meaning::uuid) show_uuids(texts_.data() + at, values);
    spread_over(texts_.data(), std::string_view{});
  } else if (column_.is_bytes()) {
    decode_numbers_of_bytes(numbers_.data() + at, values);
    spread_over(numbers_.data(), absent_number());
  } else if (column_.type == Type::real32 || column_.type == Type::real64) {
    decode_reals(numbers_.data() + at, values);
    spread_over(numbers_.data(), absent_number());
  } else {
    decode_integers(integers_.data() + at, values);
    set_numbers(at, values);
    spread_over(integers_.data(), std::int64_t{0});
    spread_over(numbers_.data(), absent_number());
  }
}

void ColumnReader::set_numbers(std::size_t at, std::size_t count) {
  const double divisor = powers_of_ten[column_.scale];
  const bool large = column_.is_unsigned && column_.type == Type::int64;
  for (std::size_t i = at; i < at + count; ++i) {
    const double number = large ? static_cast<double>(static_cast<std::uint64_t>(integers_[i]))
                                : static_cast<double>(integers_[i]);
    numbers_[i] = column_.scale == 0 ? number : number / divisor;
  }
}

const char* ColumnReader::take(std::uint64_t bytes) {
  if (bytes > rest_.size()) throw DataError("a page has fewer values than its header says");
  const char* const from = rest_.data();
  rest_.remove_prefix(bytes);
  return from;
}

const std::uint32_t* ColumnReader::dictionary_places(std::size_t count, std::size_t entries) {
  scratch_.resize(count);
  places_.get(scratch_.data(), count);
  for (const std::uint32_t place : scratch_) {
    if (place >= entries) {
      throw DataError("entry " + std::to_string(place) + " of a dictionary of " +
                      std::to_string(entries));
    }
  }
  return scratch_.data();
}

void ColumnReader::decode_integers(std::int64_t* to, std::size_t count) {
  if (encoding_ == Encoding::rle_dictionary) {
    const auto* const places = dictionary_places(count, dictionary_integers_.size());
    for (std::size_t i = 0; i < count; ++i) to[i] = dictionary_integers_[places[i]];
  } else if (encoding_ == Encoding::delta_binary_packed) {
    deltas_.get(to, count);
    if (column_.type == Type::int32) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto bits = static_cast<std::uint32_t>(to[i]);
        to[i] = column_.is_unsigned ? static_cast<std::int64_t>(bits)
                                    : static_cast<std::int64_t>(static_cast<std::int32_t>(bits));
      }
    }
  } else if (encoding_ == Encoding::rle) {
    scratch_.resize(count);
    places_.get(scratch_.data(), count);
    std::copy(scratch_.begin(), scratch_.end(), to);
  } else if (is_truth()) {
    if (bit_ + count > rest_.size() * 8)
      throw DataError("a page has fewer values than its header says");
    for (std::size_t i = 0; i < count; ++i, ++bit_) {
      to[i] = static_cast<unsigned char>(rest_[bit_ / 8]) >> (bit_ % 8) & 1;
    }
  } else {
    char item[8] = {};
    const std::size_t bytes = item_bytes();
    const bool split = encoding_ == Encoding::byte_stream_split;
    if (split && count > split_values_ - split_at_)
      throw DataError("a page has fewer values than its header says");
    const char* from = split ? rest_.data() : take(std::uint64_t{count} * bytes);
    for (std::size_t i = 0; i < count; ++i) {
      const char* place = from + i * bytes;
      if (split) {
        for (std::size_t b = 0; b < bytes; ++b) item[b] = from[b * split_values_ + split_at_];
        ++split_at_;
        place = item;
      }
      to[i] = bytes == 8            ? load<std::int64_t>(place)
              : column_.is_unsigned ? static_cast<std::int64_t>(load<std::uint32_t>(place))
                                    : load<std::int32_t>(place);
    }
  }
}

void ColumnReader::decode_reals(double* to, std::size_t count) {
  if (encoding_ == Encoding::rle_dictionary) {
    const auto* const places = dictionary_places(count, dictionary_reals_.size());
    for (std::size_t i = 0; i < count; ++i) to[i] = dictionary_reals_[places[i]];
    return;
  }
  const std::size_t bytes = item_bytes();
  if (encoding_ == Encoding::byte_stream_split) {
    if (count > split_values_ - split_at_)
      throw DataError("a page has fewer values than its header says");
    char item[8];
    for (std::size_t i = 0; i < count; ++i, ++split_at_) {
      for (std::size_t b = 0; b < bytes; ++b) item[b] = rest_[b * split_values_ + split_at_];
      to[i] = bytes == 8 ? load<double>(item) : load<float>(item);
    }
    return;
  }
  const char* const from = take(std::uint64_t{count} * bytes);
  if (bytes == 8) {
    // A dictionary without entries has no place to copy to.
    if (count > 0) std::memcpy(to, from, count * bytes);
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = load<float>(from + i * 4);
  }
}

void ColumnReader::decode_texts(std::string_view* to, std::size_t count) {
  if (encoding_ == Encoding::rle_dictionary) {
    const auto* const places = dictionary_places(count, dictionary_texts_.size());
    for (std::size_t i = 0; i < count; ++i) to[i] = dictionary_texts_[places[i]];
    return;
  }
  if (encoding_ == Encoding::delta_bytes) {
    decode_prefixed_texts(to, count);
    return;
  }
  if (encoding_ == Encoding::byte_stream_split) {
    decode_split_texts(to, count);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t length = column_.width > 0 ? column_.width
                                 : encoding_ == Encoding::delta_length_bytes
                                     ? next_length()
                                     : load<std::uint32_t>(take(4));
    to[i] = {take(length), static_cast<std::size_t>(length)};
  }
}

// The first bytes of all values, then the second ones, ...
void ColumnReader::decode_split_texts(std::string_view* to, std::size_t count) {
  if (count > split_values_ - split_at_)
    throw DataError("a page has fewer values than its header says");
  const std::size_t width = column_.width;
  std::shared_ptr<char[]> copy(new char[count * width + 1]);
  for (std::size_t i = 0; i < count; ++i, ++split_at_) {
    for (std::size_t b = 0; b < width; ++b) {
      copy[i * width + b] = rest_[b * split_values_ + split_at_];
    }
    to[i] = {copy.get() + i * width, width};
  }
  kept_.push_back(std::move(copy));
}

void ColumnReader::show_uuids(std::string_view* texts, std::size_t count) {
  constexpr std::size_t shown = 36;
  std::shared_ptr<char[]> copy(new char[count * shown + 1]);
  for (std::size_t i = 0; i < count; ++i) {
    if (texts[i].size() != 16) throw DataError("a UUID that has not 16 bytes");
    char* const to = copy.get() + i * shown;
    uuid_text(texts[i]).copy(to, shown);
    texts[i] = {to, shown};
  }
  kept_.push_back(std::move(copy));
}

void ColumnReader::decode_numbers_of_bytes(double* to, std::size_t count) {
  raw_.resize(count);
  decode_texts(raw_.data(), count);
  for (std::size_t i = 0; i < count; ++i) {
    if (column_.meaning == Meaning::half) {
      if (raw_[i].size() != 2) throw DataError("a half float that has not 2 bytes");
      to[i] = half_number(load<std::uint16_t>(raw_[i].data()));
    } else {
      to[i] = decimal_number(raw_[i], column_.scale);
    }
  }
}

// Each text begins as the one before it. A short page can so say very long texts.
void ColumnReader::decode_prefixed_texts(std::string_view* to, std::size_t count) {
  constexpr std::uint64_t longest = 1u << 16;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t length = next_length();
    if (prefixes_.empty() || prefixes_.back() < 0 ||
        static_cast<std::uint64_t>(prefixes_.back()) > last_text_.size()) {
      throw DataError("a text that begins as no text before it");
    }
    last_text_.resize(static_cast<std::size_t>(prefixes_.back()));
    prefixes_.pop_back();
    last_text_.append(take(length), length);
    if (last_text_.size() > longest)
      throw DataError("a text of more than 64 KiB in DELTA_BYTE_ARRAY");
    const std::shared_ptr<char[]> copy(new char[last_text_.size() + 1]);
    last_text_.copy(copy.get(), last_text_.size());
    to[i] = {copy.get(), last_text_.size()};
    kept_.push_back(copy);
  }
}

}  // namespace replaybench::parquet
