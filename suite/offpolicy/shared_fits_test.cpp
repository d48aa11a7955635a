#include "suite/offpolicy/shared_fits.hpp"

#include <stdexcept>

#include "suite/model/pool.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using offpolicy::SharedFits;

TEST_CASE("shared fits: one for a log and a key, while a user of the log lives") {
  const auto log = std::make_shared<const Log>();
  const Log other;
  int made = 0;
  const auto make = [&] { return std::make_shared<int>(++made); };
  const auto get = [&](const Log& of, const std::string& key) {
    return *std::static_pointer_cast<int>(SharedFits::get(of, key, make));
  };
  CHECK(get(*log, "a") == 1);
  {
    const SharedFits first(log);
    CHECK(get(*log, "a") == 2);
    {
      const SharedFits second(log);
      CHECK(get(*log, "a") == 2);
      CHECK(get(*log, "b") == 3);
      CHECK(get(other, "a") == 4);
    }
    CHECK(get(*log, "b") == 3);
    CHECK_THROWS_AS(
        SharedFits::get(*log, "c",
                        []() -> std::shared_ptr<void> { throw std::runtime_error("no"); }),
        std::runtime_error);
    CHECK(get(*log, "c") == 5);
  }
  CHECK(get(*log, "a") == 6);
}

TEST_CASE("shared fits: many threads get the one of the first") {
  const auto log = std::make_shared<const Log>();
  const SharedFits fits(log);
  std::vector<std::shared_ptr<void>> got(64);
  Pool(7).for_each(got.size(), [&](std::uint64_t i) {
    got[i] = SharedFits::get(*log, "key", [] { return std::make_shared<int>(1); });
  });
  for (const auto& one : got) CHECK(one == got.front());
}
