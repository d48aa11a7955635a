#include "suite/format/log_format.hpp"

#include <algorithm>

#include "suite/format/dsjson.hpp"
#include "suite/format/json_lines.hpp"
#include "suite/format/npz.hpp"
#include "suite/format/parquet.hpp"
#include "suite/format/sqlite.hpp"
#include "suite/format/vw_text.hpp"
#include "suite/log/foreign_format.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

// A text whose beginning was read already.
class BegunText final : public TextSource {
 public:
  explicit BegunText(std::unique_ptr<TextSource> rest)
      : TextSource(rest->name()), rest_(std::move(rest)) {
    beginning_ = read_beginning(*rest_, log_beginning);
  }
  std::string_view beginning() const { return beginning_; }
  std::size_t size_hint() const override { return rest_->size_hint(); }
  std::size_t read(char* to, std::size_t size) override {
    if (used_ == beginning_.size()) return rest_->read(to, size);
    const std::size_t got = std::string_view(beginning_).substr(used_).copy(to, size);
    used_ += got;
    return got;
  }

 private:
  std::unique_ptr<TextSource> rest_;
  std::string beginning_;
  std::size_t used_ = 0;
};

FileBytes all_bytes(TextSource& source) {
  std::string bytes;
  std::string block(std::size_t{1} << 18, '\0');
  while (const std::size_t got = source.read(block.data(), block.size())) {
    bytes.append(block, 0, got);
  }
  return FileBytes(std::move(bytes));
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

}  // namespace

LogFormat recognise_log(std::string_view beginning) {
  if (beginning.starts_with("PAR1") || beginning.starts_with("PARE")) return LogFormat::parquet;
  if (is_npz(beginning)) return LogFormat::npz;
  if (is_sqlite(beginning)) return LogFormat::sqlite;
  beginning = without_mark(beginning);
  beginning.remove_prefix(std::min(beginning.find_first_not_of("\r\n \t"), beginning.size()));
  if (is_dsjson(beginning)) return LogFormat::dsjson;
  if (is_json_lines(beginning) && !is_vw_json(beginning)) return LogFormat::json;
  if (is_vw_text(beginning)) return LogFormat::vw;
  return LogFormat::csv;
}

std::unique_ptr<LogRows> open_log_rows(const std::filesystem::path& path,
                                       const LogRowsOptions& options) {
  if (options.format.value_or(LogFormat::sqlite) == LogFormat::sqlite) {
    if (const auto part = find_sqlite_log(path.string())) return sqlite_rows(*part, path.string());
  }
  auto source = std::make_unique<BegunText>(open_text_file(path));
  const LogFormat format = options.format.value_or(recognise_log(source->beginning()));
  const std::string name = source->name();
  switch (format) {
    case LogFormat::csv:
      return csv_rows(std::move(source), options.csv);
    case LogFormat::dsjson:
      return dsjson_rows(std::move(source), options.events);
    case LogFormat::vw:
      return vw_text_rows(std::move(source), options.events);
    case LogFormat::json:
      return json_lines_rows(std::move(source));
    case LogFormat::sqlite:
      if (source->size_hint() > 0) return sqlite_rows({path, {}}, name);
      throw DataError(name + " is a database that is packed or no file: unpack it first");
    case LogFormat::npz:
    case LogFormat::parquet:
      break;
  }
  // Of a file that has the very bytes, npz is mapped, and Parquet is read page by page.
  const bool plain = source->size_hint() > 0;
  if (format == LogFormat::parquet) {
    return parquet_rows(plain ? ReadableFile(path) : all_bytes(*source), name);
  }
  return npz_rows(plain ? FileBytes(path) : all_bytes(*source), name);
}

}  // namespace replaybench
