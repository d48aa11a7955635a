#include "suite/log/log_columns.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/header_advice.hpp"
#include "suite/text/letter_case.hpp"
#include "suite/text/option.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// A header that is one name with separators in it was written with another separator than the
// reader's.
std::string separator_advice(const CsvHeader& header, char separator) {
  if (header.size() != 1) return {};
  const std::string_view line = header.names()[0];
  if (line.starts_with('#')) {
    return "; is the first line a comment? then remove it: sed 1d FILE > log.csv";
  }
  if (line.starts_with("sep=") && line.size() == 5) {
    return "; the first line is Excel's: remove it, with sed 1d FILE > log.csv, and give " +
           option("separator", line.substr(4));
  }
  for (const char other : {';', '\t', ',', '|', ' '}) {
    if (other == separator || header.names()[0].find(other) == std::string::npos) continue;
    return ask_separator(other);
  }
  return {};
}

// A header of which half of the names are numbers is a record.
std::string names_advice(const CsvHeader& header) {
  std::size_t numbers = 0;
  for (const std::string& name : header.names()) {
    double value = 0;
    numbers += parse_field_number(name, value);
  }
  if (header.size() < 2 || 2 * numbers < header.size()) return {};
  return ask_names();
}

// Two columns that begin with "reward", and none of the action: each line may have the rewards of all actions.
std::string full_information_advice(const CsvHeader& header) {
  constexpr std::string_view beginning = "reward";
  std::vector<std::string> rewards;
  for (const std::string& name : header.names()) {
    if (name.size() > beginning.size() &&
        same_any_case(std::string_view(name).substr(0, beginning.size()), beginning)) {
      rewards.push_back(name);
    }
  }
  if (rewards.size() < 2) return {};
  return "; are " + shown_names(rewards, 4) +
         " the rewards of all actions? A log has one action and its reward on each line: draw an "
         "action per line, keep its reward, and write 1/" +
         std::to_string(rewards.size()) + " as its propensity";
}

// The column that is meant by a role which no column is named after: one of a similar name, otherwise one
// of the names that logs give it. Empty: none is known.
std::string likely_column(const std::string& role, const CsvHeader& header) {
  static const std::map<std::string, std::vector<std::string>> usual_names = {
      {"action",
       {"item_id", "item", "action_id", "arm", "article_id", "article", "product_id", "offer_id",
        "variant", "treatment", "a"}},
      {"reward",
       {"click", "clicks", "clicked", "is_click", "conversion", "converted", "visit", "purchase",
        "outcome", "label", "y", "r"}},
      {"propensity",
       {"propensity_score", "pscore", "probability", "action_prob", "prob", "ps", "p"}}};
  const std::string nearest = nearest_name(role, header.names());
  if (!nearest.empty()) return nearest;
  for (const std::string& name : usual_names.at(role)) {
    if (const auto found = header.find_any_case(name)) return header.names()[*found];
  }
  // "out.click" is a path in an object.
  for (const std::string& path : header.names()) {
    const std::string_view last = std::string_view(path).substr(path.rfind('.') + 1);
    if (last.size() == path.size()) continue;
    if (same_any_case(last, role)) return path;
    for (const std::string& name : usual_names.at(role)) {
      if (name.size() > 1 && same_any_case(last, name)) return path;
    }
  }
  return {};
}

// The option that gives the missing roles the columns that they may be.
std::string columns_advice(std::vector<std::string> missing, const CsvHeader& header,
                           const std::map<std::string, std::string>& given) {
  if (!given.contains("propensity") && !header.find_any_case("propensity") &&
      !likely_column("propensity", header).empty()) {
    missing.emplace_back("propensity");
  }
  std::string roles;
  for (const std::string& role : missing) {
    const std::string column = likely_column(role, header);
    // A name that a shell would change is left to the user.
    const bool plain = column.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                           "0123456789_-.") == std::string::npos;
    roles += (roles.empty() ? "" : ",") + role + "=" + (column.empty() || !plain ? "..." : column);
  }
  return "; columns of other names: " + option("columns", roles);
}

}  // namespace

// The names that the user gave to a role, a feature or a segment, looked up in a header; what is
// wrong is collected, so that it is all said at once.
class ColumnFinder {
 public:
  ColumnFinder(const CsvHeader& header, const TableOptions& options, const std::string& file,
               std::span<const ListColumn> lists)
      : header_(header), options_(options), file_(file), lists_(lists) {}

  // The column of a role: the one that the options give it, or the one of its name.
  std::optional<std::size_t> role(const std::string& name) {
    const auto given = options_.columns.find(name);
    if (given == options_.columns.end()) return header_.find_any_case(name);
    if (given->second.empty()) return std::nullopt;
    const auto found = named("columns", given->second);
    if (found) take(*found, "columns", name);
    return found;
  }
  std::optional<std::size_t> named(const std::string& option_name, const std::string& name) {
    const auto found = header_.find_any_case(name);
    if (!found) {
      problem(option_name,
              file_ + " has no column " + quoted_text(name) + suggestion(name, header_.names()));
    }
    return found;
  }
  // The columns that a name or a pattern of `option_name` stands for; that there is none is a problem.
  std::vector<std::size_t> fitting(const std::string& option_name, const std::string& pattern) {
    std::vector<std::size_t> columns;
    if (is_pattern(pattern)) {
      for (std::size_t i = 0; i < header_.size(); ++i) {
        if (fits_pattern(header_.names()[i], pattern)) columns.push_back(i);
      }
      if (!columns.empty()) return columns;
    }
    if (const auto found = named(option_name, pattern)) columns.push_back(*found);
    return columns;
  }
  static bool is_pattern(const std::string& name) {
    return name.find_first_of("*?") != std::string::npos;
  }
  // Gives a column its role; a second one is a problem.
  bool take(std::size_t column, const std::string& option_name, const std::string& role) {
    if (role != "pool" && !has_one_value(column, option_name)) return false;
    const auto [entry, added] = roles_.try_emplace(column, role);
    if (added) return true;
    problem(option_name, "column " + quoted_text(header_.names()[column]) +
                             " is already the log's " + entry->second + "; a column has one role");
    return false;
  }
  // A list has not one; that is a problem.
  bool has_one_value(std::size_t column, const std::string& option_name) {
    std::string message = why_many_values(column);
    if (message.empty()) return true;
    problem(option_name, std::move(message));
    return false;
  }
  // A column that has a role by its own name: a list is then the file's fault, not the user's.
  void require_one_value(std::size_t column, const std::string& role) const {
    const std::string message = why_many_values(column);
    if (message.empty()) return;
    throw DataError(file_ + ": " + message + "; " + option("columns", role + "=NAME") +
                    " names another");
  }
  // Empty when it has one.
  std::string why_many_values(std::size_t column) const {
    const ListColumn* const list = list_at(column);
    if (list == nullptr) return {};
    std::string message =
        "column " + quoted_text(name(column)) + " is a list, and only the pool can be one";
    if (list->size > 0) message += "; its elements are columns: " + quoted_text(name(list->first));
    if (list->size > 1) message += " to " + quoted_text(name(list->first + list->size - 1));
    return message;
  }
  const ListColumn* list_at(std::size_t column) const {
    const auto found =
        std::lower_bound(lists_.begin(), lists_.end(), column,
                         [](const ListColumn& list, std::size_t at) { return list.column < at; });
    return found != lists_.end() && found->column == column ? &*found : nullptr;
  }
  const ListColumn* list_named(const std::string& name) const {
    const auto column = header_.find_any_case(name);
    return column ? list_at(*column) : nullptr;
  }
  std::span<const ListColumn> lists() const { return lists_; }
  void problem(const std::string& option_name, std::string message) {
    problems_.push_back({{}, option(option_name) + ": " + std::move(message)});
  }
  bool has_role(std::size_t column) const { return roles_.contains(column); }
  const std::string& role_of(std::size_t column) const { return roles_.at(column); }
  const std::string& name(std::size_t column) const { return header_.names()[column]; }
  std::size_t size() const { return header_.size(); }
  void finish() const {
    if (!problems_.empty()) throw SpecErrors(problems_);
  }

 private:
  const CsvHeader& header_;
  const TableOptions& options_;
  const std::string& file_;
  std::span<const ListColumn> lists_;
  std::map<std::size_t, std::string> roles_;
  std::vector<SpecProblem> problems_;
};

const std::vector<std::string>& role_names() {
  static const std::vector<std::string> names = {"action", "reward",    "propensity",
                                                 "pool",   "timestamp", "logger"};
  return names;
}

namespace {

// Roles that do not exist, and required ones that are given to no column.
void check_roles(const std::map<std::string, std::string>& columns, ColumnFinder& finder) {
  for (const auto& [role, name] : columns) {
    if (std::ranges::find(role_names(), role) == role_names().end()) {
      finder.problem("columns",
                     "unknown role " + quoted_text(role) + suggestion(role, role_names()));
    } else if (name.empty() && (role == "action" || role == "reward")) {
      finder.problem("columns", role + " has no column after its =; a log needs one");
    }
  }
}

}  // namespace

bool fits_pattern(std::string_view name, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t next = 0;
  std::size_t star = std::string_view::npos;  // the last one, and where the name went on after it
  std::size_t resume = 0;
  while (at < name.size()) {
    if (next < pattern.size() && pattern[next] == '*') {
      star = next++;
      resume = at;
    } else if (next < pattern.size() &&
               (pattern[next] == '?' || lower_case(pattern[next]) == lower_case(name[at]))) {
      ++at;
      ++next;
    } else if (star != std::string_view::npos) {
      next = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', next) == std::string_view::npos;
}

LogColumns::LogColumns(const CsvHeader& header, const TableOptions& options,
                       const std::string& file, std::span<const ListColumn> lists) {
  ColumnFinder finder(header, options, file, lists);
  check_roles(options.columns, finder);
  std::vector<std::string> missing;
  for (const char* name : {"action", "reward"}) {
    if (!options.columns.contains(name) && !header.find_any_case(name)) missing.emplace_back(name);
  }
  if (!missing.empty()) {
    finder.finish();
    const std::string advice = separator_advice(header, options.separator);
    if (!advice.empty()) {
      throw DataError(file + ": missing column " + shown_names(missing) + "; the header is " +
                      quoted_text(header.names()[0], 120) + advice);
    }
    std::string special = names_advice(header);
    if (special.empty() && missing.size() == 2) special = full_information_advice(header);
    header.require(missing, special.empty() ? columns_advice(missing, header, options.columns)
                                            : special);  // throws
  }
  find_roles(options, finder);
  if (!options.cluster.empty()) cluster = finder.named("cluster", options.cluster);
  if (!options.segment.empty()) segment = finder.named("by", options.segment);
  if (cluster) finder.has_one_value(*cluster, "cluster");
  if (segment) finder.has_one_value(*segment, "by");
  find_targets(options, finder);
  find_texts(options, finder);
  finder.finish();
  find_features(header, options, finder);
  find_ignored(finder);
}

void LogColumns::find_roles(const TableOptions& options, ColumnFinder& finder) {
  // First the roles that were given: a column of a role's own name may have another one.
  std::map<std::string, std::optional<std::size_t>> roles;
  for (const bool given : {true, false}) {
    for (const std::string& role : role_names()) {
      if (options.columns.contains(role) != given) continue;
      const auto found = finder.role(role);
      const bool optional = role != "action" && role != "reward";
      if (!given && found && optional && finder.has_role(*found)) continue;
      if (!given && found) {
        if (role != "pool") finder.require_one_value(*found, role);
        finder.take(*found, "columns", role);
      }
      roles[role] = found;
    }
  }
  finder.finish();
  action = *roles["action"];
  reward = *roles["reward"];
  propensity = roles["propensity"];
  pool = roles["pool"];
  timestamp = roles["timestamp"];
  logger = roles["logger"];
}

void LogColumns::find_texts(const TableOptions& options, ColumnFinder& finder) {
  // A pattern stands for the columns that nothing else names, for any order of the options.
  for (const bool patterns : {false, true}) {
    const auto take = [&](const char* option_name, const std::string& name, const char* role,
                          const auto& add) {
      if (finder.is_pattern(name) != patterns) return;
      for (const std::size_t column : finder.fitting(option_name, name)) {
        if (patterns && (finder.has_role(column) || column == cluster || column == segment ||
                         finder.list_at(column) != nullptr)) {
          continue;
        }
        if (finder.take(column, option_name, role)) add(column);
      }
    };
    for (const std::string& name : options.categorical) {
      take("categorical", name, "categorical feature",
           [&](std::size_t column) { categorical.push_back(column); });
    }
    for (const HashedColumn& wanted : options.hashed) {
      if (wanted.buckets >= 1 && wanted.buckets <= max_buckets) {
        take("hashed", wanted.column, "hashed feature", [&](std::size_t column) {
          hashed.push_back({column, wanted.buckets});
        });
      } else if (!patterns) {
        finder.problem("hashed", quoted_text(wanted.column) + " has " +
                                     std::to_string(wanted.buckets) + " buckets; allowed: 1 to " +
                                     std::to_string(max_buckets));
      }
    }
  }
  std::sort(categorical.begin(), categorical.end());
  std::sort(hashed.begin(), hashed.end(),
            [](const Hashed& a, const Hashed& b) { return a.column < b.column; });
}

namespace {

// "pi" of "pi_*": what a pattern's columns are together called.
std::string name_of_pattern(const std::string& pattern) {
  std::string name = pattern;
  name.erase(name.find('*'), 1);
  constexpr const char* joints = "_.-:/ ";
  const auto first = name.find_first_not_of(joints);
  if (first == std::string::npos) return pattern;
  return name.substr(first, name.find_last_not_of(joints) - first + 1);
}

}  // namespace

void LogColumns::find_targets(const TableOptions& options, ColumnFinder& finder) {
  std::set<std::string> names;
  const auto take_name = [&](const char* option_name, const std::string& name) {
    if (names.insert(name).second) return;
    finder.problem(option_name, "two target policies are named " + quoted_text(name));
  };
  for (const std::string& name : options.policy_columns) {
    const auto found = finder.named("policy_column", name);
    if (!found || !finder.take(*found, "policy_column", "target policy")) continue;
    take_name("policy_column", finder.name(*found));
    policies.push_back({finder.name(*found), {{*found, {}}}});
  }
  for (const std::string& pattern : options.policy_patterns) {
    all_policies.push_back(find_pattern("policy_columns", pattern, "target policy", finder));
    take_name("policy_columns", all_policies.back().name);
  }
  names.clear();
  for (const std::string& pattern : options.prediction_patterns) {
    predictions.push_back(find_pattern("q_columns", pattern, "reward model", finder));
    if (names.insert(predictions.back().name).second) continue;
    finder.problem("q_columns",
                   "two reward models are named " + quoted_text(predictions.back().name));
  }
}

LogColumns::Given LogColumns::find_pattern(const std::string& option_name,
                                           const std::string& pattern, const std::string& role,
                                           ColumnFinder& finder) {
  if (std::count(pattern.begin(), pattern.end(), '*') != 1) {
    if (const ListColumn* const list = finder.list_named(pattern); list && list->size > 0) {
      return take_list(*list, option_name, role, finder);
    }
    finder.problem(option_name, quoted_text(pattern) +
                                    " needs one *, the place of the action's name, as in 'pi_*'");
    return {pattern, {}, false};
  }
  Given given{name_of_pattern(pattern), {}, false};
  const std::string_view head = std::string_view(pattern).substr(0, pattern.find('*'));
  const std::string_view tail = std::string_view(pattern).substr(head.size() + 1);
  for (std::size_t i = 0; i < finder.size(); ++i) {
    const std::string_view name = finder.name(i);
    if (name.size() <= head.size() + tail.size()) continue;
    if (!same_any_case(name.substr(0, head.size()), head)) continue;
    if (!same_any_case(name.substr(name.size() - tail.size()), tail)) continue;
    if (!finder.take(i, option_name, role)) continue;
    const std::string token(name.substr(head.size(), name.size() - head.size() - tail.size()));
    for (const Given::Column& other : given.columns) {
      if (other.token != token) continue;
      finder.problem(option_name, "columns " + quoted_text(finder.name(other.field)) + " and " +
                                      quoted_text(name) + " are both of action " +
                                      quoted_text(token));
    }
    given.columns.push_back({i, token});
  }
  if (given.columns.empty())
    finder.named(option_name, pattern);  // a problem, with the nearest names
  return given;
}

LogColumns::Given LogColumns::take_list(const ListColumn& list, const std::string& option_name,
                                        const std::string& role, ColumnFinder& finder) {
  Given given{finder.name(list.column), {}, true};
  for (std::size_t i = 0; i < list.size; ++i) {
    if (!finder.take(list.first + i, option_name, role)) break;
    given.columns.push_back({list.first + i, std::to_string(i)});
  }
  return given;
}

void LogColumns::find_features(const CsvHeader& header, const TableOptions& options,
                               ColumnFinder& finder) {
  std::set<std::size_t> chosen;
  for (const std::string& pattern : options.features) {
    const bool glob = finder.is_pattern(pattern);
    for (const std::size_t i : finder.fitting("features", pattern)) {
      if (finder.has_role(i) && !glob) {
        finder.problem("features", quoted_text(finder.name(i)) + " is the log's own " +
                                       finder.role_of(i) + ", not a feature");
      }
      if (finder.has_role(i) || (glob && (i == cluster || i == segment))) continue;
      const ListColumn* const list = finder.list_at(i);
      if (list == nullptr) {
        chosen.insert(i);
        continue;
      }
      if (list->size == 0 && !glob) finder.has_one_value(i, "features");
      for (std::size_t e = 0; e < list->size; ++e) chosen.insert(list->first + e);
    }
  }
  finder.finish();
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (finder.has_role(i)) continue;
    const ListColumn* const list = finder.list_at(i);
    if (list != nullptr && list->size > 0) continue;
    if (options.features.empty() ? fits_pattern(header.names()[i], "x_*") : chosen.contains(i)) {
      features.push_back(i);
    }
  }
}

void LogColumns::find_ignored(const ColumnFinder& finder) {
  std::vector<char> used(finder.size());
  for (std::size_t i = 0; i < finder.size(); ++i) used[i] = finder.has_role(i);
  for (const std::size_t column : features) used[column] = 1;
  if (cluster) used[*cluster] = 1;
  if (segment) used[*segment] = 1;
  for (const ListColumn& list : finder.lists()) {
    const auto begin = used.begin() + static_cast<std::ptrdiff_t>(list.first);
    const auto end = begin + static_cast<std::ptrdiff_t>(list.size);
    const bool by_element = std::find(begin, end, 1) != end;
    if (used[list.column] || !by_element) {
      std::fill(begin, end, 1);
    } else {
      used[list.column] = 1;
    }
  }
  for (std::size_t i = 0; i < finder.size(); ++i) {
    if (!used[i]) ignored.push_back(finder.name(i));
  }
}

}  // namespace replaybench
