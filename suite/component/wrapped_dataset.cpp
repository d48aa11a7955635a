#include "suite/component/wrapped_dataset.hpp"

#include <utility>

#include "suite/component/simulator.hpp"

namespace replaybench {

namespace {

class WrappedDataset final : public Dataset {
 public:
  WrappedDataset(std::string wrapper, std::shared_ptr<const Dataset> inner, WrapEnvironment wrap,
                 std::vector<std::string> warnings)
      : wrapper_(std::move(wrapper)),
        inner_(std::move(inner)),
        wrap_(std::move(wrap)),
        warnings_(std::move(warnings)) {}

  std::unique_ptr<Environment> environment(StreamKey model, StreamKey environment) const override {
    auto inner = inner_->environment(model, environment);
    if (!inner) {
      datasets::refuse_parameters(wrapper_, "`of` is a file: its rewards are what they are");
    }
    return wrap_(std::move(inner), environment);
  }
  std::string content_digest() const override { return inner_->content_digest(); }
  std::vector<std::string> warnings() const override {
    std::vector<std::string> all = inner_->warnings();
    all.insert(all.end(), warnings_.begin(), warnings_.end());
    return all;
  }

 private:
  std::string wrapper_;
  std::shared_ptr<const Dataset> inner_;
  WrapEnvironment wrap_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::shared_ptr<const Dataset> wrapped_dataset(const std::string& wrapper,
                                               std::shared_ptr<const Dataset> inner,
                                               WrapEnvironment wrap,
                                               std::vector<std::string> warnings) {
  return std::make_shared<WrappedDataset>(wrapper, std::move(inner), std::move(wrap),
                                          std::move(warnings));
}

void refuse_delays(const std::string& wrapper) {
  datasets::refuse_parameters(
      wrapper, "the rewards of `of` come late: put the delay outside, around " + wrapper);
}

}  // namespace replaybench
