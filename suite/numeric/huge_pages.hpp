#pragma once
// Memory for large arrays that are read all over.

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace replaybench::numeric {

/// An allocator that asks the system to back arrays of 2 MB and more with pages of 2 MB (Linux,
/// where transparent huge pages are on request or always; elsewhere it is as any other). One such
/// page needs one entry of the processor's address cache, where pages of 4 kB need 512: reads all
/// over a few megabytes wait less. Such an array begins at a multiple of 2 MB. Throws
/// std::bad_alloc.
template <class T>
struct HugePages {
  using value_type = T;
  static constexpr std::size_t page = std::size_t{2} << 20;

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < page) return static_cast<T*>(::operator new(bytes));
    void* memory = ::operator new (bytes, std::align_val_t{page});
#ifdef __linux__
    ::madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: where it fails, pages are small
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < page) {
      ::operator delete(memory);
    } else {
      ::operator delete (memory, std::align_val_t{page});
    }
  }
  friend bool operator==(const HugePages&, const HugePages&) { return true; }
};

}  // namespace replaybench::numeric
