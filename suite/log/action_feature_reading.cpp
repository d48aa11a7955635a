#include "suite/log/action_feature_reading.hpp"

#include <algorithm>
#include <utility>

#include "suite/log/action_numbering.hpp"

namespace replaybench {

namespace {

constexpr std::uint32_t not_yet = ~std::uint32_t{0};

}  // namespace

void ActionFeatureReading::add(const LogRows& rows) {
  auto file = rows.action_features();
  if (file != file_) {
    file_ = std::move(file);
    own_sets_.assign(file_ ? file_->features.sets() : 0, not_yet);
    own_rows_.assign(file_ ? file_->features.rows() : 0, not_yet);
    own_actions_.assign(file_ ? file_->actions.size() : 0, not_yet);
  }
  if (!file_) {
    members_.clear();
    sets_.push_back(builder_.add_set(members_));
    return;
  }
  std::uint32_t& own = own_sets_[rows.action_set()];
  if (own == not_yet) own = own_set(rows.action_set());
  sets_.push_back(own);
}

std::uint32_t ActionFeatureReading::own_set(std::uint32_t set) {
  const ActionFeatures& theirs = file_->features;
  members_.clear();
  for (const auto& [action, row] : theirs.set(set)) {
    if (own_rows_[row] == not_yet) {
      const SparseRow values = theirs.row(row);
      for (std::size_t i = 0; i < values.places.size(); ++i) {
        values_.push_back({features_.index(theirs.names()[values.places[i]]), values.values[i]});
      }
      own_rows_[row] = builder_.add_row(values_);
    }
    std::uint32_t& own = own_actions_[action];
    if (own == not_yet) own = actions_.index(file_->actions[action]);
    members_.push_back({own, own_rows_[row]});
  }
  return builder_.add_set(members_);
}

void ActionFeatureReading::join(Log& log) && {
  if (!builder_.has_values()) return;
  ActionDictionary numbers;
  for (const std::string& name : log.action_names) numbers.index(name);
  std::vector<Action> action_of;
  for (const std::string& token : actions_.tokens()) {
    action_of.push_back(numbers.find(token).value_or(ActionFeatures::no_action));
  }
  ActionNumbering numbering = number_by_name(features_.tokens());
  const ActionFeatures own = std::move(builder_).build({});
  log.action_features = std::make_shared<const ActionFeatures>(
      own.renumbered(action_of, numbering.number_of, std::move(numbering.names)));
  const bool one = std::all_of(sets_.begin(), sets_.end(), [](auto set) { return set == 0; });
  if (!one) log.action_sets = std::move(sets_);
}

}  // namespace replaybench
