#include "suite/claim/claim_keys.hpp"

namespace replaybench {

FormatKeys claim_keys() {
  static constexpr FormatKey keys[] = {
      {"claim", "id", "name, or in the heading", "identifies the claim in its study"},
      {"claim", "where", "string", "a place of the thesis, as in `thesis.toml`"},
      {"claim", "statement", "string", "what is claimed"},
      {"claim", "expected", "string", "the expected [verdict](#verdicts)"},
      {"claim", "expected_at_full", "string [as expected]",
       "the verdict at profile `full`, of a claim that is undecided at `standard`"},
      {"claim", "readings", "strings [none]", "interpretations of what the text leaves open"},
      {"claim", "same_as", "\"study/id\" [none]",
       "another claim about the same statement or error"},
      {"claim", "stand_in", "string", "the generated data that replace lost data, and the reason"},
      {"claim", "table", "name", "the table that the tests read"},
      {"claim", "select", "condition [all rows]", "the rows that the tests read"},
      {"claim", "printed", "number [none]",
       "the number in the thesis, available as `printed` in expressions"},
      {"claim", "printed_text", "string [none]",
       "the same number as a string, as printed; if it is a percentage, pages also show our number "
       "in percent"},
      {"claim", "estimate", "expression", "the estimate"},
      {"claim", "standard_error", "expression", "its standard error"},
      {"claim", "repetitions", "expression [the least `m_n`]",
       "number of independent repetitions, at least ten; by default of the last column `m` of the "
       "estimate, with `each` and `slope_on` of the row"},
      {"claim", "measured", "expression",
       "instead of these three: a selection from a column `m` (`m`, `value`, `at`, `where`, "
       "`first`, `last`), also times, over, plus or minus constants; error (times the absolute "
       "factor) and repetitions are selected from `m_se` and `m_n`; a key `repetitions` takes "
       "precedence"},
      {"claim", "mean_of", "expression",
       "instead of these three: the mean of a column of independent values"},
      {"claim", "minus", "expression [none]", "an independent estimate, subtracted"},
      {"claim", "minus_error", "expression [0]", "its standard error"},
      {"claim", "minus_measured", "expression [none]", "both, like `measured`"},
      {"claim", "divided_by", "expression [none]", "an independent estimate, the divisor"},
      {"claim", "divided_by_error", "expression [0]", "its standard error"},
      {"claim", "divided_by_measured", "expression [none]", "both, like `measured`"},
      {"claim", "slope_on", "expression [none]",
       "tests the slope of the estimates, one per row, on this"},
      {"claim", "proportion", "boolean [false]",
       "the estimate is a proportion of independent trials"},
      {"claim", "exact", "string",
       "why the number has no error: it is computed, not sampled; also of tests with an estimate "
       "without error"},
      {"claim", "each", "condition [none]",
       "a test for each row of the condition, with joint confidence"},
      {"claim", "confidence", "number [0.999]", "confidence level of the interval"},
      {"claim", "label", "string [none]", "name of the test"},
      {"claim", "greater", "expression",
       "lower bound; a test has one of `greater`, `less`, `between`, `equals`, `differs`"},
      {"claim", "less", "expression", "upper bound"},
      {"claim", "between", "two expressions", "lower and upper bound; requires `because`"},
      {"claim", "equals", "expression",
       "the number that it equals within `margin`; requires `margin` and `because`"},
      {"claim", "differs", "expression",
       "the number from which it differs, by more than `margin` if there is one"},
      {"claim", "margin", "expression", "of `equals` and `differs`"},
      {"claim", "because", "string", "the reason for the bound or the margin"},
      {"claim", "test", "table, or a list of them",
       "tests, instead of the keys of one test in the claim itself; all must hold (some, but not "
       "all, if the verdict depends on the reading)"},
      {"claim", "printed_fails", "table, or a list of them",
       "erratum: the test that the printed form is wrong"},
      {"claim", "corrected_holds", "table, or a list of them",
       "erratum: the test that the corrected form is right"},
      {"claim", "corrected", "string", "erratum: the correct statement"},
      {"claim", "argument", "string", "the reason; required for an erratum"},
      {"claim", "reason", "string", "untestable claim: why nothing could be computed"},
      {"claim", "note", "string [none]", "anything else"},
      {"test", "table", "name [the claim's]",
       "the table; `select` is then not taken from the claim"},
      {"test", "select", "condition [the claim's]", "the rows"},
      {"test", "estimate", "expression", "the estimate"},
      {"test", "standard_error", "expression", "its standard error"},
      {"test", "repetitions", "expression [the least `m_n`]",
       "number of independent repetitions, at least ten; by default of the last column `m` of the "
       "estimate, with `each` and `slope_on` of the row"},
      {"test", "measured", "expression",
       "instead of these three: a selection from a column `m` (`m`, `value`, `at`, `where`, "
       "`first`, `last`), also times, over, plus or minus constants; error (times the absolute "
       "factor) and repetitions are selected from `m_se` and `m_n`; a key `repetitions` takes "
       "precedence"},
      {"test", "mean_of", "expression",
       "instead of these three: the mean of a column of independent values"},
      {"test", "minus", "expression [none]", "an independent estimate, subtracted"},
      {"test", "minus_error", "expression [0]", "its standard error"},
      {"test", "minus_measured", "expression [none]", "both, like `measured`"},
      {"test", "divided_by", "expression [none]", "an independent estimate, the divisor"},
      {"test", "divided_by_error", "expression [0]", "its standard error"},
      {"test", "divided_by_measured", "expression [none]", "both, like `measured`"},
      {"test", "slope_on", "expression [none]",
       "tests the slope of the estimates, one per row, on this"},
      {"test", "proportion", "boolean [false]",
       "the estimate is a proportion of independent trials"},
      {"test", "exact", "string",
       "why the number has no error: it is computed, not sampled; also of tests with an estimate "
       "without error"},
      {"test", "each", "condition [none]",
       "a test for each row of the condition, with joint confidence"},
      {"test", "confidence", "number [0.999]", "confidence level of the interval"},
      {"test", "label", "string [none]", "name of the test"},
      {"test", "greater", "expression",
       "lower bound; a test has one of `greater`, `less`, `between`, `equals`, `differs`"},
      {"test", "less", "expression", "upper bound"},
      {"test", "between", "two expressions", "lower and upper bound; requires `because`"},
      {"test", "equals", "expression",
       "the number that it equals within `margin`; requires `margin` and `because`"},
      {"test", "differs", "expression",
       "the number from which it differs, by more than `margin` if there is one"},
      {"test", "margin", "expression", "of `equals` and `differs`"},
      {"test", "because", "string", "the reason for the bound or the margin"}};
  return keys;
}

}  // namespace replaybench
