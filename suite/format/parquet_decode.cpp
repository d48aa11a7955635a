#include "suite/format/parquet_decode.hpp"

#include <algorithm>
#include <cstring>

#include "suite/text/errors.hpp"

namespace replaybench::parquet {

namespace {

[[noreturn]] void cut() { throw DataError("the page has fewer values than its header says"); }

// The 64 bits from bit `bit` on; those behind `end` are 0.
std::uint64_t load_bits(const unsigned char* from, const unsigned char* end, std::uint64_t bit,
                        unsigned width) {
  const unsigned char* const at = from + bit / 8;
  const auto shift = static_cast<unsigned>(bit % 8);
  std::uint64_t word = 0;
  const auto there = static_cast<std::size_t>(end - at);
  if (there >= 8) {
    std::memcpy(&word, at, 8);
  } else {
    std::memcpy(&word, at, there);
  }
  word >>= shift;
  if (shift + width > 64 && there > 8) word |= std::uint64_t{at[8]} << (64 - shift);
  return width == 64 ? word : word & ((std::uint64_t{1} << width) - 1);
}

const unsigned char* begin_of(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::uint64_t read_varint(const unsigned char*& at, const unsigned char* end) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at == end) cut();
    const unsigned char part = *at++;
    value |= static_cast<std::uint64_t>(part & 0x7f) << shift;
    if (part < 0x80) return value;
  }
  throw DataError("a number of more than 64 bits in a page");
}

}  // namespace

HybridDecoder::HybridDecoder(std::string_view bytes, unsigned width)
    : at_(begin_of(bytes)), end_(at_ + bytes.size()), width_(width) {
  if (width > 32) throw DataError("numbers of " + std::to_string(width) + " bits in a page");
}

void HybridDecoder::next_run() {
  if (packed_) {
    at_ += (bit_ + 7) / 8;
    packed_ = false;
  }
  const std::uint64_t head = read_varint(at_, end_);
  if ((head & 1) == 0) {
    left_ = head >> 1;
    value_ = 0;
    const std::size_t bytes = (width_ + 7) / 8;
    if (static_cast<std::size_t>(end_ - at_) < bytes) cut();
    std::memcpy(&value_, at_, bytes);
    if (width_ < 32 && value_ >> width_ != 0) throw DataError("a run of too large a number");
    at_ += bytes;
    return;
  }
  packed_ = true;
  bit_ = 0;
  const std::uint64_t groups = head >> 1;
  const auto bits = static_cast<std::uint64_t>(end_ - at_) * 8;
  // The last group may be cut behind its last number.
  if (width_ == 0) {
    left_ = std::min<std::uint64_t>(groups, std::uint64_t{1} << 32) * 8;
  } else {
    left_ = std::min(std::min<std::uint64_t>(groups, bits) * 8, bits / width_);
  }
}

void HybridDecoder::get(std::uint32_t* to, std::size_t count) {
  while (count > 0) {
    if (left_ == 0) next_run();
    const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(left_, count));
    if (!packed_) {
      std::fill(to, to + now, value_);
    } else {
      for (std::size_t i = 0; i < now; ++i, bit_ += width_) {
        to[i] = static_cast<std::uint32_t>(load_bits(at_, end_, bit_, width_));
      }
    }
    left_ -= now;
    to += now;
    count -= now;
  }
}

DeltaDecoder::DeltaDecoder(std::string_view bytes)
    : at_(begin_of(bytes)), end_(at_ + bytes.size()) {
  constexpr std::uint64_t largest_block = std::uint64_t{1} << 20;
  const std::uint64_t block = varint();
  miniblocks_ = varint();
  left_ = varint();
  const std::uint64_t first = varint();
  value_ = first >> 1 ^ (~(first & 1) + 1);
  if (miniblocks_ == 0 || block > largest_block || block % miniblocks_ != 0 ||
      block / miniblocks_ % 8 != 0 || block / miniblocks_ == 0) {
    throw DataError("blocks of " + std::to_string(block) + " deltas in " +
                    std::to_string(miniblocks_) + " parts");
  }
  per_miniblock_ = block / miniblocks_;
  miniblock_ = miniblocks_;
}

std::uint64_t DeltaDecoder::varint() { return read_varint(at_, end_); }

void DeltaDecoder::next_block() {
  const std::uint64_t least = varint();
  least_ = least >> 1 ^ (~(least & 1) + 1);
  if (static_cast<std::uint64_t>(end_ - at_) < miniblocks_) cut();
  widths_ = at_;
  at_ += miniblocks_;
  miniblock_ = 0;
}

void DeltaDecoder::next_miniblock() {
  at_ += (bit_ + 7) / 8;
  bit_ = 0;
  if (miniblock_ == miniblocks_) next_block();
  width_ = widths_[miniblock_++];
  if (width_ > 64) throw DataError("deltas of " + std::to_string(width_) + " bits");
  in_miniblock_ = per_miniblock_;
  // The last one may be cut behind its last delta.
  const std::uint64_t needed = std::min(left_, per_miniblock_) * width_;
  if (static_cast<std::uint64_t>(end_ - at_) * 8 < needed) cut();
}

void DeltaDecoder::get(std::int64_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (left_ == 0) cut();
    if (!first_) {
      if (in_miniblock_ == 0) next_miniblock();
      value_ += least_ + load_bits(at_, end_, bit_, width_);
      bit_ += width_;
      --in_miniblock_;
    }
    first_ = false;
    --left_;
    to[i] = static_cast<std::int64_t>(value_);
  }
}

const unsigned char* DeltaDecoder::end() const {
  const std::uint64_t bits = bit_ + in_miniblock_ * width_;
  const auto bytes = static_cast<std::uint64_t>(end_ - at_);
  return at_ + std::min((bits + 7) / 8, bytes);
}

}  // namespace replaybench::parquet
