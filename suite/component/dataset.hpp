#pragma once
// A data set: a simulator, or a file.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "suite/component/description.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/log.hpp"
#include "suite/model/read_report.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// A data set: a simulator (gives environments), or a file (gives one log).
class Dataset {
 public:
  virtual ~Dataset() = default;
  /// An environment whose model is drawn from `model` (or fixed by a parameter) and whose steps are
  /// drawn from `environment`. Null for a file.
  virtual std::unique_ptr<Environment> environment(StreamKey model, StreamKey environment) const;
  /// The log of a file; null for a simulator.
  virtual std::shared_ptr<const Log> log() const;
  /// The reader's report on the whole log of a file; null if there is none.
  virtual const ReadReport* report() const { return nullptr; }
  /// Identity of a file's content (SHA-256), part of result keys; empty for a simulator.
  virtual std::string content_digest() const { return {}; }
  /// Cautions about numbers from this data set, as sentences.
  virtual std::vector<std::string> warnings() const { return {}; }
};

/// The members of DatasetDescription in addition to the common ones. A separate base, so that a description can name all its
/// members by name.
struct DatasetDefinition {
  std::function<std::shared_ptr<const Dataset>(const Parameters&)> make;
  /// For a data set that reads files: writes small synthetic files in the documented format, for every set that the
  /// parameters can name, to the places that are read if `folder` is the data folder (REPLAYBENCH_DATA). Returns the
  /// parameters that find the files, as `path="..."`; usually empty.
  /// The conformance tests read these files. Throws FileError when the folder cannot be
  /// written.
  std::function<std::string(const std::filesystem::path& folder)> write_look_alike = {};
};

struct DatasetDescription : ComponentDescription, DatasetDefinition {};

}  // namespace replaybench
