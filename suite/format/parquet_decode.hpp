#pragma once
// The encodings of Parquet's pages: each decoder gives the next values of one page, a few at a time.
// They throw DataError when the page has fewer.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "suite/format/parquet_metadata.hpp"

namespace replaybench::parquet {

/// Runs and bit-packed groups of whole numbers of `width` bits (0 to 32).
class HybridDecoder {
 public:
  HybridDecoder() = default;
  HybridDecoder(std::string_view bytes, unsigned width);
  /// The next `count` numbers.
  void get(std::uint32_t* to, std::size_t count);

 private:
  void next_run();

  const unsigned char* at_ = nullptr;
  const unsigned char* end_ = nullptr;
  unsigned width_ = 0;
  std::uint64_t left_ = 0;  // numbers of the run
  bool packed_ = false;
  std::uint64_t bit_ = 0;  // of a packed run, from at_
  std::uint32_t value_ = 0;
};

/// DELTA_BINARY_PACKED.
class DeltaDecoder {
 public:
  DeltaDecoder() = default;
  explicit DeltaDecoder(std::string_view bytes);
  void get(std::int64_t* to, std::size_t count);
  /// Numbers left, as the header says.
  std::uint64_t left() const { return left_; }
  /// End of the bytes that have all numbers; needs left() == 0. For the data after them.
  const unsigned char* end() const;

 private:
  std::uint64_t varint();
  void next_block();
  void next_miniblock();

  const unsigned char* at_ = nullptr;
  const unsigned char* end_ = nullptr;
  const unsigned char* widths_ = nullptr;
  std::uint64_t miniblocks_ = 0, per_miniblock_ = 0;
  std::uint64_t miniblock_ = 0;     // of the block: those begun
  std::uint64_t left_ = 0;          // numbers of all
  std::uint64_t in_miniblock_ = 0;  // deltas left in it
  std::uint64_t value_ = 0, least_ = 0;
  unsigned width_ = 0;
  std::uint64_t bit_ = 0;
  bool first_ = true;
};

/// The bytes of a page, unpacked. `keep` holds what was unpacked; with no codec the result is
/// `packed` itself, and `keep` stays as it is. No more is allocated than the packed bytes can fill with this codec. Throws
/// DataError when it is cut, corrupt, of another length, or of a codec that is not read.
std::string_view unpack(std::string_view packed, Codec codec, std::uint64_t unpacked_bytes,
                        std::shared_ptr<const void>& keep);

}  // namespace replaybench::parquet
