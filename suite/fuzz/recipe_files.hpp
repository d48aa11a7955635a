#pragma once
// Prepared files from recipes. The header and the sections of such a file have checksums, which a
// fuzzer does not guess: so an input is either a file as it is, or a recipe of one whose checksums
// are right.
//
//   input    byte 0: bit 0 recipe, else a file; the other bits are the target's
//   recipe   the counts of the header, then the bytes of each section, all numbers little-endian of
//            the target's width; then the bytes of the sections, without padding

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "suite/fuzz/target.hpp"
#include "suite/prepared/prepared_format.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

/// A recipe whose counts are `Count`s and whose sizes of sections are `Size`s.
template <class Count, class Size>
class Recipe {
 public:
  Recipe(std::string_view bytes, std::size_t counts, std::size_t sections)
      : bytes_(bytes), counts_(counts), sections_(sections) {}

  bool is_whole() const { return bytes_.size() >= head(); }
  std::uint64_t count(std::size_t i) const { return number<Count>(i * sizeof(Count)); }
  /// The sections behind a header, padded; `places` get their sizes and checksums, wrong ones the
  /// first `wrong`.
  std::string sections(std::span<prepared::Header::Place> places, std::size_t wrong = 0) const {
    std::string body;
    std::string_view rest = bytes_.substr(head());
    for (std::size_t s = 0; s < places.size(); ++s) {
      prepared::Header::Place& place = places[s];
      place.offset = prepared::header_bytes + body.size();
      place.bytes = number<Size>(counts_ * sizeof(Count) + s * sizeof(Size));
      // A section that would make the file too large is only promised.
      const std::uint64_t padded = prepared::padded(place.bytes);
      const std::uint64_t written = body.size() + padded <= largest_file ? padded : 0;
      std::string section(rest.substr(0, std::min<std::uint64_t>(place.bytes, written)));
      rest.remove_prefix(section.size());
      section.resize(written);
      place.digest = sha256(section);
      if (s < wrong) place.digest[0] ^= 1;
      body += section;
    }
    return body;
  }

 private:
  static constexpr std::uint64_t largest_file = 1 << 18;

  std::size_t head() const { return counts_ * sizeof(Count) + sections_ * sizeof(Size); }
  template <class T>
  T number(std::size_t at) const {
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof(T));
    return value;
  }

  std::string_view bytes_;
  std::size_t counts_, sections_;
};

}  // namespace replaybench
