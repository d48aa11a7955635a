#include "suite/yahoo/yahoo_reader.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {
namespace {

// A line's text is followed by its CR or LF, which can be read and is no part of any token.

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') <= 9; }

// Characters of an article's name and of a number.
bool is_word(char c) { return c > ' ' && c <= '~' && c != '|' && c != ':'; }

const char* skip_blanks(const char* at) {
  while (*at == ' ') ++at;
  return at;
}

std::string_view word_at(const char* at) {
  const char* last = at;
  while (is_word(*last)) ++last;
  return {at, static_cast<std::size_t>(last - at)};
}

// For messages: up to the next blank.
std::string_view field_at(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(std::find(at, end, ' ') - at)};
}

// Takes the digits at `at`; a value beyond any feature stays beyond. False if there is none.
bool take_id(const char*& at, std::uint32_t& id) {
  if (!is_digit(*at)) return false;
  constexpr std::uint32_t beyond = 1'000'000;
  id = 0;
  for (; is_digit(*at); ++at) {
    if (id < beyond) id = 10 * id + static_cast<std::uint32_t>(*at - '0');
  }
  return true;
}

constexpr std::string_view r6b_prefix = "id-";
constexpr unsigned all_weights = ((1u << r6a_features) - 1) << 1;  // bit i: feature i

}  // namespace

YahooReader::YahooReader(std::vector<std::filesystem::path> files, const YahooOptions& options)
    : options_(options), paths_(std::move(files)) {
  report_.format = options.format;
  // A file that is missing is reported now, not when the others were read.
  for (const auto& path : paths_) {
    if (!std::filesystem::exists(path)) {
      throw FileError(path.string() + ": there is no such file");
    }
  }
}

YahooReader::YahooReader(std::string_view text, std::string name, const YahooOptions& options)
    : options_(options) {
  report_.format = options.format;
  start(text_in_memory(text, std::move(name)));
}

void YahooReader::start(std::unique_ptr<TextSource> source) {
  report_.files.push_back({.name = source->name()});
  lines_.open(std::move(source));
  inside_ = true;
  first_of_file_ = true;
}

bool YahooReader::open_next() {
  if (opened_ == paths_.size()) return false;
  start(open_text_file(paths_[opened_++]));
  return true;
}

bool YahooReader::next() {
  for (;;) {
    if (!inside_ && !open_next()) return false;
    YahooReport::File& file = report_.files.back();
    noted_ = 0;
    TextLines::Found found;
    try {
      found = lines_.next();
    } catch (const TruncatedText& error) {
      note_damage(YahooAnomaly::truncated_gzip, error);
      continue;
    } catch (const DataError& error) {
      note_damage(YahooAnomaly::corrupt_gzip, error);
      continue;
    }
    file.bytes = lines_.bytes();
    if (found == TextLines::Found::end) {
      inside_ = false;
      if (file.bytes == 0) note(YahooAnomaly::empty_file);
      continue;
    }
    ++file.lines;
    ++report_.lines;
    const std::string_view line = lines_.line();
    if (found == TextLines::Found::cut) {
      leave_out(YahooAnomaly::cut_line, line);
    } else if (found == TextLines::Found::too_long) {
      leave_out(YahooAnomaly::long_line, line);
    } else if (read_line(line.data(), line.data() + line.size())) {
      ++file.records;
      ++report_.records;
      return true;
    }
  }
}

// The file ends here; what stands behind its last whole line is a line that was cut.
void YahooReader::note_damage(YahooAnomaly anomaly, const DataError& error) {
  inside_ = false;
  if (options_.strict) throw error;
  YahooReport::File& file = report_.files.back();
  file.bytes = lines_.bytes();
  note(anomaly);
  if (lines_.rest().empty()) return;
  ++file.lines;
  ++report_.lines;
  leave_out(YahooAnomaly::cut_line, lines_.rest());
}

void YahooReader::note(YahooAnomaly anomaly, std::string_view seen) {
  const auto index = static_cast<std::size_t>(anomaly);
  if (noted_ >> index & 1) return;
  noted_ |= std::uint32_t{1} << index;
  YahooReport::Anomalies& anomalies = report_.anomalies[index];
  ++anomalies.count;
  const bool fatal = options_.strict && anomaly != YahooAnomaly::missing_features;
  if (!fatal && anomalies.first.size() >= options_.shown) return;
  YahooPlace place{report_.files.size() - 1, report_.files.back().lines,
                   seen.empty() ? std::string() : quoted_text(seen)};
  if (fatal) throw DataError(report_.text_of_place(anomaly, place));
  anomalies.first.push_back(std::move(place));
}

bool YahooReader::leave_out(YahooAnomaly anomaly, std::string_view seen) {
  ++report_.left_out;
  note(anomaly, seen);
  return false;
}

// The line [at, end) as record_; or leaves it out and gives false.
bool YahooReader::read_line(const char* at, const char* const end) {
  at = skip_blanks(at);
  if (at == end) return leave_out(YahooAnomaly::empty_line);

  constexpr std::ptrdiff_t max_digits = 15;
  const char* const time = at;
  std::uint64_t timestamp = 0;
  while (is_digit(*at) && at - time < max_digits) {
    timestamp = 10 * timestamp + static_cast<std::uint64_t>(*at++ - '0');
  }
  if (at == time || *at != ' ') {
    return leave_out(YahooAnomaly::bad_timestamp, field_at(time, end));
  }
  record_.timestamp = timestamp;
  record_.timestamp_text = {time, static_cast<std::size_t>(at - time)};

  at = skip_blanks(at);
  const std::string_view displayed = word_at(at);
  const bool named = displayed.starts_with(r6b_prefix);
  YahooFormat format = report_.format;
  if (format == YahooFormat::detect) format = named ? YahooFormat::r6b : YahooFormat::r6a;
  const bool weighted = format == YahooFormat::r6a;
  if (weighted == named || displayed.size() == (named ? r6b_prefix.size() : 0) ||
      at[displayed.size()] != ' ') {
    return leave_out(YahooAnomaly::bad_token, field_at(at, end));
  }
  at = skip_blanks(at + displayed.size());
  if ((*at != '0' && *at != '1') || (at[1] != ' ' && at + 1 != end)) {
    return leave_out(YahooAnomaly::bad_click, field_at(at, end));
  }
  record_.click = *at == '1';
  at = skip_blanks(at + 1);
  constexpr std::string_view user = "|user";
  const std::string_view after(at, static_cast<std::size_t>(end - at));
  if (!after.starts_with(user) || is_word(at[user.size()])) {
    return leave_out(YahooAnomaly::bad_token, field_at(at, end));
  }
  at += user.size();
  if (weighted ? !read_weighted_features(at, end) : !read_binary_features(at, end)) return false;
  if (!read_pool(at, end, displayed, weighted)) return false;
  note_missing();           // of lines that are kept
  report_.format = format;  // set for good by the first record

  if (timestamp < last_time_) {
    note(first_of_file_ ? YahooAnomaly::files_out_of_order : YahooAnomaly::time_backwards,
         record_.timestamp_text);
  }
  first_of_file_ = false;
  last_time_ = timestamp;
  return true;
}

void YahooReader::note_missing() {
  if (features_.empty() || features_.back() == 1) {
    note(YahooAnomaly::missing_features);
  } else if (features_.front() != 1) {
    note(YahooAnomaly::missing_constant);
  }
}

// R6B: ids up to the first '|' or the end, sorted by the bits that they set.
bool YahooReader::read_binary_features(const char*& at, const char* const end) {
  constexpr std::size_t words = r6b_features / 64 + 1;
  std::uint64_t bits[words] = {};
  for (;;) {
    at = skip_blanks(at);
    if (at == end || *at == '|') break;
    const char* const token = at;
    if (*at == '-') ++at;
    std::uint32_t id;
    if (!take_id(at, id) || (*at != ' ' && *at != '|' && at != end)) {
      return leave_out(YahooAnomaly::bad_token, field_at(token, end));
    }
    if (*token == '-' || id < 1 || id > r6b_features) {
      note(YahooAnomaly::feature_outside, {token, static_cast<std::size_t>(at - token)});
      continue;
    }
    std::uint64_t& word = bits[id / 64];
    const std::uint64_t bit = std::uint64_t{1} << id % 64;
    if (word & bit) {
      note(YahooAnomaly::duplicate_feature, {token, static_cast<std::size_t>(at - token)});
    }
    word |= bit;
  }
  features_.clear();
  for (std::size_t i = 0; i < words; ++i) {
    for (std::uint64_t rest = bits[i]; rest != 0; rest &= rest - 1) {
      features_.push_back(static_cast<std::uint32_t>(64 * i) +
                          static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
  record_.features = features_;
  record_.weights = {};
  return true;
}

// R6A: "id:weight" up to the next '|' or the end. `present` gets a bit for each feature.
bool YahooReader::read_weights(const char*& at, const char* const end, double* weights,
                               unsigned& present) {
  std::fill_n(weights, r6a_features, 0.0);
  present = 0;
  for (;;) {
    at = skip_blanks(at);
    if (at == end || *at == '|') return true;
    const char* const token = at;
    if (*at == '-') ++at;
    std::uint32_t id;
    if (!take_id(at, id) || *at != ':') {
      return leave_out(YahooAnomaly::bad_token, field_at(token, end));
    }
    const std::string_view number = word_at(++at);
    at += number.size();
    double weight;
    if ((*at != ' ' && *at != '|' && at != end) || !parse_field_number(number, weight) ||
        !std::isfinite(weight)) {
      return leave_out(YahooAnomaly::bad_token, field_at(token, end));
    }
    const std::string_view seen(token, static_cast<std::size_t>(at - token));
    if (*token == '-' || id < 1 || id > r6a_features) {
      note(YahooAnomaly::feature_outside, seen);
    } else if (present >> id & 1) {
      note(YahooAnomaly::duplicate_feature, seen);
    } else {
      present |= 1u << id;
      weights[id - 1] = weight;
    }
  }
}

bool YahooReader::read_weighted_features(const char*& at, const char* const end) {
  double weights[r6a_features];
  unsigned present;
  if (!read_weights(at, end, weights, present)) return false;
  features_.clear();
  weights_.clear();
  for (std::uint32_t id = 1; id <= r6a_features; ++id) {
    if (!(present >> id & 1)) continue;
    features_.push_back(id);
    weights_.push_back(weights[id - 1]);
  }
  if (features_.size() > 1 && present != all_weights) {
    note(YahooAnomaly::incomplete_weights, "user");
  }
  record_.features = features_;
  record_.weights = weights_;
  return true;
}

// "|name ..." up to the end.
bool YahooReader::read_pool(const char* at, const char* const end, std::string_view displayed,
                            bool weighted) {
  if (at == end) return leave_out(YahooAnomaly::empty_pool);
  const std::string_view text(at, static_cast<std::size_t>(end - at));
  if (text == pool_text_) {
    const auto known = dictionary_.find(displayed);
    if (!known || !std::binary_search(pool_.begin(), pool_.end(), *known)) {
      return leave_out(YahooAnomaly::displayed_not_in_pool, displayed);
    }
    record_.displayed = *known;
    record_.same_pool = true;
    return true;
  }

  const std::uint32_t noted_before = noted_;
  entries_.clear();
  written_weights_.clear();
  bool found = false;
  while (at != end) {
    const char* const token = at;  // a '|'
    const std::string_view name = word_at(++at);
    at += name.size();
    const bool named = name.starts_with(r6b_prefix);
    if (weighted == named || name.size() == (named ? r6b_prefix.size() : 0) ||
        (*at != ' ' && *at != '|' && at != end)) {
      return leave_out(YahooAnomaly::bad_token, field_at(token, end));
    }
    found = found || name == displayed;
    entries_.push_back({name, entries_.size()});
    if (weighted) {
      written_weights_.resize(entries_.size() * r6a_features);
      unsigned present;
      double* const row = written_weights_.data() + written_weights_.size() - r6a_features;
      if (!read_weights(at, end, row, present)) return false;
      if (present != all_weights) note(YahooAnomaly::incomplete_weights, name);
    } else {
      at = skip_blanks(at);
      if (at != end && *at != '|') {
        return leave_out(YahooAnomaly::bad_token, field_at(at, end));
      }
    }
  }
  if (!found) return leave_out(YahooAnomaly::displayed_not_in_pool, displayed);
  record_.displayed = dictionary_.index(displayed);
  keep_pool();
  // A text is known again only if reading it anew would note nothing. What the user's features had
  // noted already hides the same anomaly here, so then it is not kept either.
  const bool clean = noted_ == noted_before && (!weighted || noted_before == 0);
  pool_text_.assign(clean ? text : std::string_view());
  return true;
}

// The pool that was read, sorted by index; of an article that is there twice, the first.
void YahooReader::keep_pool() {
  struct Place {
    Action action;
    std::size_t row;
  };
  const bool weighted = !written_weights_.empty();
  pool_.clear();
  for (const PoolEntry& entry : entries_) pool_.push_back(dictionary_.index(entry.name));
  if (weighted) {
    order_.resize(entries_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return pool_[a] != pool_[b] ? pool_[a] < pool_[b] : a < b;
    });
    pool_weights_.clear();
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (i > 0 && pool_[order_[i]] == pool_[order_[i - 1]]) continue;
      const double* const row = written_weights_.data() + order_[i] * r6a_features;
      pool_weights_.insert(pool_weights_.end(), row, row + r6a_features);
    }
  }
  std::sort(pool_.begin(), pool_.end());
  const auto twice = std::adjacent_find(pool_.begin(), pool_.end());
  if (twice != pool_.end()) {
    note(YahooAnomaly::duplicate_in_pool, dictionary_.tokens()[*twice]);
    pool_.erase(std::unique(twice, pool_.end()), pool_.end());
  }
  record_.pool = pool_;
  record_.article_weights =
      weighted ? std::span<const double>(pool_weights_) : std::span<const double>();
  record_.same_pool = false;
}

}  // namespace replaybench
