#pragma once
// Memory for arrays of megabytes: large pages.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace replaybench::numeric {

inline constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Asks the system to back memory with pages of 2 MB, as far as it has whole ones (Linux, where
/// transparent huge pages are on request or always; elsewhere nothing happens). A new page is a
/// fault, and an entry of the processor's address cache: of pages of 4 kB there are 512 times as
/// many.
inline void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  // Whole pages alone: the memory around them is not the caller's to speak of.
  const std::uintptr_t first = (begin + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last = (begin + bytes) / huge_page * huge_page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

/// Reserves room in `column` for `count` values in all, in large pages where that is much. O(column).
template <class Value>
void reserve_large(std::vector<Value>& column, std::size_t count) {
  column.reserve(count);
  ask_for_huge_pages(column.data(), column.capacity() * sizeof(Value));
}

/// An allocator for arrays that are read all over: those of 2 MB and more begin at a multiple of 2 MB
/// and are in large pages where the system has them. Throws std::bad_alloc.
template <class T>
struct HugePages {
  using value_type = T;

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
      throw std::bad_array_new_length();
    }
    const std::size_t bytes = count * sizeof(T);
    if (bytes < huge_page) return static_cast<T*>(::operator new(bytes));
    void* memory = ::operator new (bytes, std::align_val_t{huge_page});
    ask_for_huge_pages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < huge_page) {
      ::operator delete(memory);
    } else {
      ::operator delete (memory, std::align_val_t{huge_page});
    }
  }
  friend bool operator==(const HugePages&, const HugePages&) { return true; }
};

}  // namespace replaybench::numeric
