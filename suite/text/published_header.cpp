#include "suite/text/published_header.hpp"

#include <algorithm>

#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// The elements of `all` that are not among `others`, as a list of ten at most.
template <class All, class Others>
std::string list_of_missing(const All& all, const Others& others) {
  constexpr int most = 10;
  std::string list;
  int count = 0;
  for (const auto& name : all) {
    if (std::find(others.begin(), others.end(), name) != others.end()) continue;
    if (++count <= most) list += (list.empty() ? "" : ", ") + quoted_text(name);
  }
  if (count > most) list += " and " + std::to_string(count - most) + " more";
  return list;
}

}  // namespace

void require_published_header(const CsvHeader& header, std::span<const std::string_view> names,
                              const std::string& file, const std::string& set) {
  const auto& seen = header.names();
  if (std::equal(seen.begin(), seen.end(), names.begin(), names.end())) return;
  const std::string missing = list_of_missing(names, seen);
  const std::string unknown = list_of_missing(seen, names);
  std::string what;
  if (!missing.empty()) what = "missing: " + missing;
  if (!unknown.empty()) what += (what.empty() ? "not known: " : "; not known: ") + unknown;
  if (what.empty()) {
    const auto [there, wanted] =
        std::mismatch(seen.begin(), seen.end(), names.begin(), names.end());
    what = "column " + std::to_string(there - seen.begin() + 1) + " is " +
           (there == seen.end() ? std::string("absent") : quoted_text(*there)) +
           (wanted == names.end() ? std::string() : ", where " + quoted_text(*wanted) + " stands");
  }
  throw DataError(file + ":1: the header is not that of " + set + ": " + what);
}

}  // namespace replaybench
