#include "suite/text/enum_names.hpp"

#include <stdexcept>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

enum class Shape { disc, square };
constexpr EnumNames<Shape, 2> shape_names({{Shape::disc, "disc"}, {Shape::square, "square"}});

}  // namespace

TEST_CASE("enum names: a value has its name, and a name its value") {
  static_assert(shape_names[Shape::square] == "square");
  static_assert(shape_names.find("disc") == Shape::disc);
  static_assert(!shape_names.find("circle"));
  static_assert(shape_names.values() == std::array{Shape::disc, Shape::square});
  CHECK_THROWS_AS(shape_names[static_cast<Shape>(2)], std::out_of_range);
}
