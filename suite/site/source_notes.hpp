#pragma once
// The notes at the top of a component's source: formula, notation, source, deviations.

#include <filesystem>
#include <string>

namespace replaybench {

/// The comment at the top of a C++ source: the lines that begin with "//" (but not "///") before the
/// first that does not, `#pragma once` and empty lines passed over. Without the slashes. Empty where there is none.
std::string leading_comment(const std::string& source);

/// The "///" comment above the declaration of `name` in a header; empty where there is none.
std::string comment_above(const std::string& header, const std::string& name);

/// The leading comment of `folder`/NAME.hpp, else of NAME.cpp (NAME: the folder's); where NAME.cpp
/// uses a definition of `definitions`, a header of definitions in the namespace `space`, its comment
/// stands first: the formula, then the notation at the top of that header. Empty where there is no
/// source here, in an installed package. Throws FileError for a source that cannot be read.
std::string source_notes(const std::filesystem::path& folder, const std::string& definitions,
                         const std::string& space);

}  // namespace replaybench
