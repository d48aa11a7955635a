#include "suite/component/wrapped_dataset.hpp"

#include <utility>

#include "suite/component/simulator.hpp"

namespace replaybench {

namespace {

class WrappedDataset final : public Dataset {
 public:
  WrappedDataset(std::string wrapper, std::shared_ptr<const Dataset> inner, WrapEnvironment wrap)
      : wrapper_(std::move(wrapper)), inner_(std::move(inner)), wrap_(std::move(wrap)) {}

  std::unique_ptr<Environment> environment(StreamKey model, StreamKey environment) const override {
    auto inner = inner_->environment(model, environment);
    if (!inner) {
      datasets::refuse_parameters(wrapper_, "`of` is a file: its rewards are what they are");
    }
    return wrap_(std::move(inner), environment);
  }
  std::string content_digest() const override { return inner_->content_digest(); }
  std::vector<std::string> warnings() const override { return inner_->warnings(); }

 private:
  std::string wrapper_;
  std::shared_ptr<const Dataset> inner_;
  WrapEnvironment wrap_;
};

}  // namespace

std::shared_ptr<const Dataset> wrapped_dataset(const std::string& wrapper,
                                               std::shared_ptr<const Dataset> inner,
                                               WrapEnvironment wrap) {
  return std::make_shared<WrappedDataset>(wrapper, std::move(inner), std::move(wrap));
}

void refuse_delays(const std::string& wrapper) {
  datasets::refuse_parameters(
      wrapper, "the rewards of `of` come late: put the delay outside, around " + wrapper);
}

}  // namespace replaybench
