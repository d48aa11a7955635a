#include "suite/yahoo/yahoo_log.hpp"

#include "suite/log/action_numbering.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

class LogFilling {
 public:
  void add(const YahooRecord& record, YahooFormat format) {
    if (log_.dimension == 0) begin(format);
    log_.actions.push_back(record.displayed);
    log_.rewards.push_back(record.click ? 1.0 : 0.0);
    if (!record.same_pool) {
      actions_.assign(record.pool.begin(), record.pool.end());
      pool_ = log_.pool_table.intern(actions_);
    }
    log_.pools.push_back(pool_);
    log_.timestamps.emplace_back(record.timestamp_text);
    if (format == YahooFormat::r6a) {
      add_weights(record);
    } else {
      add_active(record);
    }
  }

  Log finish(const std::vector<std::string>& articles) && {
    name_and_number_actions(log_, articles, articles.size());
    return std::move(log_);
  }

 private:
  void begin(YahooFormat format) {
    log_.feature_names = yahoo_feature_names(format);
    log_.dimension = log_.feature_names.size();
    if (format == YahooFormat::r6b) log_.active_first.push_back(0);
  }

  void add_active(const YahooRecord& record) {
    set_active_features(record, active_);
    log_.active.insert(log_.active.end(), active_.begin(), active_.end());
    log_.active_first.push_back(log_.active.size());
  }

  void add_weights(const YahooRecord& record) {
    log_.contexts.resize(log_.contexts.size() + r6a_features, 0.0);
    double* const row = log_.contexts.data() + log_.contexts.size() - r6a_features;
    for (std::size_t i = 0; i < record.features.size(); ++i) {
      if (record.features[i] != 1) row[record.features[i] - 2] = record.weights[i];
    }
    row[r6a_features - 1] = 1;
  }

  Log log_;
  std::vector<Action> actions_;
  std::vector<std::uint32_t> active_;
  std::uint32_t pool_ = 0;
};

YahooLog read_all(YahooReader& reader) {
  LogFilling filling;
  while (reader.next()) filling.add(reader.record(), reader.report().format);
  if (reader.report().records == 0) {
    std::string text = reader.report().text();
    text.pop_back();  // the last line feed
    throw DataError("no record is left: " + text);
  }
  return {std::move(filling).finish(reader.articles()), reader.report()};
}

}  // namespace

// The file's feature 1 is the constant, which a Log has last: feature f is at f - 2.
std::vector<std::string> yahoo_feature_names(YahooFormat format) {
  std::vector<std::string> names;
  const std::uint32_t features = format == YahooFormat::r6a ? r6a_features : r6b_features;
  for (std::uint32_t f = 2; f <= features; ++f) names.push_back("f" + std::to_string(f));
  names.emplace_back("intercept");
  return names;
}

void set_active_features(const YahooRecord& record, std::vector<std::uint32_t>& active) {
  active.clear();
  for (const std::uint32_t f : record.features) {
    if (f != 1) active.push_back(f - 2);
  }
  active.push_back(r6b_features - 1);
}

YahooLog read_yahoo_log(const std::vector<std::filesystem::path>& files,
                        const YahooOptions& options) {
  YahooReader reader(files, options);
  return read_all(reader);
}

YahooLog read_yahoo_log(std::string_view text, const std::string& name,
                        const YahooOptions& options) {
  YahooReader reader(text, name, options);
  return read_all(reader);
}

}  // namespace replaybench
