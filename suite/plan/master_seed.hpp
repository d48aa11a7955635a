#pragma once
// Master seeds, from which a study derives its random streams.
//
//   pilot          the study's own `seed`. Thresholds, margins, models and constants may be set while
//                  looking at its results.
//   confirmation   gives the verdicts. Nothing is tuned under it.
//   1, 2, 3, ...   further ones, that show how often a verdict would come out.
//
// They are all derived from the study's seed, so two studies do not share streams by accident.

#include <cstdint>
#include <string>
#include <string_view>

namespace replaybench {

struct ExperimentSpec;

class MasterSeed {
 public:
  static MasterSeed pilot() { return MasterSeed(-2); }
  static MasterSeed confirmation() { return MasterSeed(-1); }
  /// The further one with this number, from 1.
  static MasterSeed further(std::uint32_t number) { return MasterSeed(number); }
  /// Returns the seed named "pilot", "confirmation" or a number from 1. Throws SpecErrors for any other name.
  static MasterSeed named(std::string_view name);

  /// "pilot", "confirmation", "1", ...
  std::string name() const;
  /// The seed of a study whose own seed is `study_seed`.
  std::uint64_t of(std::uint64_t study_seed) const;
  /// Derives the seeds of a study as it was read, and those of its blocks that have their own, by this one. Once only.
  void apply_to(ExperimentSpec& spec) const;

 private:
  explicit MasterSeed(std::int64_t number) : number_(number) {}

  std::int64_t number_;
};

}  // namespace replaybench
