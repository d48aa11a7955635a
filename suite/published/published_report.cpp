#include "suite/published/published_report.hpp"

#include <fmt/core.h>

#include <cmath>
#include <map>
#include <optional>

#include "suite/text/durations.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

std::optional<VerdictKind> kind_named(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(VerdictKind::error); ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

std::optional<double> number_or_nothing(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

// The published verdicts of a study.
class PublishedVerdicts {
 public:
  explicit PublishedVerdicts(const PublishedStudy& study) {
    if (study.verdicts.empty()) return;
    table_ = Table::from_csv(study.verdicts, "verdicts of " + study.name);
    const auto& ids = texts("id");
    for (std::size_t row = 0; row < ids.size(); ++row) rows_[ids[row]] = row;
  }

  // None if the claim is not published, or has another statement now.
  std::optional<Verdict> of(const Claim& claim) const {
    const auto found = rows_.find(claim.id);
    if (found == rows_.end()) return std::nullopt;
    const std::size_t row = found->second;
    if (texts("statement")[row] != claim.statement) return std::nullopt;
    const auto kind = kind_named(texts("verdict")[row]);
    if (!kind) return std::nullopt;
    Verdict verdict;
    verdict.claim = claim;
    verdict.kind = *kind;
    verdict.value = number_or_nothing(numbers("value")[row]);
    verdict.standard_error = number_or_nothing(numbers("standard_error")[row]);
    verdict.repetitions = number_or_nothing(numbers("repetitions")[row]);
    verdict.message = texts("message")[row];
    verdict.as_expected = texts("as_expected")[row] != "no";
    return verdict;
  }

 private:
  const TextColumn& texts(const std::string& name) const { return column<TextColumn>(name); }
  const NumberColumn& numbers(const std::string& name) const { return column<NumberColumn>(name); }
  template <class Values>
  const Values& column(const std::string& name) const {
    const auto* values =
        table_.has_column(name) ? std::get_if<Values>(&table_.column(name)) : nullptr;
    if (values == nullptr)
      throw DataError("published verdicts: no column \"" + name + "\" of its type");
    return *values;
  }

  Table table_;
  std::map<std::string, std::size_t> rows_;
};

// The tables that are published as texts; the others are skipped.
StudyTables tables_of_texts(const Plan& plan, const PublishedStudy& study,
                            const NamedTexts& texts) {
  StudyTables tables;
  tables.partial = study.partial_tables;
  for (const TableSpec& spec : plan.spec->tables) {
    if (const auto text = texts.find(spec.name); text != texts.end()) {
      tables.tables.emplace_back(spec.name, Table::from_csv(text->second, spec.name));
    } else if (study.digest_only.contains(spec.name)) {
      tables.skipped[spec.name] = "too long to be published; its digest is";
    } else {
      const auto missing = study.missing_tables.find(spec.name);
      tables.skipped[spec.name] =
          "not published" +
          (missing == study.missing_tables.end() ? std::string() : ": " + missing->second);
    }
  }
  return tables;
}

// "133 core-minutes of AMD EPYC, 2 cores, by replaybench 0.3.0; ..."
std::string computed_by(const PublishedStudy& study) {
  std::string text;
  for (const PublishedWork& part : study.work) {
    text += fmt::format("{}{} cells, {} core-minutes, {}; {}", text.empty() ? "" : "; ", part.cells,
                        minutes_text(part.seconds), part.cpu, part.build);
  }
  return text;
}

}  // namespace

StudyReport published_report(const Plan& plan, const PublishedStudy* study,
                             const std::filesystem::path& folder) {
  const PublishedStudy nothing;
  if (study == nullptr) study = &nothing;
  const NamedTexts texts = study == &nothing ? NamedTexts() : read_published_tables(*study, folder);
  StudyReport report = judge_tables(plan, tables_of_texts(plan, *study, texts));
  report.published = study == &nothing ? "nothing of this study" : computed_by(*study);
  std::string changes;
  if (study != &nothing) {
    for (const std::string& change : differences(study->revision, Revision::of(plan))) {
      changes += (changes.empty() ? "" : "; ") + change;
    }
    report.digest = study->digest;
  }
  if (!changes.empty()) {
    report.warnings.push_back("The published results are of another revision: " + changes + ".");
  }
  const PublishedVerdicts published(*study);
  for (Verdict& verdict : report.verdicts) {
    if (changes.empty() && verdict.kind != VerdictKind::skipped) continue;
    auto said = published.of(verdict.claim);
    verdict =
        said ? std::move(*said)
             : unjudged_verdict(verdict.claim, changes.empty() ? verdict.message
                                                               : "published of another revision");
  }
  return report;
}

}  // namespace replaybench
