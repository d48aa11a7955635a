#pragma once
// The data sets of one or several plans, each opened once.

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "suite/component/registry.hpp"

namespace replaybench {

/// A data set as a plan needs it.
struct OpenedDataset {
  std::shared_ptr<const Dataset> dataset;  ///< null if its parameters need data that are not here
  std::string identity;       ///< of the component, for a file with its content's digest
  std::string unavailable;    ///< why it cannot be read here; empty if it can
  std::uint64_t records = 0;  ///< of a file, or of an environment that ends
  bool is_environment = false;
};

class OpenedDatasets {
 public:
  /// The data set that a component makes; the same object for the same component. The reference
  /// stays valid. Missing data only set `unavailable`; throws SpecErrors for parameters that are
  /// wrong together.
  const OpenedDataset& open(const Component<DatasetDescription>& component);

 private:
  std::map<std::string, OpenedDataset> by_identity_;
};

}  // namespace replaybench
