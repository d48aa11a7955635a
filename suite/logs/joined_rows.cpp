#include "suite/logs/joined_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "suite/format/event_table.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/model/read_report.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

constexpr std::size_t not_there = ~std::size_t{0};

std::string quoted_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
    text += (i == 0 ? "" : ", ") + quoted_text(names[i]);
  }
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text.empty() ? "none" : text;
}

std::vector<std::string> keys_of(const LogPart& part) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : part.partition) keys.push_back(key);
  return keys;
}

bool is_event_feature(const std::string& column) { return column.starts_with("x_"); }

class JoinedFiles final : public JoinedRows {
 public:
  JoinedFiles(std::vector<LogPart> parts, OpenRows open)
      : JoinedRows(name_of_files(parts.front().path, parts.size())),
        whole_(name_),
        parts_(std::move(parts)),
        open_(std::move(open)),
        reads_(parts_.size()) {
    check_folders();
    opened_.push_back(open_(parts_[0].path));
    of_events_ = opened_[0]->is_of_events();
    if (of_events_) {
      for (std::size_t i = 1; i < parts_.size(); ++i) opened_.push_back(open_(parts_[i].path));
      join_events();
    } else {
      add_columns_of(*opened_[0]);
      lists_.assign(opened_[0]->lists().begin(), opened_[0]->lists().end());
    }
    of_files_ = names_.size();
    for (std::size_t k = 0; k < parts_[0].partition.size(); ++k) {
      const std::string& key = parts_[0].partition[k].first;
      if (std::find(names_.begin(), names_.end(), key) != names_.end()) continue;
      names_.push_back(key);
      folder_columns_.push_back(k);
    }
    numeric_.resize(names_.size(), 0);
    is_list_.resize(names_.size(), 0);
    has_numbers_ = std::count(numeric_.begin(), numeric_.end(), 1) > 0;
    numbers_.assign(names_.size(), absent_number());
    uses_.assign(names_.size(), ColumnUse::text);
    cells_.resize(names_.size());
    fields_ = cells_;
    header_ = std::make_unique<CsvHeader>(names_, name_);
    add_up_sizes();
  }

  const CsvHeader& header() const override { return *header_; }
  std::span<const ListColumn> lists() const override { return lists_; }
  bool is_list(std::size_t column) const override { return is_list_[column] != 0; }
  bool is_of_events() const override { return of_events_; }
  void use(std::span<const ColumnUse> uses) override { uses_.assign(uses.begin(), uses.end()); }
  std::string problem() const override { return rows_->problem(); }
  std::string text(std::size_t column) const override {
    const bool of_file = column < of_files_ && source_[column] != not_there;
    return of_file ? rows_->text(source_[column]) : std::string(cells_[column]);
  }
  std::vector<std::string> warnings() const override { return warnings_; }
  std::shared_ptr<const EventActionFeatures> action_features() const override {
    return rows_ ? rows_->action_features() : nullptr;
  }
  std::uint32_t action_set() const override { return rows_->action_set(); }
  double weight() const override { return rows_->weight(); }
  const std::vector<PartRead>& read_of_parts() const override { return reads_; }

  bool next() override {
    while (!rows_ || !rows_->next()) {
      if (rows_) leave();
      if (at_ == parts_.size()) return false;
      enter();
    }
    ++reads_[at_].lines;
    line_ = rows_->line();
    bad_ = rows_->is_bad();
    if (!bad_) set_row();
    return true;
  }

  double size_ratio() const override {
    if (size_ == 0 || !rows_) return 0;
    const double ratio = rows_->size_ratio();
    if (ratio <= 0) return 0;
    const double delivered =
        static_cast<double>(size_before_) + static_cast<double>(sizes_[at_]) / ratio;
    return delivered > 0 ? std::max(1.0, static_cast<double>(size_) / delivered) : 0;
  }

 private:
  void check_folders() const {
    const std::vector<std::string> keys = keys_of(parts_[0]);
    for (const LogPart& part : parts_) {
      if (keys_of(part) == keys) continue;
      throw DataError(fmt::format(
          "{}: its folders name the columns {}, those of {} {}: the files of a log have the same",
          part.path, quoted_names(keys_of(part)), parts_[0].path, quoted_names(keys)));
    }
  }

  // A share of the bytes is known only if all files are.
  void add_up_sizes() {
    for (const LogPart& part : parts_) {
      std::error_code error;
      const bool regular = std::filesystem::is_regular_file(part.path, error);
      const std::uintmax_t size = regular ? std::filesystem::file_size(part.path, error) : 0;
      if (!regular || error) {
        size_ = 0;
        return;
      }
      sizes_.push_back(size);
      size_ += size;
    }
  }

  void add_columns_of(const LogRows& rows) {
    const auto& names = rows.header().names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      names_.push_back(names[i]);
      numeric_.push_back(rows.is_number(i) ? 1 : 0);
      is_list_.push_back(rows.is_list(i) ? 1 : 0);
    }
  }

  // The roles in the order in which each file has them, then all features.
  void join_events() {
    for (const char* role : {"action", "reward", "propensity", "pool", "timestamp"}) {
      for (const auto& rows : opened_) {
        const auto column = rows->header().find(role);
        if (!column) continue;
        names_.emplace_back(role);
        numeric_.push_back(rows->is_number(*column) ? 1 : 0);
        is_list_.push_back(rows->is_list(*column) ? 1 : 0);
        break;
      }
    }
    std::vector<std::string> names;
    for (const auto& rows : opened_) {
      for (const std::string& name : rows->header().names()) {
        if (is_event_feature(name)) names.push_back(name);
      }
    }
    std::sort(names.begin(), names.end(), natural_less);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (names.size() > max_event_features) {
      throw DataError(fmt::format(
          "{}: {} names of features together; each would be a number of every record; allowed: {}; "
          "hash them, with {}, say",
          name_, names.size(), max_event_features, option("feature_buckets", "256")));
    }
    for (std::string& name : names) {
      names_.push_back(std::move(name));
      numeric_.push_back(1);
    }
  }

  void enter() {
    const std::string& path = parts_[at_].path;
    rows_ = at_ < opened_.size() ? std::move(opened_[at_]) : open_(path);
    map_columns();
    name_ = rows_->name();
    std::vector<ColumnUse> uses(rows_->header().size(), ColumnUse::unused);
    used_.clear();
    for (std::size_t i = 0; i < of_files_; ++i) {
      if (source_[i] == not_there) continue;
      uses[source_[i]] = uses_[i];
      if (uses_[i] != ColumnUse::unused) used_.push_back(i);
    }
    rows_->use(uses);
    for (std::size_t i = 0; i < folder_columns_.size(); ++i) {
      cells_[of_files_ + i] = parts_[at_].partition[folder_columns_[i]].second;
    }
    records_before_ = records_;
  }

  void leave() {
    reads_[at_].records = records_ - records_before_;
    for (const std::string& sentence : rows_->warnings()) {
      warnings_.push_back(name_ + ": " + sentence);
    }
    rows_.reset();
    if (size_ > 0) size_before_ += sizes_[at_];
    name_ = whole_;
    ++at_;
  }

  void map_columns() {
    const CsvHeader& theirs = rows_->header();
    source_.assign(of_files_, not_there);
    std::vector<std::string> missing, more;
    for (std::size_t i = 0; i < of_files_; ++i) {
      if (const auto column = theirs.find(names_[i])) {
        source_[i] = *column;
        check_type(i);
      } else if (of_events_) {
        const bool feature = is_event_feature(names_[i]);
        if (numeric_[i] != 0) numbers_[i] = feature ? 0 : absent_number();
        cells_[i] = feature ? "0" : "";
      } else {
        missing.push_back(names_[i]);
      }
    }
    for (const std::string& name : theirs.names()) {
      if (std::find(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(of_files_),
                    name) == names_.begin() + static_cast<std::ptrdiff_t>(of_files_)) {
        more.push_back(name);
      }
    }
    if (!missing.empty() || !more.empty()) {
      refuse_file((missing.empty() ? "" : "it lacks " + quoted_names(missing)) +
                  (missing.empty() || more.empty() ? "" : "; ") +
                  (more.empty() ? "" : "it also has " + quoted_names(more)));
    }
    same_order_ = folder_columns_.empty();
    for (std::size_t i = 0; i < of_files_; ++i) same_order_ = same_order_ && source_[i] == i;
    if (!lists_.empty() && !std::is_sorted(source_.begin(), source_.end())) {
      refuse_file("with lists the columns must have the same order");
    }
  }

  void check_type(std::size_t i) const {
    const auto kind = [](bool number, bool list) {
      return number ? "numbers" : list ? "lists" : "texts";
    };
    const std::string_view here = kind(rows_->is_number(source_[i]), rows_->is_list(source_[i]));
    const std::string_view there = kind(numeric_[i] != 0, is_list_[i] != 0);
    if (here == there) return;
    refuse_file(
        fmt::format("column {} holds {} here and {} there; the files of a log have one format, and "
                    "each column one type",
                    quoted_text(names_[i]), here, there));
  }

  [[noreturn]] void refuse_file(const std::string& what) const {
    throw DataError(
        fmt::format("{}: its columns are not those of {}, the first file of the log: {}",
                    parts_[at_].path, parts_[0].path, what));
  }

  void set_row() {
    const auto fields = rows_->fields();
    if (same_order_ && !has_numbers_) {
      fields_ = fields;
      return;
    }
    fields_ = cells_;
    for (const std::size_t i : used_) {
      const std::size_t column = source_[i];
      cells_[i] = fields[column];
      if (numeric_[i] != 0) numbers_[i] = rows_->number(column);
    }
  }

  std::string whole_;
  std::vector<LogPart> parts_;
  OpenRows open_;
  std::vector<PartRead> reads_;
  std::vector<std::unique_ptr<LogRows>> opened_;  // the first, or all of events
  bool of_events_ = false;
  std::vector<std::string> names_;
  bool has_numbers_ = false;
  std::vector<ListColumn> lists_;
  std::vector<char> is_list_;  // by column
  std::size_t of_files_ = 0;   // columns; those of folders are behind them
  std::vector<std::size_t>
      folder_columns_;  // by column of folders, its place in LogPart::partition
  std::unique_ptr<CsvHeader> header_;
  std::vector<ColumnUse> uses_;
  std::vector<std::string_view> cells_;
  std::vector<std::string> warnings_;

  // The current file.
  std::size_t at_ = 0;
  std::unique_ptr<LogRows> rows_;
  std::vector<std::size_t> source_;  // by column its place in the file, or not_there
  std::vector<std::size_t> used_;    // columns of the file that are read
  bool same_order_ = false;          // the file's columns are those of the log
  std::size_t records_before_ = 0;

  std::vector<std::uint64_t> sizes_;
  std::uint64_t size_ = 0, size_before_ = 0;
};

}  // namespace

std::unique_ptr<JoinedRows> joined_rows(std::vector<LogPart> parts, OpenRows open) {
  return std::make_unique<JoinedFiles>(std::move(parts), std::move(open));
}

}  // namespace replaybench
