#!/usr/bin/env bash
# Every door is walked by a test: each target of Makefile, executable of scripts/, command of the program, preset and option
# of CMake, and block of commands in the README files, the tutorial and CONTRIBUTING.md. What is walked is what was recorded
# when it was started (recording.sh), since `make test-all` began; so this test runs after all others.
#   doors_test.sh [--list]    --list: the doors that nothing has walked
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/doors.sh"

# unwalked FOLDER
unwalked() { comm -23 <(doors "$1" "$PROGRAM") <(walked "$1"); }
if [[ ${1:-} == --list ]]; then
  unwalked "$SOURCE"
  exit
fi

doors "$SOURCE" "$PROGRAM" >"$work/doors"
for kind in 'make test' 'script test' 'cmake preset release' 'cmake option REPLAYBENCH_TESTS' 'block README.md 1' \
  'replaybench run' 'replaybench data list'; do
  check "a door: $kind" grep -qx "$kind" "$work/doors"
done
unwalked "$SOURCE" >"$work/unwalked"
sed 's/^/  | /' "$work/unwalked"
check "all of $(wc -l <"$work/doors") doors are walked by a test" test ! -s "$work/unwalked"

# A door of each kind that is added to a copy of the tree is one that nothing walks.
tree=$work/tree
mkdir "$tree"
(cd "$SOURCE" && git ls-files -z Makefile CMakeLists.txt CMakePresets.json cmake scripts '*README.md' CONTRIBUTING.md |
  xargs -0 cp --parents -t "$tree")
git -C "$tree" init -q
printf 'new-target: build\n\t@true\n' >>"$tree/Makefile"
cp "$tree/scripts/test" "$tree/scripts/new_script"
sed -i 's/{"name": "clang", "inherits"/{"name": "new_preset", "inherits": "base"},\n    &/' "$tree/CMakePresets.json"
echo 'option(REPLAYBENCH_NEW "" OFF)' >>"$tree/cmake/suite_libraries.cmake"
printf '\n```sh\ntrue\n```\n' >>"$tree/CONTRIBUTING.md"
git -C "$tree" add -A
unwalked "$tree" >"$work/added"
for door in 'make new-target' 'script new_script' 'cmake preset new_preset' 'cmake option REPLAYBENCH_NEW' \
  "block CONTRIBUTING.md $(grep -c '^```sh$' "$tree/CONTRIBUTING.md")"; do
  check "found out: $door" grep -qx "$door" "$work/added"
done
finish
