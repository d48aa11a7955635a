#include "suite/log/log_options.hpp"

#include <optional>

#include "suite/text/errors.hpp"
#include "suite/text/option.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench {

std::string option_list(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    const ParameterInfo* const info = find_parameter(table_parameters().described(), name);
    const bool on = info && info->default_value == ParameterValue(true);
    list += (list.empty() ? "" : ", ") + option(name, on ? "false" : "");
  }
  return list;
}

std::vector<std::string> ColumnRoles::write(const Value& columns) {
  Written written;
  for (const auto& [role, column] : columns) written.push_back(role + "=" + column);
  return written;
}

std::vector<std::string> ColumnRoles::read(const Written& written, Value& columns) {
  std::vector<std::string> problems;
  for (const std::string& text : written) {
    const auto at = text.find('=');
    if (at == std::string::npos || at == 0) {
      problems.push_back(quoted_text(text) + " is not ROLE=COLUMN, such as action=item_id");
    } else if (!columns.emplace(text.substr(0, at), text.substr(at + 1)).second) {
      problems.push_back(quoted_text(text.substr(0, at)) + " is given two columns");
    }
  }
  return problems;
}

std::vector<std::string> HashedColumns::write(const Value& hashed) {
  Written written;
  for (const auto& [column, buckets] : hashed) {
    written.push_back(column + ":" + std::to_string(buckets));
  }
  return written;
}

std::vector<std::string> HashedColumns::read(const Written& written, Value& hashed) {
  std::vector<std::string> problems;
  for (const std::string& text : written) {
    const auto at = text.rfind(':');
    const bool pair = at != std::string::npos && at > 0;
    const auto buckets =
        pair ? whole_number<std::uint32_t>(text.substr(at + 1)) : std::optional<std::uint32_t>();
    if (!buckets) {
      problems.push_back(quoted_text(text) + " is not COLUMN:BUCKETS, such as user_agent:64");
    } else {
      hashed.push_back({text.substr(0, at), *buckets});
    }
  }
  return problems;
}

std::vector<std::string> DecimalMark::read(const Written& written, char& mark) {
  if (written != "." && written != ",") {
    return {quoted_text(written) + " is no decimal mark; allowed: '.' or ','"};
  }
  mark = written[0];
  return {};
}

CsvOptions csv_options(const TableOptions& options) {
  if (options.decimal == options.separator) {
    throw DataError("the decimal mark and the separator of the fields are both " +
                    quoted_text(std::string(1, options.decimal)) + "; give " +
                    option("separator", ";"));
  }
  return {.separator = options.separator, .decimal = options.decimal, .names = options.names};
}

std::string LogKindName::write(LogKind kind) { return std::string(log_kind_names[kind]); }

std::vector<std::string> LogKindName::read(const Written& written, LogKind& kind) {
  const auto found = log_kind_names.find(written);
  if (!found) {
    return {"unknown kind " + quoted_text(written) +
            suggestion(written, {log_kind_names.begin(), log_kind_names.end()})};
  }
  kind = *found;
  return {};
}

std::string SeparatorCharacter::write(char separator) {
  return separator == '\t' ? "tab" : std::string(1, separator);
}

std::vector<std::string> SeparatorCharacter::read(const Written& written, char& separator) {
  if (written == "tab" || written == "\\t") {
    separator = '\t';
    return {};
  }
  constexpr std::string_view never{"\"\n\r\0", 4};  // they divide lines and quote fields
  if (written.size() == 1 && never.find(written[0]) == std::string_view::npos) {
    separator = written[0];
    return {};
  }
  return {quoted_text(written) + " is not one character; allowed: a character such as ';', or tab"};
}

}  // namespace replaybench
