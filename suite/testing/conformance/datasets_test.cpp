// Requirements of the suite on every data set. A reader of files is tested on a stand-in that it
// writes itself.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "suite/catalogue/manifest.hpp"
#include "suite/component/registry.hpp"
#include "suite/component/write_log.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/testing/conformance/subjects.hpp"
#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/trials.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

namespace fs = std::filesystem;

// Stand-in files of a data set that reads files. While it lives, REPLAYBENCH_DATA names their folder,
// and the manifests whose files are all there have the sizes and checksums of these files.
class LookAlike {
 public:
  // Writes the files. Needs `description.write_look_alike`.
  explicit LookAlike(const DatasetDescription& description);
  ~LookAlike();

  // The data set's text as a user would write it, with what finds the files and `changed`
  // ("name=value", or empty).
  std::string text(const std::string& changed) const;
  // Packs each file in its place, as two members of gzip, cut at an arbitrary byte.
  void pack_in_two();

 private:
  void put_into_manifests();

  TemporaryFolder folder_;
  DataVariable variable_;
  std::string name_, parameters_;
  std::vector<Manifest> published_;  // those replaced
};

LookAlike::LookAlike(const DatasetDescription& description)
    : variable_(folder_.path().string()),
      name_(description.name),
      parameters_(description.write_look_alike(folder_.path())) {
  for (const ManifestText& text : manifest_texts()) {
    const Manifest& manifest = manifest_of(text.id);
    const bool here =
        std::all_of(manifest.files.begin(), manifest.files.end(),
                    [&](const auto& file) { return fs::exists(folder_.path() / file.path); });
    if (here) published_.push_back(manifest);
  }
  put_into_manifests();
}

LookAlike::~LookAlike() {
  for (Manifest& manifest : published_) replace_manifest(std::move(manifest));
}

std::string LookAlike::text(const std::string& changed) const {
  const bool both = !parameters_.empty() && !changed.empty();
  return name_ + "{" + parameters_ + (both ? ", " : "") + changed + "}";
}

void LookAlike::pack_in_two() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    const std::size_t cut = bytes.size() * 3 / 7;
    std::ofstream(file, std::ios::binary) << gzip(bytes.substr(0, cut)) << gzip(bytes.substr(cut));
  }
  put_into_manifests();
}

void LookAlike::put_into_manifests() {
  for (Manifest manifest : published_) {
    for (ManifestFile& file : manifest.files) {
      const auto path = folder_.path() / file.path;
      if (file.size) file.size = fs::file_size(path);
      if (!file.sha256.empty()) file.sha256 = sha256_hex_of_file(path);
    }
    replace_manifest(std::move(manifest));
  }
}

using DatasetSubject = SubjectOf<DatasetDescription>;

const std::vector<DatasetSubject>& datasets_under_test() {
  static const std::vector<DatasetSubject> list = subjects_of(datasets_table());
  return list;
}

// A data set that can be played or read; nothing, and why, where it cannot.
struct Opened {
  std::shared_ptr<const Dataset> dataset;
  bool fits = true;  // false: its parameters do not go together
  std::string reason;
};

Opened open(const std::string& text) {
  try {
    auto dataset = dataset_of(text);
    if (dataset->environment({1}, {2}) || dataset->log()) return {std::move(dataset), true, {}};
    return {nullptr, true, "it has neither an environment nor a log"};
  } catch (const SpecErrors& wrong) {
    return {nullptr, false, wrong.what()};
  } catch (const std::runtime_error& wrong) {
    return {nullptr, true, wrong.what()};
  }
}

// Calls test(data set's text, data set, whether it has its defaults) for every data set: as it is,
// where it can be opened; and on its look-alike, where it has one. One of the two must be: a reader
// of files is tested, whoever has the files.
template <class Test>
void for_all_datasets(const Test& test) {
  in_sections(datasets_under_test(), [&](const DatasetSubject& subject) {
    const auto& description = *subject.component.description;
    Opened opened = open(subject.text());
    if (opened.dataset) test(subject.text(), *opened.dataset, subject.has_defaults);
    if (description.write_look_alike) {
      const LookAlike files(description);
      const std::string text = files.text(subject.changed);
      INFO("the look-alike, " << text);
      opened = open(text);
      if (opened.dataset) test(text, *opened.dataset, subject.has_defaults);
    }
    if (opened.dataset) return;
    INFO(opened.reason);
    INFO("a data set that reads files needs write_look_alike in its description");
    REQUIRE((!subject.has_defaults && !opened.fits));
    WARN(subject.text() << " is not tested: " << opened.reason);
  });
}

// Calls test for every data set that is a simulator.
template <class Test>
void for_all_simulators(const Test& test) {
  for_all_datasets([&](const std::string&, const Dataset& dataset, bool has_defaults) {
    if (dataset.environment({1}, {2})) test(dataset, has_defaults);
  });
}

// Calls test for every data set that is a log.
template <class Test>
void for_all_logs(const Test& test) {
  for_all_datasets([&](const std::string& text, const Dataset& dataset, bool) {
    if (!dataset.environment({1}, {2})) test(text, dataset);
  });
}

// Everything that can be read of record i.
std::vector<double> shown_by(const Log& log, std::size_t i) {
  ContextReader contexts(log);
  const Context context = contexts[i];
  std::vector<double> shown(context.values().begin(), context.values().end());
  shown.insert(shown.end(), context.hidden().begin(), context.hidden().end());
  const ActionSet actions = log.available(i);
  for (Action place = 0; place < actions.size(); ++place) shown.push_back(actions[place]);
  shown.push_back(log.actions[i]);
  shown.push_back(log.rewards[i]);
  if (log.has_propensities()) shown.push_back(log.propensity(i));
  return shown;
}

// The records of `piece` are those of `whole` from `first` on.
void require_records(const Log& whole, std::size_t first, const Log& piece) {
  REQUIRE(piece.action_count == whole.action_count);
  REQUIRE(piece.dimension == whole.dimension);
  REQUIRE(piece.is_sparse() == whole.is_sparse());
  REQUIRE(piece.has_pools() == whole.has_pools());
  REQUIRE(piece.has_propensities() == whole.has_propensities());
  REQUIRE(piece.timestamps.empty() == whole.timestamps.empty());
  REQUIRE(first + piece.size() <= whole.size());
  for (std::size_t i = 0; i < piece.size(); ++i) {
    INFO("record " << first + i);
    REQUIRE(shown_by(piece, i) == shown_by(whole, first + i));
    if (!piece.timestamps.empty()) REQUIRE(piece.timestamps[i] == whole.timestamps[first + i]);
  }
}

void require_same_log(const Log& log, const Log& other) {
  REQUIRE(other.size() == log.size());
  REQUIRE(other.action_names == log.action_names);
  REQUIRE(other.feature_names == log.feature_names);
  require_records(log, 0, other);
}

Trial trial_on(const Dataset& dataset, std::uint64_t horizon, LogSlice part = {}) {
  const auto policy = [](const Problem&) { return Agent(Stochastic{}); };
  return Trial(dataset, policy, policy, horizon, {{1}, {2}, {3}, {4}, {5}, {6}}, part);
}

// Number of its steps that are tested.
std::uint64_t steps_of(const Environment& environment, std::uint64_t most) {
  return environment.length() > 0 ? std::min(environment.length(), most) : most;
}

}  // namespace

TEST_CASE("every data set: steps are addresses") {
  // A parameter at the end of its range may take all randomness away: no noise, say.
  for_all_simulators([](const Dataset& dataset, bool has_defaults) {
    require_steps_are_addresses(dataset, has_defaults);
  });
}

TEST_CASE("every data set: contexts, actions and rewards are as declared") {
  for_all_simulators([](const Dataset& dataset, bool) {
    const auto environment = dataset.environment({1}, {2});
    const Action action_count = environment->action_count();
    REQUIRE(action_count > 0);
    for (std::uint64_t t = 0; t < steps_of(*environment, 300); ++t) {
      INFO("step " << t);
      environment->observe(t);
      const Context context = environment->context();
      REQUIRE(context.values().size() == environment->dimension());
      REQUIRE(context.hidden().size() == environment->hidden_dimension());
      for (const double value : context.values()) {
        REQUIRE(std::isfinite(value));
        if (environment->has_sparse_contexts()) REQUIRE((value == 0 || value == 1));
      }
      CHECK(context.is_sparse() == environment->has_sparse_contexts());
      const ActionSet actions = environment->actions();
      REQUIRE(actions.size() > 0);
      if (!environment->has_pools()) REQUIRE(actions.size() == action_count);
      for (Action i = 0; i < actions.size(); ++i) {
        REQUIRE(actions[i] < action_count);
        if (i > 0) REQUIRE(actions[i - 1] < actions[i]);
        const double reward = environment->reward(actions[i]);
        const double expected = environment->expected_reward(context, actions[i], Knowledge::full);
        REQUIRE(std::isfinite(reward));
        REQUIRE(std::isfinite(expected));
        if (environment->rewards() == RewardRange::real) continue;
        REQUIRE((reward >= 0 && reward <= 1));
        REQUIRE((expected >= 0 && expected <= 1));
        if (environment->rewards() == RewardRange::binary) REQUIRE((reward == 0 || reward == 1));
      }
    }
  });
}

TEST_CASE("every data set: a model's key alone decides the model") {
  for_all_simulators([](const Dataset& dataset, bool) {
    const auto one = dataset.environment({1}, {2});
    const auto other_steps = dataset.environment({1}, {3});
    CHECK(one->action_count() == other_steps->action_count());
    CHECK(one->dimension() == other_steps->dimension());
    CHECK(one->hidden_dimension() == other_steps->hidden_dimension());
    CHECK(one->length() == other_steps->length());
    CHECK(one->rewards() == other_steps->rewards());
    for (std::uint64_t t = 0; t < steps_of(*one, 50); ++t) {
      INFO("step " << t);
      one->observe(t);
      other_steps->observe(t);
      // The expectation for one context does not depend on the steps that the other draws.
      const Context context = one->context();
      const ActionSet actions = one->actions();
      for (Action i = 0; i < actions.size(); ++i) {
        CHECK(other_steps->expected_reward(context, actions[i], Knowledge::full) ==
              one->expected_reward(context, actions[i], Knowledge::full));
      }
    }
  });
}

TEST_CASE("every data set: rewards have the mean that the environment says") {
  // The differences of one action a step, drawn uniformly, are independent with mean 0: five
  // standard errors, on fixed streams.
  for_all_simulators([](const Dataset& dataset, bool) {
    const auto environment = dataset.environment({1}, {2});
    numeric::Moments difference;
    for (std::uint64_t t = 0; t < steps_of(*environment, 3'000); ++t) {
      environment->observe(t);
      Draws draws({4}, t);
      const ActionSet actions = environment->actions();
      const Action action = actions[draws.below(actions.size())];
      difference.add(environment->reward(action) -
                     environment->expected_reward(environment->context(), action, Knowledge::full));
    }
    INFO("mean difference " << difference.mean << ", standard error "
                            << difference.standard_error());
    CHECK(std::fabs(difference.mean) <= 5 * difference.standard_error() + 1e-12);
  });
}

TEST_CASE("every data set: a log written in pieces has the records of the whole") {
  for_all_simulators([](const Dataset& dataset, bool) {
    const Agent logging{Stochastic{}};
    const auto environment = dataset.environment({1}, {2});
    const std::uint64_t steps = steps_of(*environment, 90);
    const Log whole = write_log(*environment, logging, steps, {5});
    whole.check();
    const std::uint64_t ends[] = {std::min<std::uint64_t>(1, steps),
                                  std::min<std::uint64_t>(41, steps), steps};
    const auto continued = dataset.environment({1}, {2});
    std::uint64_t first = 0;
    for (const std::uint64_t end : ends) {
      // By an environment that has been played up to here, and by one that begins here.
      const auto fresh = dataset.environment({1}, {2});
      for (Environment* from : {continued.get(), fresh.get()}) {
        const Log piece = write_log(*from, logging, end - first, {5}, first);
        require_records(whole, first, piece);
      }
      first = end;
    }
    // As an evaluator is shown it.
    const auto log = trial_on(dataset, steps).log();
    std::uint64_t seen = 0;
    trial_on(dataset, steps).for_each_chunk(7, 1, [&](const Log& piece) {
      require_records(*log, seen, piece);
      seen += piece.size();
    });
    CHECK(seen == steps);
  });
}

TEST_CASE("every data set: a log written over another one is what it would be in new memory") {
  for_all_simulators([](const Dataset& dataset, bool) {
    const Agent logging{Stochastic{}};
    const auto environment = dataset.environment({1}, {2});
    const std::uint64_t steps = steps_of(*environment, 90);
    const auto other = dataset.environment({1}, {3});
    Log spare = write_log(*other, logging, steps, {6});
    const double* const memory = spare.rewards.data();
    const Log anew = write_log(*environment, logging, steps, {5});
    const Log over = write_log(*environment, logging, steps, {5}, 0, std::move(spare));
    require_same_log(anew, over);
    CHECK(over.rewards.data() == memory);
  });
}

TEST_CASE("every data set that is a log: valid, read once, the same when it is read again") {
  for_all_logs([](const std::string& text, const Dataset& dataset) {
    const auto log = dataset.log();
    log->check();
    CHECK(log->size() > 0);
    CHECK(dataset.log() == log);
    CHECK(dataset.content_digest().size() == 64);
    CHECK(dataset.warnings() == dataset.warnings());
    const auto again = dataset_of(text);
    CHECK(again->content_digest() == dataset.content_digest());  // asked before the log is read
    require_same_log(*log, *again->log());
    CHECK(again->warnings() == dataset.warnings());
  });
}

TEST_CASE("every data set that is a log: its parts, one after the other, are the whole") {
  for_all_logs([](const std::string&, const Dataset& dataset) {
    const auto log = dataset.log();  // a data set may draw it again when nobody uses it
    const Log& whole = *log;
    for (const std::uint64_t count : {1u, 3u, 7u}) {
      INFO(count << " parts");
      std::size_t seen = 0;
      for (std::uint64_t index = 0; index < count; ++index) {
        const auto part = trial_on(dataset, 0, {index, count}).log();
        part->check();
        require_records(whole, seen, *part);
        seen += part->size();
      }
      CHECK(seen == whole.size());
    }
    const std::uint64_t some = whole.size() / 2;
    const auto first_records = trial_on(dataset, some).log();
    CHECK(first_records->size() == some);
    require_records(whole, 0, *first_records);
    std::size_t seen = 0;
    trial_on(dataset, 0).for_each_chunk(7, 1, [&](const Log& piece) {
      require_records(whole, seen, piece);
      seen += piece.size();
    });
    CHECK(seen == whole.size());
  });
}

TEST_CASE("every data set that reads files: packed in two pieces, they give the same") {
  in_sections(datasets_under_test(), [](const DatasetSubject& subject) {
    if (!subject.component.description->write_look_alike) return;
    LookAlike files(*subject.component.description);
    const std::string text = files.text(subject.changed);
    INFO(text);
    const Opened plain = open(text);
    REQUIRE((plain.dataset || !plain.fits));
    if (!plain.dataset) return;
    const std::string digest = plain.dataset->content_digest();
    files.pack_in_two();
    const auto packed = dataset_of(text);
    // A result is of a file's bytes: it is not taken for one of other bytes.
    CHECK(packed->content_digest() != digest);
    if (const auto environment = plain.dataset->environment({1}, {2})) {
      const auto other = packed->environment({1}, {2});
      for (std::uint64_t t = 0; t < steps_of(*environment, 50); ++t) {
        CHECK(shown_at(*other, t) == shown_at(*environment, t));
      }
    } else {
      require_same_log(*plain.dataset->log(), *packed->log());
    }
  });
}
