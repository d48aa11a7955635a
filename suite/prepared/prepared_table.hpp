#pragma once
// A log of any kind, as a reader of texts or tables gave it, in one file: read back without parsing
// anything, with the same bits in every column.
//
// Layout (version 3 of the prepared logs; prepared_log.hpp has version 1, and version 2, of which no
// release was made, is refused by its number). All numbers
// little-endian. A header of 4,096 bytes, then the sections one after the other, each padded with
// zeros to a multiple of 64 bytes, then nothing.
//
//   header        magic "\x93RBLOG\r\n", version, the numbers of records, features, actions, pools
//                 and sections; place, size and SHA-256 of each section (padding included); the
//                 SHA-256 of the header itself
//   number kinds  16 bytes per column of numbers: its form, where it begins in the next section; each
//                 begins where the one before ends, and the last ends with the section
//   numbers       these columns (number_column.hpp): rewards; propensities, if there are any; the
//                 features; of each target policy the probabilities of the logged actions, then,
//                 if they are given, those of each action; each action's predictions of each
//                 reward model
//   actions       per record its number: 16 bits up to 65,536 actions, else 32
//   pools         32 bits per record, the number of its pool; empty if all actions are always
//                 available
//   pool members  the number of actions of each pool (32 bits), then all their actions (32 bits)
//   clusters      32 bits per record, or empty
//   segments      the same
//   loggers       the same
//   time ends     64 bits per record: the end of its text in the next section; or empty
//   times         the timestamps as they were written
//   names         of features, actions, target policies, reward models, segments, loggers
//   origin        where the log comes from (PreparedOrigin), and what the reader reported; all the
//                 other sections together are the log, and have its digest
//   originals     32 bits per record, of a log with copies of records; or empty
//   action sets   32 bits per record: its set of features of actions; empty if all have set 0
//   action features  names of features; rows of them; sets of actions with the row of each; or empty
//
// A file may list no section behind the origin: they are empty.
//
// A log in memory is at most 64 times as large as its numbers in the file, plus what its texts take:
// no byte stands for two columns, and a column takes a bit per record at least.
//
// Actions have the numbers that the reader of the text gave them. Bounds of the rewards are not kept.

#include <cstdint>
#include <filesystem>
#include <string>

#include "suite/log/csv_log.hpp"
#include "suite/model/log_blocks.hpp"
#include "suite/prepared/prepared_log.hpp"

namespace replaybench {

/// A log and all that its reader said of it.
struct PreparedTable : TableLog {
  PreparedOrigin origin;
};

/// Writes the file beside its destination, as <destination>.part, and gives it its name when it is
/// complete and on the disk; a failure leaves nothing behind. Throws FileError when the disk
/// is full or not writable, or somebody else is writing the file; DataError for a log without
/// records; std::logic_error for one that no reader of texts gives (packed contexts, hidden parts,
/// no names). O(records * (features + given columns)), no copy of the log.
void write_prepared_table(const std::filesystem::path& destination, const PreparedTable& table);
/// The same bytes from a log that need not be in memory, in memory of some blocks and 4 bytes per pool member; `report` is
/// that of its reader.
void write_prepared_table(const std::filesystem::path& destination, const LogBlocks& log,
                          const ReadReport& report, const PreparedOrigin& origin);

/// True if the file is of this version. Throws nothing; false for a file that does not exist.
bool is_prepared_table(const std::filesystem::path& file);

/// Reads the whole file and checks all checksums and values. Throws FileError when there is
/// no such file, it cannot be read, or the memory does not suffice; DataError when it is no such
/// file, is cut, or is damaged: the message names the sections. The report has the name of the file that
/// the log was prepared from. O(bytes + records * features).
PreparedTable read_prepared_table(const std::filesystem::path& file);

/// Contents of the header and the small sections.
struct PreparedTableSummary {
  std::uint64_t records = 0;
  std::uint64_t features = 0;
  std::uint64_t actions = 0;
  std::uint64_t pools = 0;
  std::uint64_t targets = 0;
  std::uint64_t predictions = 0;
  bool has_propensities = false;
  bool has_clusters = false;
  bool has_timestamps = false;
  std::vector<std::string> segments, loggers;
  std::uint64_t file_bytes = 0;
  /// SHA-256 of the log, whatever file it was made from and whatever else its reader found there.
  std::string content_digest;
  PreparedOrigin origin;
};
/// Throws as read_prepared_table. O(names).
PreparedTableSummary summary_of_prepared_table(const std::filesystem::path& file);
/// Reads the whole file and throws DataError naming every section without its checksum.
void verify_prepared_table(const std::filesystem::path& file);

}  // namespace replaybench
