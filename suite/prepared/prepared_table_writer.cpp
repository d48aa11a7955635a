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

TableNames names_of(const LogBlocks& blocks, const ReadReport& report) {
  const Log& log = blocks.header();
  TableNames names;
  names.features = log.feature_names;
  names.actions = log.action_names;
  names.segments = report.segment_names;
  names.loggers = log.logger_names;
  for (std::size_t t = 0; t < log.targets.size(); ++t) {
    names.targets.push_back({log.targets[t].name, blocks.target_has_all(t)});
  }
  for (const RewardPredictions& given : log.predictions) names.predictions.push_back(given.name);
  names.has_propensities = blocks.has_propensities();
  names.has_intercept = report.has_intercept;
  return names;
}

class TableWriting {
 public:
  TableWriting(const std::filesystem::path& destination, const LogBlocks& blocks,
               const ReadReport& report, const PreparedOrigin& origin)
      : blocks_(blocks),
        log_(blocks.header()),
        names_(names_of(blocks, report)),
        report_(report),
        origin_(origin),
        destination_(destination),
        file_(destination.string() + ".part", LockedPart::Unfinished::discarded) {
    header_.records = blocks.size();
    header_.dimension = log_.dimension;
    header_.action_count = log_.action_count;
    header_.pool_count = log_.pool_table.size();
  }

  void write() {
    file_.append(std::string(header_bytes, '\0'));
    write_numbers_after_their_kinds();
    write_actions();
    write_block_values(TableSection::pools, {.pools = true}, &LogBlock::pools);
    write_pool_members();
    write_values(TableSection::clusters, report_.clusters);
    write_values(TableSection::segments, report_.segments);
    write_block_values(TableSection::loggers, {.loggers = true}, &LogBlock::loggers);
    write_times();
    write_text(TableSection::names, to_bytes(names_));
    write_text(TableSection::origin, to_bytes(origin_, report_));
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

  // One column of the blocks, which are empty if the log does not have it.
  template <class T>
  void write_block_values(TableSection section, const BlockColumns& columns,
                          std::span<const T> LogBlock::*column) {
    write_section(section, [&](SectionWriting& out) {
      blocks_.each(columns, [&](const LogBlock& block) {
        const std::span<const T> values = block.*column;
        out.append(values.data(), values.size_bytes());
      });
    });
  }

  // A column that `read` gives from a record on.
  template <class Read>
  NumberPieces pieces_of(const Read& read) const {
    return [this, read](const auto& visit) {
      std::vector<double> values;
      for (std::uint64_t first = 0; first < blocks_.size(); first += records_per_part) {
        values.resize(std::min<std::uint64_t>(records_per_part, blocks_.size() - first));
        read(first, std::span(values));
        if (!visit(NumberColumn{values.data(), values.size(), 1})) return;
      }
    };
  }
  NumberPieces pieces_of(const BlockColumns& columns,
                         std::span<const double> LogBlock::*column) const {
    return pieces_of([this, columns, column](std::uint64_t first, std::span<double> out) {
      BlockBuffers buffers;
      const LogBlock block = blocks_.read(first, out.size(), columns, buffers);
      std::copy((block.*column).begin(), (block.*column).end(), out.begin());
    });
  }

  // visit(pieces) for each column of numbers, in the order of the file.
  template <class Visit>
  void each_number_column(const Visit& visit) const {
    visit(pieces_of({.rewards = true}, &LogBlock::rewards));
    if (names_.has_propensities) {
      visit(pieces_of({.propensities = true}, &LogBlock::propensities));
    }
    if (log_.is_sparse()) {
      visit_listed_features(visit);
    } else {
      for (std::uint32_t f = 0; f < log_.dimension; ++f) {
        visit(pieces_of([=, this](auto... to) { blocks_.read_feature(f, to...); }));
      }
    }
    for (std::size_t t = 0; t < names_.targets.size(); ++t) {
      visit(pieces_of([=, this](auto... to) { blocks_.read_target(t, to...); }));
      for (Action a = 0; names_.targets[t].has_all && a < log_.action_count; ++a) {
        visit(pieces_of([=, this](auto... to) { blocks_.read_target_of(t, a, to...); }));
      }
    }
    for (std::size_t m = 0; m < names_.predictions.size(); ++m) {
      for (Action a = 0; a < log_.action_count; ++a) {
        visit(pieces_of([=, this](auto... to) { blocks_.read_prediction_of(m, a, to...); }));
      }
    }
  }

  // The columns of the listed contexts of a log in memory, one at a time. O(records * features).
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
      visit([&](const auto& piece) { piece(NumberColumn{column.data(), column.size(), 1}); });
      for (const std::uint32_t i : records) column[i] = 0;
    }
  }

  // The kinds are known when the numbers are written, and stand before them: their place is kept.
  void write_numbers_after_their_kinds() {
    std::vector<NumberPlace> places(names_.number_columns());
    const std::uint64_t begin = file_.size();
    write_values(TableSection::number_kinds, places);
    write_section(TableSection::numbers, [&](SectionWriting& out) {
      const auto append = [&](const void* data, std::size_t size) { out.append(data, size); };
      auto place = places.begin();
      each_number_column([&](const NumberPieces& pieces) {
        place->offset = out.bytes();
        place->kind = static_cast<std::uint64_t>(write_numbers(pieces, header_.records, append));
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
    if (header_.action_bytes() == 4) {
      return write_block_values(TableSection::actions, {.actions = true}, &LogBlock::actions);
    }
    write_section(TableSection::actions, [&](SectionWriting& out) {
      blocks_.each({.actions = true}, [&](const LogBlock& block) {
        for (const Action action : block.actions) {
          const auto narrow = static_cast<std::uint16_t>(action);
          out.append(&narrow, sizeof(narrow));
        }
      });
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
    write_section(TableSection::time_ends, [&](SectionWriting& out) {
      std::uint64_t end = 0;
      each_time([&](const std::string& time) {
        end += time.size();
        out.append(&end, sizeof(end));
      });
    });
    write_section(TableSection::times, [&](SectionWriting& out) {
      each_time([&](const std::string& time) { out.append(time.data(), time.size()); });
    });
  }

  template <class Visit>
  void each_time(const Visit& visit) const {
    if (!blocks_.has_timestamps()) return;
    std::vector<std::string> times;
    blocks_.each({}, [&](const LogBlock& block) {
      times.resize(block.size);
      blocks_.read_timestamps(block.first, times);
      for (const std::string& time : times) visit(time);
    });
  }

  const LogBlocks& blocks_;
  const Log& log_;
  TableNames names_;
  const ReadReport& report_;
  const PreparedOrigin& origin_;
  std::filesystem::path destination_;
  LockedPart file_;
  TableHeader header_;
};

}  // namespace

void write_prepared_table(const std::filesystem::path& destination, const PreparedTable& table) {
  write_prepared_table(destination, LogInMemory(table.log), table.report, table.origin);
}

void write_prepared_table(const std::filesystem::path& destination, const LogBlocks& log,
                          const ReadReport& report, const PreparedOrigin& origin) {
  require_from_text(log.header());
  if (log.size() == 0) throw DataError(destination.string() + ": no record to prepare");
  TableWriting(destination, log, report, origin).write();
}

}  // namespace replaybench
