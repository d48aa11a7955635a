#pragma once
// Profiles: the size of a study's computation.

#include <string>

#include "suite/text/enum_names.hpp"

namespace replaybench {

/// For tests (seconds), for a reader on two cores, or the thesis's own repetition counts.
enum class Profile { smoke, standard, full };
inline constexpr EnumNames<Profile, 3> profile_names({{Profile::smoke, "smoke"},
                                                      {Profile::standard, "standard"},
                                                      {Profile::full, "full"}});

inline std::string to_string(Profile profile) { return std::string(profile_names[profile]); }

}  // namespace replaybench
