#pragma once
// Normals and uniforms of one step in turn, faster than `Draws` gives them.

#include <array>
#include <cstddef>
#include <cstdint>

#include "suite/stream/stream.hpp"

namespace replaybench {

/// Reads on from where `draws` is: `uniform` and `normal` return what its own functions would. Eight
/// pairs of normals are made at once, of the bits where they fall when every normal is followed by
/// one uniform, as in the rejection method of gamma variates; a pair that falls elsewhere is made
/// anew, with the next seven. `draws` has its new place when this object is destroyed, and is not to
/// be used before.
class NormalsAhead {
 public:
  explicit NormalsAhead(Draws& draws)
      : draws_(draws),
        source_(draws),
        has_normal_(draws.has_normal_),
        spare_normal_(draws.spare_normal_) {}
  ~NormalsAhead();
  NormalsAhead(const NormalsAhead&) = delete;
  NormalsAhead& operator=(const NormalsAhead&) = delete;

  double uniform() {
    hold(1);
    return Draws::unit_interval(ring_[read_++ % ring_size]);
  }
  double normal() {
    if (has_normal_) {
      has_normal_ = false;
      return spare_normal_;
    }
    if (next_pair_ == pairs || first_pair_ + stride * next_pair_ != read_) make_pairs();
    read_ += 2;
    spare_normal_ = seconds_[next_pair_];
    has_normal_ = true;
    return firsts_[next_pair_++];
  }

 private:
  static constexpr std::size_t pairs = 8;
  static constexpr std::size_t stride = 4;  // bits of a pair and of two uniforms
  static constexpr std::size_t ring_size = 64;

  /// At least `count` (at most 48) bits that were not read are in the ring.
  void hold(std::size_t count) {
    while (written_ - read_ < count) {
      const auto fresh = source_.sixteen_bits();
      for (std::size_t i = 0; i < fresh.size(); ++i) ring_[(written_ + i) % ring_size] = fresh[i];
      written_ += fresh.size();
    }
  }
  void make_pairs();

  Draws& draws_;
  Draws source_;
  bool has_normal_;
  double spare_normal_;
  std::array<std::uint64_t, ring_size> ring_;  // bits, number n at place n mod ring_size
  std::uint64_t written_ = 0;                  // bits made
  std::uint64_t read_ = 0;                     // bits used
  std::uint64_t first_pair_ = 0;               // number of the first bits of the first pair made
  std::size_t next_pair_ = pairs;
  std::array<double, pairs> firsts_;
  std::array<double, pairs> seconds_;
};

}  // namespace replaybench
