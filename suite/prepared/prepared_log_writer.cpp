#include <algorithm>
#include <bit>
#include <stdexcept>

#include "suite/prepared/prepared_bytes.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

using namespace prepared;

struct PreparedLogWriter::Parts {
  Parts(std::filesystem::path to, std::vector<std::string> feature_names)
      : destination(std::move(to)),
        names{std::move(feature_names), {}},
        row((names.features.size() + 7) / 8),
        in_pool(largest_action_count, 1) {
    times.reserve(time_block);
  }

  void close_block();
  void append_waiting(SectionWriting& column, const GrowingFile& from, Header::Place& place);
  void append_text(std::string text, Header::Place& place);

  std::filesystem::path destination;
  Names names;
  // The features are written where they stay; the others wait beside until their place is known.
  LockedPart file{destination.string() + ".part", LockedPart::Unfinished::discarded};
  NamelessFile waiting[5]{NamelessFile(file.path()), NamelessFile(file.path()),
                          NamelessFile(file.path()), NamelessFile(file.path()),
                          NamelessFile(file.path())};
  SectionWriting features{file};
  SectionWriting actions{waiting[0]};
  SectionWriting rewards{waiting[1]};
  SectionWriting blocks{waiting[2]};
  SectionWriting offsets{waiting[3]};
  SectionWriting changes{waiting[4]};

  std::uint64_t records = 0;
  std::vector<std::uint8_t> row;
  std::uint8_t reward_bits = 0;
  std::vector<std::uint64_t> times;  // of the block
  std::size_t action_end = 0;        // all actions seen are below
  PoolTable pools;
  std::uint64_t change_count = 0;
  std::vector<Action> pool;
  std::uint32_t pool_index = 0;
  std::vector<std::uint8_t> in_pool;
};

PreparedLogWriter::PreparedLogWriter(std::filesystem::path destination,
                                     std::vector<std::string> feature_names)
    : parts_(std::make_unique<Parts>(std::move(destination), std::move(feature_names))) {
  parts_->file.append(std::string(header_bytes, '\0'));
}

PreparedLogWriter::~PreparedLogWriter() = default;

std::size_t PreparedLogWriter::size() const { return parts_->records; }

void PreparedLogWriter::set_pool(std::span<const Action> sorted) {
  Parts& p = *parts_;
  if (sorted.empty() || (p.records > 0 && p.change_count == 0)) {
    throw std::logic_error("prepared log: an empty pool, or a first one that comes late");
  }
  if (std::equal(sorted.begin(), sorted.end(), p.pool.begin(), p.pool.end())) return;
  if (sorted.back() >= largest_action_count) {
    throw DataError("a prepared log has at most 65536 actions");
  }
  if (p.change_count == 0) p.in_pool.assign(largest_action_count, 0);
  for (const Action action : p.pool) p.in_pool[action] = 0;
  p.pool.assign(sorted.begin(), sorted.end());
  for (const Action action : p.pool) p.in_pool[action] = 1;
  p.action_end = std::max<std::size_t>(p.action_end, p.pool.back() + std::size_t{1});
  p.pool_index = p.pools.intern(p.pool);
  const PoolChange change{p.records, p.pool_index, 0};
  p.changes.append(&change, sizeof(change));
  ++p.change_count;
}

void PreparedLogWriter::add(std::uint64_t time, Action action, bool reward,
                            std::span<const std::uint32_t> active) {
  Parts& p = *parts_;
  if (action >= largest_action_count) throw DataError("a prepared log has at most 65536 actions");
  if (time >= latest_span) {
    throw DataError("a prepared log has no time of 2^56 or more: " + std::to_string(time));
  }
  if (!p.in_pool[action]) throw std::logic_error("prepared log: action outside its pool");
  std::fill(p.row.begin(), p.row.end(), std::uint8_t{0});
  for (const std::uint32_t feature : active) {
    if (feature >= p.names.features.size()) {
      throw std::logic_error("prepared log: feature beyond the dimension");
    }
    p.row[feature / 8] |= static_cast<std::uint8_t>(1u << feature % 8);
  }
  p.features.append(p.row.data(), p.row.size());
  const auto narrow = static_cast<std::uint16_t>(action);
  p.actions.append(&narrow, sizeof(narrow));
  p.action_end = std::max<std::size_t>(p.action_end, action + std::size_t{1});
  p.reward_bits |= static_cast<std::uint8_t>((reward ? 1u : 0u) << p.records % 8);
  ++p.records;
  if (p.records % 8 == 0) {
    p.rewards.append(&p.reward_bits, 1);
    p.reward_bits = 0;
  }
  p.times.push_back(time);
  if (p.times.size() == time_block) p.close_block();
}

void PreparedLogWriter::Parts::close_block() {
  const auto [earliest, latest] = std::minmax_element(times.begin(), times.end());
  const auto width = static_cast<std::size_t>((std::bit_width(*latest - *earliest) + 7) / 8);
  const TimeBlock block{*earliest, 8 * offsets.bytes() + width};
  for (const std::uint64_t time : times) {
    const std::uint64_t offset = time - block.earliest;
    offsets.append(&offset, width);
  }
  blocks.append(&block, sizeof(block));
  times.clear();
}

// A column that waited, behind what is in the file.
void PreparedLogWriter::Parts::append_waiting(SectionWriting& column, const GrowingFile& from,
                                              Header::Place& place) {
  column.finish(place);
  place.offset = file.size();
  std::string block(std::size_t{1} << 18, '\0');
  for (std::uint64_t done = 0; done < from.size();) {
    block.resize(std::min<std::uint64_t>(block.size(), from.size() - done));
    from.read(done, block);
    file.append(block);
    done += block.size();
  }
}

void PreparedLogWriter::Parts::append_text(std::string text, Header::Place& place) {
  place.offset = file.size();
  place.bytes = text.size();
  text.resize(padded(text.size()));
  place.digest = sha256(text);
  file.append(text);
}

void PreparedLogWriter::finish(Action action_count, const std::vector<std::string>& action_names,
                               const PreparedOrigin& origin) {
  Parts& p = *parts_;
  if (p.records == 0) throw DataError(p.destination.string() + ": no record to prepare");
  if (action_count < p.action_end || action_count > largest_action_count ||
      (!action_names.empty() && action_names.size() != action_count)) {
    throw std::logic_error("prepared log: action beyond the dictionary");
  }
  p.names.actions = action_names;
  if (!p.times.empty()) p.close_block();
  if (p.records % 8 != 0) p.rewards.append(&p.reward_bits, 1);

  Header header;
  header.records = p.records;
  header.dimension = p.names.features.size();
  header.action_count = action_count;
  header.pool_count = p.pools.size();
  header.change_count = p.change_count;
  header[Section::features].offset = header_bytes;
  p.features.finish(header[Section::features]);
  p.append_waiting(p.actions, p.waiting[0], header[Section::actions]);
  p.append_waiting(p.rewards, p.waiting[1], header[Section::rewards]);
  p.append_waiting(p.blocks, p.waiting[2], header[Section::time_blocks]);
  p.append_waiting(p.offsets, p.waiting[3], header[Section::time_offsets]);
  p.append_waiting(p.changes, p.waiting[4], header[Section::pool_changes]);
  std::string sizes;
  std::string members;
  const auto append = [](std::string& to, std::uint32_t value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  for (std::uint32_t i = 0; i < p.pools.size(); ++i) {
    const ActionSet pool = p.pools[i];
    append(sizes, pool.size());
    for (Action k = 0; k < pool.size(); ++k) append(members, pool[k]);
  }
  p.append_text(sizes + members, header[Section::pools]);
  p.append_text(description_of(p.names, origin), header[Section::description]);

  p.file.overwrite(0, to_bytes(header));
  p.file.rename_to(p.destination);
}

}  // namespace replaybench
