#include "suite/store/job_record.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <thread>
#include <utility>

#include "suite/numeric/decimal.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/host.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view record_heading = "replaybench job 1\n";
constexpr std::string_view end_of_heading = "---\n";
constexpr std::size_t key_length = 64;

std::string text_of_file(const fs::path& file) {
  try {
    return read_file(file);
  } catch (const FileError&) {
    return {};
  }
}

std::string cpu_text() {
  std::istringstream lines(text_of_file("/proc/cpuinfo"));
  std::string model = "unknown CPU";
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (!line.starts_with("model name") || colon == std::string::npos) continue;
    model = line.substr(colon + 2);
    break;
  }
  return model + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores";
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string scheduler_text() {
  if (const std::string array = variable("SLURM_ARRAY_JOB_ID"); !array.empty()) {
    return "slurm job " + array + ", task " + variable("SLURM_ARRAY_TASK_ID");
  }
  const std::string job = variable("SLURM_JOB_ID");
  return job.empty() ? job : "slurm job " + job;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string one_line_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

// A host's name as a part of a file's.
std::string file_word(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) {
        return !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
               c != '.' && c != '_';
      },
      '_');
  return text.substr(0, 64);
}

std::string heading_of(const Job& job) {
  std::string text(record_heading);
  text += "host " + one_line_of(job.host) + "\ncpu " + one_line_of(job.cpu) + "\nbuild " +
          one_line_of(job.build) + "\nstarted " + one_line_of(job.started) + "\n";
  if (!job.scheduler.empty()) text += "scheduler " + one_line_of(job.scheduler) + "\n";
  return text.append(end_of_heading);
}

Job job_of(const std::string& heading) {
  Job job;
  std::istringstream lines(heading);
  for (std::string line; std::getline(lines, line);) {
    const auto space = std::min(line.find(' '), line.size() - 1);
    const std::string name = line.substr(0, space);
    const std::string value = line.substr(space + 1);
    if (name == "host") job.host = value;
    if (name == "cpu") job.cpu = value;
    if (name == "build") job.build = value;
    if (name == "started") job.started = value;
    if (name == "scheduler") job.scheduler = value;
  }
  return job;
}

}  // namespace

Job Job::here(std::string build) {
  return {host_name(), cpu_text(), std::move(build), utc_now(), scheduler_text()};
}

fs::path jobs_folder(const Store& store) { return store.beside(".jobs"); }

JobRecord::JobRecord(const Store& store, Job job)
    : folder_(jobs_folder(store)), job_(std::move(job)) {}

JobRecord::~JobRecord() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool JobRecord::open() {
  if (std::exchange(tried_, true)) return descriptor_ >= 0;
  std::error_code error;
  fs::create_directories(folder_, error);
  const std::string name = file_word(job_.host) + "-" + sha256_hex(process_place()).substr(0, 12) +
                           "-" + std::to_string(::getpid());
  // A number that was used again, on one machine, counts on.
  for (int number = 0; descriptor_ < 0 && number < 1000; ++number) {
    const fs::path file = folder_ / (name + "-" + std::to_string(number) + ".job");
    descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor_ < 0 && errno != EEXIST) return false;
  }
  if (descriptor_ < 0) return false;
  const std::string heading = heading_of(job_);
  return ::write(descriptor_, heading.data(), heading.size()) ==
         static_cast<ssize_t>(heading.size());
}

void JobRecord::note(const std::string& key, double seconds) {
  const std::string line = key + " " + numeric::to_decimal(seconds) + "\n";
  const std::lock_guard lock(mutex_);
  if (!open()) return;
  // On a full disk a line may be cut short: then it is left out when it is read.
  if (::write(descriptor_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    ::close(std::exchange(descriptor_, -1));
  }
}

std::vector<JobCells> job_records(const Store& store) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator file(jobs_folder(store), error), end; !error && file != end;
       file.increment(error)) {
    if (file->path().extension() == ".job") files.push_back(file->path());
  }
  std::sort(files.begin(), files.end());
  std::vector<JobCells> records;
  for (const fs::path& file : files) {
    const std::string text = text_of_file(file);
    const auto heading = text.find("\n" + std::string(end_of_heading));
    if (!text.starts_with(record_heading) || heading == std::string::npos) continue;
    JobCells record{job_of(text.substr(0, heading + 1)), {}};
    std::size_t begin = heading + 1 + end_of_heading.size();
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string_view line = std::string_view(text).substr(begin, end - begin);
      const auto space = line.find(' ');
      if (space != key_length) continue;
      const auto seconds = numeric::parse_decimal(line.substr(space + 1));
      if (!seconds || !std::isfinite(*seconds) || *seconds < 0) continue;
      record.seconds.emplace_back(line.substr(0, space), *seconds);
    }
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<ComputedBy> computed_by(const Store& store, const std::string& key) {
  std::vector<ComputedBy> found;
  for (const JobCells& record : job_records(store)) {
    for (const auto& [cell, seconds] : record.seconds) {
      if (cell == key) found.push_back({record.job, seconds});
    }
  }
  return found;
}

}  // namespace replaybench
