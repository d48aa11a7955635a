#pragma once
// Each record's part in the error of an estimate, for its comparison with others.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace replaybench {

/// Parts whose sum is 0; the sum of their squares, times n / (n - 1), estimates the variance.
class RecordParts {
 public:
  RecordParts() = default;
  virtual ~RecordParts() = default;
  RecordParts(const RecordParts&) = delete;
  RecordParts& operator=(const RecordParts&) = delete;

  virtual std::uint64_t size() const = 0;
  /// True if it is known what a reward of 1 instead of 0 adds to the estimate, record by record.
  virtual bool has_steps() const = 0;
  /// True if `read` gives each record's weight over the sum of all as its step, also without has_steps.
  virtual bool has_weights() const { return has_steps(); }
  /// The parts of records first .. first + parts.size() - 1 and, if there are any, those steps. Both
  /// spans have one size. O(size).
  virtual void read(std::uint64_t first, std::span<double> parts,
                    std::span<double> steps) const = 0;
};

/// Parts that are kept; `steps` may be empty.
class PartsInMemory final : public RecordParts {
 public:
  PartsInMemory(std::vector<double> parts, std::vector<double> steps)
      : parts_(std::move(parts)), steps_(std::move(steps)) {}

  std::uint64_t size() const override { return parts_.size(); }
  bool has_steps() const override { return !steps_.empty(); }
  void read(std::uint64_t first, std::span<double> parts, std::span<double> steps) const override {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i] = parts_[first + i];
      steps[i] = has_steps() ? steps_[first + i] : 0;
    }
  }

 private:
  std::vector<double> parts_, steps_;
};

}  // namespace replaybench
