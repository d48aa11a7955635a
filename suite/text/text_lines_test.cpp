#include "suite/text/text_lines.hpp"

#include <algorithm>
#include <utility>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

// A text of one line that never ends.
class Endless : public TextSource {
 public:
  Endless() : TextSource("endless") {}
  std::size_t read(char* to, std::size_t size) override {
    std::fill_n(to, size, first_ ? '\n' : 'x');
    return std::exchange(first_, false) ? 1 : size;
  }

 private:
  bool first_ = true;
};

TEST_CASE("text_lines: a line that does not end is an error that names it") {
  TextLines lines;
  lines.open(std::make_unique<Endless>());
  CHECK(lines.next() == TextLines::Found::line);
  CHECK(message_of<DataError>([&] { lines.next(); }) ==
        "endless:2: a line is longer than 16 MiB; is this a text file with a record per line?");
}

TEST_CASE("text_lines: a long line is passed over") {
  const std::string text = "a\n" + std::string(std::size_t{3} << 20, 'b') + "\nc\n";
  TextLines lines;
  lines.open(text_in_memory(text, "text"));
  CHECK(lines.next() == TextLines::Found::line);
  CHECK(lines.next() == TextLines::Found::too_long);
  CHECK(lines.line() == std::string(64, 'b'));
  CHECK(lines.next() == TextLines::Found::line);
  CHECK(lines.line() == "c");
  CHECK(lines.next() == TextLines::Found::end);
}

}  // namespace
}  // namespace replaybench
