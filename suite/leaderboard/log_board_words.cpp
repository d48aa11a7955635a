// The text of a leaderboard of one log: sentences and the table.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "suite/evaluate/evaluation_verdict.hpp"
#include "suite/leaderboard/log_board.hpp"
#include "suite/leaderboard/numbers.hpp"
#include "suite/report/row_builder.hpp"

namespace replaybench {

namespace {

constexpr std::size_t most_named = 5;

std::string interval_words(double low, double high) {
  return std::isnan(low) ? "without an interval"
                         : fmt::format("95% interval [{:.4g}, {:.4g}]", low, high);
}

// Those that may be the best, but the first.
std::vector<const LogEntry*> tied(const LogBoard& board) {
  std::vector<const LogEntry*> found;
  for (std::size_t i = 1; i < board.entries.size(); ++i) {
    if (board.entries[i].may_be_best) found.push_back(&board.entries[i]);
  }
  return found;
}

// True if no difference has an interval.
bool is_untested(const LogBoard& board) {
  return std::none_of(board.entries.begin() + 1, board.entries.end(), [](const LogEntry& entry) {
    return entry.rank > 0 && !std::isnan(entry.behind.estimate.low);
  });
}

std::string named(const std::vector<const LogEntry*>& entries) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_named, entries.size()); ++i) {
    text += (i == 0 ? "" : ", ") + entries[i]->algorithm;
  }
  if (entries.size() > most_named) {
    text += fmt::format(" and {} more", entries.size() - most_named);
  }
  return text;
}

}  // namespace

std::vector<Absentee> unranked_by_reason(const LogBoard& board) {
  std::vector<Absentee> reasons;
  const auto add = [&](const std::string& text, const std::string& reason) {
    for (Absentee& known : reasons) {
      if (known.reason != reason) continue;
      known.text += ", " + text;
      return;
    }
    reasons.push_back({text, reason});
  };
  for (const LogEntry& entry : board.entries) {
    if (!entry.unranked.empty()) add(entry.algorithm, entry.unranked);
  }
  for (const Absentee& absent : board.absent) add(absent.text, absent.reason);
  return reasons;
}

std::string answer_of(const LogBoard& board) {
  const std::size_t ranked = board.ranked();
  if (ranked == 0) {
    return "no algorithm can be ranked on this log: " + board.entries.front().unranked;
  }
  const LogEntry& first = board.entries.front();
  const std::string estimate =
      fmt::format("mean reward {:.4g}, {}", first.evaluation->estimate,
                  interval_words(first.evaluation->interval.low, first.evaluation->interval.high));
  const auto others = tied(board);
  if (ranked > 1 && others.size() + 1 == ranked) {
    return fmt::format("{} of the {} algorithms is first ({}), but no test tells it from any other",
                       first.algorithm, ranked, estimate);
  }
  return fmt::format("take {}: {}", first.algorithm, estimate);
}

std::vector<std::pair<std::string, std::string>> explanations_of(const LogBoard& board) {
  std::vector<std::pair<std::string, std::string>> sentences;
  const std::size_t ranked = board.ranked();
  if (ranked == 0) return sentences;
  const LogEntry& first = board.entries.front();
  const auto others = tied(board);
  if (ranked == 1) {
    sentences.emplace_back("ties", "nothing else was ranked");
  } else if (is_untested(board)) {
    sentences.emplace_back(
        "ties", fmt::format("the order was not tested: {}", board.entries[1].behind.method));
  } else {
    const std::string bound = fmt::format(
        "of {} settings that were tried, the best one is not excluded with "
        "probability 95%",
        board.settings);
    sentences.emplace_back(
        "ties", others.empty() ? fmt::format("all others are worse than {} by paired tests ({})",
                                             first.algorithm, bound)
                               : fmt::format("{} of {} others may be as good: {} ({})",
                                             others.size(), ranked - 1, named(others), bound));
  }
  const LogEntry* cheapest = nullptr;
  for (const LogEntry& entry : board.entries) {
    if (!entry.may_be_best || std::isnan(entry.cost.choose_ns)) continue;
    if (!cheapest || entry.cost.choose_ns < cheapest->cost.choose_ns) cheapest = &entry;
  }
  if (cheapest && !others.empty()) {
    sentences.emplace_back(
        "cheapest",
        fmt::format("of these {} takes the least time: {} ns for a choice{}", cheapest->algorithm,
                    nanoseconds_text(cheapest->cost.choose_ns),
                    cheapest == &first ? std::string(", and is the first one")
                                       : fmt::format("; {} takes {} ns", first.algorithm,
                                                     nanoseconds_text(first.cost.choose_ns))));
  }
  if (board.held_out) {
    const HeldOutWinner& held_out = *board.held_out;
    const statistics::IntervalEstimate& lift = held_out.lift.absolute.estimate;
    sentences.emplace_back(
        "held out",
        fmt::format("on a random half of the records {} was first with {:.4g}; on the other half, "
                    "which chose nothing, it has {:.4g}, {}: {:+.4g} {} compared with the mean "
                    "logged reward; on the whole log it has rank {}",
                    held_out.algorithm, held_out.choosing, held_out.judged.estimate,
                    interval_words(held_out.judged.interval.low, held_out.judged.interval.high),
                    lift.value,
                    std::isnan(lift.low) ? std::string("(no interval)")
                                         : fmt::format("[{:+.4g}, {:+.4g}]", lift.low, lift.high),
                    held_out.rank));
  }
  sentences.emplace_back(
      "optimism",
      board.held_out
          ? "the estimate of the first one is too high on average, because it was chosen for it; "
            "that of the other half is not"
          : "the estimate of the first one is too high on average, because it was chosen for it, "
            "and half of the log is too small to say by how much");
  return sentences;
}

Table log_board_table(const LogBoard& board) {
  RowBuilder rows;
  constexpr statistics::IntervalEstimate none{nan, nan, nan};
  for (const LogEntry& entry : board.entries) {
    const bool ranked = entry.rank > 0;
    rows.number("rank", ranked ? static_cast<double>(entry.rank) : nan);
    rows.text("algorithm", entry.algorithm);
    rows.text("parameter", entry.parameter);
    rows.text("value", entry.value);
    rows.interval("estimate", ranked ? statistics::IntervalEstimate{entry.evaluation->estimate,
                                                                    entry.evaluation->interval.low,
                                                                    entry.evaluation->interval.high}
                                     : none);
    rows.interval("behind", ranked ? entry.behind.estimate : none);
    rows.text("may_be_best", !ranked ? "" : entry.may_be_best ? "yes" : "no");
    rows.number("accepted", ranked ? entry.evaluation->accepted : nan);
    rows.number("state_bytes", entry.cost.bytes());
    rows.number("choose_ns", entry.cost.choose_ns);
    rows.number("update_ns", entry.cost.update_ns);
    rows.text("unranked", in_style(entry.unranked, OptionStyle::plain));
  }
  return std::move(rows).table();
}

std::vector<std::string> warnings_of(const LogBoard& board) {
  std::vector<std::string> sentences = board.notes;
  if (board.ranked() == 0) return sentences;
  const Evaluation& first = *board.entries.front().evaluation;
  for (const auto* list : {&first.assumption_violations, &first.warnings}) {
    for (const EvaluationWarning& warning : *list) {
      if (severity_of(warning.kind) != Severity::note) sentences.push_back(warning.marked);
    }
  }
  return sentences;
}

}  // namespace replaybench
