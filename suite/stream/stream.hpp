#pragma once
// Counter-based random numbers.
//
// A draw is a pure function of (key, step, draw): Philox4x32-10 (Salmon et al. 2011, from
// Random123). The key is a hash of what the numbers are *for*; a thread, a shard, a host, the time
// and the position in a plan are never part of it. Any part of an experiment can therefore be computed
// separately, in any order, on any machine, and gives the same bytes.
//
// Two promises, as NumPy's NEP 19 has them: the bit stream (`Draws::bits`) never changes; a sampler
// built on it may change, under a new `sampler_version`, which is part of every result's key.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace replaybench {

/// Version of the samplers below (uniform, below, normal); part of every result's key.
inline constexpr std::string_view sampler_version = "2";

/// The key of a stream of random numbers: 64 bits.
struct StreamKey {
  std::uint64_t value = 0;
  friend bool operator==(StreamKey, StreamKey) = default;
};

/// Key for a purpose within an experiment: the first 64 bits of SHA-256 over the fields, each
/// preceded by its length. `purpose` is "model", "live", "log", "logging" or "policy"; `subject` is
/// the canonical text of what the stream belongs to (a data set with its parameters); `owner` the
/// algorithm's name for policy streams, otherwise empty.
StreamKey derive_key(std::uint64_t seed, std::string_view purpose, std::string_view subject,
                     std::string_view owner = {});

/// Key of one replicate of a stream: 64 bits of Philox under `key` at an address reserved for this.
StreamKey replicate_key(StreamKey key, std::uint64_t replicate);

/// The draws of one step of a stream. Cheap to make; each call returns the next draw of this step.
/// Needs at most 2^31 draws a step.
class Draws {
 public:
  Draws(StreamKey key, std::uint64_t step) : key_(key.value), step_(step) {}

  /// 64 fresh random bits.
  std::uint64_t bits();
  /// Uniform on [0, 1), a multiple of 2^-53.
  double uniform();
  /// Uniform on {0, ..., n-1}, exactly (Lemire's multiply-and-reject). Needs n >= 1.
  std::uint32_t below(std::uint32_t n);
  /// Standard normal (Box and Muller; two of `bits` give two normals, the second is kept for the
  /// next call).
  double normal();
  /// The next out.size() normals, as that many calls of `normal` give them, at about a quarter of
  /// the time.
  void normals(std::span<double> out);

 private:
  friend class NearNormals;

  static double unit_interval(std::uint64_t bits) {
    return static_cast<double>(bits >> 11) * 0x1p-53;
  }
  /// The next n words: the one left over from the previous block, if any, then `fresh`, the bits of whole blocks.
  template <std::size_t n>
  std::array<std::uint64_t, n> after_spare(std::array<std::uint64_t, n> fresh);
  /// Like eight calls of `bits`.
  std::array<std::uint64_t, 8> eight_bits();
  /// Like sixteen calls of `bits`.
  std::array<std::uint64_t, 16> sixteen_bits();
  /// The normals of four pairs of `bits`, two each.
  static void four_pairs(const std::array<std::uint64_t, 8>& bits, double* firsts, double* seconds);
  /// Normals of eight pairs of `bits`.
  static void eight_pairs(const std::array<std::uint64_t, 16>& bits, double* firsts,
                          double* seconds);

  std::uint64_t key_;
  std::uint64_t step_;
  std::uint32_t block_ = 0;
  int left_ = 0;
  std::uint64_t spare_bits_ = 0;
  bool has_normal_ = false;
  double spare_normal_ = 0;
};

/// One Philox4x32-10 block: the four words at counter {step, block} under `key`.
std::array<std::uint32_t, 4> philox_block(std::uint64_t key, std::uint64_t step,
                                          std::uint64_t block);

}  // namespace replaybench

#include "suite/stream/stream_inline.hpp"
