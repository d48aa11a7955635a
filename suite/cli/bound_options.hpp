#pragma once
// Flags made from described parameters, so that a command's flags, their help, their ranges and their
// defaults are those of the parameters.

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/component/parameters.hpp"

namespace replaybench::cli {

/// The user's words after the flags of add_options.
class GivenOptions {
 public:
  /// The parameters that were given, as they were written; the others have their defaults. What is wrong
  /// is added to `problems`, named by its option.
  Parameters resolve(const std::vector<ParameterInfo>& described,
                     std::vector<SpecProblem>& problems) const;
  /// These parameters in the struct that they are bound to.
  template <class Options>
  Options read(const Binding<Options>& binding, std::vector<SpecProblem>& problems) const {
    return binding.read(resolve(binding.described(), problems));
  }
  /// The flags that were given, in the order of their help.
  std::vector<std::string> flags() const;

 private:
  friend void add_options(CLI::App&, const std::vector<ParameterInfo>&, GivenOptions&);

  // The value of one flag: `items` if it takes a list, otherwise `text`. Neither moves after the flag is added.
  struct Given {
    const CLI::Option* option = nullptr;
    std::vector<std::string> items;
    std::string text;
  };
  std::map<std::string, Given> given_;
  std::vector<std::string> order_;  // of the names
};

/// Adds to `command` a flag per parameter, in their order: `missing_reward` is --missing-reward VALUE. A
/// boolean is a flag without a value, --no-NAME if it is true by default. A list takes its items separated by
/// commas, or, where items may have commas, one item per flag; every such flag can be repeated. `given`
/// must live as long as the command.
void add_options(CLI::App& command, const std::vector<ParameterInfo>& described,
                 GivenOptions& given);

}  // namespace replaybench::cli
