#include "suite/cli/reading_flags.hpp"

#include <charconv>

#include "suite/cli/flag_values.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

// "column:buckets" of --hashed.
void add_hashed(const std::string& text, std::vector<HashedColumn>& hashed,
                std::vector<SpecProblem>& problems) {
  const auto at = text.rfind(':');
  std::uint32_t buckets = 0;
  if (at != std::string::npos && at > 0) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + at + 1, end, buckets);
    if (read.ec == std::errc{} && read.ptr == end) {
      hashed.push_back({text.substr(0, at), buckets});
      return;
    }
  }
  problems.push_back(
      {{}, "--hashed: " + quoted_text(text) + " is not COLUMN:BUCKETS, such as user_agent:64"});
}

}  // namespace

void add_role(const std::string& text, std::map<std::string, std::string>& columns,
              std::vector<SpecProblem>& problems) {
  const auto at = text.find('=');
  if (at == std::string::npos || at == 0) {
    problems.push_back(
        {{}, "--columns: " + quoted_text(text) + " is not ROLE=COLUMN, such as action=item_id"});
  } else if (!columns.emplace(text.substr(0, at), text.substr(at + 1)).second) {
    problems.push_back(
        {{}, "--columns: " + quoted_text(text.substr(0, at)) + " is given two columns"});
  }
}

void add_reading_flags(CLI::App& command, ReadingFlags& reading) {
  command
      .add_option("--columns", reading.role_texts,
                  "columns that have other names: action=item_id,reward=click,propensity=ps; also "
                  "pool, timestamp, logger")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--features", reading.features,
                  "the feature columns: names and patterns, 'age,score,user_*'; default: x_*")
      ->delimiter(',');
  command
      .add_option("--categorical", reading.categorical,
                  "columns of texts, names and patterns: a feature of 0 and 1 per value; "
                  "country,device,user_*")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--hashed", reading.hashed_texts,
                  "columns of texts, names and patterns: a feature of 0 and 1 per bucket; "
                  "user_agent:64")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--policy-column", reading.policy_columns,
                  "a column with a target policy's probability of the logged action; repeatable")
      ->allow_extra_args(false);
  command
      .add_option(
          "--policy-columns", reading.policy_patterns,
          "columns with a target policy's probabilities of all actions: pi_*, where * is the "
          "action; or a list, pi; repeatable")
      ->allow_extra_args(false);
  command
      .add_option("--q-columns", reading.prediction_patterns,
                  "columns with a model's predicted rewards of all actions: q_*; repeatable")
      ->allow_extra_args(false);
  command.add_option("--cluster", reading.cluster,
                     "a column (user, session) whose records depend on each other: intervals and "
                     "tests by cluster");
  command.add_option(
      "--input-format", reading.format,
      "csv, dsjson, vw, npz, parquet or prepared; default: recognised by the content");
  command
      .add_option("--feature-buckets", reading.feature_buckets,
                  "hash the names of features of dsjson and VW text into so many; 0: one per name")
      ->check(CLI::Range(0, 65536));
  command
      .add_option("--separator", reading.separator_text,
                  "of the fields of a CSV file: ';' or tab, say")
      ->capture_default_str();
  command.add_option(
      "--pool-separator", reading.pool_separator_text,
      "of the actions in the pool column: '|', ';' or tab, say; blanks around an action "
      "do not count [a space]");
  command
      .add_option(
          "--missing-reward", reading.missing_reward_text,
          "a line whose reward is empty or NA: refuse the log, count it as zero, or drop the "
          "line; the number of such lines is printed")
      ->check(CLI::IsMember({"refuse", "zero", "drop"}))
      ->capture_default_str();
  command
      .add_option("--missing-feature", reading.missing_feature_text,
                  "a line with a feature that is empty or NA: refuse the log, or fill it with the "
                  "mean of the column's other values; the number of such values is printed")
      ->check(CLI::IsMember({"refuse", "mean"}))
      ->capture_default_str();
  command
      .add_option("--max-actions", reading.most_actions,
                  "different actions beyond which the log is refused: its action column is then an "
                  "identifier, say")
      ->check(CLI::Range(std::size_t{1}, std::size_t{4'000'000'000}))
      ->capture_default_str();
  command.add_flag("!--no-intercept", reading.intercept, "do not append a constant feature");
  command.add_flag("--skip-bad-lines", reading.skip_bad_lines,
                   "leave malformed lines out instead of stopping");
  command.add_option("--by", reading.segment,
                     "a column whose values divide the log into segments: a table of each");
}

void finish_reading_flags(ReadingFlags& reading, std::vector<SpecProblem>& problems) {
  reading.separator = separator_of("--separator", reading.separator_text, ',', problems);
  reading.pool_separator =
      separator_of("--pool-separator", reading.pool_separator_text, ' ', problems);
  if (reading.missing_reward_text == "zero") reading.missing_reward = MissingReward::zero;
  if (reading.missing_reward_text == "drop") reading.missing_reward = MissingReward::drop;
  if (reading.missing_feature_text == "mean") reading.missing_feature = MissingFeature::mean;
  for (const auto& text : reading.role_texts) add_role(text, reading.columns, problems);
  for (const auto& text : reading.hashed_texts) add_hashed(text, reading.hashed, problems);
}

}  // namespace replaybench::cli
