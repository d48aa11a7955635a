#pragma once
// Shifting models: several copies of a model that began to learn at different times; the oldest one
// chooses, and gives way to the next one from time to time.
//
// Source: thesis algorithm 19 (appendix E.2, p. 267) and appendix E.2.2 (p. 268). Works with any
// model.
//
//   thesis        here
//   M_max         most
//   tau           period
//   modelList     the living models; firstElement = newest(), lastElement = oldest()
//   i             since_
//
// Deviations from the print: with M_max = 1 it removes the only model before it copies it; here the
// copy comes first. What happens to the copy (its sigmas reset, its means kept, algorithm 19; or
// all of it reset, appendix E.2.2, p. 268) is the caller's.
//
// Once `most` models live, the choosing model has learned since the reset of its sigmas for tau
// (M_max - 1) to tau M_max updates (appendix E.2.2, p. 268).

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace replaybench::algorithms::ad_predictor {

template <class Model>
class ShiftingModels {
 public:
  /// `most` >= 1; `period` 0 for never. Memory for `most` models; no more is taken later if the
  /// assignment of a Model of the same size takes none.
  ShiftingModels(const Model& first, std::size_t most, std::uint64_t period)
      : models_(most, first), period_(period) {}

  const Model& oldest() const {
    return models_[(newest_ + models_.size() + 1 - living_) % models_.size()];
  }
  const Model& newest() const { return models_[newest_]; }
  std::size_t living() const { return living_; }

  /// learn(model) for every living model; every `period` calls then renew(copy of the newest).
  template <class Learn, class Renew>
  void update(Learn&& learn, Renew&& renew) {
    for (std::size_t i = 0; i < living_; ++i) {
      learn(models_[(newest_ + models_.size() - i) % models_.size()]);
    }
    if (period_ == 0 || ++since_ < period_) return;
    since_ = 0;
    const std::size_t place = (newest_ + 1) % models_.size();  // the oldest's, when all live
    if (place != newest_) models_[place] = models_[newest_];
    renew(models_[place]);
    newest_ = place;
    if (living_ < models_.size()) ++living_;
  }

  /// change(model) for every model, living or not.
  template <class Change>
  void for_each(Change&& change) {
    for (Model& model : models_) change(model);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(models_, newest_, living_, since_);
  }

 private:
  std::vector<Model> models_;  // a ring; models not yet born are as the first was
  std::size_t newest_ = 0;
  std::size_t living_ = 1;
  std::uint64_t period_;
  std::uint64_t since_ = 0;
};

}  // namespace replaybench::algorithms::ad_predictor
