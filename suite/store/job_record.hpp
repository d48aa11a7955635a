#pragma once
// Records of the processes that computed cells: host, CPU, build, time.
//
// Beside the store, in <store>.jobs/, a file per process: writers share none. Not in the cells: stores of
// the same cells are the same bytes wherever they were computed.

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "suite/store/store.hpp"

namespace replaybench {

/// Process that computed cells, and its machine. Lines of text without line breaks.
struct Job {
  std::string host;
  std::string cpu;        ///< model and number of cores
  std::string build;      ///< version, commit, compiler, numeric profile
  std::string started;    ///< UTC, "2026-01-31T12:00:00Z"
  std::string scheduler;  ///< "slurm job 17, task 3"; empty outside of one

  /// This process. O(size of /proc/cpuinfo).
  static Job here(std::string build);
};

/// Folder of the records of a store.
std::filesystem::path jobs_folder(const Store& store);

/// The record of one process. Safe to call from several threads. A convenience: if it cannot be
/// written, nothing is noted and nothing thrown.
class JobRecord {
 public:
  /// Makes nothing yet.
  JobRecord(const Store& store, Job job);
  JobRecord(const JobRecord&) = delete;
  JobRecord& operator=(const JobRecord&) = delete;
  ~JobRecord();

  /// Notes that this process stored a cell. One write at the end of the file.
  void note(const std::string& key, double seconds);

 private:
  bool open();

  std::filesystem::path folder_;
  Job job_;
  std::mutex mutex_;
  int descriptor_ = -1;
  bool tried_ = false;
};

/// Record of one process.
struct JobCells {
  Job job;
  std::vector<std::pair<std::string, double>>
      seconds;  ///< of a core, by key, in the order of storing
};

/// All records of a store, in the order of their files' names. Lines that are cut short are left out.
/// O(cells).
std::vector<JobCells> job_records(const Store& store);

struct ComputedBy {
  Job job;
  double seconds = 0;  ///< of a core
};

/// The processes that computed a cell, by all records of the store; several if it was computed twice. Reads
/// all records: O(cells).
std::vector<ComputedBy> computed_by(const Store& store, const std::string& key);

}  // namespace replaybench
