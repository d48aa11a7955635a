#include "suite/store/merge.hpp"

#include <filesystem>

#include "suite/store/job_record.hpp"
#include "suite/store/listing.hpp"
#include "suite/store/origin.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// A second name of a file; its bytes, where that cannot be. Of a symbolic link it is the file that gets
// the name: a relative link would lead nowhere from another folder.
void put(const fs::path& from, const std::string& bytes, const fs::path& to) {
  make_folder(to.parent_path());
  std::error_code error;
  const fs::path file = fs::canonical(from, error);
  if (!error) fs::create_hard_link(file, to, error);
  if (error) write_file(to, bytes);
}

std::string bytes_if_present(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) ? read_file(file) : std::string();
}

using SourcesHere = std::function<std::string(const std::string& canonical)>;

// `bytes` is the file of `cell`, `there` another one with its key.
void merge_into(const Store::Entry& cell, const std::string& bytes, const Store::Entry& there,
                const Store& into, const SourcesHere& sources_here, MergeSummary& summary) {
  const std::string here = sources_here(cell.canonical);
  const Origin ours = origin_of(there.sources, here).origin;
  const Origin theirs = origin_of(cell.sources, here).origin;
  if (theirs < ours) {
    write_file(into.cell_file(cell.key), bytes);
    ++summary.replaced;
  } else if (cell.payload == there.payload) {
    ++summary.same;
  } else if (ours < theirs) {
    ++summary.older;
  } else {
    summary.different.push_back(cell.key);
  }
}

void merge_cell(const Store& from, const Store& into, const std::string& key,
                const SourcesHere& sources_here, MergeSummary& summary) {
  const std::string bytes = from.cell_bytes(key).value_or(std::string());
  const auto entry = Store::entry_of(bytes);
  if (!entry || entry->key != key) {
    summary.damaged.push_back(key);
    return;
  }
  const fs::path place = into.cell_file(key);
  const std::string there = into.cell_bytes(key).value_or(std::string());
  if (there == bytes) {
    ++summary.same;
  } else if (const auto other = Store::entry_of(there); other && other->key == key) {
    merge_into(*entry, bytes, *other, into, sources_here, summary);
  } else {
    if (there.empty()) {
      put(from.cell_file(key), bytes, place);
    } else {
      write_file(place, bytes);  // in the place of a damaged one
    }
    std::error_code none;
    fs::remove(into.failure_file(key), none);
    ++summary.added;
  }
}

void merge_records(const fs::path& from, const fs::path& into) {
  std::error_code error;
  for (fs::directory_iterator file(from, error), end; !error && file != end;
       file.increment(error)) {
    const fs::path to = into / file->path().filename();
    if (file->path().extension() != ".job") continue;
    // A record only grows: of two copies the longer one knows more.
    const std::string record = read_file(file->path());
    if (bytes_if_present(to).size() < record.size()) write_file(to, record);
  }
}

}  // namespace

MergeSummary merge_store(const Store& from, const Store& into, const SourcesHere& sources_here,
                         const std::function<void(double)>& progress) {
  MergeSummary summary;
  const StoreListing cells(from);
  cells.for_each_cell([&](const std::string& key) {
    if (progress && summary.cells % 256 == 0) {
      progress(static_cast<double>(summary.cells) / static_cast<double>(cells.cells()));
    }
    ++summary.cells;
    merge_cell(from, into, key, sources_here, summary);
  });
  cells.for_each_failure([&](const std::string& key) {
    std::error_code error;
    const fs::path to = into.failure_file(key);
    if (cells.holds(key) || fs::exists(into.cell_file(key), error) || fs::exists(to, error)) return;
    write_file(to, read_file(from.failure_file(key)));
    ++summary.failures;
  });
  merge_records(jobs_folder(from), jobs_folder(into));
  return summary;
}

}  // namespace replaybench
