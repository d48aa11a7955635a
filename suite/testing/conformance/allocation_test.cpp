// The loops over records allocate nothing: the number of allocations of a replay does not depend on
// its length.

#include <new>

#include "suite/testing/allocation_count.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/subjects.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

template <class Work>
std::uint64_t count_allocations(const Work& work) {
  const std::size_t before = allocation_count();
  work();
  return allocation_count() - before;
}

}  // namespace

TEST_CASE("the counting allocator counts") {
  // Called by its name: a compiler may leave out a vector that nobody reads, and clang++ does.
  CHECK(count_allocations([] { ::operator delete(::operator new(12)); }) == 1);
}

TEST_CASE("every algorithm: no allocation in the loops over records") {
  for_all_agents([](const Subject&, const Shape& shape, const Agent& fresh) {
    // A growing container allocates between 200 and 2'000 records, too: it doubles.
    const Log& log = test_log(shape, 2'000);
    for (const ReplayPath path : {ReplayPath::fastest, ReplayPath::plain}) {
      const auto replayed = [&](std::size_t count) {
        Agent agent = fresh;
        ReplayOptions options;
        options.path = path;
        return count_allocations(
            [&] { agent.replay(log, Schedule::range(0, count), {91}, options); });
      };
      CHECK(replayed(2'000) == replayed(200));
    }
    const auto played = [&](std::uint64_t horizon) {
      Agent agent = fresh;
      TestEnvironment environment(shape, {92});
      return count_allocations([&] { agent.play(environment, horizon, {93}); });
    };
    CHECK(played(2'000) == played(200));
  });
}
