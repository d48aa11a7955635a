#pragma once
// Place of this process, for files that processes of several machines write side by side.

#include <string>

namespace replaybench {

/// The machine's name; "?" when it has none.
std::string host_name();

/// Scope of process numbers: a boot of a kernel, and a namespace in it. No spaces.
std::string process_place();

}  // namespace replaybench
