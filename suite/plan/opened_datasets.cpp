#include "suite/plan/opened_datasets.hpp"

#include "suite/text/errors.hpp"

namespace replaybench {

const OpenedDataset& OpenedDatasets::open(const Component<DatasetDescription>& component) {
  const std::string identity = component.identity();
  const auto known = by_identity_.find(identity);
  if (known != by_identity_.end()) return known->second;
  OpenedDataset opened;
  opened.identity = identity;
  try {
    opened.dataset = component.description->make(component.parameters);
    if (const auto digest = opened.dataset->content_digest(); !digest.empty()) {
      opened.identity += " content " + digest;
      if (const auto log = opened.dataset->log()) opened.records = log->size();
    }
    if (const auto environment = opened.dataset->environment({}, {})) {
      opened.is_environment = true;
      opened.records = environment->length();
    }
  } catch (const FileError& error) {
    opened.unavailable = error.what();
  } catch (const NotApplicable& error) {
    opened.unavailable = error.what();
  }
  return by_identity_.emplace(identity, std::move(opened)).first->second;
}

}  // namespace replaybench
