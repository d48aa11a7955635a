#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "suite/log/prepared_format.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

using namespace prepared;

namespace {

[[noreturn]] void fail(const std::string& name, const char* what) {
  throw EnvironmentError(name + ": " + what + ": " + std::strerror(errno));
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

void write_all(int descriptor, const char* data, std::size_t size, const std::string& name) {
  while (size > 0) {
    const ssize_t done = ::write(descriptor, data, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(name, "cannot write");
    data += done;
    size -= static_cast<std::size_t>(done);
  }
}

/// The file beside the destination, ours alone while it is open; removed unless it was kept.
class PartFile {
 public:
  explicit PartFile(std::string name) : name_(std::move(name)) {
    while (!open()) {
    }
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile() {
    if (!kept_) ::unlink(name_.c_str());
    ::close(number_);
  }
  int number() const { return number_; }
  void keep_as(const std::filesystem::path& name) {
    if (::rename(name_.c_str(), name.c_str()) != 0) fail(name.string(), "cannot write");
    kept_ = true;
  }

 private:
  bool open() {
    number_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (number_ < 0) fail(name_, "cannot write");
    if (::flock(number_, LOCK_EX | LOCK_NB) != 0) {
      ::close(number_);
      throw EnvironmentError(name_ + ": another process is writing it");
    }
    // Between the two calls its last owner may have given it its name, or removed it.
    struct stat ours;
    struct stat named;
    if (::fstat(number_, &ours) == 0 && ::stat(name_.c_str(), &named) == 0 &&
        ours.st_ino == named.st_ino && ours.st_dev == named.st_dev &&
        ::ftruncate(number_, 0) == 0) {
      return true;
    }
    ::close(number_);
    return false;
  }

  std::string name_;
  int number_ = -1;
  bool kept_ = false;
};

/// A file without a name in the destination's folder: nothing to clean up, whatever happens.
int open_nameless(const std::string& beside) {
  std::string name = beside + "-XXXXXX";
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) fail(beside, "cannot write");
  ::unlink(name.c_str());
  return descriptor;
}

/// A column on its way: buffered, its checksum taken as it passes.
class Column {
 public:
  Column(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {
    buffer_.reserve(room);
  }
  void append(const void* data, std::size_t size) {
    if (buffer_.size() + size > room) flush();
    buffer_.append(static_cast<const char*>(data), size);
    bytes_ += size;
  }
  std::uint64_t bytes() const { return bytes_; }
  int descriptor() const { return descriptor_; }
  /// Pads with zeros and writes what is left. To be called once.
  void finish(Header::Place& place) {
    place.bytes = bytes_;
    buffer_.append(padded(bytes_) - bytes_, '\0');
    flush();
    place.digest = digest_.finish();
  }

 private:
  static constexpr std::size_t room = std::size_t{1} << 18;

  void flush() {
    digest_.add(buffer_.data(), buffer_.size());
    write_all(descriptor_, buffer_.data(), buffer_.size(), name_);
    buffer_.clear();
  }

  int descriptor_;
  std::string name_;
  std::string buffer_;
  std::uint64_t bytes_ = 0;
  Sha256 digest_;
};

}  // namespace

struct PreparedLogWriter::Parts {
  Parts(std::filesystem::path to, std::vector<std::string> feature_names)
      : destination(std::move(to)),
        part(destination.string() + ".part"),
        names{std::move(feature_names), {}},
        row((names.features.size() + 7) / 8),
        in_pool(largest_action_count, 1) {
    times.reserve(time_block);
  }

  void close_block();
  void append_part(Column& column, Header::Place& place);
  void append_text(std::string text, Header::Place& place);

  std::filesystem::path destination;
  std::string part;
  Names names;
  // The features are written where they stay; the others wait beside until their place is known.
  PartFile file{part};
  Descriptor waiting[5]{Descriptor(open_nameless(part)), Descriptor(open_nameless(part)),
                        Descriptor(open_nameless(part)), Descriptor(open_nameless(part)),
                        Descriptor(open_nameless(part))};
  Column features{file.number(), part};
  Column actions{waiting[0].number(), part};
  Column rewards{waiting[1].number(), part};
  Column blocks{waiting[2].number(), part};
  Column offsets{waiting[3].number(), part};
  Column changes{waiting[4].number(), part};

  std::uint64_t records = 0;
  std::uint64_t written = header_bytes;  // into `file`
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
  const std::string nothing(header_bytes, '\0');
  write_all(parts_->file.number(), nothing.data(), nothing.size(), parts_->part);
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
void PreparedLogWriter::Parts::append_part(Column& column, Header::Place& place) {
  column.finish(place);
  place.offset = written;
  std::string block(std::size_t{1} << 18, '\0');
  if (::lseek(column.descriptor(), 0, SEEK_SET) != 0) fail(part, "cannot read");
  for (std::uint64_t left = padded(place.bytes); left > 0;) {
    const ssize_t got = ::read(column.descriptor(), block.data(), std::min(block.size(), left));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(part, "cannot read");
    write_all(file.number(), block.data(), static_cast<std::size_t>(got), part);
    left -= static_cast<std::uint64_t>(got);
  }
  written += padded(place.bytes);
}

void PreparedLogWriter::Parts::append_text(std::string text, Header::Place& place) {
  place.offset = written;
  place.bytes = text.size();
  text.resize(padded(text.size()));
  place.digest = sha256(text);
  write_all(file.number(), text.data(), text.size(), part);
  written += text.size();
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
  header[Section::features].offset = p.written;
  p.features.finish(header[Section::features]);
  p.written += padded(p.features.bytes());
  p.append_part(p.actions, header[Section::actions]);
  p.append_part(p.rewards, header[Section::rewards]);
  p.append_part(p.blocks, header[Section::time_blocks]);
  p.append_part(p.offsets, header[Section::time_offsets]);
  p.append_part(p.changes, header[Section::pool_changes]);
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

  const std::string head = to_bytes(header);
  if (::lseek(p.file.number(), 0, SEEK_SET) != 0) fail(p.part, "cannot write");
  write_all(p.file.number(), head.data(), head.size(), p.part);
  if (::fsync(p.file.number()) != 0) fail(p.part, "cannot write");
  p.file.keep_as(p.destination);
}

}  // namespace replaybench
