#pragma once
// Ends of messages about a header that cannot be right.

#include <string>

namespace replaybench {

/// The question of a message whether the first line is a record, and the option that names the columns.
std::string ask_names();

}  // namespace replaybench
