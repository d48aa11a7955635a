// The loops over records allocate nothing: the number of allocations of a replay does not depend on
// its length.

#include <atomic>
#include <cstdlib>
#include <new>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/subjects.hpp"

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

void* counted(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// The whole test program uses these.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted(size, alignment);
}
// std::stable_sort asks so for its buffer; without these a sanitizer's own would meet our delete.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

using namespace replaybench;
using namespace replaybench::testing;

namespace {

template <class Work>
std::uint64_t count_allocations(const Work& work) {
  const std::uint64_t before = allocations;
  work();
  return allocations - before;
}

}  // namespace

TEST_CASE("the counting allocator counts") {
  CHECK(count_allocations([] { std::vector<int> three(3); }) == 1);
}

TEST_CASE("every algorithm: no allocation in the loops over records") {
  for_all_agents([](const Subject&, const Shape& shape, const Agent& fresh) {
    const Log& log = test_log(shape, 10'000);
    for (const ReplayPath path : {ReplayPath::fastest, ReplayPath::plain}) {
      const auto replayed = [&](std::size_t count) {
        Agent agent = fresh;
        ReplayOptions options;
        options.path = path;
        return count_allocations(
            [&] { agent.replay(log, Schedule::stretch(0, count), {91}, options); });
      };
      CHECK(replayed(10'000) == replayed(1'000));
    }
    const auto played = [&](std::uint64_t horizon) {
      Agent agent = fresh;
      TestEnvironment environment(shape, {92});
      return count_allocations([&] { agent.play(environment, horizon, {93}); });
    };
    CHECK(played(2'000) == played(200));
  });
}
