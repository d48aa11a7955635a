#include "suite/log/kind_table.hpp"

#include <algorithm>
#include <utility>

#include "suite/log/action_numbering.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

void refuse_other_options(const CsvLogOptions& options, std::string_view kind,
                          std::initializer_list<std::string_view> also) {
  const std::pair<bool, std::string_view> given[] = {
      {!options.features.empty(), "features"},
      {!options.categorical.empty(), "categorical"},
      {!options.hashed.empty(), "hashed"},
      {!options.policy_columns.empty(), "policy_column"},
      {!options.policy_patterns.empty(), "policy_columns"},
      {!options.prediction_patterns.empty(), "q_columns"},
      {!options.intercept, "intercept"},
      {options.skip_bad_lines, "skip_bad_lines"},
      {options.missing_reward != MissingReward::refuse, "missing_reward"},
      {options.missing_feature != MissingFeature::refuse, "missing_feature"},
      {options.pool_separator != ' ', "pool_separator"}};
  std::string names;
  for (const auto& [is_given, name] : given) {
    if (!is_given || std::find(also.begin(), also.end(), name) != also.end()) continue;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  if (names.empty()) return;
  throw SpecErrors("a log of " + std::string(kind) + " is read without " + names +
                   ": leave that out");
}

std::optional<std::size_t> label_column(const CsvHeader& header, const std::string& name) {
  if (name.empty()) return std::nullopt;
  return header.require({name}).front();
}

}  // namespace

TableRoles::TableRoles(const LogRows& rows, const CsvLogOptions& options,
                       std::vector<std::string_view> roles, std::string_view kind,
                       std::initializer_list<std::string_view> also)
    : header_(rows.header()), options_(options) {
  refuse_other_options(options, kind, also);
  const std::vector<std::string> known(roles.begin(), roles.end());
  std::string list;
  for (const std::string& role : known) list += (list.empty() ? "" : ", ") + role;
  std::vector<SpecProblem> problems;
  for (const auto& [role, column] : options.columns) {
    if (std::find(known.begin(), known.end(), role) != known.end()) continue;
    problems.push_back({{},
                        "columns: unknown role " + quoted_text(role) + suggestion(role, known) +
                            "; roles of a log of " + std::string(kind) + ": " + list});
  }
  if (!problems.empty()) throw SpecErrors(problems);
}

std::string TableRoles::name(std::string_view role) const {
  const auto given = options_.columns.find(std::string(role));
  return given == options_.columns.end() ? std::string(role) : given->second;
}

std::optional<std::size_t> TableRoles::find(std::string_view role) const {
  const std::string column = name(role);
  if (column != role) return header_.require({column}).front();
  return header_.find_any_case(column);
}

LineLabels::LineLabels(const CsvHeader& header, const CsvLogOptions& options)
    : cluster_(label_column(header, options.cluster)),
      segment_(label_column(header, options.segment)) {}

void LineLabels::read(const LogRows& rows) {
  if (cluster_) clusters.push_back(cluster_names_.index(rows.text(*cluster_)));
  if (segment_) segments.push_back(segment_names_.index(rows.text(*segment_)));
}

void LineLabels::finish(CsvLogReport& report) && {
  report.clusters = std::move(clusters);
  report.segments = std::move(segments);
  ActionNumbering by_name = number_by_name(segment_names_.tokens());
  for (std::uint32_t& segment : report.segments) segment = by_name.number_of[segment];
  report.segment_names = std::move(by_name.names);
}

}  // namespace replaybench
