#pragma once
// Times as a reader sees them. Each throws nothing, takes O(1), and is for finite seconds >= 0.

#include <string>

namespace replaybench {

/// A time that was measured: "4 s", "3 min 20 s", "2 h 5 min", "3 d 4 h".
std::string duration_text(double seconds);

/// A time that is expected, to two digits: "4 s", "3 min 20 s", "37 min", "2 h 10 min", "31 h".
std::string rounded_duration_text(double seconds);

/// Minutes of a core without their unit, more digits for less: "0.52", "31.4", "2610".
std::string minutes_text(double seconds);

}  // namespace replaybench
