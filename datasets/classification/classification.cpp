#include "datasets/classification/classification.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "suite/spec/errors.hpp"
#include "suite/stream/sha256.hpp"

namespace replaybench::datasets {

void ClassificationWorld::observe(std::uint64_t step) {
  row_ = Draws(environment_, step).below(static_cast<std::uint32_t>(rows_->size()));
}

double ClassificationWorld::expected_reward(const Context& context, Action action,
                                            Knowledge knowledge) const {
  if (knowledge != Knowledge::full) return rows_->share(context.values(), action);
  if (context.hidden().size() != 1) {
    throw std::logic_error("classification: this context has no hidden part");
  }
  return context.hidden()[0] == action ? 1 : 0;
}

namespace classification {

namespace {

constexpr const char* variable = "REPLAYBENCH_DATA";

constexpr KnownSet sets[] = {
    {"letter",
     "uci/letter.csv",
     "f4011dda0ec444af1a1fc1290f92b431b4c00fd41b977edfe7fc16be4efec233",
     {.class_first = true}},
    {"optdigits",
     "uci/optdigits.csv",
     "e28f44fec73db7c28458192e3d098db1aecea695a261ec290db41813c321acf7",
     {}},
    {"pendigits",
     "uci/pendigits.csv",
     "79bcb0f771bf6f322983afc10df3258784089ca430384af81e6c397d416588bf",
     {.skipped = 1}},
    {"satimage",
     "uci/satimage.csv",
     "d6dbdef21ec3deeea3b47ad95cff96b6a09a8847af2d5890eda054e88cecbcd0",
     {}},
};

// The end of every message: what to do.
std::string remedy() {
  return std::string("; ") + variable +
         " must name the folder that has uci/letter.csv and its kin, sets of the UCI Machine "
         "Learning Repository (https://archive.ics.uci.edu) as CSV files with a header";
}

std::shared_ptr<const Dataset> make(const Parameters& parameters) {
  const std::string& name = parameters.text("set");
  const auto found = std::find_if(std::begin(sets), std::end(sets),
                                  [&](const auto& set) { return set.name == name; });
  if (found == std::end(sets)) throw std::logic_error("classification: no set " + name);
  return std::make_shared<Classification>(*found, parameters.boolean("intercept"));
}

}  // namespace

std::span<const KnownSet> known_sets() { return sets; }

std::filesystem::path Classification::checked_file() const {
  std::call_once(checked_once_, [&] {
    const char* root = std::getenv(variable);
    if (!root || !*root) {
      throw EnvironmentError(std::string("classification: the environment variable ") + variable +
                             " is not set" + remedy());
    }
    const auto file = std::filesystem::path(root) / set_.path;
    std::string digest;
    try {
      digest = sha256_hex_of_file(file);
    } catch (const std::filesystem::filesystem_error& error) {
      throw EnvironmentError("classification: cannot read " + file.string() + ": " +
                             error.code().message() + remedy());
    }
    if (digest != set_.sha256) {
      throw EnvironmentError("classification: " + file.string() +
                             " is not the file of the manifest: SHA-256 " + digest + ", expected " +
                             std::string(set_.sha256) + remedy());
    }
    checked_ = file;
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

std::unique_ptr<World> Classification::world(StreamKey, StreamKey environment) const {
  return std::make_unique<ClassificationWorld>(rows(), environment);
}

std::string Classification::content_digest() const {
  checked_file();
  return std::string(set_.sha256);
}

std::vector<std::string> Classification::warnings() const {
  return {
      "rows are drawn with replacement from the file, which is taken for the law itself; the "
      "features were standardised over the whole file beforehand"};
}

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "classification",
     .summary = "a published classification set as a bandit: reward 1 for the right class",
     .source = "Dudik, Langford, Li, ICML 2011, section 4; UCI Machine Learning Repository",
     .parameters = {choice("set", {"letter", "optdigits", "pendigits", "satimage"},
                           "26, 10, 10 or 6 classes; 16, 64, 16 or 36 features"),
                    boolean("intercept", true, "append the constant feature 1")}},
    make};

}  // namespace classification

}  // namespace replaybench::datasets
