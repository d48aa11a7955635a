#pragma once
// A list of texts as one text, for formats that have lists: the elements may hold any byte.
//
// Each element is its length in decimal digits, a colon and its bytes: "9:Cold brew5:Latte".

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// Adds an element at the end of the list. O(size of the element).
inline void add_to_list(std::string& list, std::string_view element) {
  char size[24];
  char* const end = std::to_chars(size, size + sizeof size, element.size()).ptr;
  *end = ':';
  list.append(size, end + 1).append(element);
}

/// The elements of a list that add_to_list made; they point into `list`. O(size).
inline void split_list(std::string_view list, std::vector<std::string_view>& elements) {
  elements.clear();
  while (!list.empty()) {
    std::size_t size = 0;
    const char* end = std::from_chars(list.data(), list.data() + list.size(), size).ptr;
    list.remove_prefix(static_cast<std::size_t>(end - list.data()) + 1);
    elements.push_back(list.substr(0, size));
    list.remove_prefix(size);
  }
}

}  // namespace replaybench
