#pragma once
// Logs in the text formats of Yahoo! R6A and R6B (yahoo_reader.hpp has them): to hand a generated
// log to other programs, and to prove the reader with logs whose content is known.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/visit_times.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/text/files.hpp"
#include "suite/text/gzip.hpp"
#include "suite/yahoo/yahoo_report.hpp"

namespace replaybench {

/// One file of the R6B format, written line by line beside its place, as <path>.part, and given its
/// name by close(). All functions throw FileError when it cannot be written, or another process
/// writes it.
class YahooFileWriter {
 public:
  enum class Packing { plain, gzip };

  YahooFileWriter(std::filesystem::path path, Packing packing);

  /// The pool of the lines to come.
  void set_pool(std::span<const std::string> names);
  /// `active`: the features that are 1, as read_yahoo_log numbers them (feature f of 2..136 is f -
  /// 2, the constant 135), in any order. About 0.3 us, 2 when packed.
  void write(std::string_view time, std::string_view article, bool click,
             std::span<const std::uint32_t> active);
  /// A line as it is, with its line feed.
  void write_line(std::string_view line);
  /// Without this call no file remains.
  void close();

 private:
  void append_waiting();

  std::filesystem::path path_;
  LockedPart part_;
  std::optional<GzipPacker> packer_;
  std::string waiting_;  // for the file, not packed yet
  std::string packed_;
  std::string pool_;  // as written, with the line feed
  std::string line_;
};

/// Writes a log as one file, of the R6B format where its contexts are binary of 136 features, of
/// R6A where they are dense of 6 (the articles' features, which a Log has not, are written as 0.2
/// each). Names are the log's, or id-500000 and so on (R6A: without "id-"); times the log's, or the
/// seconds from 1317513291 on. read_yahoo_log gives the same log again, except for the numbering of
/// the actions where the log's is not that of their names, for actions that are in no pool, and for
/// propensities and hidden parts, which the formats have not. Throws DataError when it has other contexts or rewards that
/// are neither 0 nor 1, FileError when it cannot be written.
void write_yahoo_log(const Log& log, const std::filesystem::path& path,
                     YahooFileWriter::Packing packing = YahooFileWriter::Packing::plain);

/// File format of a generated log.
enum class YahooForm {
  text,  ///< a file a day, named like Yahoo's: ydata-fp-td-clicks-v2_0.20111002
  gzip   ///< the same, compressed, with ".gz" after the name
};

/// The files that generate_yahoo_log() would write into `folder`, in their order. Throws DataError
/// when the environment is one that it refuses. O(days).
std::vector<std::filesystem::path> files_to_generate(const Environment& environment,
                                                     const std::filesystem::path& folder,
                                                     YahooForm form);

/// Plays the uniform policy against all steps of an environment with sparse contexts of 136 features
/// that gives the time of its visits (r6b_like), and writes the log into `folder`, which must
/// exist. The records are those of write_log() with `uniform_random` and the same key. Memory: one
/// line. `progress` (if any) is called regularly with the records done and their number. Returns
/// the files, in their order. Throws DataError when the environment is another one,
/// FileError when a file cannot be written.
std::vector<std::filesystem::path> generate_yahoo_log(
    Environment& environment, StreamKey logging, const std::filesystem::path& folder,
    YahooForm form,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress = {});

/// Writes the visits as one prepared log, without text files in between: under a microsecond per record. Its sources are
/// the days. Throws as above, and as PreparedLogWriter does.
void generate_prepared_log(
    Environment& environment, StreamKey logging, const std::filesystem::path& destination,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress = {});

}  // namespace replaybench
