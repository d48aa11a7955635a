#pragma once
// Packing of texts.

#include <string>
#include <string_view>

namespace replaybench {

/// The text as one gzip member without a name and a time: equal texts give equal bytes with one version
/// of zlib. Throws std::bad_alloc. `open_text_file` reads it. O(length).
std::string gzip(std::string_view text);

}  // namespace replaybench
