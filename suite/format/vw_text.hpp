#pragma once
// Logs in Vowpal Wabbit's text format of contextual bandits.
//
// Two forms are read; a file has one of them.
//
//   a line per event (--cb):  action:cost[:probability] ['tag]|namespace feature[:value] ... |...
//   several lines (--cb_adf): a line "shared |...", then a line per action, of which the one that
//                             was taken has the label 0:cost:probability (the number before the
//                             colon means nothing there), then an empty line
//
// reward = -cost. Of an event of several lines the actions are the numbers of their lines, from 1,
// and all of them are its pool; the context is the shared line's features. Features of the action
// lines are not read (a context has none of single actions) and reported.
//
// A feature is named "namespace^feature", or "feature" in the namespace without a name; its value is
// 1 where none is written, multiplied by the namespace's weight (|namespace:weight) where it has
// one. Labels of several actions, importance weights and other label types are bad lines. Lines or
// events without a label, which VW uses to predict, are counted and left out.

#include <memory>

#include "suite/format/event_table.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {

/// Reads the whole text; what is wrong with a line is a bad row at its place. Throws DataError when
/// it has no event, too many names of features, or is truncated. Memory: 16 bytes per value of a
/// feature and 56 per event.
std::unique_ptr<LogRows> vw_text_rows(std::unique_ptr<TextSource> source,
                                      EventFormatOptions options = {});

}  // namespace replaybench
