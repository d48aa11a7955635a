#pragma once
// A published classification set as a bandit that can be played live: a row is drawn, its features
// are the context, the action is a class, and the reward is 1 if it is the row's, otherwise 0.
//
// Source: the conversion of Dudik, Langford, Li, ICML 2011 (section 4); Bietti, Agarwal, Langford
// 2021 use it to compare contextual bandits. manifest.toml has the sources of the sets.
//   K   classes, in the order of their names (letters) or numbers
//   x   the features, standardised over the whole file (a constant one becomes 0), then the
//       constant 1
// Rows are drawn independently, with replacement, by step from the environment's stream: the file
// is taken for the distribution itself, so the truth of any policy is known. The
// standardised features contain a little knowledge that a real learner would not have.
//
// The class is the context's hidden part. The expectation given the features (`posterior` and
// `plug_in`) is the share of the action's class among the rows with equal features. In the four sets
// it is 1 or 0: some rows of letter are equal, but so are their classes.
//
// The files are found below the folder that the environment variable REPLAYBENCH_DATA names, as
// uci/<set>.csv, and must be those of the manifest, byte for byte.

#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "datasets/classification/classification_rows.hpp"
#include "suite/catalogue/manifest.hpp"
#include "suite/component/registry.hpp"
#include "suite/model/enumerable_environment.hpp"

namespace replaybench::datasets::classification {

/// Its distribution can be written down: each row is a context, all equally probable.
class ClassificationEnvironment final : public Environment, public EnumerableEnvironment {
 public:
  ClassificationEnvironment(std::shared_ptr<const ClassificationRows> rows, StreamKey environment)
      : rows_(std::move(rows)), environment_(environment) {}

  Action action_count() const override { return static_cast<Action>(rows_->classes()); }
  std::size_t dimension() const override { return rows_->dimension(); }
  std::size_t hidden_dimension() const override { return 1; }
  void observe(std::uint64_t step) override;
  Context context() const override {
    return Context(rows_->features(row_), rows_->hidden_class(row_));
  }
  double reward(Action action) const override { return action == rows_->label(row_) ? 1 : 0; }
  /// full: 1 for the class, otherwise 0. posterior and plug_in: its share among the rows with these
  /// features, 0 if there is none; O(log rows). Throws std::logic_error if `full` needs a
  /// hidden part that is not there.
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

  std::size_t context_count() const override { return rows_->size(); }
  Context context_at(std::size_t i) const override {
    return Context(rows_->features(i), rows_->hidden_class(i));
  }
  double context_probability(std::size_t) const override {
    return 1 / static_cast<double>(rows_->size());
  }
  double reward_probability(std::size_t i, Action action) const override {
    return action == rows_->label(i) ? 1 : 0;
  }

 private:
  std::shared_ptr<const ClassificationRows> rows_;
  StreamKey environment_;
  std::size_t row_ = 0;
};

/// A set that can be read: its name, which is its file's group in manifest.toml, where the class
/// stands, and how many leading columns are no features.
struct KnownSet {
  std::string_view name;
  RowFormat format;

  /// Its path and its checksum.
  const ManifestFile& file() const;
};

std::span<const KnownSet> known_sets();

/// Reads and checks the file at the first use, once; thread-safe.
class Classification final : public Dataset {
 public:
  Classification(const KnownSet& set, bool intercept) : set_(set), intercept_(intercept) {}

  /// Throws FileError when REPLAYBENCH_DATA is not set, or the file is missing or is not the
  /// manifest's; DataError when the reader cannot use it.
  std::unique_ptr<Environment> environment(StreamKey model, StreamKey environment) const override;
  /// The file's SHA-256, after the check. Throws FileError like environment().
  std::string content_digest() const override;
  std::vector<std::string> warnings() const override;

 private:
  std::filesystem::path checked_file() const;
  std::shared_ptr<const ClassificationRows> rows() const;

  const KnownSet& set_;
  bool intercept_;
  mutable std::once_flag checked_once_;
  mutable std::filesystem::path checked_;
  mutable std::once_flag read_once_;
  mutable std::shared_ptr<const ClassificationRows> rows_;
};

}  // namespace replaybench::datasets::classification
