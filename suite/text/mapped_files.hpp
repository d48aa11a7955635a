#pragma once
// Mapped files (FileBytes) whose bytes are lost: another process shortened the file, or its disk
// failed. The system answers the next read with SIGBUS, which ends a process without a message.

#include <filesystem>
#include <string_view>

namespace replaybench {

/// From now on a read of lost bytes ends the process with exit code 4 and a message that names the
/// file. Any other SIGBUS ends the process as before. For programs only: what a signal does is not a
/// library's to decide, so a program of its own that maps files gets SIGBUS unless it calls this.
void end_when_mapped_bytes_are_lost();

/// Notes, until `forget_mapping`, that `bytes` are mapped from `file`. Thread-safe.
void note_mapping(std::string_view bytes, const std::filesystem::path& file);
void forget_mapping(std::string_view bytes);

}  // namespace replaybench
