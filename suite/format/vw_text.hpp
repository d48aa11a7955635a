#pragma once
// Logs in Vowpal Wabbit's text format of contextual bandits.
//
// Two forms are read; a file has one of them.
//
//   a line per event (--cb):  action:cost[:probability] ['tag]|namespace feature[:value] ... |...
//   several lines (--cb_adf): a line "shared |...", which may be missing, then a line per action, of
//                             which the one that was taken has the label 0:cost:probability (the
//                             number before the colon means nothing there), then an empty line
//
// A file without a shared line has several lines per event when, before an empty line, more than one
// line stands together, of which just one is labelled.
//
// reward = -cost. Of an event of several lines all actions are its pool, and the context is the
// shared line's features. The actions are the numbers of their lines, from 1. But where the same line
// stands in different places of different events, its place is no name: then an action is named by
// its line's features ("namespace^feature:value", between blanks), provided that the lines of each
// event differ, none is empty, and they come twice or more on average; else by its place still. Both
// are reported. The features of an action's line are those of the action (Log::action_features).
//
// A feature is named "namespace^feature", or "feature" in the namespace without a name; its value is
// 1 if none is written, multiplied by the namespace's weight (|namespace:weight) where it has
// one. Texts of continuous actions (ca), of several slots (ccb) and of slates are refused. Labels of
// several actions, importance weights and other label types are bad lines. Lines or
// events without a label, which VW uses to predict, are counted and left out.

#include <memory>

#include "suite/format/event_table.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {

/// Reads the whole text; what is wrong with a line is a bad row at its place. Throws DataError when
/// it has no event, too many names of features, or is truncated. Memory: 16 bytes per value of a
/// feature, 80 per event, and the different lines of actions, 65,536 at most.
std::unique_ptr<LogRows> vw_text_rows(std::unique_ptr<TextSource> source,
                                      EventFormatOptions options = {});

}  // namespace replaybench
