// The reader of experiment.toml for every profile; the text as a component's; as a manifest.

#include <string>
#include <vector>

#include "suite/catalogue/manifest.hpp"
#include "suite/component/registry.hpp"
#include "suite/fuzz/scratch_folder.hpp"
#include "suite/fuzz/target.hpp"
#include "suite/plan/experiment.hpp"
#include "suite/text/component_text.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

// A registry of one algorithm, so that not all components are needed here; nobody makes it.
const std::vector<const AlgorithmDescription*>& algorithms_table() {
  struct Options {
    double alpha = 1;
  };
  static const auto parameters = bind_parameters<Options>(
      real(&Options::alpha, "alpha", "exploration").at_least(0).tuned_over({0.1, 1, 10}));
  static const AlgorithmDescription ucb{{.name = "ucb",
                                         .summary = "a name and a parameter",
                                         .source = "none",
                                         .parameters = parameters.described()},
                                        {.make = {},
                                         .rewards = RewardRange::real,
                                         .properties = {.is_default_for = DefaultFor::logging}}};
  static const std::vector<const AlgorithmDescription*> table{&ucb};
  return table;
}

}  // namespace replaybench

using namespace replaybench;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<SpecProblem> problems;
  const ComponentText component = parse_component(text, {"text", 1, 1}, problems);
  require(!problems.empty() || !component.name.empty(), "a component has a name or a problem");
  for (const auto& problem : problems) require(!problem.message.empty(), "a problem has a message");

  static const ScratchFolder scratch;
  const auto file = scratch.write("experiment.toml", text);
  for (const Profile profile : {Profile::smoke, Profile::standard, Profile::full}) {
    try {
      const ExperimentSpec spec = read_experiment(file, profile);
      require(spec.folder == file.parent_path(), "the folder");
    } catch (const SpecErrors& errors) {
      require(!errors.problems().empty(), "errors name a problem");
    }
  }
  try {
    const Manifest manifest = parse_manifest(text, "set", "manifest.toml");
    require(!manifest.files.empty(), "a manifest has files");
    for (const auto& entry : manifest.files) {
      const auto below = (std::filesystem::path("/data") / entry.path).lexically_normal();
      require(below.string().starts_with("/data/") && below.string().size() > 6,
              "a path stays below the folder of the data");
    }
  } catch (const SpecErrors& errors) {
    require(!errors.problems().empty(), "errors name a problem");
  }
  return 0;
}
