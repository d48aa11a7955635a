#include "suite/log/kind_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "suite/log/action_numbering.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/option.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

void refuse_other_options(const TableOptions& options, std::string_view kind,
                          std::initializer_list<std::string_view> also) {
  std::vector<std::string> names = table_parameters().changed(options);
  std::erase_if(names, [&](const std::string& name) {
    constexpr std::string_view of_all[] = {"columns",   "cluster",     "by",
                                           "separator", "max_actions", "kind"};
    return std::find(std::begin(of_all), std::end(of_all), name) != std::end(of_all) ||
           std::find(also.begin(), also.end(), name) != also.end();
  });
  if (names.empty()) return;
  throw SpecErrors("a log of " + std::string(kind) + " is read without " + option_list(names) +
                   ": leave that out");
}

std::optional<std::size_t> label_column(const CsvHeader& header, const std::string& name) {
  if (name.empty()) return std::nullopt;
  return header.require({name}).front();
}

}  // namespace

TableRoles::TableRoles(const LogRows& rows, const TableOptions& options,
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
                        option("columns") + ": unknown role " + quoted_text(role) +
                            suggestion(role, known) + "; roles of a log of " + std::string(kind) +
                            ": " + list});
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

LineLabels::LineLabels(const CsvHeader& header, const TableOptions& options)
    : cluster_(label_column(header, options.cluster)),
      segment_(label_column(header, options.segment)) {}

void LineLabels::read(const LogRows& rows) {
  if (cluster_) clusters.push_back(cluster_names_.index(rows.text(*cluster_)));
  if (segment_) segments.push_back(segment_names_.index(rows.text(*segment_)));
}

void LineLabels::finish(ReadReport& report) && {
  report.clusters = std::move(clusters);
  report.segments = std::move(segments);
  ActionNumbering by_name = number_by_name(segment_names_.tokens());
  for (std::uint32_t& segment : report.segments) segment = by_name.number_of[segment];
  report.segment_names = std::move(by_name.names);
}

}  // namespace replaybench
