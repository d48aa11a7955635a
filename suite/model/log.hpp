#pragma once
// A log: the choices of another policy and their rewards. Columns in memory, and views for loops.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"
#include "suite/model/log_kind.hpp"
#include "suite/model/reward_range.hpp"

namespace replaybench {

struct SlateLog;  // suite/model/slate_log.hpp
struct DoseLog;   // suite/model/dose_log.hpp

/// One logged interaction: context, available actions, logged action, its reward, the probability
/// with which the logging policy took it (NaN when unknown).
struct Record {
  Context context;
  ActionSet actions;
  Action action;
  double reward;
  double propensity;
};

/// Distinct pools of available actions; each is stored once and named by an index.
class PoolTable {
 public:
  /// Index of the pool with these actions, added if new. Needs them sorted and distinct, not empty.
  std::uint32_t intern(const std::vector<Action>& sorted);
  std::size_t size() const { return first_.size() - 1; }
  ActionSet operator[](std::uint32_t pool) const {
    return ActionSet(std::span(members_).subspan(first_[pool], first_[pool + 1] - first_[pool]));
  }

 private:
  std::vector<Action> members_;
  std::vector<std::size_t> first_{0};
  std::map<std::vector<Action>, std::uint32_t> index_;
};

static_assert(std::endian::native == std::endian::little,
              "packed rows are read as little-endian words");

/// Binary features, a bit each: feature f of a record is bit f % 8 of byte f / 8 of its row; the
/// bits from the dimension on are 0. A view of bytes that `owner` keeps alive: a mapped file, for example.
struct BitRows {
  const std::uint8_t* bytes = nullptr;  ///< null if there are none
  std::size_t stride = 0;               ///< bytes of a row, ceil(dimension / 8)
  std::size_t records = 0;
  std::shared_ptr<const void> owner;

  std::span<const std::uint8_t> row(std::size_t i) const { return {bytes + i * stride, stride}; }
  bool has(std::size_t i, std::uint32_t feature) const {
    return (bytes[i * stride + feature / 8] >> (feature % 8) & 1) != 0;
  }
};

/// A policy given by columns of the log in the place of an algorithm: its probability of the logged
/// action of each record and, if they are known, of all actions.
struct TargetPolicy {
  std::string name;
  std::vector<double> logged;  ///< n in [0, 1]: of the logged action
  /// n x K in [0, 1], row by row, or empty: of each action; 0 outside the record's pool. Each row
  /// sums to 1 within 1e-6, and has `logged` at the logged action.
  std::vector<double> all;
};

/// Predicted mean rewards given by columns of the log.
struct RewardPredictions {
  std::string name;
  std::vector<double> all;  ///< n x K, finite, row by row
};

/// A log of n records over K = `action_count` actions and contexts of `dimension` features. Columns
/// that are empty mean: propensities unknown; pool always all actions; no hidden part; no
/// timestamps; one logging policy.
///
/// The last `unlogged` actions are in the columns of target policies alone: no record and no pool has them. An
/// algorithm cannot learn of them (log_of_logged_actions).
///
/// A log of slates or of doses has them in `slates` or `doses`, and its columns of actions are meaningless:
/// `action_count` is 1, and `targets` have only names. log_of_slates and log_of_doses make such logs.
struct Log {
  Action action_count = 0;
  Action unlogged = 0;
  std::size_t dimension = 0;
  std::size_t hidden_dimension = 0;
  std::vector<double> contexts;             ///< n x dimension, row by row; empty when sparse
  BitRows bits;                             ///< sparse: all features, packed; otherwise null
  std::vector<std::uint64_t> active_first;  ///< sparse, not packed: n + 1 places in `active`
  std::vector<std::uint32_t> active;    ///< sparse, not packed: increasing indices of each record's
                                        ///< features that are 1, the others being 0
  std::vector<double> hidden;           ///< n x hidden_dimension, row by row, or empty
  std::vector<Action> actions;          ///< n
  std::vector<double> rewards;          ///< n
  std::vector<double> propensities;     ///< n in (0, 1], or empty
  std::vector<std::uint32_t> pools;     ///< n indices into pool_table, or empty
  std::vector<std::string> timestamps;  ///< n as written in the source, or empty
  std::vector<std::uint32_t> loggers;   ///< n indices into logger_names: which of several logging
                                        ///< policies wrote the record; or empty: there is one
  /// n: the record of the log drawn from, of a log that has a record more than once (`select`); or
  /// empty: no record is a copy of another. Copies of one record lie on the same side of every split:
  /// what was learned from one must not be tested on another.
  std::vector<std::uint32_t> originals;
  PoolTable pool_table;
  std::shared_ptr<const ActionFeatures>
      action_features;                     ///< of single actions; null if there are none
  std::vector<std::uint32_t> action_sets;  ///< n numbers of sets of action_features; or empty: all
                                           ///< records have set 0
  /// Bounds of the rewards, if declared: algorithms of rewards in [0, 1] get them scaled.
  std::optional<RewardBounds> reward_bounds;
  std::vector<std::string> logger_names;       ///< distinct, of `loggers`
  std::vector<std::string> action_names;       ///< K tokens by number, or empty when they have none
  std::vector<std::string> feature_names;      ///< dimension names, or empty
  std::vector<TargetPolicy> targets;           ///< policies given by columns, of distinct names
  std::vector<RewardPredictions> predictions;  ///< reward models given by columns, distinct names
  std::shared_ptr<const SlateLog>
      slates;                            ///< of LogKind::slates, a slate per record; otherwise null
  std::shared_ptr<const DoseLog> doses;  ///< of LogKind::doses; otherwise null

  std::size_t size() const { return actions.size(); }
  Action logged_count() const { return action_count - unlogged; }
  LogKind kind() const {
    return slates ? LogKind::slates : doses ? LogKind::doses : LogKind::actions;
  }
  /// True if the contexts are binary: packed as bits, or only the features that are 1 are stored.
  bool is_sparse() const { return is_packed() || !active_first.empty(); }
  bool is_packed() const { return bits.bytes != nullptr; }
  /// One feature of one record. O(1), or O(log active).
  double feature(std::size_t i, std::uint32_t feature) const;
  bool has_loggers() const { return !loggers.empty(); }
  bool has_propensities() const { return !propensities.empty(); }
  /// True if the pool of available actions changes along the log.
  bool has_pools() const { return !pools.empty(); }
  /// True if some records may be copies of one record.
  bool has_copies() const { return !originals.empty(); }
  bool has_action_features() const { return action_features != nullptr; }
  std::uint32_t action_set(std::size_t i) const { return action_sets.empty() ? 0 : action_sets[i]; }

  ActionSet available(std::size_t i) const {
    return pools.empty() ? ActionSet::all(action_count) : pool_table[pools[i]];
  }

  double propensity(std::size_t i) const {
    return propensities.empty() ? std::numeric_limits<double>::quiet_NaN() : propensities[i];
  }
  std::span<const double> hidden_of(std::size_t i) const {
    return hidden.empty() ? std::span<const double>{}
                          : std::span(hidden).subspan(i * hidden_dimension, hidden_dimension);
  }
  /// The target policy of this name; null if the log has none. O(targets).
  const TargetPolicy* target(std::string_view name) const;
  /// The given predictions of this name; null if the log has none. O(predictions).
  const RewardPredictions* predictions_of(std::string_view name) const;
  /// Bytes of the columns and of packed features (mapped or not), without names. O(targets + predictions).
  std::uint64_t bytes() const;
  /// Range of the rewards. O(n).
  RewardRange reward_range() const;

  /// Returns records first .. first + count - 1 as a log with the same dictionary. Requires
  /// first + count <= size(). O(result).
  Log range(std::size_t first, std::size_t count) const;
  /// The first `count` records. Needs count <= size().
  Log first_records(std::size_t count) const { return range(0, count); }
  /// The records of these indices in this order, a record as often as it is named, with the same
  /// dictionary. A record that is named more than once makes `originals`. Needs each index below
  /// size(). O(size() + result).
  Log select(std::span<const std::uint32_t> records) const;

  /// Throws std::logic_error naming the first broken invariant: column lengths, actions below
  /// action_count and inside their pool, propensities in (0, 1], known loggers, finite contexts and
  /// rewards, active features increasing and below dimension; of targets and predictions what is
  /// said there, likewise of features of actions and bounds of rewards; of slates and doses their number,
  /// and the names of the targets.
  /// O(n * (dimension + targets * K)).
  void check() const;

 private:
  void select_kind(Log& part, std::span<const std::uint32_t> records) const;
  void check_kind() const;
  void check_targets() const;
  void check_predictions() const;
};

/// Reads the contexts of a log one after the other. A dense context is a view of the log; a sparse
/// one is unfolded into the reader's buffer. What it gives is valid until the next call. Needs the
/// log alive; O(active) a record.
class ContextReader {
 public:
  explicit ContextReader(const Log& log)
      : log_(log),
        values_(log.is_sparse() ? log.dimension : 0),
        unpacked_(log.is_packed() ? log.dimension : 0) {}
  ContextReader(const ContextReader&) = delete;
  ContextReader& operator=(const ContextReader&) = delete;

  Context operator[](std::size_t i) {
    Context context = shared(i);
    if (log_.has_action_features()) {
      context.set_action_features(*log_.action_features, log_.action_set(i));
    }
    return context;
  }
  /// Prefetches the context of record `i`: resamples read records in random order, and a context that is not in the
  /// cache costs as much as two scores. Does not affect results. O(1).
  void prefetch(std::size_t i) const {
    if (log_.is_sparse()) return;
    const auto* at = reinterpret_cast<const char*>(log_.contexts.data() + i * log_.dimension);
    const std::size_t bytes = std::min(log_.dimension * sizeof(double), max_prefetched);
    for (std::size_t byte = 0; byte < bytes; byte += cache_line) __builtin_prefetch(at + byte);
  }
  /// The whole record.
  Record record(std::size_t i) {
    return {(*this)[i], log_.available(i), log_.actions[i], log_.rewards[i], log_.propensity(i)};
  }

 private:
  static constexpr std::size_t cache_line = 64;
  static constexpr std::size_t max_prefetched = 512;  // bytes

  // What all actions share.
  Context shared(std::size_t i) {
    if (!log_.is_sparse()) {
      return Context(std::span(log_.contexts.data() + i * log_.dimension, log_.dimension),
                     log_.hidden_of(i));
    }
    for (const std::uint32_t feature : active_) values_[feature] = 0;
    active_ = log_.is_packed() ? unpack(i)
                               : std::span(log_.active.data() + log_.active_first[i],
                                           log_.active_first[i + 1] - log_.active_first[i]);
    for (const std::uint32_t feature : active_) values_[feature] = 1;
    return Context::sparse(values_, active_, log_.hidden_of(i));
  }

  std::span<const std::uint32_t> unpack(std::size_t i) {
    std::size_t count = 0;
    std::uint32_t first = 0;
    const auto take = [&](std::uint64_t word) {
      for (; word != 0; word &= word - 1) {
        unpacked_[count++] = first + static_cast<std::uint32_t>(std::countr_zero(word));
      }
    };
    const std::uint8_t* at = log_.bits.bytes + i * log_.bits.stride;
    const std::uint8_t* const end = at + log_.bits.stride;
    for (; end - at >= 8; at += 8, first += 64) {
      std::uint64_t word;
      std::memcpy(&word, at, 8);
      take(word);
    }
    for (; at != end; ++at, first += 8) take(*at);
    return std::span(unpacked_).first(count);
  }

  const Log& log_;
  std::vector<double> values_;
  std::vector<std::uint32_t> unpacked_;
  std::span<const std::uint32_t> active_;
};

}  // namespace replaybench
