#pragma once
// Inside of toml_reader.cpp: places in the text of a TOML file, and its syntax errors.

#include <cstddef>
#include <string>
#include <string_view>

#include "suite/text/errors.hpp"

namespace replaybench::toml_syntax {

/// The byte at which a line and column (from 1, in characters) of a UTF-8 text begins, or npos.
/// O(text).
std::size_t byte_of(std::string_view text, std::size_t line, std::size_t column);

/// Throws SpecErrors at a key of more than `max_key_parts` parts ("a.b.c" has three). The TOML
/// library makes and destroys a table per part by recursion; a longer key would end the process. O(text).
inline constexpr std::size_t max_key_parts = 32;
void require_short_keys(std::string_view text, const std::string& file);

/// The problem that the TOML library found at `place`, in plainer words than `library_words` where
/// people meet it most: a text without its closing quote, which it finds at the end of the line or
/// behind it, is reported where it begins.
SpecProblem problem(std::string_view text, const SourcePlace& place,
                    std::string_view library_words);

}  // namespace replaybench::toml_syntax
