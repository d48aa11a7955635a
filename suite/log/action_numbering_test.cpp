#include "suite/log/action_numbering.hpp"

#include <algorithm>

#include "suite/log/csv_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

using Names = std::vector<std::string>;

template <class Element>
void shuffle(std::vector<Element>& elements, Draws& draws) {
  for (std::size_t i = elements.size(); i > 1; --i) {
    std::swap(elements[i - 1], elements[draws.below(static_cast<std::uint32_t>(i))]);
  }
}

Names tokens_of(const ActionSet& pool, const Names& names) {
  Names tokens;
  for (Action k = 0; k < pool.size(); ++k) tokens.push_back(names[pool[k]]);
  return tokens;
}

TEST_CASE("action_numbering: natural order, by hand") {
  const Names sorted{"",
                     "-1",
                     "0",
                     "00",  // equal values: by their bytes
                     "01",
                     "1",
                     "2",
                     "9",
                     "10",
                     "10a",
                     "010b",
                     "18446744073709551615",
                     "18446744073709551616",  // beyond 64 bits
                     "99999999999999999999999999",
                     "A",
                     "a",
                     "a0",
                     "a01",
                     "a1",
                     "a1b2",
                     "a1b10",
                     "a02",
                     "a10",
                     "ab",
                     "item2",
                     "item9z",
                     "item10",
                     "item10.2",
                     "item10.10",
                     "\xc3\xa9"};  // bytes are unsigned
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      CAPTURE(sorted[i], sorted[k]);
      CHECK(natural_less(sorted[i], sorted[k]) == (i < k));
    }
  }
}

TEST_CASE("action_numbering: a strict total order of random texts") {
  Names texts;
  for (std::uint64_t t = 0; t < 120; ++t) {
    Draws draws(derive_key(1, "log", "action_numbering_test"), t);
    std::string& text = texts.emplace_back();
    for (std::uint32_t left = draws.below(6); left > 0; --left) text += "019a-"[draws.below(5)];
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  for (const auto& a : texts) {
    REQUIRE_FALSE(natural_less(a, a));
    for (const auto& b : texts) {
      if (a != b) REQUIRE(natural_less(a, b) != natural_less(b, a));
      for (const auto& c : texts) {
        if (natural_less(a, b) && natural_less(b, c)) REQUIRE(natural_less(a, c));
      }
    }
  }
}

TEST_CASE("action_numbering: records, pools and names move together") {
  Log log;
  log.action_count = 4;
  log.action_names = {"d", "b", "a", "c"};
  log.actions = {0, 1, 2, 3, 0};
  log.rewards = {0, 1, 0, 1, 0};
  log.pools = {log.pool_table.intern({0, 1}), log.pool_table.intern({1, 2, 3}), 1, 1, 0};
  const ActionNumbering numbering = number_by_name(log.action_names);
  CHECK(numbering.number_of == std::vector<Action>{3, 1, 0, 2});
  CHECK(numbering.names == Names{"a", "b", "c", "d"});
  renumber_actions(log, numbering.number_of);
  log.check();
  CHECK(log.action_names == numbering.names);
  CHECK(log.actions == std::vector<Action>{3, 1, 0, 2, 3});
  CHECK(tokens_of(log.available(0), log.action_names) == Names{"b", "d"});
  CHECK(tokens_of(log.available(1), log.action_names) == Names{"a", "b", "c"});
  CHECK_THROWS_AS(renumber_actions(log, std::vector<Action>{0, 1}), std::logic_error);
}

TEST_CASE("action_numbering: the order of the lines of a file decides nothing") {
  std::vector<std::string> lines;
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws(derive_key(2, "log", "action_numbering_test"), t);
    const std::uint32_t first = draws.below(20);
    lines.push_back("item" + std::to_string(first + draws.below(3)) + "," + std::to_string(t) +
                    ",item" + std::to_string(first + 2) + " item" + std::to_string(first) +
                    " item" + std::to_string(first + 1) + "\n");
  }
  const auto read = [&](const std::vector<std::string>& given) {
    std::string text = "action,reward,pool\n";
    for (const auto& line : given) text += line;
    return read_csv_log(text, "memory").log;
  };
  const Log log = read(lines);
  REQUIRE(log.action_count == 22);
  for (Action a = 0; a < log.action_count; ++a) {
    CHECK(log.action_names[a] == "item" + std::to_string(a));  // not item1, item10, item11
  }
  for (std::uint64_t order = 0; order < 5; ++order) {
    Draws draws(derive_key(3, "log", "action_numbering_test"), order);
    auto others = lines;
    shuffle(others, draws);
    const Log other = read(others);
    other.check();
    REQUIRE(other.action_names == log.action_names);
    for (std::size_t i = 0; i < other.size(); ++i) {
      const auto line = static_cast<std::size_t>(other.rewards[i]);  // the line's number
      REQUIRE(other.actions[i] == log.actions[line]);
      REQUIRE(tokens_of(other.available(i), other.action_names) ==
              tokens_of(log.available(line), log.action_names));
    }
  }
}

}  // namespace
}  // namespace replaybench
