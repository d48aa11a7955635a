#pragma once
// The names of an enum's values, in one table next to the enum:
//
//   enum class Shape { disc, square };
//   constexpr EnumNames<Shape, 2> shape_names({{Shape::disc, "disc"}, {Shape::square, "square"}});
//
// The compiler refuses a table whose entries are not in the order of the values 0, 1, ..., or that has
// fewer of them than it says.

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace replaybench {

template <class Enum>
struct EnumName {
  Enum value;
  std::string_view name;
};

template <class Enum, std::size_t count>
class EnumNames {
 public:
  consteval EnumNames(const EnumName<Enum> (&names)[count]) {
    for (std::size_t i = 0; i < count; ++i) {
      if (static_cast<std::size_t>(names[i].value) != i) throw std::logic_error("out of order");
      names_[i] = names[i].name;
    }
  }

  static constexpr std::size_t size() { return count; }
  /// All values, in their order.
  static constexpr std::array<Enum, count> values() {
    std::array<Enum, count> all{};
    for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<Enum>(i);
    return all;
  }
  /// Throws std::out_of_range for a value without a name.
  constexpr std::string_view operator[](Enum value) const {
    return names_.at(static_cast<std::size_t>(value));
  }
  /// The value of this name; nothing if there is none. O(count).
  constexpr std::optional<Enum> find(std::string_view name) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (names_[i] == name) return static_cast<Enum>(i);
    }
    return std::nullopt;
  }
  constexpr auto begin() const { return names_.begin(); }
  constexpr auto end() const { return names_.end(); }

 private:
  std::array<std::string_view, count> names_{};
};

}  // namespace replaybench
