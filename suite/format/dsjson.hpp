#pragma once
// Logs as dsjson: a JSON object per line, as Vowpal Wabbit (--dsjson) and Azure Personalizer have
// them.
//
//   _label_cost         the reward is its negative. An event without it is dangling (no outcome was
//                       joined to it): counted, reported and left out
//   _label_probability  the propensity; where it is missing, the entry of p for the action
//   _label_Action       the action's number, from 1; or _labelIndex, from 0; or else the first of a
//   a, p                the actions that were available, the one taken first, and their probabilities;
//                       a is the pool
//   c                   the context, in namespaces; c._multi has an object per action, in namespaces too: its
//                       features (Log::action_features)
//   _skipLearn          true: counted, reported and left out
//   pdrop               events were dropped with this probability before the log: each counts 1/(1 - pdrop) times
//                       (LogRows::weight); reported
//   Timestamp           kept as text
//   EventId             a text; events whose EventId came before are a warning
//
// An action's name is its _tag in c._multi, which is any text, where each action of the event has one,
// else its number. Actions of one event with the same _tag are one action, whose propensity is the sum
// of theirs; reported.
//
// Features: number v at key k in namespace n: "n^k" with v; text t: "n^k=t" with 1; true: "n^k" with
// 1; false and null: nothing; an array of numbers: "n^k[0]", "n^k[1]", ...; objects in arrays count as
// if they stood there themselves; objects in objects add a name to the path. Keys with a leading
// underscore are no features. Those of an object in c._multi are features of its action.
//
// Bad lines: no JSON object, nested more than max_json_depth deep, a key twice in an object, a line
// of more than 1 MiB (each with the column), an action outside a, a cost or probability that is no
// number, labels that contradict each other, several labels (_outcomes), labels of continuous actions
// (_label_ca).

#include <memory>

#include "suite/format/event_table.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {

inline constexpr std::size_t max_json_depth = 32;

/// Reads the whole text; what is wrong with a line is a bad row at its place. Throws DataError when
/// it has no event with a label, too many names of features, or is truncated. Memory: 16 bytes per
/// value of a feature and 64 per event.
std::unique_ptr<LogRows> dsjson_rows(std::unique_ptr<TextSource> source,
                                     EventFormatOptions options = {});

}  // namespace replaybench
