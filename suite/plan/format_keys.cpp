#include "suite/plan/format_keys.hpp"

namespace replaybench {

FormatKeys experiment_keys() {
  static constexpr FormatKey keys[] = {
      {"simulation", "name", "name, or in the heading",
       "identifies the block; letters, digits and `_`"},
      {"simulation", "seed", "integer [the study's]",
       "seed of the block's random numbers, if it differs from the study's"},
      {"simulation", "sweep", "strings by profile [none]",
       "`\"K = 2 10\"`, `\"T = 1..9 by 2\"`, `\"T = log 10..1e6 by 61\"`, `\"half = 1 2; best = 2 "
       "4\"`"},
      {"simulation", "only", "expression, or alternatives [all]",
       "keeps the combinations of the sweep for which the expression holds"},
      {"simulation", "datasets", "strings by profile",
       "components, `\"label = component\"`, or `\"a = x{...} else b = y{...}\"` (a stand-in); "
       "`$name` is a sweep variable"},
      {"simulation", "algorithms", "strings by profile", "components, as above"},
      {"simulation", "evaluators", "strings by profile", "components, as above"},
      {"simulation", "logging", "string [uniform policy]", "the policy that writes simulated logs"},
      {"simulation", "horizon", "expression by profile [\"0\"]",
       "interactions of a replicate; 0 is the whole file or environment"},
      {"simulation", "truth", "expression [none]",
       "the true value; adds the columns `error` and `squared_error`"},
      {"simulation", "replicates", "integer by profile [1]",
       "independent repetitions of each combination"},
      {"simulation", "keep", "\"moments\" or \"rows\" [\"moments\"]",
       "stores means and variances, or every replicate (required by `replicates` and `difference` "
       "of tables)"},
      {"simulation", "block", "integer by profile [1000; 100 with rows]", "replicates per cell"},
      {"tuning", "name", "name, or in the heading", "as of a simulation"},
      {"tuning", "seed", "integer [the study's]", "as of a simulation"},
      {"tuning", "sweep", "strings by profile [none]", "as of a simulation"},
      {"tuning", "only", "expression, or a list [all]", "as of a simulation"},
      {"tuning", "datasets", "strings by profile", "as of a simulation"},
      {"tuning", "algorithms", "strings by profile", "as of a simulation"},
      {"tuning", "evaluators", "strings by profile", "as of a simulation"},
      {"tuning", "logging", "string [uniform policy]", "as of a simulation"},
      {"tuning", "horizon", "expression by profile [\"0\"]", "as of a simulation"},
      {"tuning", "truth", "expression [none]", "as of a simulation"},
      {"tuning", "replicates", "integer by profile [1]", "as of a simulation"},
      {"tuning", "candidates", "table of lists [of the algorithm]",
       "by label, the values of `$candidate` in the algorithm"},
      {"tuning", "selection", "integer by profile [0]",
       "additional replicates, on other seeds, for the selection of a candidate"},
      {"tuning", "block", "integer by profile [100]", "replicates per cell"},
      {"grid", "name", "name, or in the heading", "identifies the block"},
      {"grid", "sweep", "strings by profile [none]", "as of a simulation"},
      {"grid", "only", "expression, or a list [all]", "as of a simulation"},
      {"grid", "columns", "strings",
       "`\"name = expression\"`, of the sweep variables and earlier columns"},
      {"table", "name", "name, or in the heading", "the name of the CSV file"},
      {"table", "from", "name [its own name]", "a simulation, tuning or grid"},
      {"table", "select", "\"printed\", \"separate\" or \"both\" [every candidate]",
       "for a tuning, keeps only the selected candidate"},
      {"table", "replicates", "boolean [false]", "one row per replicate; not with `difference`"},
      {"table", "difference", "table [none]",
       "paired differences: `axis`, `minuend`, `subtrahend` (every pair if both are missing), "
       "`then` (a difference of differences)"},
      {"table", "only", "expression, or alternatives [all]",
       "keeps the rows for which the expression holds; applied after `derive`"},
      {"table", "lookup", "list of tables [none]",
       "a new column, by the strings of another: `column`, `by`, `values`, `otherwise`"},
      {"table", "derive", "strings [none]", "additional columns, `\"name = expression\"`"},
      {"table", "columns", "strings [all]", "the columns to keep, in this order"}};
  return keys;
}

}  // namespace replaybench
