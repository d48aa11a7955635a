#include "suite/component/wrapped_dataset.hpp"

#include <utility>

#include "suite/component/registry.hpp"
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

std::shared_ptr<const Dataset> wrapped_dataset(const std::string& wrapper, const std::string& of,
                                               WrapEnvironment wrap) {
  std::vector<SpecProblem> problems;
  const auto inner =
      find_component<DatasetDescription>(of, {}, datasets_table(), "data set", problems);
  for (SpecProblem& wrong : problems) wrong.message = wrapper + "'s of: " + wrong.message;
  if (!problems.empty()) throw SpecErrors(problems);
  return std::make_shared<WrappedDataset>(wrapper, inner->description->make(inner->parameters),
                                          std::move(wrap));
}

void refuse_delays(const std::string& wrapper) {
  datasets::refuse_parameters(
      wrapper, "the rewards of `of` come late: put the delay outside, around " + wrapper);
}

}  // namespace replaybench
