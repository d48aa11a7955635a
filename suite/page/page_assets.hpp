#pragma once
// The page's style and script. Both stand inside the page; neither asks the network for anything.

#include <string_view>

namespace replaybench {

extern const std::string_view page_style;
/// Sorts tables by their headers. With "#sort=TABLE,COLUMN,descending" after the address the table
/// is sorted so from the beginning; a click puts that there. With "#selftest" every header is
/// clicked and the order checked; the outcome stands in <html data-selftest>, and in data-fits
/// whether the page is no wider than its window. Errors of the script stand in data-errors.
extern const std::string_view page_script;

}  // namespace replaybench
