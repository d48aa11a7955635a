#pragma once
// From the columns of a table to a log: the options of the reader, once for the command line,
// Python and studies. One more option is a member and a line of table_parameters().

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/log/log_rows.hpp"
#include "suite/model/log_kind.hpp"

namespace replaybench {

/// A column of texts as `buckets` features: a record has 1 in the bucket of its text's hash.
struct HashedColumn {
  std::string column;         ///< or a pattern (*, ?) of names: each of its columns
  std::uint32_t buckets = 0;  ///< 1 to max_buckets
};
inline constexpr std::uint32_t max_buckets = 1u << 16;

/// Meaning of a line without a reward: an empty field, NA, NaN, null or None, an absent number.
enum class MissingReward {
  refuse,  ///< nothing: the line is bad
  zero,    ///< a reward of 0
  drop     ///< no record: the line is skipped and counted
};

/// Meaning of a feature without a value: the same fields and absent numbers.
enum class MissingFeature {
  refuse,  ///< nothing: the line is bad
  mean     ///< the mean of the column's values on the good lines; filled values are counted
};

struct TableOptions {
  LogKind kind = LogKind::actions;  ///< kind of a record
  bool intercept = true;            ///< append a constant feature 1, named "intercept"
  bool normalise = false;           ///< divide a target policy's probabilities by their sum
  bool skip_bad_lines = false;      ///< leave bad lines out instead of throwing
  char separator = ',';             ///< of the fields
  char decimal = '.';               ///< the decimal mark of numbers in a CSV file, '.' or ','
  /// The columns of a CSV file without a header line; empty if the first line is the header.
  std::vector<std::string> names = {};
  /// Names and patterns (*, ?) of the feature columns; empty means x_*.
  std::vector<std::string> features = {};
  /// A column whose value names the cluster (user, session) of a line; empty if none.
  std::string cluster = {};
  std::size_t shown_bad_lines = 10;  ///< maximum number of bad lines in the report or the message
  /// By role (action, reward, propensity, pool, timestamp, logger) its column, if the names differ; an
  /// empty name means that no column has this optional role.
  std::map<std::string, std::string> columns = {};
  /// Names and patterns (*, ?) of columns of texts with few different values (at most max_categories
  /// each). A pattern does not match columns that other options name.
  std::vector<std::string> categorical = {};
  std::vector<HashedColumn> hashed = {};
  /// A column whose value names the segment of a line; empty if none.
  std::string segment = {};
  /// Columns with the probability that a target policy (named as the column) takes the logged
  /// action, in [0, 1].
  std::vector<std::string> policy_columns = {};
  /// Patterns such as pi_*, in which the * is a placeholder for an action's name: the columns have the
  /// probabilities that a target policy (named pi) takes each action. They cover all actions, sum
  /// to 1 on each line (within 1e-6, or what the rounding of numbers of three decimals or more
  /// explains; those are divided by their sum), and are 0 or empty for actions outside the line's
  /// pool. Or the name of a list, whose element i belongs to the action named i, from 0.
  std::vector<std::string> policy_patterns = {};
  /// Patterns of the columns of a reward model: finite predicted rewards of all actions (outside the
  /// pool, empty ones count as 0).
  std::vector<std::string> prediction_patterns = {};
  MissingReward missing_reward = MissingReward::refuse;
  MissingFeature missing_feature = MissingFeature::refuse;
  char pool_separator = ' ';  ///< between the actions of a pool; blanks around them do not count
  /// Maximum number of distinct actions; a column with more is an identifier.
  std::size_t max_actions = 100'000;
  /// Called from time to time during reading with the number of lines and the fraction of the file
  /// read so far (0 if unknown).
  std::function<void(std::size_t lines, double share)> progress = {};
};

/// TableOptions::columns as "role=column". The reader of the table knows the roles.
struct ColumnRoles {
  using Value = std::map<std::string, std::string>;
  using Written = std::vector<std::string>;
  static constexpr std::string_view allowed = "role=column";
  static Written write(const Value& columns);
  static std::vector<std::string> read(const Written& written, Value& columns);
};

/// TableOptions::hashed as "column:buckets".
struct HashedColumns {
  using Value = std::vector<HashedColumn>;
  using Written = std::vector<std::string>;
  static constexpr std::string_view allowed = "column:buckets";
  static Written write(const Value& hashed);
  static std::vector<std::string> read(const Written& written, Value& hashed);
};

/// TableOptions::kind by its name. (Not a choice, whose values suit one table: a table is of one kind.)
struct LogKindName {
  using Value = LogKind;
  using Written = std::string;
  static constexpr std::string_view allowed = "actions | slates | doses";
  static Written write(LogKind kind);
  static std::vector<std::string> read(const Written& written, LogKind& kind);
};

/// A separator; "tab" and "\t" mean the tab character.
struct SeparatorCharacter {
  using Value = char;
  using Written = std::string;
  static constexpr std::string_view allowed = "a character, or tab";
  static Written write(char separator);
  static std::vector<std::string> read(const Written& written, char& separator);
};

/// TableOptions::decimal.
struct DecimalMark {
  using Value = char;
  using Written = std::string;
  static constexpr std::string_view allowed = ". | ,";
  static Written write(char mark) { return std::string(1, mark); }
  static std::vector<std::string> read(const Written& written, char& mark);
};

/// The options of a table, in the order of their help. Canonical texts omit all defaults, so a data set's
/// text has only the options that were given.
inline const Binding<TableOptions>& table_parameters() {
  using Options = TableOptions;
  static const auto parameters = bind_parameters<Options>(
      spelt<ColumnRoles>(&Options::columns, "columns",
                         "columns that have other names: action=item_id, reward=click, "
                         "propensity=ps; also pool, timestamp, logger")
          .of_pairs('=')
          .added_later(),
      texts(&Options::features, "features",
            "the feature columns: names and patterns, 'age,score,user_*'; default: x_*")
          .added_later(),
      texts(&Options::categorical, "categorical",
            "text columns, by name or pattern: a feature of 0 and 1 per value; "
            "country,device,user_*")
          .added_later(),
      spelt<HashedColumns>(&Options::hashed, "hashed",
                           "text columns, by name or pattern: a feature of 0 and 1 per bucket; "
                           "user_agent:64")
          .of_pairs(':')
          .added_later(),
      texts(&Options::policy_columns, "policy_column",
            "a column with a target policy's probability of the logged action, or several")
          .keeps_commas()
          .added_later(),
      texts(&Options::policy_patterns, "policy_columns",
            "columns with a target policy's probabilities of all actions: pi_*, where * is the "
            "action; or a list, pi; or several")
          .keeps_commas()
          .added_later(),
      texts(&Options::prediction_patterns, "q_columns",
            "columns with a model's predicted rewards of all actions: q_*, or several")
          .keeps_commas()
          .added_later(),
      text(&Options::cluster, "cluster",
           "a column (user, session) whose records depend on each other: intervals and tests by "
           "cluster")
          .added_later(),
      spelt<SeparatorCharacter>(&Options::separator, "separator",
                                "of the fields of a CSV file: ';' or tab, say")
          .added_later(),
      spelt<DecimalMark>(&Options::decimal, "decimal",
                         "the decimal mark of numbers in a CSV file: a comma, say, where the "
                         "separator is ';'")
          .added_later(),
      texts(&Options::names, "names",
            "the columns of a CSV file without a header line, in order: 'action,reward,x_0'")
          .added_later(),
      spelt<SeparatorCharacter>(&Options::pool_separator, "pool_separator",
                                "of the actions in the pool column: '|', ';' or tab, say; blanks "
                                "around an action do not count [a space]")
          .added_later(),
      choice(&Options::missing_reward, "missing_reward",
             {{"refuse", MissingReward::refuse},
              {"zero", MissingReward::zero},
              {"drop", MissingReward::drop}},
             "a line whose reward is empty or NA: refuse the log, count it as zero, or drop the "
             "line; the number of such lines is printed")
          .added_later(),
      choice(&Options::missing_feature, "missing_feature",
             {{"refuse", MissingFeature::refuse}, {"mean", MissingFeature::mean}},
             "a line with a feature that is empty or NA: refuse the log, or fill it with the mean "
             "of the column's other values; the number of such values is printed")
          .added_later(),
      integer(&Options::max_actions, "max_actions",
              "different actions beyond which the log is refused: its action column is then an "
              "identifier, say")
          .at_least(1)
          .at_most(4e9)
          .added_later(),
      boolean(&Options::intercept, "intercept", "append a constant feature").added_later(),
      boolean(&Options::normalise, "normalise",
              "divide the probabilities of policy_columns by their sum, whatever it is; sums that "
              "rounding explains are always accepted so")
          .added_later(),
      boolean(&Options::skip_bad_lines, "skip_bad_lines",
              "leave malformed lines out instead of stopping")
          .added_later(),
      text(&Options::segment, "by",
           "a column whose values divide the log into segments: a table of each")
          .added_later(),
      spelt<LogKindName>(&Options::kind, "kind",
                         "what a record is: actions (one of finitely many), slates (several, shown "
                         "together), doses (a real number); an evaluator reads one kind")
          .added_later());
  return parameters;
}

/// Layout of a CSV file with these options. Throws DataError when the decimal mark separates the
/// fields too.
CsvOptions csv_options(const TableOptions& options);

/// Options of tables (table_parameters) as marks of a message, joined by commas: those that are true by
/// default as switched off.
std::string option_list(const std::vector<std::string>& names);

}  // namespace replaybench
