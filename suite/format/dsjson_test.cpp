#include "suite/format/dsjson.hpp"

#include <algorithm>

#include "suite/format/json_defect.hpp"
#include "suite/format/repeated_texts.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

TableLog read(std::string_view text, const TableOptions& options = {.intercept = false}) {
  return read_log(*dsjson_rows(text_in_memory(text, "log.json")), options);
}
using Names = std::vector<std::string>;
using Doubles = std::vector<double>;
using Catch::Matchers::Contains;

// As Personalizer writes it.
const std::string first_event =
    R"({"_label_cost":-1.0,"_label_probability":0.05000000074505806,"_label_Action":4,"_labelIndex":3,)"
    R"("o":[{"EventId":"e1","v":1.0}],"Timestamp":"2024-02-11T18:47:20.2430000Z","Version":"1",)"
    R"("EventId":"e1","a":[4,1,2,3],"c":{"FromUrl":[{"time":"Morning","sunny":true,"rain":false,)"
    R"("none":null}],"user":{"age":0.5,"id":"Rob","inner":{"k":2},"v":[1,2.5]},"x":3,"_synthetic":false,)"
    R"("_multi":[{"_tag":"tea","i":{"constant":1}},{"_tag":"water","i":{"constant":1}},)"
    R"({"_tag":"latte","i":{"constant":1}},{"_tag":"mocha","i":{"constant":1}}]},)"
    R"("p":[0.05,0.85,0.05,0.05],"VWState":{"m":"model"}})";

std::string event(const std::string& fields) {
  return R"({"_label_cost":0,"_label_probability":0.5,"_label_Action":1,"a":[1,2],"p":[0.5,0.5],)" +
         fields + "}\n";
}

TEST_CASE("dsjson: an event of Personalizer") {
  const auto [log, report] = read(first_event + "\n");
  CHECK(log.action_names == Names{"latte", "mocha", "tea", "water"});
  CHECK(log.actions == std::vector<Action>{1});
  CHECK(log.rewards == Doubles{1});
  CHECK(log.propensities == Doubles{0.05000000074505806});
  CHECK(log.timestamps == Names{"2024-02-11T18:47:20.2430000Z"});
  CHECK(log.feature_names == Names{"x_FromUrl^sunny", "x_FromUrl^time=Morning", "x_user^age",
                                   "x_user^id=Rob", "x_user^inner^k", "x_user^v[0]", "x_user^v[1]",
                                   "x_x"});
  CHECK(log.contexts == Doubles{1, 1, .5, 1, 2, 1, 2.5, 3});
  CHECK(report.warnings.empty());
  REQUIRE(log.has_action_features());
  CHECK(log.action_features->names() == Names{"i^constant"});
  CHECK(log.action_features->rows() == 1);
}

TEST_CASE("dsjson: the objects of c._multi are features of their actions") {
  const auto actions = [](const char* price) {
    return R"("c":{"u":{"t":1},"_multi":[{"_tag":"tea","i":{"price":)" + std::string(price) +
           R"(,"kind":"hot"}},{"_tag":"cola","i":{"price":3,"kind":"cold","new":true}}]})";
  };
  // The third event's actions come in the other order, without another difference.
  const auto [log, report] =
      read(event(actions("2")) + event(actions("2.5")) +
           event(R"("c":{"_multi":[{"_tag":"cola","i":{"new":true,"kind":"cold","price":3}},)"
                 R"({"_tag":"tea","i":{"price":2}}]})") +
           event(R"("c":{"_multi":[{"_tag":"cola"},{"_tag":"tea"}]})"));
  CHECK(report.warnings.empty());
  log.check();
  REQUIRE(log.has_action_features());
  const ActionFeatures& features = *log.action_features;
  CHECK(features.names() == Names{"i^kind=cold", "i^kind=hot", "i^new", "i^price"});
  CHECK(log.feature_names == Names{"x_u^t"});
  ContextReader contexts(log);
  const auto values = [&](std::size_t i, Action action) {
    Doubles dense(4, 0.0);
    const Context context = contexts[i];
    const SparseRow row = context.action_features(action);
    for (std::size_t k = 0; k < row.places.size(); ++k) dense[row.places[k]] = row.values[k];
    return dense;
  };
  REQUIRE(log.action_names == Names{"cola", "tea"});
  for (std::size_t i : {0, 1, 2}) CHECK(values(i, 0) == Doubles{1, 0, 1, 3});
  CHECK(values(0, 1) == Doubles{0, 1, 0, 2});
  CHECK(values(1, 1) == Doubles{0, 1, 0, 2.5});
  CHECK(values(2, 1) == Doubles{0, 0, 0, 2});
  CHECK(values(3, 0) == Doubles(4, 0.0));
  CHECK(values(3, 1) == Doubles(4, 0.0));
  CHECK(features.rows() == 5);  // each different one once
}

TEST_CASE("dsjson: hashed names are those of actions too") {
  const std::string text = event(R"("c":{"_multi":[{"i":{"a":2}},{"i":{"b":3}}]})");
  const Log log = read_log(*dsjson_rows(text_in_memory(text, "log.json"), {.buckets = 8}), {}).log;
  REQUIRE(log.has_action_features());
  // Buckets that no action has are left out.
  REQUIRE(log.action_features->dimension() == 2);
  for (const std::string& name : log.action_features->names()) CHECK(name.starts_with('#'));
}

TEST_CASE("dsjson: pools, actions by number, dangling and skipped events are counted") {
  const auto [log, report] = read(
      event(R"("c":{"u":{"a":1}})") +
      R"({"_label_cost":-2,"_label_probability":0.25,"_labelIndex":2,"a":[3,1],"p":[0.25,0.75]})"
      "\n"
      "\n"
      R"({"RewardValue":1.0,"EventId":"dangling"})"
      "\n"
      R"({"_label_cost":-1,"_label_probability":0.5,"_label_Action":1,"a":[1],"p":[0.5],"_skipLearn":true})"
      "\n"
      R"({"_label_cost":0,"a":[2,1],"p":[0.9,0.1]})"
      "\n");
  CHECK(log.actions == std::vector<Action>{0, 2, 1});
  CHECK(log.rewards == Doubles{0, 2, 0});
  CHECK(log.propensities == Doubles{.5, .25, .9});
  REQUIRE(log.has_pools());
  CHECK(log.available(0).size() == 2);
  CHECK(log.available(1).contains(2));
  CHECK_FALSE(log.available(1).contains(1));
  REQUIRE(report.warnings.size() == 3);
  CHECK(report.warnings[0] == "1 event without a label (dangling) left out");
  CHECK(report.warnings[1] == "1 event with _skipLearn left out");
  CHECK_THAT(report.warnings[2], Contains("3 events whose actions have no _tag"));
}

TEST_CASE("dsjson: an event that stands for dropped ones counts 1/(1 - pdrop) times") {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    text += std::string(R"({"_label_cost":)") + (i < 4 ? "-1" : "0") +
            R"(,"a":[1,2],"p":[0.5,0.5],"pdrop":)" + (i < 4 ? "0" : "0.5") + "}\n";
  }
  const auto [log, report] = read(text);
  CHECK(log.rewards == Doubles{1, 1, 1, 1, 0, 0, 0, 0});
  CHECK(log.originals == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 4, 5, 5});
  CHECK(report.clusters == log.originals);
  CHECK(report.records == 6);
  CHECK_THAT(report.warnings[0], Contains("2 events with pdrop above 0 (0.5 to 0.5)"));
  CHECK_THAT(report.warnings.back(), Contains("6 records of unequal weights stand as 8 copies"));
  // One pdrop for all changes no proportion.
  CHECK_FALSE(read(event(R"("pdrop":0.5)") + event(R"("pdrop":0.5)")).log.has_copies());
}

TEST_CASE("dsjson: a probability that is not the action's entry of p is reported") {
  const auto report = read(R"({"_label_cost":0,"_label_probability":0.5,"a":[1,2],"p":[0.1,0.9]})"
                           "\n")
                          .report;
  CHECK_THAT(report.warnings[0], Contains("1 event whose _label_probability is not"));
}

TEST_CASE("dsjson: more than rounding to single precision is a contradiction, above and below p") {
  const auto contradicts = [](const std::string& probability) {
    const auto report = read(R"({"_label_cost":0,"_label_probability":)" + probability +
                             R"(,"a":[1,2],"p":[0.5,0.5]})"
                             "\n")
                            .report;
    return std::any_of(
        report.warnings.begin(), report.warnings.end(),
        [](const std::string& warning) { return warning.find("entry of p") != warning.npos; });
  };
  for (const char* far : {"0.1", "0.49998", "0.50002", "0.9"}) CHECK(contradicts(far));
  for (const char* near : {"0.499999", "0.5", "0.500001"}) CHECK_FALSE(contradicts(near));
}

TEST_CASE("dsjson: names of actions are any text") {
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const int first = 1 + i, second = 1 + (i + 1) % 3, third = 1 + (i + 2) % 3;
    text += R"({"_label_cost":0,"a":[)" + std::to_string(first) + "," + std::to_string(second) +
            "," + std::to_string(third) + R"(],"p":[0.5,0.25,0.25],"c":{"_multi":[)" +
            R"({"_tag":"Cold brew"},{"_tag":" 3:a,|b\u0000 "},{"_tag":"Latte"}]}})" + "\n";
  }
  text += R"({"_label_cost":0,"a":[1],"p":[1],"c":{"_multi":[{"_tag":"Cold brew"}]}})"
          "\n";
  const auto log = read(text).log;
  CHECK(log.action_names == Names{std::string(" 3:a,|b\0 ", 9), "Cold brew", "Latte"});
  CHECK(log.actions == std::vector<Action>{1, 0, 2, 1});
  REQUIRE(log.has_pools());
  CHECK(log.available(0).size() == 3);
  CHECK(log.available(3).size() == 1);
  CHECK(log.available(3).contains(1));
}

TEST_CASE("dsjson: copies of an action are one, with the sum of their probabilities") {
  const std::string rest =
      R"(],"p":[0.7,0.2,0.1],"c":{"_multi":[{"_tag":"a"},{"_tag":"b"},{"_tag":"a"}]}})"
      "\n";
  std::string text;
  for (const char* actions : {"1,2,3", "2,1,3", "3,1,2"}) {
    text += R"({"_label_cost":0,"a":[)" + (actions + rest);
  }
  const auto [log, report] = read(text);
  CHECK(log.action_names == Names{"a", "b"});
  CHECK(log.actions == std::vector<Action>{0, 1, 0});
  CHECK(log.propensities[0] == 0.7 + 0.1);
  CHECK(log.propensities[1] == 0.7);
  CHECK(log.propensities[2] == 0.7 + 0.2);
  REQUIRE(report.warnings.size() == 1);
  CHECK_THAT(report.warnings[0], Contains("3 events with a _tag that comes twice"));
}

TEST_CASE("dsjson: bad lines have their column and reason") {
  std::string deep = R"({"_label_cost":0,"c":)";
  for (int i = 0; i < 100'000; ++i) deep += R"({"a":)";
  const std::pair<std::string, const char*> lines[] = {
      {R"({"_label_cost":0,"a":[1],"_label_cost":1})",
       "column 26: the key \"_label_cost\" comes twice"},
      {R"({"_label_cost":0,"a":[1],"c":{"u":{"k":1,"j":2,"k":3}}})",
       "column 48: the key \"k\" comes twice"},
      {R"({"_label_cost":0,"o":[{"v":1,"v":1}]})", "column 30: the key \"v\" comes twice"},
      {deep, "column 177: more than 32 nested brackets"},
      {R"({"_label_cost":0,"a":[1])", "column 25: the text ends too early"},
      {R"({"_label_cost":0 "a":[1]})", "column 18: ',' or '}' is expected"},
      {R"({"_label_cost":0,"a":[1]}})", "column 26: text follows the object"},
      {R"({"_label_cost":nul})", "column 16: \"nul\" is no value"},
      {R"([1,2])", "column 1: the line is no JSON object"},
      {"text", "column 1: an object is expected"},
      {R"({"_label_cost":"a"})", "\"_label_cost\" is the text \"a\"; expected a number"},
      {R"({"_label_cost":null})", "\"_label_cost\" is null; expected a number"},
      {R"({"_label_cost":0,"a":[1],"c":{"u":{"id":123456789012345678901234}}})",
       "column 41: \"123456789012345678901234\" has more than 64 bits; write it as a text (at the "
       "key "
       "\"id\")"},
      {R"({"_label_cost":0,"a":[1],"c":{"u":{"t":"abc\ud83d"}}})",
       "is half of a character (a surrogate without the other) (at the key \"t\")"},
      {R"({"_label_cost":0,"_label_Action":1,"_multi":[{"a":1}]})",
       "there is no \"c\", and \"_multi\" stands beside the label: Vowpal Wabbit's JSON"},
      {R"({"_label_cost":0,"_label_Action":1,"User":{"age":1}})",
       "\"User\" stands beside the label"},
      {R"({"_label_cost":0,"a":[0]})",
       "\"a\" is [0]; expected a list of actions, which are numbered from 1"},
      {R"({"_label_cost":0,"a":[1],"p":[null]})", "\"p\" is [null]; expected a list of numbers"},
      {R"({"_label_cost":0,"a":[1],"pdrop":1})",
       "\"pdrop\" is 1; expected a number from 0 to below 1"},
      {R"({"_label_cost":0,"a":[1],"c":[]})", "\"c\" is []; expected an object"},
      {R"({"_label_cost":0})", "neither _label_Action nor _labelIndex nor a"},
      {R"({"_label_cost":0,"_label_Action":2,"_labelIndex":2})",
       "_label_Action is 2, but _labelIndex is 2"},
      {R"({"_label_cost":0,"_label_Action":3,"a":[1,2]})", "action 3 is not in a"},
      {R"({"_label_cost":0,"_label_Action":2,"a":[1,2]})",
       "the label is of action 2, but a begins with 1"},
      {R"({"_label_cost":0,"a":[1,2],"p":[1]})", "p has 1 entries, but a has 2"},
      {R"({"_label_cost":0,"_label_Action":1,"p":[0.5,0.5]})",
       "p has 2 entries, but there is no a, the actions that they are of"},
      {R"({"_label_cost":0,"a":[3,1],"c":{"_multi":[{},{}]}})",
       "an action of a is above the 2 of c._multi"},
      {R"({"_label_cost":0,"_label_probability":0.5,"a":[1,2],"c":{"_multi":[{"_tag":"t"},{"_tag":"t"}]}})",
       "the _tag \"t\" comes twice, and p, whose entries would be added, is missing"},
      {R"({"_label_ca":{"action":1.5,"cost":0,"pdf_value":0.1}})",
       "labels of continuous actions are not read here"},
      {R"({"_label_cost":0,"_outcomes":[]})", "events with several labels (slates) are not read"},
      {R"({"_label_cost":0,"_label_probability":1.5,"_label_Action":1,"a":[1,2]})",
       "column \"propensity\": \"1.5\" is not in (0, 1]"},
      {R"({"_label_cost":0,"_label_probability":0,"_label_Action":1,"a":[1,2]})",
       "column \"propensity\": \"0\" is not in (0, 1]"},
      {R"({"_label_cost":0,"_label_Action":1,"a":[1,2]})", "column \"propensity\" is empty"},
      {R"({"_label_cost":0,"a":[1,1],"p":[0.5,0.5]})", "has \"1\" twice"},
      {R"({"_label_cost":0,")" + std::string(2'000'000, 'x'),
       "column 1048576: the line has more than 1 MiB"},
  };
  const std::string good = event(R"("c":{"u":{"a":1}})");
  for (const auto& [line, reason] : lines) {
    INFO(line.substr(0, 80));
    const auto report = read(good + line + "\n" + good, {.skip_bad_lines = true}).report;
    CHECK(report.lines == 3);
    CHECK(report.records == 2);
    REQUIRE(report.first_bad.size() == 1);
    CHECK(report.first_bad[0].line == 2);
    CHECK_THAT(report.first_bad[0].reason, Contains(reason));
    CHECK_THROWS_WITH(read(good + line + "\n" + good), Contains("log.json:2: "));
  }
  CHECK_THROWS_WITH(read("{\"EventId\":\"a\"}\n"),
                    Contains("no event with a label (_label_cost); 1 are dangling"));
}

TEST_CASE("dsjson: a key twice among few keys and many") {
  for (const int keys : {1, 2, 63, 64, 65, 300}) {
    INFO(keys);
    std::string features;
    for (int i = 0; i < keys; ++i) features += "\"k" + std::to_string(i) + "\":1,";
    const std::string good = event("\"c\":{\"u\":{" + features + "\"last\":1}}");
    CHECK(read(good).log.dimension == static_cast<std::size_t>(keys + 1));
    CHECK_THROWS_WITH(read(event("\"c\":{\"u\":{" + features + "\"k0\":1}}")),
                      Contains("the key \"k0\" comes twice"));
  }
}

TEST_CASE("dsjson: changed bytes are an error or a log") {
  const std::string text = first_event + "\n" + event(R"("c":{"u":{"a":1}})");
  int errors = 0, logs = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    Draws draws(derive_key(1, "format", "dsjson_test"), i);
    constexpr std::string_view special("{}[]\":,\\0-", 10);
    std::string mutated = text;
    const std::size_t at = draws.below(static_cast<std::uint32_t>(text.size()));
    mutated[at] = draws.below(2) ? special[draws.below(10)] : static_cast<char>(draws.below(256));
    if (draws.below(4) == 0) mutated.erase(at, 1 + draws.below(5));
    try {
      const auto [log, report] = read(mutated, {.skip_bad_lines = true});
      log.check();
      if (report.lines != report.records + report.bad_lines) FAIL("inconsistent report");
      ++logs;
    } catch (const DataError&) {
      ++errors;
    }
  }
  CHECK(logs > 5000);
}

TEST_CASE("dsjson: events whose EventId came before are counted, and are records all the same") {
  const auto numbered = [](const std::string& id) { return event(R"("EventId":)" + id); };
  const auto [log, report] = read(numbered(R"("e0")") + numbered(R"("e1")") + numbered(R"("e0")") +
                                  numbered(R"("e1")") + numbered(R"("e0")"));
  CHECK(log.size() == 5);
  CHECK(std::any_of(report.warnings.begin(), report.warnings.end(), [](const auto& warning) {
    return warning.starts_with(
        "3 events have the EventId of an earlier one (line 3 that of line 1, and so on): ");
  }));
  // No identifier is no repeated one; nor is that of an event which is no record.
  const auto different =
      read(numbered(R"("")") + numbered(R"("")") + numbered("null") + numbered("null") +
           numbered(R"("e0")") + "{\"EventId\":\"e0\"}\n" + event("\"c\":{}") + event("\"c\":{}"));
  for (const auto& warning : different.report.warnings) CHECK_THAT(warning, !Contains("EventId"));
}

TEST_CASE("repeated texts: each of many is new once") {
  std::vector<std::uint64_t> fingerprints{0};
  for (int i = 0; i < 100000; ++i) {
    fingerprints.push_back(text_fingerprint("0123456789abcdef-" + std::to_string(i)));
    fingerprints.push_back(text_fingerprint(std::to_string(i)));
    fingerprints.push_back(0);
  }
  CHECK(find_repeated(fingerprints).count == 0);
  fingerprints.push_back(text_fingerprint("7"));
  fingerprints.push_back(text_fingerprint("7"));
  const RepeatedTexts repeated = find_repeated(fingerprints);
  CHECK(repeated.count == 2);
  CHECK(repeated.first == fingerprints.size() - 2);
  CHECK(fingerprints[repeated.earlier] == text_fingerprint("7"));
  CHECK(repeated.earlier == 23);
  CHECK(text_fingerprint(std::string_view("\0", 1)) !=
        text_fingerprint(std::string_view("\0\0", 2)));
  CHECK(find_repeated({}).count == 0);
}

TEST_CASE("json_defect: good texts have none, others their offset") {
  for (const char* good :
       {"{}", "[]", R"({"a":[1,-2.5e3,true,false,null,"x\"y",{"b":{}}]})", " [ ] "}) {
    INFO(good);
    CHECK_FALSE(find_json_defect(good, 8));
  }
  const auto offset = [](std::string_view text) { return find_json_defect(text, 3)->offset; };
  CHECK(offset("") == 0);
  CHECK(offset("[1,]") == 3);
  CHECK(offset("[[[[1]]]]") == 3);
  CHECK(offset("{\"a\":1,\"a\":2}") == 7);
  CHECK(offset("{\"a\" 1}") == 5);
  CHECK(offset("{\"a\":\"\x01\"}") == 6);
  CHECK(offset("[1,18446744073709551616]") == 3);
  CHECK(offset("[-9223372036854775809]") == 1);
  CHECK_FALSE(find_json_defect("[18446744073709551615,-9223372036854775808]", 3));
  CHECK(offset("[1e999]") == 1);
  for (const char* bad : {"[01]", "[1.]", "[.5]", "[-]", "[1e]", "[+1]", "[1-2]"}) {
    INFO(bad);
    CHECK(offset(bad) == 1);
  }
  for (const char* good : {"[0]", "[-0.5]", "[1E+2]", "[1e-400]", "[\"\\ud83d\\ude00\"]"}) {
    INFO(good);
    CHECK_FALSE(find_json_defect(good, 3));
  }
  CHECK(offset("[\"a\\ud83d\"]") == 3);
  CHECK(offset("[\"a\\ude00\"]") == 3);
  CHECK(offset("[\"a\\u12g4\"]") == 3);
  CHECK(offset("[\"a\\q\"]") == 3);
  CHECK(offset("[\"abc") == 1);
}

}  // namespace
}  // namespace replaybench
