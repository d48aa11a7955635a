#!/usr/bin/env bash
# The rules of suite/README.md that no compiler enforces:
#   1. no component includes another component's folder, whatever its kind, tests included; the suite includes none;
#   2. no production code of the suite names a component: no name{parameter=, and no "name" that is looked up, compared
#      or a default (the properties of components are in their descriptions); a help text may say "for example", and
#      the title of a group of components may be the word of one;
#   3. a library includes no library that is listed later in CMakeLists.txt; measures, which measure products too, count as
#      one behind rehearsal;
#   4. no file relies on precompiled headers: one that names something of the standard headers among them includes that
#      header, itself or through headers of ours (builds with precompiled headers would not notice).
#   5. no string outside of suite/cli names a flag: the engine marks an option (suite/text/option.hpp), and each front end
#      writes it;
#   6. no folder has more lines of production code than its ceiling in suite/README.md, and each folder has one.
# Each prints its violations. `architecture_test.sh FOLDER` checks the tree in FOLDER.
source "$(dirname "$0")/harness.sh"
cd "${1:-$SOURCE}" || exit 1

components=$(find algorithms evaluators evaluators/measures datasets -mindepth 1 -maxdepth 1 -type d ! -name measures -printf '%f\n' | sort | paste -sd'|')
production() { find suite -name '*.[ch]pp' ! -name '*_test.cpp' ! -path 'suite/test*/*' ! -path 'suite/bench/*' \
  ! -path 'suite/fuzz/*' -print0; }

included_components() {
  grep -rEo --include='*.[ch]pp' '^ *# *include "(algorithms|evaluators/measures|evaluators|datasets)/[^/"]+' algorithms evaluators datasets suite |
    grep -v '^suite/tests/' | sed 's#evaluators/measures/#evaluators/#g' | awk -F'[:"]' '{split($1, file, "/"); split($3, other, "/")
      if (file[1] != other[1] || file[2] != other[2]) print $1 " includes " $3}'
}
named_components() {
  local quoted=${components//|log|/|}  # "log" is also a scale, a stream, a column
  quoted=${quoted//|doses|/|}          # and "doses" a kind of log
  production | xargs -0 grep -nE "($components)(\\\\?\"|\\{)" | sed -E "s@//.*@@; s@for example .*@@; s@\{Group::.*@@" |
    grep -E "(^|[^A-Za-z0-9_])($components)\\{[a-z0-9_]+=|(==|!=|[Aa]lgorithm|[Ee]valuator|[Dd]ata_?set|[Ll]ogging|[Cc]omponent).*\"($quoted)\\\\?\"|\"($quoted)\" *(==|!=)"
}
later_libraries() {
  local libraries
  libraries=$(sed -nE 's/^replaybench_library\(([a-z]*).*/\1/p; s/^replaybench_(components)\(.*/\1/p
    s@^replaybench_program\([a-z]* suite/([a-z]*) .*@\1@p' CMakeLists.txt)
  { production; find algorithms evaluators datasets -name '*.[ch]pp' ! -name '*_test.cpp' -print0; } |
    xargs -0 grep -HoE '^ *# *include "suite/[a-z]+/' |
    awk -F'[:"]' -v list="$libraries" 'BEGIN {n = split(list, names, "\n"); for (i = 1; i <= n; ++i) place[names[i]] = i}
      {split($1, file, "/"); split($3, other, "/"); here = file[1] == "suite" ? file[2] : file[2] == "measures" ? "rehearsal" : "components"}
      file[1] == "suite" && file[2] == "public" {next}  # headers for users, of all libraries
      !(here in place) || !(other[2] in place) {print $1 ": " here " or " other[2] " is no library of CMakeLists.txt"; next}
      place[other[2]] > place[here] {print $1 " includes " $3}'
}

above_ceilings() {
  { find suite algorithms evaluators datasets python -name '*.[ch]pp' ! -name '*_test.cpp' ! -path 'suite/test*/*' -print0 |
    xargs -0 awk '{ split(FILENAME, part, "/"); ++lines[part[1] == "suite" ? part[1] "/" part[2] : part[1]] }
      END { for (folder in lines) print lines[folder], folder }'
    sed -nE 's/^\| `([a-z/]+)` \| ([0-9]+) \|$/ceiling \2 \1/p' suite/README.md; } |
    awk '$1 == "ceiling" { most[$3] = 100 * $2; next } { lines[$2] = $1 }
      END { for (folder in lines) if (!(folder in most)) print folder " has no ceiling"
        else if (lines[folder] > most[folder]) print folder " has " lines[folder] " lines, above " most[folder] }'
}

missing_headers() {
  local precompiled
  precompiled=$(sed -n '/set(standard_headers/,/)/p' cmake/suite_libraries.cmake | grep -oE '<[a-z_]+>' | tr -d '<>' | paste -sd' ')
  find suite algorithms evaluators datasets -name '*.[ch]pp' ! -name '*_inline.hpp' -print0 | xargs -0 awk -v precompiled="$precompiled" '
    BEGIN {
      of["algorithm"] = "std::ranges::[a-z_]+\\(|std::(sort|stable_sort|clamp|min|max|fill|fill_n|copy|copy_n|find|find_if|any_of|" \
        "all_of|none_of|transform|count|count_if|reverse|rotate|lower_bound|upper_bound|unique|remove_if|max_element|" \
        "min_element|minmax_element|nth_element|equal|partial_sort|swap_ranges|generate|merge|is_sorted|binary_search)\\("
      of["cmath"] = "std::(sqrt|exp|log|pow|abs|isnan|isinf|isfinite|floor|ceil|trunc|round|lround|llround|hypot|fma|ldexp|nextafter)\\("
      of["cstdint"] = "std::u?int(8|16|32|64)_t"
      of["filesystem"] = "std::filesystem::"
      of["functional"] = "std::(function|reference_wrapper|hash)<|std::c?ref\\("
      of["map"] = "std::(multi)?map<"
      of["memory"] = "std::(unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared)<"
      of["optional"] = "std::(optional<|nullopt)"
      of["span"] = "std::span<"
      of["stdexcept"] = "std::(runtime_error|invalid_argument|logic_error|out_of_range|domain_error|length_error|overflow_error)"
      of["string"] = "std::(string[^_a-z]|string$|to_string\\(|getline\\()"
      of["string_view"] = "std::string_view"
      of["variant"] = "std::(variant<|visit\\(|holds_alternative<|get_if<|monostate)"
      of["vector"] = "std::vector<"
      if (!split(precompiled, header, " ")) print "cmake/suite_libraries.cmake: no standard_headers"
      for (i in header) if (!(header[i] in of)) print "cmake/suite_libraries.cmake precompiles <" header[i] ">: its names are missing here"
    }
    /^ *# *include/ {
      split($0, part, /[<">]/)
      if ($0 ~ /</) has[FILENAME, part[2]]
      else includes[FILENAME, ++count[FILENAME]] = part[2]
      next
    }
    /std::/ {
      gsub(/"([^"\\]|\\.)*"/, ""); sub(/\/\/.*/, "")
      for (name in of) if (!((FILENAME, name) in line) && $0 ~ of[name]) line[FILENAME, name] = FNR
    }
    function reaches(file, header, seen,  i) {
      if ((file, header) in has) return 1
      seen[file]
      for (i = 1; i <= count[file]; ++i)
        if (!(includes[file, i] in seen) && reaches(includes[file, i], header, seen)) return 1
      return 0
    }
    END {
      for (use in line) {
        split(use, key, SUBSEP)
        split("", seen)
        if (!reaches(key[1], key[2], seen)) print key[1] ":" line[use] " needs <" key[2] ">"
      }
    }' | sort
}

# Exceptions: what writes the flags; programs of the build; flags of zstd and of timeout.
may_have_flags="suite/(cli/.*|[a-z]+/program/.*|text/option.cpp|text/text_source.cpp|page/figures.cpp)"
flags_in_strings() {
  { production; find algorithms evaluators datasets python/bindings -name '*.[ch]pp' ! -name '*_test.cpp' -print0; } |
    xargs -0 awk -v exception="^$may_have_flags\$" 'FILENAME ~ exception {next} {
      sub(/^ *\/\/.*/, ""); gsub(/\047\\?"\047/, "")
      while (match($0, /"([^"\\]|\\.)*"/)) {
        if (substr($0, RSTART, RLENGTH) ~ /--[a-z]/) print FILENAME ":" FNR ": " substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
      } }'
}

for rule in included_components named_components later_libraries missing_headers flags_in_strings above_ceilings; do
  $rule >"$work/broken"
  sed 's/^/  | /' "$work/broken" | head -40
  check "$rule: none" test ! -s "$work/broken"
done
finish
