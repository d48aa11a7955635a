#pragma once
// A limit of this process's memory: what does not fit then fails where it is allocated, as std::bad_alloc,
// and the system has no reason to kill the process.

#include <cstddef>
#include <cstdint>
#include <string>

namespace replaybench {

/// True if this build can limit its memory: not with a sanitizer, which reserves terabytes.
bool can_limit_memory();

/// Allocations fail once all memory of this process that is its own and writable takes more than `bytes`,
/// the stacks of `threads` threads not counted (RLIMIT_DATA; mapped files do not count). For the rest of
/// the process. False when the system refuses, and where `can_limit_memory` is false.
bool limit_memory(std::uint64_t bytes, std::size_t threads);

/// "2.1 GB", "64 MB".
std::string memory_text(std::uint64_t bytes);

}  // namespace replaybench
