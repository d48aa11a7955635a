#pragma once
// Files for readers that take a path.

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "suite/fuzz/target.hpp"

namespace replaybench {

/// A folder for files, in memory where the system has such a place.
class ScratchFolder {
 public:
  ScratchFolder() {
    const char* memory = "/dev/shm";
    const bool there = ::access(memory, W_OK) == 0;
    std::string name =
        (there ? std::filesystem::path(memory) : std::filesystem::temp_directory_path()) /
        "replaybench_XXXXXX";
    require(::mkdtemp(name.data()) != nullptr, "a folder can be made");
    folder_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(folder_); }

  std::filesystem::path at(const std::string& name) const { return folder_ / name; }
  /// Another file each time: the one before may be mapped still.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    const auto path = at(name);
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
    return path;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace replaybench
