#include "suite/log/action_numbering.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace replaybench {

namespace {

bool starts_with_digit(std::string_view text) { return text[0] >= '0' && text[0] <= '9'; }

// Takes the digits in front; gives them without leading zeros, so that of two the longer is larger.
std::string_view take_number(std::string_view& text) {
  const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::string_view left = a;
  std::string_view right = b;
  while (!left.empty() && !right.empty()) {
    if (starts_with_digit(left) && starts_with_digit(right)) {
      const std::string_view m = take_number(left);
      const std::string_view n = take_number(right);
      if (m.size() != n.size()) return m.size() < n.size();
      if (m != n) return m < n;
    } else {
      // Bytes as char_traits<char> compares them: unsigned.
      if (left[0] != right[0]) return left.substr(0, 1) < right.substr(0, 1);
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  if (left.empty() && right.empty()) return a < b;
  return left.empty();
}

ActionNumbering number_by_name(std::vector<std::string> tokens, std::size_t logged) {
  std::vector<Action> order(tokens.size());
  std::iota(order.begin(), order.end(), Action{0});
  const auto by_name = [&](Action a, Action b) { return natural_less(tokens[a], tokens[b]); };
  const auto others = order.begin() + static_cast<std::ptrdiff_t>(std::min(logged, order.size()));
  std::stable_sort(order.begin(), others, by_name);
  std::stable_sort(others, order.end(), by_name);
  ActionNumbering numbering;
  numbering.number_of.resize(tokens.size());
  numbering.names.reserve(tokens.size());
  for (Action number = 0; number < order.size(); ++number) {
    numbering.number_of[order[number]] = number;
    numbering.names.push_back(std::move(tokens[order[number]]));
  }
  return numbering;
}

namespace {

// Rows of a number per action, in the actions' new order.
void renumber_rows(std::vector<double>& rows, std::span<const Action> number_of) {
  std::vector<double> row(number_of.size());
  for (std::size_t first = 0; first < rows.size(); first += row.size()) {
    for (Action a = 0; a < row.size(); ++a) row[number_of[a]] = rows[first + a];
    std::copy(row.begin(), row.end(), rows.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

}  // namespace

void renumber_actions(Log& log, std::span<const Action> number_of) {
  if (number_of.size() != log.action_count) {
    throw std::logic_error("renumber_actions: not a number for each action");
  }
  if (std::is_sorted(number_of.begin(), number_of.end())) return;  // each keeps its own
  for (Action& action : log.actions) action = number_of[action];
  PoolTable pools;
  std::vector<Action> members;
  for (std::uint32_t pool = 0; pool < log.pool_table.size(); ++pool) {
    const ActionSet before = log.pool_table[pool];
    members.clear();
    for (Action i = 0; i < before.size(); ++i) members.push_back(number_of[before[i]]);
    std::sort(members.begin(), members.end());
    pools.intern(members);
  }
  log.pool_table = std::move(pools);
  if (log.action_features) {
    const ActionFeatures& before = *log.action_features;
    std::vector<std::uint32_t> same(before.dimension());
    std::iota(same.begin(), same.end(), 0u);
    log.action_features =
        std::make_shared<const ActionFeatures>(before.renumbered(number_of, same, before.names()));
  }
  for (TargetPolicy& target : log.targets) renumber_rows(target.all, number_of);
  for (RewardPredictions& given : log.predictions) renumber_rows(given.all, number_of);
  if (log.action_names.empty()) return;
  std::vector<std::string> names(log.action_names.size());
  for (Action a = 0; a < number_of.size(); ++a) {
    names[number_of[a]] = std::move(log.action_names[a]);
  }
  log.action_names = std::move(names);
}

void name_and_number_actions(Log& log, const std::vector<std::string>& tokens, std::size_t logged) {
  log.action_count = static_cast<Action>(tokens.size());
  log.unlogged = static_cast<Action>(tokens.size() - logged);
  log.action_names.clear();
  ActionNumbering numbering = number_by_name(tokens, logged);
  renumber_actions(log, numbering.number_of);
  log.action_names = std::move(numbering.names);
}

}  // namespace replaybench
