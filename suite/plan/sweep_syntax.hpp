#pragma once
// The small forms inside the texts of a study: sweeps, labels, lists of candidates.

#include <string>
#include <string_view>
#include <vector>

#include "suite/plan/experiment.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

/// Without spaces and tabs at its ends.
std::string trimmed(const std::string& text);

/// A component's text with `parameter`, "name=value", after its parameters; of "ucb" and of "ucb{...}".
std::string with_parameter(const std::string& text, const std::string& parameter);
/// Letters, digits and _, not a digit first.
bool is_identifier(const std::string& text);
/// "label = component{...}" or "component{...}".
LabelledComponent labelled(const std::string& text, const SourcePlace& place);
/// Like `labelled`, with the alternatives after each " else ".
LabelledComponent with_alternatives(const std::string& text, const SourcePlace& place);

/// The axes of the key "sweep", none if it is not there. Forms of an axis: "K = 2 10 20",
/// "T = 1..1000", "T = 10..500 by 10", "T = log 100..1e6 by 61", "reading = c x". What is wrong
/// becomes a problem of `table`; the variable is known all the same, so that its uses are not wrong
/// too.
std::vector<SweepAxis> read_sweep(TomlReader& table, Profile profile);

/// The word that each candidate replaces in the algorithms of a tuning.
inline constexpr std::string_view candidate_word = "$candidate";

/// The candidates of a tuning's algorithms: those of the key "candidates", or, for an algorithm
/// that is not there and has no "$candidate", those of its description; that parameter is then
/// added to its text. What is wrong becomes a problem of `table`.
TuningSpec read_tuning(TomlReader& table, Profile profile, const std::vector<SweepAxis>& sweep,
                       std::vector<LabelledComponent>& algorithms);

}  // namespace replaybench
