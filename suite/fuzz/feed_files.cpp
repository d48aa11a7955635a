// The main of a fuzz target without libFuzzer: feeds it the files and folders of files that are
// named, each whole and cut in half. With --some-read it fails where no input was read to its end.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "suite/fuzz/target.hpp"

namespace {

void feed(const std::string& bytes) {
  // A copy that ends where the input ends, so that reading behind it can be seen by a sanitizer.
  const std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  bool some_read = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--some-read") {
      some_read = true;
      continue;
    }
    if (!std::filesystem::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
      std::fprintf(stderr, "cannot read %s\n", path.c_str());
      return 1;
    }
    std::fprintf(stderr, "%s\n", path.c_str());  // the last one is the one that crashed
    feed(bytes);
    feed(bytes.substr(0, bytes.size() / 2));
  }
  std::fprintf(stderr, "%zu files\n", files.size());
  if (some_read && replaybench::inputs_read == 0) {
    std::fprintf(stderr,
                 "none of them is read to its end: the corpus tests nothing but refusals\n");
    return 1;
  }
  return files.empty() ? 1 : 0;
}
