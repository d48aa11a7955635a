#pragma once
// A log of binary features and rewards in one file that is mapped, not read: the cache of logs too
// large to be parsed each time (28 million records of R6B: 570 MB).
//
// Any other log is prepared as version 3: prepared_table.hpp.
//
// Layout (version 1). All numbers little-endian; a machine of the other kind is refused when this
// is compiled. A header of 4,096 bytes, then the sections one after the other, each padded with
// zeros to a multiple of 64 bytes, then nothing.
//
//   header        magic "\x93RBLOG\r\n", version, the counts, place, size and SHA-256 of each
//   section
//                 (padding included), and the SHA-256 of the header itself
//   features      ceil(dimension / 8) bytes a record, as BitRows has them
//   actions       16 bits per record: the writer's number of the action
//   rewards       a bit a record, 0 or 1: record i is bit i % 8 of byte i / 8
//   time blocks   16 bytes for 256 records: the earliest time, then 8 * (where the offsets begin in
//   the
//                 next section) + (bytes of an offset: 0 to 7; no time is later by 2^56 or more)
//   time offsets  the records' times after the block's earliest; one byte each where a block has
//                 less than 256 seconds
//   pool changes  16 bytes each: the first record of a zone, its pool; none if there are no
//   pools
//   pools         the number of actions of each pool (32 bits), then all their actions (32 bits)
//   description   names of features and actions; where the log comes from (PreparedOrigin)
//
// Actions are stored by number, not by place in the pool, which would save a byte of twenty but cost
// a look-up per record and a limit of 256 actions per pool. A writer numbers actions as they come,
// since it cannot know the names to come; where they have names, the reader numbers them by name
// (suite/log/action_numbering.hpp), as the readers of texts do: so a prepared log has the numbers of
// the text that it was made from.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/model/zones.hpp"

namespace replaybench {

/// Origin of a prepared log, and the findings of its reader.
struct PreparedOrigin {
  struct Source {
    std::string name;
    std::uint64_t bytes = 0;  ///< of the file as it was on the disk
    std::string sha256;       ///< of these bytes
    std::uint64_t lines = 0;
    std::uint64_t records = 0;  ///< of the log, in the order of the sources
    friend bool operator==(const Source&, const Source&) = default;
  };
  struct Anomaly {
    std::string what;
    std::uint64_t count = 0;
    std::vector<std::string> first;  ///< the first places
    friend bool operator==(const Anomaly&, const Anomaly&) = default;
  };

  std::string format;  ///< "Yahoo! R6B"
  std::vector<Source> sources;
  std::vector<std::string> missing;  ///< files that the whole data set has, but not this log
  std::uint64_t lines = 0;
  std::uint64_t left_out = 0;
  std::vector<Anomaly> anomalies;  ///< those seen

  /// Lines of plain text for the user, each ended by a line feed.
  std::string text() const;
  friend bool operator==(const PreparedOrigin&, const PreparedOrigin&) = default;
};

/// Writes a prepared log record by record, beside the destination as <destination>.part, and gives
/// it its name when it is complete and on the disk. Memory: buffers of 3 MB, and the pools.
/// All functions throw FileError when the disk is full or not writable, after which the
/// object can only be destroyed.
class PreparedLogWriter {
 public:
  /// Throws FileError when the file cannot be made there, or somebody else is writing it.
  PreparedLogWriter(std::filesystem::path destination, std::vector<std::string> feature_names);
  PreparedLogWriter(const PreparedLogWriter&) = delete;
  PreparedLogWriter& operator=(const PreparedLogWriter&) = delete;
  /// Unless finish() has returned nothing is left behind.
  ~PreparedLogWriter();

  /// The pool of the records to come; needs it sorted, distinct, not empty. Either never called,
  /// and then all actions are always available, or before the first record. O(pool log pools).
  void set_pool(std::span<const Action> sorted);
  /// `active`: the features that are 1, increasing and below the dimension. Throws DataError for an
  /// action of 2^16 or more, or a time of 2^56 or more; std::logic_error when the action is not in
  /// the pool.
  void add(std::uint64_t time, Action action, bool reward, std::span<const std::uint32_t> active);
  std::size_t size() const;
  /// `action_names`: one for each action, or for none. An action beyond them, or beyond
  /// `action_count`, is a std::logic_error; no record at all, a DataError.
  void finish(Action action_count, const std::vector<std::string>& action_names,
              const PreparedOrigin& origin);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// A prepared log, opened. Cheap to copy; the logs that it gives stay valid without it.
///
/// The file must not be changed in place while it is mapped (to write it anew is fine: that makes
/// another file of the same name). A read of bytes that were cut off is SIGBUS
/// (suite/text/mapped_files.hpp).
///
/// The first use of a column verifies the whole file, once per process: damaged bytes are a DataError,
/// never other numbers.
class PreparedLog {
 public:
  /// Reads the header and the small sections and checks them, with their checksums; of the columns
  /// only the sizes. Throws FileError when there is no such file or it cannot be read,
  /// DataError when it is no prepared log, or one of another version, or cut, or damaged there.
  explicit PreparedLog(const std::filesystem::path& path);

  /// True if the file begins as a prepared log does. Throws nothing.
  static bool is_one(const std::filesystem::path& path);

  std::size_t size() const;
  Action action_count() const;
  std::size_t dimension() const;
  /// By the number that an action has in log(): in natural order. Empty when they have none.
  const std::vector<std::string>& action_names() const;
  const std::vector<std::string>& feature_names() const;
  const PreparedOrigin& origin() const;
  std::uint64_t file_bytes() const;

  /// Reads the whole file and throws DataError naming every section that does not have its
  /// checksum. About 1.5 GB/s.
  void verify() const;
  /// SHA-256 of the records and names, whatever they were made from: the same for two files
  /// prepared from a plain and from a packed source. Cheap: from the checksums in the header.
  const std::string& content_digest() const;

  /// All records. Contexts are a view of the file (Log::bits); the other columns take 16 bytes a
  /// record; no timestamps. One pass. Throws what verify() throws, and DataError when an action is not
  /// in its pool.
  std::shared_ptr<const Log> log() const { return log(0, size()); }
  /// Records first .. first + count - 1, with the same dictionaries. Needs first + count <= size().
  std::shared_ptr<const Log> log(std::size_t first, std::size_t count) const;

  /// The time of a record, in the source's seconds. O(1) once the file is verified. Throws what
  /// verify() throws.
  std::uint64_t timestamp(std::size_t i) const;
  /// The times of records first .. first + count - 1.
  std::vector<std::uint64_t> timestamps(std::size_t first, std::size_t count) const;

  /// The zones of log(), by their list in the file. O(zones).
  std::vector<Zone> zones() const;

 private:
  struct Content;
  std::shared_ptr<const Content> content_;
};

}  // namespace replaybench
