#pragma once
// Changes to drawings of gnuplot's SVG terminal.

#include <string>

namespace replaybench {

/// With other fonts named after DejaVu Sans. An SVG has the name of its font, not the font: where it is
/// not installed, Verdana has almost its widths. O(length).
std::string with_other_fonts(std::string svg);

/// With this title, which a screen reader says, in the place of gnuplot's own; an empty one changes nothing. O(length).
std::string with_title(std::string svg, std::string title);

/// Returns the same drawing in two thirds of the bytes: without empty groups, without stroke attributes that repeat
/// inherited values, and without the font of each label if the whole drawing has one font. Programs that drop the blanks at
/// the ends of a text's parts are told to keep them. O(length).
std::string shorter_svg(std::string svg);

}  // namespace replaybench
