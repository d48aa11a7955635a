#include "suite/testing/conformance/look_alike.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "suite/text/sha256.hpp"

namespace replaybench::testing {

namespace fs = std::filesystem;

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

}  // namespace replaybench::testing
