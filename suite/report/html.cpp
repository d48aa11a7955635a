#include <fmt/core.h>

#include "suite/numeric/decimal.hpp"
#include "suite/page/html_text.hpp"
#include "suite/report/study_report.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace {

std::string base64(const std::string& bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    unsigned group = static_cast<unsigned char>(bytes[i]) << 16;
    if (left > 1) group |= static_cast<unsigned char>(bytes[i + 1]) << 8;
    if (left > 2) group |= static_cast<unsigned char>(bytes[i + 2]);
    out += digits[group >> 18];
    out += digits[group >> 12 & 63];
    out += left > 1 ? digits[group >> 6 & 63] : '=';
    out += left > 2 ? digits[group & 63] : '=';
  }
  return out;
}

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #c62828; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h2 { border-top: 1px solid var(--line); padding-top: 1.5rem; margin-top: 3rem; }
figure { margin: 1.5rem 0; } figure img { width: 100%; background: white; border-radius: 4px; }
figcaption, .question { opacity: .8; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
.scroll { overflow-x: auto; } code { background: var(--soft); padding: 0 .25em; border-radius: 3px; }
)";

std::string rounded(double value) { return fmt::format("{:.5g}", value); }

std::string claim_row(const Verdict& verdict) {
  const Claim& claim = verdict.claim;
  std::string ours = verdict.value ? rounded(*verdict.value) : "";
  if (verdict.standard_error) ours += " ± " + rounded(*verdict.standard_error);
  std::string notes = claim.statement.empty() ? "" : html_escaped(claim.statement);
  if (!claim.corrected.empty()) notes += "<br><b>Right:</b> " + html_escaped(claim.corrected);
  if (!claim.argument.empty()) notes += "<br><b>Why:</b> " + html_escaped(claim.argument);
  if (!claim.reason.empty()) notes += "<br><b>Why:</b> " + html_escaped(claim.reason);
  if (!claim.note.empty()) notes += "<br><i>" + html_escaped(claim.note) + "</i>";
  if (!verdict.as_expected && !verdict.message.empty()) {
    notes += "<br><span class=bad>" + html_escaped(verdict.message) + "</span>";
  }
  const std::string printed = !claim.printed_text.empty() ? html_escaped(claim.printed_text)
                              : claim.printed             ? rounded(*claim.printed)
                                                          : "";
  return fmt::format(
      "<tr><td><code>{}</code><br>{}</td><td>{}</td><td class=number>{}</td>"
      "<td class=number>{}</td><td class={}>{}</td></tr>\n",
      html_escaped(claim.id), html_escaped(claim.where), notes, printed, ours,
      !verdict.as_expected                   ? "bad"
      : verdict.kind == VerdictKind::skipped ? "plain"
                                             : "good",
      name_of(verdict.kind));
}

std::string study_section(const StudyReport& report) {
  std::string html =
      fmt::format("<h2 id=\"{0}\">{1}</h2>\n<p class=question>{2}</p>\n", html_escaped(report.name),
                  html_escaped(report.title), html_escaped(report.question));
  for (const Figure& figure : report.figures) {
    if (!figure.skipped.empty()) {
      html += fmt::format("<p>{}: not drawn, {}</p>\n", html_escaped(figure.name),
                          html_escaped(figure.skipped));
      continue;
    }
    html += fmt::format(
        "<figure><img alt=\"{0}\" src=\"data:image/svg+xml;base64,{1}\">"
        "<figcaption>{0}</figcaption></figure>\n",
        html_escaped(figure.title.empty() ? figure.name : figure.title),
        base64(read_file(figure.svg)));
  }
  for (const auto& warning : report.warnings) {
    html += fmt::format("<p><b>Warning.</b> {}</p>\n", html_escaped(warning));
  }
  for (const auto& [table, reason] : report.tables.skipped) {
    html +=
        fmt::format("<p>Table {}: skipped, {}</p>\n", html_escaped(table), html_escaped(reason));
  }
  for (const auto& [table, reason] : report.tables.partial) {
    html += fmt::format("<p>Table {}: {}</p>\n", html_escaped(table), html_escaped(reason));
  }
  for (const auto& [table, reason] : report.tables.blocked) {
    html +=
        fmt::format("<p class=bad>Table {}: {}</p>\n", html_escaped(table), html_escaped(reason));
  }
  if (!report.verdicts.empty()) {
    html +=
        "<div class=scroll><table><thead><tr><th>claim</th><th>statement</th><th>thesis</th>"
        "<th>here</th><th>verdict</th></tr></thead><tbody>\n";
    for (const Verdict& verdict : report.verdicts) html += claim_row(verdict);
    html += "</tbody></table></div>\n";
  }
  html +=
      fmt::format("<p>profile {}, results digest <code>{}</code></p>\n", to_string(report.profile),
                  report.digest.empty() ? "incomplete" : report.digest.substr(0, 16));
  return html;
}

}  // namespace

std::string html_page(const std::vector<StudyReport>& reports) {
  std::size_t claims = 0;
  std::size_t expected = 0;
  std::size_t skipped = 0;
  std::string contents;
  for (const StudyReport& report : reports) {
    claims += report.verdicts.size();
    for (const Verdict& verdict : report.verdicts) {
      expected += verdict.as_expected && verdict.kind != VerdictKind::skipped;
      skipped += verdict.kind == VerdictKind::skipped;
    }
    contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", html_escaped(report.name),
                            html_escaped(report.title));
  }
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n"
      "<meta name=viewport "
      "content=\"width=device-width\">\n<title>Replaybench</title>\n<style>{}</style>\n"
      "<h1>Replaybench: thesis against reproduction</h1>\n"
      "<p>{} of {} claims have the verdict expected of them; {} are skipped, their data are not "
      "here.</p>\n<ul>{}</ul>\n",
      style, expected, claims, skipped, contents);
  for (const StudyReport& report : reports) html += study_section(report);
  return html + "</html>\n";
}

}  // namespace replaybench
