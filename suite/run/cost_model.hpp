#pragma once
// How long cells will take, from how long others took.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// Predicts the seconds of cells from those measured, here and in earlier runs.
///
/// Cells that differ only in their replicates are one *combination*. Its own measurements count
/// first. Else those of its *kind*: combinations whose components are the same but for the numbers
/// among their parameters; a ridge regression of log seconds on the logarithms of the interactions
/// (slope near 1 until the measurements say otherwise) and of those numbers (slopes near 0). Else
/// the mean seconds per interaction of the same algorithm and evaluator, of the same evaluator, of
/// everything. Measurements of earlier runs are scaled by how much faster or slower what has been
/// measured again is now.
class CostModel {
 public:
  /// Names a combination; cells of one combination have one number.
  using Combination = std::size_t;
  Combination combination_of(const Cell& cell);

  /// The kind of a combination, as a number.
  std::size_t kind_of(Combination combination) const { return entries_[combination].kind; }

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
  };
  /// O(1) for what was asked before; after new measurements a kind is fitted again, which takes
  /// O(combinations of the kind).
  Prediction one_replicate(Combination combination) const;

  /// Seconds of many cells, and the share of them that rests on measurements of the cells
  /// themselves or their kind.
  struct Total {
    double seconds = 0;
    double known = 0;
    double known_share() const { return seconds > 0 ? known / seconds : 1; }
    void add(const Prediction& prediction, double replicates);
  };

  /// Adds the measurements in a file; a file that is not there or has other lines adds nothing, as
  /// measurements are a convenience.
  void load(const std::filesystem::path& file);
  /// Writes what is known to a file, with what it holds of other combinations. False if that cannot
  /// be done.
  bool save(const std::filesystem::path& file) const;
  /// Whether anything was measured since the start or the last `save`.
  bool has_news() const { return news_; }

 private:
  struct Entry {
    std::string text;  // its name in the file
    std::size_t kind = 0;
    double interactions = 0;      // of one replicate
    std::vector<double> numbers;  // logarithms
    double earlier = 0;           // seconds per replicate, measured by other runs; 0: none
    double replicates = 0;        // measured by this one
    double seconds = 0;
  };
  struct Rate {
    double seconds = 0;
    double interactions = 0;
    void add(double more_seconds, double more_interactions) {
      seconds += more_seconds;
      interactions += more_interactions;
    }
  };
  // Log seconds = mean + slopes * (x - centre), x = log interactions, then those of the numbers that
  // differ between the measured combinations.
  struct Fit {
    std::size_t version = 0;  // of the kind when it was made
    double mean = 0;
    double highest = 0;  // log interactions measured
    std::vector<std::size_t> numbers;
    std::vector<double> centre;
    std::vector<double> slopes;
  };
  struct Kind {
    std::string algorithm_and_evaluator;
    std::string evaluator;
    std::vector<Combination> measured;
    std::size_t version = 1;
    mutable Fit fit;
  };

  Combination add(const std::string& text, double interactions);
  double drift() const;
  double known_seconds(const Entry& entry) const;
  void fit(const Kind& kind) const;
  static double coordinate(const Entry& entry, const Fit& fit, std::size_t i);

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
