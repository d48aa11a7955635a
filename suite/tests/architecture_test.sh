#!/usr/bin/env bash
# The rules of suite/README.md that no compiler keeps:
#   1. no component includes another component's folder, whatever its kind, tests included; the suite includes none;
#   2. no production code of the suite names a component: no name{parameter=, and no "name" that is looked up, compared
#      or a default (what the components are like is asked of their descriptions); a help text may say "for example";
#   3. a room includes no room that stands later in CMakeLists.txt.
# Each prints what breaks it. `architecture_test.sh FOLDER` looks at the tree in FOLDER.
source "$(dirname "$0")/harness.sh"
cd "${1:-$SOURCE}" || exit 1

components=$(find algorithms evaluators datasets -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort | paste -sd'|')
production() { find suite -name '*.[ch]pp' ! -name '*_test.cpp' ! -path 'suite/test*/*' ! -path 'suite/bench/*' \
  ! -path 'suite/fuzz/*' -print0; }

included_components() {
  grep -rEo --include='*.[ch]pp' '^ *# *include "(algorithms|evaluators|datasets)/[^/"]+' algorithms evaluators datasets suite |
    grep -v '^suite/tests/' | awk -F'[:"]' '{split($1, file, "/"); split($3, other, "/")
      if (file[1] != other[1] || file[2] != other[2]) print $1 " includes " $3}'
}
named_components() {
  production | xargs -0 grep -nE "($components)(\\\\?\"|\\{)" | sed -E "s@//.*@@; s@for example .*@@" |
    grep -E "(^|[^A-Za-z0-9_])($components)\\{[a-z0-9_]+=|(==|!=|[Aa]lgorithm|[Ee]valuator|[Dd]ata_?set|[Ll]ogging|[Cc]omponent).*\"($components)\\\\?\"|\"($components)\" *(==|!=)"
}
later_rooms() {
  local rooms
  rooms=$(sed -nE 's/^replaybench_room\(([a-z]*).*/\1/p; s/^replaybench_(components)\(.*/\1/p
    s@^replaybench_program\([a-z]* suite/([a-z]*) .*@\1@p' CMakeLists.txt)
  { production; find algorithms evaluators datasets -name '*.[ch]pp' ! -name '*_test.cpp' -print0; } |
    xargs -0 grep -HoE '^ *# *include "suite/[a-z]+/' |
    awk -F'[:"]' -v list="$rooms" 'BEGIN {n = split(list, names, "\n"); for (i = 1; i <= n; ++i) place[names[i]] = i}
      {split($1, file, "/"); split($3, other, "/"); here = file[1] == "suite" ? file[2] : "components"}
      file[1] == "suite" && !(3 in file) {next}  # suite/*.hpp: what a user includes, of all rooms
      !(here in place) || !(other[2] in place) {print $1 ": " here " or " other[2] " is no room of CMakeLists.txt"; next}
      place[other[2]] > place[here] {print $1 " includes " $3}'
}

for rule in included_components named_components later_rooms; do
  $rule >"$work/broken"
  sed 's/^/  | /' "$work/broken" | head -40
  check "$rule: none" test ! -s "$work/broken"
done
finish
