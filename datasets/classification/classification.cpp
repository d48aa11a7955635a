#include "datasets/classification/classification.hpp"

#include <algorithm>
#include <stdexcept>

#include "suite/catalogue/data_folder.hpp"
#include "suite/component/dataset_parameters.hpp"
#include "suite/text/files.hpp"

namespace replaybench::datasets::classification {

void ClassificationEnvironment::observe(std::uint64_t step) {
  row_ = Draws(environment_, step).below(static_cast<std::uint32_t>(rows_->size()));
}

double ClassificationEnvironment::expected_reward(const Context& context, Action action,
                                                  Knowledge knowledge) const {
  if (knowledge != Knowledge::full) return rows_->share(context.values(), action);
  if (context.hidden().size() != 1) {
    throw std::logic_error("classification: this context has no hidden part");
  }
  return context.hidden()[0] == action ? 1 : 0;
}

namespace {

constexpr KnownSet sets[] = {{"letter", {.class_first = true}},
                             {"optdigits", {}},
                             {"pendigits", {.skipped = 1}},
                             {"satimage", {}}};

struct Options {
  std::string set = "letter";
  bool intercept = true;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  const auto found = std::find_if(std::begin(sets), std::end(sets),
                                  [&](const auto& set) { return set.name == options.set; });
  if (found == std::end(sets)) throw std::logic_error("classification: no set " + options.set);
  return std::make_shared<Classification>(*found, options.intercept);
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::set, "set", {"letter", "optdigits", "pendigits", "satimage"},
           "26, 10, 10 or 6 classes; 16, 64, 16 or 36 features"),
    intercept_parameter(&Options::intercept));

}  // namespace

const ManifestFile& KnownSet::file() const {
  const auto files = manifest_of("classification").group(name);
  if (files.size() != 1) throw std::logic_error("classification: no file of " + std::string(name));
  return *files.front();
}

std::span<const KnownSet> known_sets() { return sets; }

std::filesystem::path Classification::checked_file() const {
  std::call_once(checked_once_, [&] {
    checked_ = checked_data_file(manifest_of("classification"), set_.file().path);
  });
  return checked_;
}

std::shared_ptr<const ClassificationRows> Classification::rows() const {
  std::call_once(read_once_, [&] {
    rows_ = std::make_shared<const ClassificationRows>(
        ClassificationRows::read_file(checked_file(), set_.format, intercept_));
  });
  return rows_;
}

std::unique_ptr<Environment> Classification::environment(StreamKey, StreamKey environment) const {
  return std::make_unique<ClassificationEnvironment>(rows(), environment);
}

std::string Classification::content_digest() const {
  checked_file();
  return set_.file().sha256;
}

std::vector<std::string> Classification::warnings() const {
  return {
      "rows are drawn with replacement from the file, which is taken for the distribution itself; "
      "the "
      "features were standardised over the whole file beforehand"};
}

namespace {

// Three features and as many classes, one above the other in the first feature.
std::string look_alike(const RowFormat& format) {
  const std::string features = "x,y,z";
  std::string text = format.skipped ? "row," : "";
  text += format.class_first ? "class," + features : features + ",class";
  text += "\n";
  for (std::uint64_t i = 0; i < 60; ++i) {
    Draws draws({68}, i);
    const std::uint32_t label = draws.below(3);
    const auto value = [&](std::uint32_t least) { return std::to_string(least + draws.below(9)); };
    const std::string name =
        format.class_first ? std::string(1, "ABC"[label]) : std::to_string(label);
    const std::string row = value(3 * label) + "," + value(0) + "," + value(0);
    if (format.skipped) text += std::to_string(i) + ",";
    text += (format.class_first ? name + "," + row : row + "," + name) + "\n";
  }
  return text;
}

std::string write_look_alike(const std::filesystem::path& folder) {
  for (const KnownSet& set : sets) write_file(folder / set.file().path, look_alike(set.format));
  return {};
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "classification",
     .summary = "a published classification set as a bandit: reward 1 for the right class",
     .source = "Dudik, Langford, Li, ICML 2011, section 4; UCI Machine Learning Repository",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::classification
