#pragma once
// The state of an algorithm, seen from outside: a digest that distinguishes two states, and a size.
//
// An algorithm lists its state once:
//
//   template <class Visitor>
//   void visit_state(Visitor&& visit) const { visit(rewards_, pulls_, t_); }
//
// Each part is a number, a boolean, an enumeration, a range of parts, or an object with a
// `visit_state` of its own. Buffers whose content means nothing between two calls are left out.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <type_traits>

namespace replaybench {

namespace state_detail {
struct AnyVisitor {
  template <class... Parts>
  void operator()(const Parts&...) {}
};
}  // namespace state_detail

template <class A>
concept TellsState = requires(const A& algorithm, state_detail::AnyVisitor& visitor) {
  algorithm.visit_state(visitor);
};

/// Hands every number of a state to `Derived::number`.
template <class Derived>
class StateVisitor {
 public:
  template <class... Parts>
  void operator()(const Parts&... parts) {
    (part(parts), ...);
  }

 private:
  template <class Part>
  void part(const Part& value) {
    if constexpr (std::is_arithmetic_v<Part> || std::is_enum_v<Part>) {
      static_cast<Derived&>(*this).number(value);
    } else if constexpr (TellsState<Part>) {
      value.visit_state(*this);
    } else {
      static_assert(std::ranges::input_range<Part>,
                    "a state is made of numbers, ranges, and objects with visit_state");
      for (const auto& element : value) part(element);
    }
  }
};

/// A 64-bit digest of a state (FNV-1a over 64-bit words): different states have different digests
/// except for an accident of 1 in 10^19.
class StateDigest : public StateVisitor<StateDigest> {
 public:
  std::uint64_t value() const { return digest_; }

 private:
  friend StateVisitor<StateDigest>;
  template <class Number>
  void number(Number value) {
    std::uint64_t word;
    if constexpr (std::is_floating_point_v<Number>) {
      word = std::bit_cast<std::uint64_t>(static_cast<double>(value));
    } else {
      word = static_cast<std::uint64_t>(value);
    }
    digest_ = (digest_ ^ word) * 0x100000001b3u;
    digest_ ^= digest_ >> 32;
  }
  std::uint64_t digest_ = 0xcbf29ce484222325u;
};

/// Bytes of a state: the sum of the sizes of its numbers.
class StateSize : public StateVisitor<StateSize> {
 public:
  std::size_t bytes() const { return bytes_; }

 private:
  friend StateVisitor<StateSize>;
  template <class Number>
  void number(Number) {
    bytes_ += sizeof(Number);
  }
  std::size_t bytes_ = 0;
};

}  // namespace replaybench
