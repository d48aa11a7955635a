#pragma once

#include <string>
#include <string_view>

namespace replaybench {

/// The text as one zstd frame with a checksum, a sixth shorter than `gzip` where most of it is digests:
/// equal texts give equal bytes with one version of the library. Throws std::bad_alloc.
/// `open_text_file` reads it. O(length).
std::string zstd(std::string_view text);

}  // namespace replaybench
