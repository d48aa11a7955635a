#pragma once
// Predicted times of cells, from the times of other cells.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "suite/plan/plan.hpp"
#include "suite/run/cost_fit.hpp"

namespace replaybench {

/// Predicts the seconds of cells from those measured, here and in earlier runs.
///
/// Cells that differ only in their replicates are one *combination*. Its own measurements count
/// first. Else those of its *kind*: combinations whose components are the same but for the numbers
/// among their parameters; a ridge regression of log seconds (suite/run/cost_fit.hpp) on the
/// logarithms of the interactions, of the evaluator's counts (slopes near 1 until the measurements
/// say otherwise), of the other numbers, and on whether a number is positive (slopes near 0). A
/// count is a parameter that repeats the work by the evaluator's own description, as the number of
/// resamples does. Where the description says that a parameter limits the records of the work, as the
/// number to train on, most of the slope of 1 is its own, and the rest that of the interactions. Else the
/// mean seconds per interaction (or such a record) and count of the same algorithm and evaluator or of
/// the same evaluator, or per interaction of everything. Measurements of earlier runs are scaled by how
/// much faster or slower what has been measured again is now.
class CostModel {
 public:
  /// Names a combination; cells of one combination have one number.
  using Combination = std::size_t;
  Combination combination_of(const Cell& cell);

  /// The kind of a combination, as a number.
  std::size_t kind_of(Combination combination) const { return entries_[combination].kind; }

  /// True if nothing of its kind has been measured.
  bool is_unknown_kind(Combination combination) const {
    return kinds_[kind_of(combination)].measured.empty();
  }

  /// Notes that `replicates` of a combination took `seconds`.
  void observe(Combination combination, double replicates, double seconds);

  enum class Source {
    measured,  ///< the combination itself
    kind,      ///< others of its kind
    related,  ///< far smaller ones of its kind; others of its algorithm and evaluator, or of its evaluator
    guess  ///< anything, or nothing at all
  };
  struct Prediction {
    double seconds = 0;  ///< of one replicate
    Source source = Source::guess;
    double error = 0;      ///< standard deviation of the logarithm of `seconds`
    std::size_t kind = 0;  ///< predictions of one kind err together

    /// Lower and upper end of the time of one replicate in four cases of five.
    double least() const;
    double most() const;
  };
  /// O(1) for what was asked before; after new measurements a kind is fitted again, which takes
  /// O(combinations of the kind).
  Prediction one_replicate(Combination combination) const;

  /// Seconds of many cells, the share of them that rests on measurements of the cells themselves or
  /// their kind, and the share that rests on those of the cells themselves.
  struct Total {
    double seconds = 0;
    double known = 0;
    double measured = 0;
    double known_share() const { return seconds > 0 ? known / seconds : 1; }
    double measured_share() const { return seconds > 0 ? measured / seconds : 1; }
    /// The range of the sum in four cases of five. Errors of one kind add up, those of several kinds
    /// as independent ones do; where the kind itself is not known all add up. O(kinds).
    double least() const;
    double most() const;
    /// The lower end of the range of what rests on measurements of the cells themselves or their kind. O(kinds).
    double lower_bound() const;
    /// True if the range says anything: false where it is over a minute long and its ends are more than a
    /// factor 30 apart, as the ends of a guess are. O(kinds).
    bool is_useful() const;
    /// O(log kinds).
    void add(const Prediction& prediction, double replicates);
    void add(const Total& other);

   private:
    struct Doubt {
      double below = 0;
      double above = 0;
    };
    std::map<std::size_t, Doubt> of_kind_;
    Doubt unknown_;
  };

  /// Adds the measurements in a file; a file that is not there or has other lines adds nothing, as
  /// measurements are a convenience.
  void load(const std::filesystem::path& file);
  /// Writes what is known to a file, with what it holds of other combinations. False if that cannot
  /// be done.
  bool save(const std::filesystem::path& file) const;
  /// True if anything was measured since the start or the last `save`.
  bool has_news() const { return news_; }

 private:
  struct Entry {
    std::string text;  // its name in the file
    std::size_t kind = 0;
    double interactions = 0;      // of one replicate
    double work = 0;              // of them, or of the records that limit it, times the counts
    std::vector<double> numbers;  // two of each: its logarithm, and whether it has one
    double earlier = 0;           // seconds per replicate, measured by other runs; 0: none
    double replicates = 0;        // measured by this one
    double seconds = 0;
  };
  struct Rate {
    double seconds = 0;
    double work = 0;
    double count = 0;
    double logs = 0;  // of seconds per work; and their squares
    double squares = 0;
    void add(double more_seconds, double more_work);
    double error() const;
  };
  struct Fit {
    std::size_t version = 0;           // of the kind when it was made
    std::vector<std::size_t> numbers;  // those that differ between measured combinations
    std::optional<CostFit> log_seconds;
  };
  // Influence of a number on the time.
  enum class Role { count, records, other };
  struct Kind {
    std::string algorithm_and_evaluator;
    std::string evaluator;
    std::vector<Role> roles;  // by number
    std::vector<Combination> measured;
    std::size_t version = 1;
    mutable Fit fit;
  };

  Combination add(const std::string& text, double interactions);
  double drift() const;
  double known_seconds(const Entry& entry) const;
  static CostFit::Coordinate usual_slope(Role role);
  void fit(const Kind& kind) const;
  void add_rate(const Kind& kind, const Entry& entry, double seconds, double replicates);
  static std::vector<double> coordinates(const Entry& entry, const Fit& fit);

  std::vector<Entry> entries_;
  std::unordered_map<std::string, Combination> by_text_;
  std::vector<Kind> kinds_;
  std::unordered_map<std::string, std::size_t> kind_by_text_;
  std::map<std::string, Rate> rates_;  // by algorithm and evaluator, evaluator, and "" for all
  double seconds_now_ = 0;             // of combinations that were measured before and are again
  double seconds_before_ = 0;
  mutable bool news_ = false;
};

}  // namespace replaybench
