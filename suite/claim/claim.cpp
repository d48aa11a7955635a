#include "suite/claim/claim.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "suite/numeric/elementary.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

namespace {

// Keys that only claims with one expectation may have.
struct OwnKey {
  std::string_view key;
  Expected expected;
};
constexpr std::array own_keys{
    OwnKey{"holds", Expected::reproduces}, OwnKey{"printed_fails", Expected::erratum},
    OwnKey{"corrected_holds", Expected::erratum}, OwnKey{"corrected", Expected::erratum},
    OwnKey{"reason", Expected::untestable}};
constexpr std::array data_keys{"select", "value", "standard_error", "repetitions", "confidence"};

// Whether an expression depends on the table or on a formula: on more than `z` and `printed`.
bool reads_data(const Claim& claim, const Expression& expression) {
  const auto names = expression.names();
  return expression.calls_external() ||
         std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return name != "z" && !(name == "printed" && claim.printed);
         });
}

// The same of a condition, which may read the claim's numbers too.
bool condition_reads_data(const Claim& claim, const Expression& condition) {
  if (condition.calls_external()) return true;
  const auto names = condition.names();
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    if (name == "value" && claim.value) return reads_data(claim, *claim.value);
    if (name == "standard_error" && claim.standard_error) {
      return reads_data(claim, *claim.standard_error);
    }
    if (name == "repetitions" && claim.repetitions) return reads_data(claim, *claim.repetitions);
    return name != "z" && !(name == "printed" && claim.printed);
  });
}

class ClaimReader {
 public:
  ClaimReader(TomlReader reader, const std::string& study, const Functions& functions,
              const Outline* outline)
      : reader_(std::move(reader)), functions_(functions), outline_(outline) {
    claim_.study = study;
  }

  Claim read() {
    claim_.place = reader_.place();
    claim_.id = reader_.required_text("id");
    read_where();
    claim_.statement = reader_.required_text("statement");
    claim_.printed_text = reader_.optional_text("printed_text");
    claim_.note = reader_.optional_text("note");
    claim_.tolerance_reason = reader_.optional_text("tolerance_reason");
    if (reader_.has("printed")) claim_.printed = reader_.required_number("printed");
    const std::string expected =
        reader_.one_of("expected", {"reproduces", "erratum", "untestable"});
    read_own_keys(expected);
    return std::move(claim_);
  }

 private:
  void read_where() {
    const std::size_t before = reader_.problem_count();
    claim_.where = reader_.required_text("where");
    if (outline_ == nullptr || reader_.problem_count() > before) return;
    for (const Outline::Problem& problem : outline_->problems(claim_.where)) {
      reader_.problem(reader_.place_in_text("where", problem.offset),
                      "in \"where\": " + problem.message);
    }
    claim_.location = outline_->locate(claim_.where);
  }

  // What a claim must have depends on `expected`; if that is wrong, the keys of all are accepted.
  void read_own_keys(const std::string& expected) {
    const bool known = !expected.empty();
    if (known) {
      for (const Expected e : {Expected::reproduces, Expected::erratum, Expected::untestable}) {
        if (name_of(e) == expected) claim_.expected = e;
      }
      for (const OwnKey& own : own_keys) {
        if (own.expected != claim_.expected) refuse(own.key, expected);
      }
    }
    const bool untestable = known && claim_.expected == Expected::untestable;
    const bool erratum = known && claim_.expected == Expected::erratum;
    if (untestable) {
      claim_.reason = reader_.required_text("reason");
      claim_.table = reader_.optional_text("table");
      for (const char* key : data_keys) refuse(key, expected);
      claim_.argument = reader_.optional_text("argument");
      return;
    }
    claim_.table = reader_.required_text("table");
    claim_.select = expression("select", false);
    claim_.value = expression("value", false);
    claim_.standard_error = expression("standard_error", false);
    claim_.repetitions = expression("repetitions", false);
    claim_.confidence = reader_.optional_number("confidence", claim_.confidence);
    if (!reader_.expect(claim_.confidence > 0 && claim_.confidence < 1, "confidence",
                        "a number in (0, 1)")) {
      claim_.confidence = 0.999;
    }
    claim_.argument =
        erratum ? reader_.required_text("argument") : reader_.optional_text("argument");
    if (erratum) {
      claim_.corrected = reader_.required_text("corrected");
      claim_.printed_fails = condition("printed_fails");
      claim_.corrected_holds = condition("corrected_holds");
    } else if (known) {
      claim_.holds = condition("holds");
    } else {
      for (const OwnKey& own : own_keys) reader_.has(own.key);
    }
  }

  void refuse(std::string_view key, const std::string& expected) {
    if (reader_.has(key)) {
      reader_.problem(
          key, '"' + std::string(key) + "\" does not go with expected = \"" + expected + '"');
    }
  }

  std::optional<Expression> expression(std::string_view key, bool is_required) {
    if (!is_required && !reader_.has(key)) return std::nullopt;
    const std::size_t before = reader_.problem_count();
    const std::string text = reader_.required_text(key);
    if (reader_.problem_count() > before) return std::nullopt;
    try {
      return Expression::parse(text, functions_);
    } catch (const ExpressionError& error) {
      reader_.problem(reader_.place_in_text(key, error.offset()),
                      "in \"" + std::string(key) + "\": " + error.message());
      return std::nullopt;
    }
  }

  std::optional<Expression> condition(std::string_view key) {
    auto result = expression(key, true);
    if (result && !condition_reads_data(claim_, *result)) {
      reader_.problem(key, '"' + std::string(key) +
                               "\" reads no column and no formula, so it says nothing about the "
                               "reproduction");
    }
    return result;
  }

  TomlReader reader_;
  const Functions& functions_;
  const Outline* outline_;
  Claim claim_;
};

std::vector<Claim> claims_of(TomlReader reader, const std::string& study,
                             const Functions& functions, const Outline* outline) {
  std::vector<Claim> claims;
  std::map<std::string, std::size_t> lines;
  for (TomlReader& table : reader.tables("claim")) {
    claims.push_back(ClaimReader(table, study, functions, outline).read());
    const std::string& id = claims.back().id;
    if (id.empty()) {
      if (table.has("id")) table.expect(false, "id", "a name of the claim");
      continue;
    }
    const auto [first, is_new] = lines.emplace(id, table.place("id").line);
    if (!is_new) {
      table.problem("id", "there is a claim \"" + id + "\" already, in line " +
                              std::to_string(first->second));
    }
  }
  reader.finish();
  reader.throw_if_problems();
  return claims;
}

Table selected(const Claim& claim, const Table& table, const Variables& variables) {
  const auto rows = claim.select->matching_rows(table, variables);
  if (rows.empty()) {
    throw DataError("select keeps none of the " + std::to_string(table.rows()) +
                    " rows of table \"" + claim.table + '"');
  }
  return table.select(rows);
}

// Evaluates a part of a claim, its key in front of what is thrown.
template <class F>
auto part(const char* key, F evaluate) {
  try {
    return evaluate();
  } catch (const ExpressionError& error) {
    throw DataError(std::string("in \"") + key + "\": " + error.what());
  }
}

void judge_conditions(Verdict& verdict, const Table& table, Variables variables) {
  const Claim& claim = verdict.claim;
  const auto number = [&](const char* key, const std::optional<Expression>& expression) {
    std::optional<double> result;
    if (expression) result = part(key, [&] { return expression->scalar(table, variables); });
    return result;
  };
  verdict.value = number("value", claim.value);
  verdict.standard_error = number("standard_error", claim.standard_error);
  verdict.repetitions = number("repetitions", claim.repetitions);
  if (verdict.value) variables["value"] = *verdict.value;
  if (verdict.standard_error) variables["standard_error"] = *verdict.standard_error;
  if (verdict.repetitions) variables["repetitions"] = *verdict.repetitions;

  const auto is_true = [&](const char* key, const std::optional<Expression>& expression) {
    if (!expression) throw std::logic_error("claim \"" + claim.id + "\" has no \"" + key + '"');
    return part(key, [&] { return expression->holds(table, variables); });
  };
  if (claim.expected == Expected::reproduces) {
    const bool holds = is_true("holds", claim.holds);
    verdict.kind = holds ? VerdictKind::reproduces : VerdictKind::differs;
    if (!holds) {
      verdict.message = "does not hold: " + claim.holds->text();
      verdict.explanation = number_comparison(verdict) + "The claim's condition does not hold.";
    }
  } else {
    const bool excluded = is_true("printed_fails", claim.printed_fails);
    const bool corrected = is_true("corrected_holds", claim.corrected_holds);
    verdict.explanation = excluded && corrected ? std::string() : number_comparison(verdict);
    if (!excluded) verdict.explanation += "The results do not exclude the printed form.";
    if (!corrected) {
      verdict.explanation +=
          std::string(excluded ? "" : " ") + "The corrected form does not hold on these results.";
    }
    verdict.kind =
        excluded && corrected ? VerdictKind::erratum : VerdictKind::erratum_not_confirmed;
    if (!excluded) {
      verdict.message = "the printed form is not excluded: " + claim.printed_fails->text();
    }
    if (!corrected) {
      verdict.message += (excluded ? "" : "; ") +
                         std::string("the corrected form does not hold: ") +
                         claim.corrected_holds->text();
    }
  }
}

}  // namespace

std::string_view name_of(Expected expected) {
  switch (expected) {
    case Expected::reproduces:
      return "reproduces";
    case Expected::erratum:
      return "erratum";
    case Expected::untestable:
      return "untestable";
  }
  throw std::logic_error("no such expectation");
}

std::string_view name_of(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::reproduces:
      return "reproduces";
    case VerdictKind::differs:
      return "differs";
    case VerdictKind::erratum:
      return "erratum";
    case VerdictKind::erratum_not_confirmed:
      return "erratum not confirmed";
    case VerdictKind::untestable:
      return "untestable";
    case VerdictKind::skipped:
      return "skipped";
    case VerdictKind::unjudged:
      return "not judged";
    case VerdictKind::error:
      return "error";
  }
  throw std::logic_error("no such verdict");
}

std::vector<Claim> parse_claims(std::string_view text, const std::string& file,
                                const std::string& study, const Functions& functions,
                                const Outline* outline) {
  return claims_of(TomlReader::parse(text, file), study, functions, outline);
}

std::vector<Claim> read_claims(const std::filesystem::path& path, const Functions& functions) {
  const std::string study = std::filesystem::absolute(path).parent_path().filename().string();
  const std::optional<Outline> outline = Outline::beside(path);
  return claims_of(TomlReader::read_file(path), study, functions, outline ? &*outline : nullptr);
}

Verdict judge(const Claim& claim, const TableSource& tables) {
  Verdict verdict;
  verdict.claim = claim;
  if (claim.expected == Expected::untestable) {
    verdict.kind = VerdictKind::untestable;
    verdict.message = claim.reason;
    verdict.as_expected = true;
    return verdict;
  }
  try {
    const Table& table = tables(claim.table);
    if (table.rows() == 0) throw DataError("table \"" + claim.table + "\" has no rows");
    // The upper quantile directly would lose digits of 1 - confidence.
    Variables variables{{"z", -numeric::normal_quantile((1 - claim.confidence) / 2)}};
    if (claim.printed) variables["printed"] = *claim.printed;
    if (claim.select) {
      const Table rows = part("select", [&] { return selected(claim, table, variables); });
      judge_conditions(verdict, rows, std::move(variables));
    } else {
      judge_conditions(verdict, table, std::move(variables));
    }
    verdict.as_expected =
        verdict.kind == VerdictKind::reproduces || verdict.kind == VerdictKind::erratum;
  } catch (const std::exception& error) {
    verdict.kind = VerdictKind::error;
    verdict.message = error.what();
    verdict.explanation = "It could not be judged: " + verdict.message + ".";
  }
  return verdict;
}

namespace {

Verdict without_judgement(const Claim& claim, VerdictKind kind, const std::string& reason) {
  Verdict verdict;
  verdict.claim = claim;
  const bool untestable = claim.expected == Expected::untestable;
  verdict.kind = untestable ? VerdictKind::untestable : kind;
  verdict.message = untestable ? claim.reason : reason;
  verdict.as_expected = true;
  return verdict;
}

}  // namespace

Verdict skipped_verdict(const Claim& claim, const std::string& reason) {
  Verdict verdict = without_judgement(claim, VerdictKind::skipped, reason);
  if (verdict.kind == VerdictKind::skipped) {
    verdict.explanation = "Its data are not on this machine: " + reason + ".";
  }
  return verdict;
}

Verdict unjudged_verdict(const Claim& claim, const std::string& reason) {
  return without_judgement(claim, VerdictKind::unjudged, reason);
}

}  // namespace replaybench
