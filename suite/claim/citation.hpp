#pragma once
// Places in a cited text, as the key `where` of a claim names them: "figure 5.6a; section 5.8.2,
// p. 171", checked against the text's outline.
//
// The outline is a file thesis.toml in the folder above the studies, or above their chapters. Its
// header comment has the grammar of `where`. Claims of studies that do not stand beside an outline are
// not checked: their `where` is any text.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// Place in the cited text.
struct Location {
  std::string chapter;           ///< "5", "A", "introduction"
  std::string chapter_title;     ///< as the outline has it
  std::size_t chapter_page = 0;  ///< on which the chapter begins: chapters are in this order
  std::size_t page = 0;          ///< on which the section begins
};

/// Chapters, sections, figures, theorems, ... of a text that may be cited.
class Outline {
 public:
  /// Reads an outline. Throws SpecErrors with everything that is wrong: wrong, missing and unknown
  /// keys, an item that comes twice, an item in a section that is not there.
  static Outline parse(std::string_view text, const std::string& file);
  /// The outline that claims of this file are checked against: thesis.toml in the folder above the
  /// claims' own, or in the one above that; nothing if there is none. Throws what `parse` throws, and
  /// FileError.
  static std::optional<Outline> beside(const std::filesystem::path& claims);

  /// An invalid part of a `where`.
  struct Problem {
    std::size_t offset = 0;  ///< its beginning in the text, in bytes
    std::string message;     ///< the value, the allowed ones, and the nearest known one
  };
  /// The chapter or appendix in which the first place of a `where` lies, and the page on which its
  /// section begins; nothing for our own design, another work, and a place that is not known.
  /// O(places in the outline).
  std::optional<Location> locate(std::string_view where) const;
  /// All mistakes in a `where`, in the order of the text; empty if there are none. O(places in the outline)
  /// for each place of the text.
  std::vector<Problem> problems(std::string_view where) const;

 private:
  Outline() = default;

  struct Item {
    std::string number;    // "5.8.2", "A", "introduction"
    std::size_t page = 0;  // where it begins; 0 if it is not cited by its page
    std::string title;
    std::string section;  // in which it is printed; empty for chapters and sections
  };
  struct Kind {
    std::string name;  // "section"
    std::vector<Item> items;
  };

  const Kind* kind(std::string_view name) const;
  const Item* item(std::string_view kind_name, std::string_view number) const;
  std::string problem_of_item(std::string_view item) const;
  std::string problem_of_place(std::string_view place) const;
  std::string problem_of_other_work(std::string_view place, std::string_view within) const;

  std::vector<Kind> kinds_;
  std::vector<std::string> other_works_;
};

}  // namespace replaybench
