#include "suite/log/pool_cells.hpp"

#include "suite/testing/catch.hpp"

namespace replaybench {

TEST_CASE("pool_cells: the elements of a list are any texts") {
  std::string cell, twice;
  for (const char* name : {"Cold brew", " a|b;c ", "3:x", "Latte"}) add_to_list(cell, name);
  for (int i = 0; i < 2; ++i) add_to_list(twice, "Cold brew");
  PoolCells cells(' ', true);
  ActionDictionary dictionary;
  PoolTable table;
  using Verdict = PoolCells::Verdict;
  CHECK(cells.check("", "Latte", dictionary, table) == Verdict::empty);
  CHECK(cells.check(twice, "Cold brew", dictionary, table) == Verdict::twice);
  CHECK(cells.token_twice() == "Cold brew");
  CHECK(cells.check("1:a0:1:b", "a", dictionary, table) == Verdict::empty_element);
  CHECK(cells.empty_element() == 1);
  CHECK(cells.check(cell, "Cold", dictionary, table) == Verdict::without_action);
  CHECK(cells.check(cell, "a|b;c", dictionary, table) == Verdict::without_action);
  CHECK(cells.likely_separator(cell, "Latte") == 0);
  CHECK(cells.shown(cell) == "Cold brew,  a|b;c , 3:x, Latte");
  for (int i = 0; i < 2; ++i) {  // the cell is new, then known
    CHECK(cells.check(cell, " a|b;c ", dictionary, table) == Verdict::good);
    CHECK(cells.intern(cell, dictionary, table) == 0);
  }
  CHECK(dictionary.tokens() == std::vector<std::string>{"Cold brew", " a|b;c ", "3:x", "Latte"});
  CHECK(table[0].size() == 4);
  CHECK_FALSE(cells.is_bracketed("[a]"));
  CHECK(PoolCells().is_bracketed("['a', 'b']"));
  CHECK(PoolCells().is_bracketed("{a,b}"));
  CHECK_FALSE(PoolCells().is_bracketed("a b"));
}

}  // namespace replaybench
