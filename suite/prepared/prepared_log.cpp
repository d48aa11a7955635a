#include "suite/prepared/prepared_log.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <numeric>

#include "suite/log/action_numbering.hpp"
#include "suite/prepared/prepared_format.hpp"
#include "suite/prepared/sectioned_file.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

using namespace prepared;

struct PreparedLog::Content {
  explicit Content(const std::filesystem::path& path);

  void check_counts() const;
  void number_actions();
  void read_zones();
  /// Sections begin at multiples of 64 bytes of a mapping, that is of a page.
  template <class T>
  const T* column(Section which) const {
    return reinterpret_cast<const T*>(file.section(which).data());
  }
  std::uint64_t end_of_change(std::size_t change) const {
    return change + 1 < changes.size() ? changes[change + 1].first : header.records;
  }
  void read_times(std::size_t first, std::span<std::uint64_t> out) const;

  SectionedFile<Section> file;
  Header header;
  Description description;
  std::string digest;
  /// By the stored number, whatever it may be, the one that the action has here. The file's numbers
  /// are the writer's, which came across the actions one by one.
  std::vector<Action> number_of;
  PoolTable pools;
  std::span<const PoolChange> changes;
};

PreparedLog::Content::Content(const std::filesystem::path& path)
    : file(path), header(file.read_header(header_of)) {
  file.take_places(header.sections);
  check_counts();
  file.require_whole(Section::pool_changes);
  file.require_whole(Section::pools);
  description = file.read_section(Section::description,
                                  [](std::string_view bytes) { return description_of(bytes); });
  // From here on the bytes are as they were written; the checks below are for a writer's faults.
  const Names& names = description.names;
  if (names.features.size() != header.dimension ||
      (!names.actions.empty() && names.actions.size() != header.action_count)) {
    file.fail_section(Section::description);
  }
  digest = header.content_digest(description.names_bytes);
  number_actions();
  read_zones();
}

void PreparedLog::Content::number_actions() {
  number_of.resize(largest_action_count);
  std::iota(number_of.begin(), number_of.end(), Action{0});
  ActionNumbering numbering = number_by_name(std::move(description.names.actions));
  std::copy(numbering.number_of.begin(), numbering.number_of.end(), number_of.begin());
  description.names.actions = std::move(numbering.names);
}

void PreparedLog::Content::check_counts() const {
  const std::uint64_t size = file.bytes().size();
  const std::uint64_t n = header.records;
  const bool plausible = n > 0 && n <= size && header.dimension <= size &&
                         header.action_count > 0 && header.action_count <= largest_action_count &&
                         header.change_count <= size && header.pool_count <= size;
  if (!plausible || header[Section::features].bytes / n != header.stride() ||
      header[Section::features].bytes % n != 0 || header[Section::actions].bytes != 2 * n ||
      header[Section::rewards].bytes != (n + 7) / 8 ||
      header[Section::time_blocks].bytes != (n + time_block - 1) / time_block * sizeof(TimeBlock) ||
      header[Section::pool_changes].bytes != header.change_count * sizeof(PoolChange) ||
      (header.pool_count == 0) != (header.change_count == 0)) {
    file.fail("is damaged in its header");
  }
}

void PreparedLog::Content::read_zones() {
  const bool good_pools = read_pools(file.section(Section::pools), header.pool_count,
                                     header.action_count, [&](std::vector<Action>& pool) {
                                       for (Action& action : pool) action = number_of[action];
                                       std::sort(pool.begin(), pool.end());
                                       const std::uint32_t next = pools.size();
                                       return pools.intern(pool) == next;
                                     });
  if (!good_pools) file.fail_section(Section::pools);
  changes = {column<PoolChange>(Section::pool_changes), header.change_count};
  for (std::size_t c = 0; c < changes.size(); ++c) {
    const bool good = changes[c].pool < header.pool_count && changes[c].first < header.records &&
                      (c == 0 ? changes[c].first == 0
                              : changes[c].first > changes[c - 1].first &&
                                    changes[c].pool != changes[c - 1].pool);
    if (!good) file.fail_section(Section::pool_changes);
  }
}

PreparedLog::PreparedLog(const std::filesystem::path& path)
    : content_(std::make_shared<const Content>(path)) {}

bool PreparedLog::is_one(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream in(path, std::ios::binary);
  std::string begin(magic.size(), '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return in && begin == magic;
}

std::size_t PreparedLog::size() const { return content_->header.records; }
Action PreparedLog::action_count() const {
  return static_cast<Action>(content_->header.action_count);
}
std::size_t PreparedLog::dimension() const { return content_->header.dimension; }
const std::vector<std::string>& PreparedLog::action_names() const {
  return content_->description.names.actions;
}
const std::vector<std::string>& PreparedLog::feature_names() const {
  return content_->description.names.features;
}
const PreparedOrigin& PreparedLog::origin() const { return content_->description.origin; }
std::uint64_t PreparedLog::file_bytes() const { return content_->file.bytes().size(); }
const std::string& PreparedLog::content_digest() const { return content_->digest; }

void PreparedLog::verify() const { content_->file.verify(); }

std::shared_ptr<const Log> PreparedLog::log(std::size_t first, std::size_t count) const {
  const Content& content = *content_;
  if (first > size() || count > size() - first)
    throw std::logic_error("prepared log: no such stretch");
  content.file.verify_once();
  auto log = std::make_shared<Log>();
  log->action_count = action_count();
  log->dimension = dimension();
  log->action_names = action_names();
  log->feature_names = feature_names();
  log->pool_table = content.pools;

  const std::size_t stride = content.header.stride();
  const auto* const rows = content.column<std::uint8_t>(Section::features) + first * stride;
  if (stride > 0) log->bits = {rows, stride, count, content.file.file()};
  if (const std::size_t used = dimension() % 8; used != 0) {
    for (std::size_t i = 0; i < count; ++i) {
      if (rows[i * stride + stride - 1] >> used != 0) content.file.fail_section(Section::features);
    }
  }

  const auto* const actions = content.column<std::uint16_t>(Section::actions) + first;
  log->actions.resize(count);
  for (std::size_t i = 0; i < count; ++i) log->actions[i] = content.number_of[actions[i]];
  // Whatever the bytes are, the tables have a place for them.
  std::vector<std::uint8_t> allowed(largest_action_count);
  const auto check = [&](std::size_t begin, std::size_t end) {
    std::uint8_t all = 1;
    for (std::size_t i = begin; i < end; ++i) all &= allowed[log->actions[i]];
    if (!all) content.file.fail_section(Section::actions);
  };
  if (content.changes.empty()) {
    std::fill_n(allowed.begin(), log->action_count, std::uint8_t{1});
    check(0, count);
  } else {
    log->pools.reserve(count);
    for (const Zone& zone : zones()) {
      const std::size_t begin = std::max(zone.first, first);
      const std::size_t end = std::min(zone.end(), first + count);
      if (begin >= end) continue;
      const ActionSet pool = content.pools[zone.pool];
      for (Action k = 0; k < pool.size(); ++k) allowed[pool[k]] = 1;
      check(begin - first, end - first);
      for (Action k = 0; k < pool.size(); ++k) allowed[pool[k]] = 0;
      log->pools.insert(log->pools.end(), end - begin, zone.pool);
    }
  }

  const auto* const rewards = content.column<std::uint8_t>(Section::rewards);
  log->rewards.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    log->rewards[i] = rewards[(first + i) / 8] >> (first + i) % 8 & 1;
  }
  return log;
}

void PreparedLog::Content::read_times(std::size_t first, std::span<std::uint64_t> out) const {
  const auto* const blocks = column<TimeBlock>(Section::time_blocks);
  const std::string_view offsets = file.section(Section::time_offsets);
  for (std::size_t i = first; i < first + out.size();) {
    const std::size_t begin = i / time_block * time_block;
    const std::size_t records = std::min<std::size_t>(time_block, header.records - begin);
    const TimeBlock block = blocks[i / time_block];
    const std::size_t width = block.offsets % 8;
    const std::uint64_t place = block.offsets / 8;
    if (place > offsets.size() || records * width > offsets.size() - place) {
      file.fail_section(Section::time_blocks);
    }
    for (; i < std::min(begin + records, first + out.size()); ++i) {
      std::uint64_t offset = 0;
      std::memcpy(&offset, offsets.data() + place + (i - begin) * width, width);
      out[i - first] = block.earliest + offset;
    }
  }
}

std::uint64_t PreparedLog::timestamp(std::size_t i) const {
  if (i >= size()) throw std::logic_error("prepared log: no such record");
  content_->file.verify_once();
  std::uint64_t time = 0;
  content_->read_times(i, {&time, 1});
  return time;
}

std::vector<std::uint64_t> PreparedLog::timestamps(std::size_t first, std::size_t count) const {
  if (first > size() || count > size() - first)
    throw std::logic_error("prepared log: no such stretch");
  content_->file.verify_once();
  std::vector<std::uint64_t> times(count);
  content_->read_times(first, times);
  return times;
}

std::vector<Zone> PreparedLog::zones() const {
  const Content& content = *content_;
  if (content.changes.empty()) return {{0, size(), 0}};
  std::vector<Zone> zones;
  for (std::size_t c = 0; c < content.changes.size(); ++c) {
    const std::uint64_t first = content.changes[c].first;
    zones.push_back({first, content.end_of_change(c) - first, content.changes[c].pool});
  }
  return zones;
}

}  // namespace replaybench
