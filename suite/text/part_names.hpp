#pragma once
// Names of temporary files, made in the folder of a file until it is complete, and of those that killed processes left.

#include <filesystem>
#include <string_view>

namespace replaybench {

/// Beginning of the names that a process of this machine gives them; those of other machines and
/// containers differ. A process that is killed while it writes leaves one.
std::filesystem::path part_prefix(const std::filesystem::path& file, long process);

/// A name that begins so for this process, and that it has not given before.
std::filesystem::path new_part(const std::filesystem::path& file);

/// Text before the beginning's "place-process-" in such a name.
inline constexpr std::string_view part_mark = ".part-";

/// True if a file has such a name and is no longer written: its process on this machine is dead, or it was
/// written by another machine more than an hour ago.
bool is_left_part(const std::filesystem::path& file);

/// Removes the files of a folder, not of those below it, that are left parts. What cannot be removed stays.
void remove_left_parts(const std::filesystem::path& folder);

}  // namespace replaybench
