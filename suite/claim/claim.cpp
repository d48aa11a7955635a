#include "suite/claim/claim.hpp"

#include <algorithm>
#include <map>

#include "suite/claim/claim_keys.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

namespace {

// Keys about numbers, which a claim that was not tested has none of.
constexpr const char* data_keys[] = {"select",
                                     "estimate",
                                     "standard_error",
                                     "minus",
                                     "minus_error",
                                     "divided_by",
                                     "divided_by_error",
                                     "slope_on",
                                     "each",
                                     "proportion",
                                     "exact",
                                     "repetitions",
                                     "confidence",
                                     "test",
                                     "printed_fails",
                                     "corrected_holds",
                                     "mean_of",
                                     "measured",
                                     "minus_measured",
                                     "divided_by_measured",
                                     "label",
                                     "greater",
                                     "less",
                                     "between",
                                     "equals",
                                     "differs",
                                     "margin",
                                     "because"};

bool is_on_stand_in(std::optional<Expected> expected) {
  return expected == Expected::stand_in || expected == Expected::not_on_stand_in;
}

// True if an expression depends on the table or on a formula: on more than `printed`.
bool reads_data(const Claim& claim, const Expression& expression) {
  const auto names = expression.names();
  return expression.calls_external() ||
         std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return !(name == "printed" && claim.printed);
         });
}

class ClaimReader {
 public:
  ClaimReader(TomlReader reader, const std::string& study, const Functions& functions,
              const Outline* outline)
      : reader_(std::move(reader)), expressions_(functions), outline_(outline) {
    claim_.study = study;
  }

  Claim read() {
    claim_.place = reader_.place();
    claim_.id = reader_.required_text("id");
    read_where();
    claim_.statement = reader_.required_text("statement");
    claim_.printed_text = reader_.optional_text("printed_text");
    claim_.note = reader_.optional_text("note");
    if (reader_.has("printed")) claim_.printed = reader_.required_number("printed");
    claim_.readings = reader_.optional_texts("readings");
    const std::string expected =
        reader_.one_of("expected", {expectation_names.begin(), expectation_names.end()});
    claim_.expected = expectation_names.find(expected).value_or(claim_.expected);
    if (!expected.empty())
      read_evidence(expected);
    else
      skip_evidence();
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

  void read_evidence(const std::string& expected) {
    const bool is_erratum = claim_.expected == Expected::erratum;
    if (claim_.expected == Expected::undecided) {
      read_expected_at_full();
    } else {
      refuse("expected_at_full", expected);
    }
    if (claim_.expected == Expected::untestable) {
      claim_.reason = reader_.required_text("reason");
      claim_.table = reader_.optional_text("table");
      claim_.argument = reader_.optional_text("argument");
      for (const char* key : data_keys) refuse(key, expected);
      for (const char* key : {"corrected", "same_as", "stand_in"}) refuse(key, expected);
      return;
    }
    refuse("reason", expected);
    if (is_on_stand_in(claim_.expected) || is_on_stand_in(claim_.expected_at_full)) {
      claim_.stand_in = reader_.required_text("stand_in");
    } else {
      claim_.stand_in = reader_.optional_text("stand_in");
      if (claim_.expected == Expected::does_not_reproduce && !claim_.stand_in.empty()) {
        reader_.problem("stand_in", "\"stand_in\" goes with expected = \"not on a stand-in\"");
      }
    }
    if (claim_.expected == Expected::reading && claim_.readings.size() < 2) {
      reader_.problem(
          reader_.place(),
          "\"readings\" is missing: the interpretations that hold and those that do not");
    }
    claim_.argument =
        is_erratum ? reader_.required_text("argument") : reader_.optional_text("argument");
    if (is_erratum) {
      claim_.corrected = reader_.required_text("corrected");
    } else {
      refuse("corrected", expected);
    }
    claim_.same_as = reader_.optional_text("same_as");
    reader_.expect(claim_.same_as.empty() || claim_.same_as.find('/') != std::string::npos,
                   "same_as", "STUDY/ID of another claim");
    claim_.table = reader_.required_text("table");
    claim_.select = expressions_.optional(reader_, "select");
    claim_.confidence = reader_.optional_number("confidence", claim_.confidence);
    if (!reader_.expect(claim_.confidence > 0 && claim_.confidence < 1, "confidence",
                        "a number in (0, 1)")) {
      claim_.confidence = 0.999;
    }
    const char* first = is_erratum ? "printed_fails" : "test";
    if (is_erratum) {
      refuse("test", expected);
    } else {
      for (const char* key : {"printed_fails", "corrected_holds"}) refuse(key, expected);
    }
    DeclaredTest inherited;
    inherited.table = claim_.table;
    inherited.select = claim_.select;
    inherited.confidence = claim_.confidence;
    read_number(reader_, expressions_, inherited);
    inherited.each = expressions_.optional(reader_, "each");
    claim_.tests = tests(first, inherited);
    if (is_erratum) claim_.corrected_tests = tests("corrected_holds", inherited);
  }

  // One of those with the same keys: an erratum has other tests, an untestable claim has none.
  void read_expected_at_full() {
    if (!reader_.has("expected_at_full")) return;
    std::vector<std::string_view> names(expectation_names.begin(), expectation_names.end());
    for (const Expected other :
         {Expected::undecided, Expected::erratum, Expected::untestable, Expected::reading}) {
      std::erase(names, name_of(other));
    }
    claim_.expected_at_full =
        expectation_names.find(reader_.one_of("expected_at_full", {names.begin(), names.end()}));
  }

  // The keys of every kind count as known where the kind is not.
  void skip_evidence() {
    for (const char* key : data_keys) reader_.has(key);
    for (const char* key :
         {"table", "reason", "corrected", "same_as", "stand_in", "argument", "expected_at_full"}) {
      reader_.has(key);
    }
  }

  std::vector<DeclaredTest> tests(const char* key, const DeclaredTest& inherited) {
    std::vector<DeclaredTest> list;
    if (claim_.expected != Expected::erratum && has_requirement(reader_)) {
      if (reader_.has(key)) {
        reader_.problem(key, "the claim has a requirement of its own; move it into a test");
      }
      list.push_back(read_declared_test(reader_, expressions_, inherited));
    } else if (!reader_.has(key)) {
      reader_.problem(reader_.place(),
                      std::string("\"") + key + "\" is missing: a test, or several");
    } else {
      for (const TomlReader& test : reader_.blocks(key, {}, claim_keys())) {
        list.push_back(read_declared_test(test, expressions_, inherited));
      }
    }
    if (claim_.expected == Expected::reading && list.size() == 1) {
      reader_.problem(key, "it has one test; a claim that depends on the reading has one of each");
    }
    if (list.empty() && reader_.has(key)) {
      reader_.problem(key, std::string("\"") + key + "\" has no test");
    }
    for (const DeclaredTest& test : list) {
      if (!test.number.estimate) continue;
      if (!reads_data(claim_, *test.number.estimate)) {
        reader_.problem(key, std::string("the estimate of \"") + key +
                                 "\" reads no column and no formula, so it says nothing about the "
                                 "reproduction");
      }
    }
    return list;
  }

  void refuse(std::string_view key, const std::string& expected) {
    if (reader_.has(key)) {
      reader_.problem(
          key, '"' + std::string(key) + "\" does not go with expected = \"" + expected + '"');
    }
  }

  TomlReader reader_;
  ExpressionReader expressions_;
  const Outline* outline_;
  Claim claim_;
};

std::vector<Claim> claims_of(TomlReader reader, const std::string& study,
                             const Functions& functions, const Outline* outline) {
  std::vector<Claim> claims;
  std::map<std::string, std::size_t> lines;
  for (TomlReader& table : reader.blocks("claim", "id", claim_keys())) {
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

}  // namespace

std::string statement_name(const Claim& claim) {
  return claim.same_as.empty() ? claim.study + '/' + claim.id : claim.same_as;
}

Claim at_profile(Claim claim, Profile profile) {
  if (profile == Profile::full) claim.expected = claim.expected_at_full.value_or(claim.expected);
  return claim;
}

namespace {

// True if there is a study of this name beside the one whose claims are in `file`, or in another chapter.
bool has_neighbour(const std::filesystem::path& file, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path chapter = fs::absolute(file).parent_path().parent_path();
  std::error_code error;
  if (fs::exists(chapter / name / "experiment.toml", error)) return true;
  for (fs::directory_iterator entry(chapter.parent_path(), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code none;
    if (fs::exists(entry->path() / name / "experiment.toml", none)) return true;
  }
  return false;
}

}  // namespace

void check_same_as(const std::vector<Claim>& claims) {
  std::map<std::string, std::vector<std::string>> ids;
  for (const Claim& claim : claims) ids[claim.study].push_back(claim.id);
  std::vector<SpecProblem> problems;
  for (const Claim& claim : claims) {
    if (claim.same_as.empty()) continue;
    const auto complain = [&](const std::string& what) {
      problems.push_back({claim.place, "claim \"" + claim.id + "\": \"same_as\" is " + what});
    };
    const auto slash = claim.same_as.find('/');
    const std::string name = claim.same_as.substr(0, slash);
    const auto study = ids.find(name);
    if (claim.same_as == claim.study + '/' + claim.id) {
      complain("the claim itself");
    } else if (study != ids.end()) {
      const std::string id = claim.same_as.substr(slash + 1);
      const auto& known = study->second;
      if (std::find(known.begin(), known.end(), id) != known.end()) continue;
      complain('"' + claim.same_as + "\", and the study has no claim \"" + id + '"' +
               suggestion(id, known));
    } else if (!has_neighbour(claim.place.file, name)) {
      complain('"' + claim.same_as + "\", and there is no study \"" + name + "\" beside this one");
    }
  }
  if (!problems.empty()) throw SpecErrors(std::move(problems));
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

}  // namespace replaybench
