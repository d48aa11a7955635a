#pragma once
// Packing of texts.

#include <memory>
#include <string>
#include <string_view>

struct z_stream_s;

namespace replaybench {

/// Packs a text that comes in parts, as one gzip member without a name and a time. The bytes do not
/// depend on where the parts are cut.
class GzipPacker {
 public:
  /// `level` from 1 (fast) to 9 (short). Throws std::bad_alloc.
  explicit GzipPacker(int level);
  ~GzipPacker();

  /// Appends to `packed` what comes out of the next part. O(length).
  void add(std::string_view part, std::string& packed);
  /// Appends the end. Nothing may be added after it.
  void finish(std::string& packed);

 private:
  void pack(int flush, std::string& packed);

  std::unique_ptr<z_stream_s> zlib_;
};

/// The text as one gzip member without a name and a time: equal texts give equal bytes with one version
/// of zlib. Throws std::bad_alloc. `open_text_file` reads it. O(length).
std::string gzip(std::string_view text);

}  // namespace replaybench
