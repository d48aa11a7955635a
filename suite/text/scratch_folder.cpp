#include "suite/text/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "suite/text/errors.hpp"

namespace replaybench {

ScratchFolder::ScratchFolder(const std::filesystem::path& prefix) {
  std::string name = prefix.string() + "XXXXXX";
  if (!::mkdtemp(name.data())) {
    throw FileError("cannot make folder " + name + ": " + std::strerror(errno));
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace replaybench
