#include "suite/plan/format_keys.hpp"

namespace replaybench {

FormatKeys experiment_keys() {
  static constexpr FormatKey keys[] = {
      {"simulation", "name", "name, or in the heading",
       "identifies the block; letters, digits and `_`"},
      {"simulation", "seed", "integer [the study's]",
       "of the block's random numbers: the part of another study keeps its seed here"},
      {"simulation", "sweep", "texts by profile [none]",
       "`\"K = 2 10\"`, `\"T = 1..9 by 2\"`, `\"T = log 10..1e6 by 61\"`, `\"half = 1 2; best = 2 "
       "4\"` (together); the last varies fastest"},
      {"simulation", "only", "expression, or a list of which one must hold [all]",
       "keeps the combinations of the sweep for which it holds"},
      {"simulation", "datasets", "texts by profile",
       "components, `\"label = component\"`, or `\"a = x{...} else b = y{...}\"` (a stand-in); "
       "`$name` is a sweep variable"},
      {"simulation", "algorithms", "texts by profile", "components, as above"},
      {"simulation", "evaluators", "texts by profile", "components, as above"},
      {"simulation", "logging", "text [uniform policy]", "the policy that writes simulated logs"},
      {"simulation", "horizon", "expression by profile [\"0\"]",
       "interactions of a replicate; 0 is the whole file or environment"},
      {"simulation", "truth", "expression [none]",
       "the true value; adds the columns `error` and `squared_error`"},
      {"simulation", "replicates", "integer by profile [1]",
       "independent repetitions of each combination"},
      {"simulation", "keep", "\"moments\" or \"rows\" [\"moments\"]",
       "what is stored of the replicates; `rows` is needed by `replicates` and `difference` of "
       "tables"},
      {"simulation", "block", "integer by profile [1000; 100 with rows]", "replicates of one cell"},
      {"tuning", "name", "name, or in the heading", "as of a simulation"},
      {"tuning", "seed", "integer [the study's]", "as of a simulation"},
      {"tuning", "sweep", "texts by profile [none]", "as of a simulation"},
      {"tuning", "only", "expression, or a list [all]", "as of a simulation"},
      {"tuning", "datasets", "texts by profile", "as of a simulation"},
      {"tuning", "algorithms", "texts by profile", "as of a simulation"},
      {"tuning", "evaluators", "texts by profile", "as of a simulation"},
      {"tuning", "logging", "text [uniform policy]", "as of a simulation"},
      {"tuning", "horizon", "expression by profile [\"0\"]", "as of a simulation"},
      {"tuning", "truth", "expression [none]", "as of a simulation"},
      {"tuning", "replicates", "integer by profile [1]", "as of a simulation"},
      {"tuning", "candidates", "table of lists [of the algorithm]",
       "by label: what `$candidate` in the algorithm stands for, in turn"},
      {"tuning", "selection", "integer by profile [0]",
       "further replicates, of other seeds, on which a candidate may be selected"},
      {"tuning", "block", "integer by profile [100]", "replicates of one cell"},
      {"grid", "name", "name, or in the heading", "identifies the block"},
      {"grid", "sweep", "texts by profile [none]", "as of a simulation"},
      {"grid", "only", "expression, or a list [all]", "as of a simulation"},
      {"grid", "columns", "texts",
       "`\"name = expression\"` of the sweep variables and the columns before it"},
      {"table", "name", "name, or in the heading", "the name of the CSV file"},
      {"table", "from", "name [the own name]", "a simulation, tuning or grid"},
      {"table", "select", "\"printed\", \"separate\" or \"both\" [every candidate]",
       "of a tuning: the selected candidate only"},
      {"table", "replicates", "boolean [false]", "one row for each replicate"},
      {"table", "difference", "table [none]",
       "paired differences: `axis`, `minuend`, `subtrahend` (without both: every pair), `then` "
       "(another difference of these)"},
      {"table", "only", "expression, or a list of which one must hold [all]",
       "keeps the rows for which it holds; after `derive`"},
      {"table", "lookup", "list of tables [none]",
       "a column by the texts of another: `column`, `by`, `values`, `otherwise`"},
      {"table", "derive", "texts [none]", "further columns, `\"name = expression\"`"},
      {"table", "columns", "texts [all]", "the columns that are kept, in this order"}};
  return keys;
}

}  // namespace replaybench
