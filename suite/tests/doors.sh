# Doors: what a user can start. Shared by doors_test.sh and who walks the command blocks of the documents.
# shellcheck shell=bash

# command_blocks FOLDER: "FILE N" of each block of commands (```sh) in the README files, the tutorial and CONTRIBUTING.md.
command_blocks() {
  (cd "$1" && git ls-files '*README.md' CONTRIBUTING.md | sort | xargs awk '
    FNR == 1 { number = 0 }
    /^ *```(sh|bash|console|shell)$/ { print FILENAME, ++number }')
}

# command_block FILE N: its text.
command_block() {
  awk -v wanted="$2" '/^ *```(sh|bash|console|shell)$/ { on = ++number == wanted; next } /^ *```$/ { on = 0 } on' "$1"
}

# walk_block FILE N: runs the block as it is written, in the current folder, with the aliases that it defines; it is
# recorded. The exit code is that of its last command.
walk_block() {
  command_block "$SOURCE/$1" "$2" >"$work/block"
  [[ -s $work/block ]] || return 1
  : >"$WALKED/block ${1//\//%} $2"
  # An alias of an interactive shell.
  bash -O expand_aliases "$work/block"
}

# doors FOLDER PROGRAM: all doors of the tree in FOLDER, by the names that recording.sh gives to what is walked.
doors() {
  local command
  (
    cd "$1" || exit 1
    sed -nE 's/^([a-z][a-z_ -]*):([^=].*)?$/\1/p' Makefile | tr ' ' '\n' | sed 's/^/make /'
    find scripts -type f -perm -u+x -printf 'script %f\n'
    cmake --list-presets=configure | sed -nE 's/^ +"([^"]+)".*/cmake preset \1/p'
    grep -rhoE --include=CMakeLists.txt --include='*.cmake' 'option\(REPLAYBENCH_[A-Z_]+|set\(REPLAYBENCH_[A-Z_]+ AUTO' . |
      sed -E 's/.*\(([A-Z_]+).*/cmake option \1/'
    command_blocks . | sed 's/\//%/g; s/^/block /'
    for command in $("$2" complete -- ''); do
      if [[ $command != data && $command != store ]]; then
        echo "replaybench $command"
      else
        "$2" complete -- "$command" '' | sed "s/^/replaybench $command /"
      fi
    done
  ) | sort -u
}

# walked FOLDER: the doors that were walked: what was recorded, and what the presets set that were walked.
walked() {
  local preset option
  {
    ls "$WALKED"
    for preset in $(ls "$WALKED" | sed -n 's/^cmake preset //p'); do
      python3 - "$1/CMakePresets.json" "$preset" <<'PYTHON'
import json, sys
presets = {preset["name"]: preset for preset in json.load(open(sys.argv[1]))["configurePresets"]}
name = sys.argv[2]
while name in presets:
    for option in presets[name].get("cacheVariables", {}):
        print("cmake option", option)
    name = presets[name].get("inherits")
PYTHON
    done
  } | sort -u
}

# borrowed_tree FOLDER: a copy of this tree whose build folder is this one's: what is written elsewhere goes to the copy.
# CMake takes no configuration from there, only builds.
borrowed_tree() {
  mkdir -p "$1/build"
  (cd "$SOURCE" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$1")
  ln -s "$SOURCE/build/release" "$1/build/release"
}
