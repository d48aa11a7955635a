// The readers of rating files: a table of ratings, and the same bytes as ratings held out from it.

#include <cmath>

#include "suite/fuzz/target.hpp"
#include "suite/ratings/rating_file.hpp"
#include "suite/text/errors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace replaybench;
  using namespace replaybench::ratings;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const NamedRatings known = read_ratings(text, "text");
    const auto& ratings = known.table.ratings();
    require(!ratings.empty() && known.users.size() > 1, "ratings of several users");
    for (const auto& rating : ratings) {
      require(rating.user < known.users.size() && rating.item < known.items.size(), "names");
      require(std::isfinite(rating.value), "a finite rating");
    }
    require(read_held_out(text, "text", known).ratings().size() == ratings.size(),
            "what was read is known");
    ++inputs_read;
  } catch (const DataError& error) {
    require_printable(error.what());
  }
  return 0;
}
