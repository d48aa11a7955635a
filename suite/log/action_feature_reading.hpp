#pragma once
// Features of single actions while a log is being read: from rows that bring them along, in one file or several.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/log_rows.hpp"
#include "suite/model/action_features.hpp"
#include "suite/model/log.hpp"

namespace replaybench {

class ActionFeatureReading {
 public:
  /// Takes the current row, which became a record. O(1), and O(size of its set) for a set that is new.
  void add(const LogRows& rows);
  /// Gives the log its features of actions, if a record has any: features in natural order of their names,
  /// whatever the order of the records. Needs a log of the records added, whose actions have names.
  /// O(size log size).
  void join(Log& log) &&;

 private:
  std::uint32_t own_set(std::uint32_t set);

  std::shared_ptr<const EventActionFeatures> file_;               // of the last row
  std::vector<std::uint32_t> own_sets_, own_rows_, own_actions_;  // of its own; `not_yet`: not seen
  ActionDictionary actions_, features_;
  ActionFeaturesBuilder builder_;
  std::vector<std::uint32_t> sets_;  // by record
  std::vector<ActionFeaturesBuilder::Value> values_;
  std::vector<ActionFeatures::Member> members_;
};

}  // namespace replaybench
