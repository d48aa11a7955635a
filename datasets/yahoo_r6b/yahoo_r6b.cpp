#include "datasets/yahoo_r6b/yahoo_r6b.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "suite/component/simulator.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench::datasets::yahoo_r6b {

namespace {

constexpr const char* variable = "REPLAYBENCH_DATA";
constexpr const char* prepared_name = "r6b.replaybench";

// The end of every message: what to do.
std::string remedy() {
  return fmt::format(
      "; {} must name the folder that has r6b/{} (made by `replaybench data prepare`) or the "
      "fifteen "
      "files r6b/{} to {}, plain or .gz, of Yahoo! Webscope R6B "
      "(https://webscope.sandbox.yahoo.com, after an agreement with Yahoo)",
      variable, prepared_name, r6b_file_name(1), r6b_file_name(r6b_days));
}

std::filesystem::path folder_of_data() {
  const char* root = std::getenv(variable);
  if (!root || !*root) {
    throw FileError(std::string("yahoo_r6b: the environment variable ") + variable + " is not set" +
                    remedy());
  }
  const auto folder = std::filesystem::path(root) / "r6b";
  if (!std::filesystem::is_directory(folder)) {
    throw FileError("yahoo_r6b: there is no folder " + folder.string() + remedy());
  }
  return folder;
}

bool has_prepared(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / prepared_name);
}

R6bFiles files_of(const std::filesystem::path& folder, Days days) {
  R6bFiles found = find_r6b_files(folder, days.first, days.last);
  if (found.files.empty()) {
    throw FileError(fmt::format("yahoo_r6b: {} has no file of days {} to {}{}", folder.string(),
                                days.first, days.last, remedy()));
  }
  return found;
}

std::string missing_warning(const std::vector<std::string>& names) {
  return fmt::format("{} of the days asked for {} missing: {}", names.size(),
                     names.size() == 1 ? "is" : "are", fmt::join(names, ", "));
}

}  // namespace

Days Days::of(const std::string& text) {
  const auto number = [&](const std::string& digits) {
    const bool good =
        !digits.empty() && digits.size() <= 2 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    return good ? static_cast<unsigned>(std::stoul(digits)) : 0;
  };
  const std::size_t dash = text.find('-');
  Days days;
  days.first = number(text.substr(0, dash));
  days.last = dash == std::string::npos ? days.first : number(text.substr(dash + 1));
  if (days.first < 1 || days.last < days.first || days.last > r6b_days) {
    refuse_parameters("yahoo_r6b", fmt::format("days = \"{}\": give the first and the last of 1 to "
                                               "{}, as \"1-5\", or one day, as \"3\"",
                                               text, r6b_days));
  }
  return days;
}

YahooR6b::Opened YahooR6b::open_prepared(const std::filesystem::path& file) const {
  const PreparedLog prepared(file);
  const PreparedOrigin& origin = prepared.origin();
  check_prepared_sources(file, origin);
  const bool all = days_.first == 1 && days_.last == r6b_days;
  std::size_t first = prepared.size();
  std::size_t end = 0;
  std::size_t record = 0;
  std::vector<bool> here(r6b_days + 1);
  bool named = true;
  for (const PreparedOrigin::Source& source : origin.sources) {
    const auto day = r6b_day_of(source.name);
    if (!day && !all) {
      throw DataError(file.string() + ": its days are not known: it was prepared from " +
                      source.name + ", which is not named as a day of R6B");
    }
    const bool wanted = all || days_.contains(*day);
    if (wanted && end > 0 && end != record) {
      throw DataError(file.string() + ": the days are not one after the other in it");
    }
    if (wanted) {
      first = std::min(first, record);
      end = record + source.records;
    }
    if (day) {
      here[*day] = true;
    } else {
      named = false;
    }
    record += source.records;
  }
  if (end <= first) {
    throw FileError(fmt::format("yahoo_r6b: {} has nothing of days {} to {}{}", file.string(),
                                days_.first, days_.last, remedy()));
  }
  Opened opened{prepared.log(first, end - first), {}};
  std::vector<std::string> missing;
  for (unsigned day = days_.first; day <= days_.last; ++day) {
    if (named && !here[day]) missing.push_back(r6b_file_name(day));
  }
  if (!missing.empty()) opened.warnings.push_back(missing_warning(missing));
  if (origin.left_out > 0) {
    opened.warnings.push_back(
        fmt::format("{} of {} lines were left out when {} was prepared: see "
                    "`replaybench data verify`",
                    origin.left_out, origin.lines, prepared_name));
  }
  return opened;
}

YahooR6b::Opened YahooR6b::open_raw(const std::filesystem::path& folder) const {
  const R6bFiles found = files_of(folder, days_);
  YahooLog read = read_yahoo_log(found.files, {.format = YahooFormat::r6b});
  read.log.timestamps = {};  // a prepared log has none either, and they are the half of it
  Opened opened{std::make_shared<const Log>(std::move(read.log)), {}};
  opened.warnings.push_back(
      "the raw files were read, and will be by every program: `replaybench data prepare` makes "
      "r6b/" +
      std::string(prepared_name) + " of them once, which opens at once and takes less memory");
  if (!found.missing.empty()) opened.warnings.push_back(missing_warning(found.missing));
  if (read.report.left_out > 0) {
    opened.warnings.push_back(
        fmt::format("{} of {} lines were left out", read.report.left_out, read.report.lines));
  }
  return opened;
}

const YahooR6b::Opened& YahooR6b::opened() const {
  std::call_once(opened_once_, [&] {
    const auto folder = folder_of_data();
    opened_ = has_prepared(folder) ? open_prepared(folder / prepared_name) : open_raw(folder);
  });
  return opened_;
}

std::shared_ptr<const Log> YahooR6b::log() const { return opened().log; }

std::vector<std::string> YahooR6b::warnings() const { return opened().warnings; }

std::string YahooR6b::content_digest() const {
  std::call_once(digested_once_, [&] {
    const auto folder = folder_of_data();
    if (has_prepared(folder)) {
      const PreparedLog prepared(folder / prepared_name);
      check_prepared_sources(folder / prepared_name, prepared.origin());
      digest_ = prepared.content_digest();
      return;
    }
    std::string digests;
    for (const auto& file : files_of(folder, days_).files) {
      try {
        digests += sha256_hex_of_file(file);
      } catch (const std::filesystem::filesystem_error& error) {
        throw FileError("yahoo_r6b: cannot read " + file.string() + ": " + error.code().message());
      }
    }
    digest_ = sha256_hex(digests);
  });
  return digest_;
}

namespace {

struct Options {
  std::string days = "1-15";
};

std::shared_ptr<const Dataset> make(const Options& options) {
  return std::make_shared<YahooR6b>(Days::of(options.days));
}

const auto parameters = bind_parameters<Options>(
    text(&Options::days, "days",
         "first and last day, of 1 (October 2, 2011) to 15, or one; the thesis's "
         "phase 1 is 1-5, phase 2 is 6-15"));

// Each day has 12 visits and three of the fortnight's articles.
std::string look_alike(unsigned day) {
  const auto article = [&](unsigned place) { return "id-" + std::to_string(500000 + day + place); };
  std::string text;
  for (unsigned visit = 0; visit < 12; ++visit) {
    Draws draws({71}, 100 * day + visit);
    text += std::to_string(1317513291 + 86400 * (day - 1) + 60 * visit) + " " +
            article(draws.below(3)) + " " + std::to_string(draws.below(2)) + " |user 1";
    for (unsigned feature = 2; feature <= 136; ++feature) {
      if (draws.below(20) == 0) text += " " + std::to_string(feature);
    }
    for (unsigned place = 0; place < 3; ++place) text += " |" + article(place);
    text += "\n";
  }
  return text;
}

std::string write_look_alike(const std::filesystem::path& folder) {
  for (unsigned day = 1; day <= r6b_days; ++day) {
    write_file(folder / "r6b" / r6b_file_name(day), look_alike(day));
  }
  return {};
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "yahoo_r6b",
     .summary = "the Yahoo! front page log R6B: news articles "
                "chosen uniformly from changing pools, clicks",
     .source = "Yahoo! Webscope R6B, 2012; thesis section 4.2.3 (p. 103)",
     .revision = 2,
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::yahoo_r6b
