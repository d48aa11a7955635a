#pragma once
// Cells of the pages' tables, the same on all pages.

#include <fmt/core.h>

#include <cmath>
#include <string>

#include "suite/leaderboard/numbers.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/page/html_text.hpp"
#include "suite/page/page_assets.hpp"

namespace replaybench {

inline std::string html(const std::string& text) { return html_escaped(text); }

/// A header; the first click sorts as told. Columns that are not sorted are "fixed".
inline std::string header(const std::string& text, const std::string& attributes = {}) {
  return "<th scope=col" + (attributes.empty() ? "" : " " + attributes) + ">" + text + "</th>";
}
inline constexpr const char* number_up = "class=number";
inline constexpr const char* number_down = "class=number data-first=descending";

/// A cell with the number that it is sorted by.
inline std::string number_cell(double value, const std::string& text) {
  return fmt::format("<td class=number data-v=\"{}\">{}</td>",
                     std::isnan(value) ? "" : numeric::to_decimal(value), text);
}

inline std::string value_with_interval(const statistics::IntervalEstimate& interval, int places) {
  std::string text = decimals(interval.value, places);
  if (!std::isnan(half_width(interval))) {
    text +=
        "<span class=minor> ± " + fmt::format("{:.{}f}", half_width(interval), places) + "</span>";
  }
  return text;
}

/// A page up to its first section; `contents` are links.
inline std::string page_head(const std::string& title, const std::string& introduction,
                             const std::string& contents) {
  return fmt::format(
      "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<title>Replaybench: {0}</title>\n<link rel=icon href=\"data:,\">\n"
      "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p>{2}</p>\n<nav>{3}</nav>\n",
      html(title), page_style, introduction, contents);
}

inline std::string page_foot() {
  return "<script>" + std::string(page_script) + "</script>\n</body>\n</html>\n";
}

}  // namespace replaybench
