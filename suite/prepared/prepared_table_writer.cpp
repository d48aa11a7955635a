#include <stdexcept>

#include "suite/prepared/number_column.hpp"
#include "suite/prepared/prepared_table_format.hpp"

namespace replaybench {

using namespace prepared;

namespace {

void require_from_text(const Log& log) {
  const bool plain = !log.is_packed() && log.hidden.empty() &&
                     log.action_names.size() == log.action_count &&
                     log.feature_names.size() == log.dimension;
  if (!plain) throw std::logic_error("prepared table: no reader of texts gives such a log");
}

TableNames names_of(const PreparedTable& table) {
  const Log& log = table.log;
  TableNames names;
  names.features = log.feature_names;
  names.actions = log.action_names;
  names.segments = table.report.segment_names;
  names.loggers = log.logger_names;
  for (const TargetPolicy& target : log.targets) {
    names.targets.push_back({target.name, !target.all.empty()});
  }
  for (const RewardPredictions& given : log.predictions) names.predictions.push_back(given.name);
  names.has_propensities = log.has_propensities();
  names.has_intercept = table.report.has_intercept;
  return names;
}

class TableWriting {
 public:
  TableWriting(const std::filesystem::path& destination, const PreparedTable& table)
      : table_(table),
        log_(table.log),
        destination_(destination),
        file_(destination.string() + ".part", LockedPart::Unfinished::discarded) {
    header_.records = log_.size();
    header_.dimension = log_.dimension;
    header_.action_count = log_.action_count;
    header_.pool_count = log_.pool_table.size();
  }

  void write() {
    file_.append(std::string(header_bytes, '\0'));
    write_numbers_after_their_kinds();
    write_actions();
    write_values(TableSection::pools, log_.pools);
    write_pool_members();
    write_values(TableSection::clusters, table_.report.clusters);
    write_values(TableSection::segments, table_.report.segments);
    write_values(TableSection::loggers, log_.loggers);
    write_times();
    write_text(TableSection::names, to_bytes(names_of(table_)));
    write_text(TableSection::origin, to_bytes(table_.origin, table_.report));
    write_values(TableSection::originals, log_.originals);
    write_values(TableSection::action_sets, log_.action_sets);
    write_text(TableSection::action_features,
               log_.has_action_features() ? to_bytes(*log_.action_features) : std::string());
    file_.overwrite(0, to_bytes(header_));
    file_.rename_to(destination_);
  }

 private:
  // Calls `fill` with a function that appends bytes to the section.
  template <class Fill>
  void write_section(TableSection section, const Fill& fill) {
    Header::Place& place = header_[section];
    place.offset = file_.size();
    SectionWriting writing(file_);
    fill(writing);
    writing.finish(place);
  }

  void write_text(TableSection section, const std::string& text) {
    write_section(section, [&](SectionWriting& out) { out.append(text.data(), text.size()); });
  }

  template <class T>
  void write_values(TableSection section, const std::vector<T>& values) {
    write_section(section, [&](SectionWriting& out) {
      constexpr std::size_t piece = 4096;
      for (std::size_t i = 0; i < values.size(); i += piece) {
        out.append(values.data() + i, sizeof(T) * std::min(piece, values.size() - i));
      }
    });
  }

  // visit(column) for each column of numbers, in the order of the file.
  template <class Visit>
  void each_number_column(const Visit& visit) const {
    const std::size_t n = log_.size();
    const auto visit_rows = [&](const std::vector<double>& rows, std::size_t width) {
      for (std::size_t j = 0; j < width; ++j) visit(NumberColumn{rows.data() + j, n, width});
    };
    visit_rows(log_.rewards, 1);
    if (log_.has_propensities()) visit_rows(log_.propensities, 1);
    if (log_.is_sparse()) {
      visit_listed_features(visit);
    } else {
      visit_rows(log_.contexts, log_.dimension);
    }
    for (const TargetPolicy& target : log_.targets) {
      visit_rows(target.logged, 1);
      if (!target.all.empty()) visit_rows(target.all, log_.action_count);
    }
    for (const RewardPredictions& given : log_.predictions) {
      visit_rows(given.all, log_.action_count);
    }
  }

  // The columns of listed contexts, one at a time. O(records * features).
  template <class Visit>
  void visit_listed_features(const Visit& visit) const {
    std::vector<std::vector<std::uint32_t>> records_of(log_.dimension);
    for (std::uint32_t i = 0; i < log_.size(); ++i) {
      for (std::uint64_t place = log_.active_first[i]; place < log_.active_first[i + 1]; ++place) {
        records_of[log_.active[place]].push_back(i);
      }
    }
    std::vector<double> column(log_.size());
    for (const std::vector<std::uint32_t>& records : records_of) {
      for (const std::uint32_t i : records) column[i] = 1;
      visit(NumberColumn{column.data(), column.size(), 1});
      for (const std::uint32_t i : records) column[i] = 0;
    }
  }

  // The kinds are known when the numbers are written, and stand before them: their place is kept.
  void write_numbers_after_their_kinds() {
    std::vector<NumberPlace> places(names_of(table_).number_columns());
    const std::uint64_t begin = file_.size();
    write_values(TableSection::number_kinds, places);
    write_section(TableSection::numbers, [&](SectionWriting& out) {
      const auto append = [&](const void* data, std::size_t size) { out.append(data, size); };
      auto place = places.begin();
      each_number_column([&](const NumberColumn& column) {
        place->offset = out.bytes();
        place->kind = static_cast<std::uint64_t>(write_numbers(column, append));
        ++place;
      });
    });
    std::string bytes(reinterpret_cast<const char*>(places.data()),
                      places.size() * sizeof(NumberPlace));
    bytes.resize(padded(bytes.size()));
    header_[TableSection::number_kinds].digest = sha256(bytes);
    file_.overwrite(begin, bytes);
  }

  void write_actions() {
    if (header_.action_bytes() == 4) return write_values(TableSection::actions, log_.actions);
    write_section(TableSection::actions, [&](SectionWriting& out) {
      for (const Action action : log_.actions) {
        const auto narrow = static_cast<std::uint16_t>(action);
        out.append(&narrow, sizeof(narrow));
      }
    });
  }

  void write_pool_members() {
    std::vector<std::uint32_t> sizes, members;
    for (std::uint32_t p = 0; p < log_.pool_table.size(); ++p) {
      const ActionSet pool = log_.pool_table[p];
      sizes.push_back(pool.size());
      for (Action k = 0; k < pool.size(); ++k) members.push_back(pool[k]);
    }
    sizes.insert(sizes.end(), members.begin(), members.end());
    write_values(TableSection::pool_members, sizes);
  }

  void write_times() {
    std::vector<std::uint64_t> ends;
    std::uint64_t end = 0;
    for (const std::string& time : log_.timestamps) ends.push_back(end += time.size());
    write_values(TableSection::time_ends, ends);
    write_section(TableSection::times, [&](SectionWriting& out) {
      for (const std::string& time : log_.timestamps) out.append(time.data(), time.size());
    });
  }

  const PreparedTable& table_;
  const Log& log_;
  std::filesystem::path destination_;
  LockedPart file_;
  TableHeader header_;
};

}  // namespace

void write_prepared_table(const std::filesystem::path& destination, const PreparedTable& table) {
  require_from_text(table.log);
  if (table.log.size() == 0) throw DataError(destination.string() + ": no record to prepare");
  TableWriting(destination, table).write();
}

}  // namespace replaybench
