#include "suite/text/host.hpp"

#include <unistd.h>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return *name ? name : "?";
}

std::string process_place() {
  std::string boot;
  try {
    boot = read_file("/proc/sys/kernel/random/boot_id");
  } catch (const FileError&) {  // without /proc all processes seem to be in one place
  }
  char link[64];
  const ssize_t length = ::readlink("/proc/self/ns/pid", link, sizeof link);
  return boot.substr(0, boot.find('\n')) + "/" +
         (length > 0 ? std::string(link, static_cast<std::size_t>(length)) : std::string("?"));
}

}  // namespace replaybench
