#pragma once
// The made-up files of a data set that reads files, in the place of the real ones.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/catalogue/manifest.hpp"
#include "suite/component/registry.hpp"
#include "suite/testing/data_variable.hpp"
#include "suite/testing/files.hpp"

namespace replaybench::testing {

/// While it lives, REPLAYBENCH_DATA names a folder with the look-alike of one data set, and the sizes
/// and checksums of a manifest whose files are all there are those of these files.
class LookAlike {
 public:
  /// Writes the files. Needs `description.write_look_alike`.
  explicit LookAlike(const DatasetDescription& description);
  ~LookAlike();

  /// The data set's text as a user would write it, with what finds the files and `changed`
  /// ("name=value", or empty).
  std::string text(const std::string& changed) const;
  /// Packs each file in its place, as two members of gzip, cut at an arbitrary byte.
  void pack_in_two();

 private:
  void put_into_manifests();

  TemporaryFolder folder_;
  DataVariable variable_;
  std::string name_, parameters_;
  std::vector<Manifest> published_;  // those replaced
};

}  // namespace replaybench::testing
