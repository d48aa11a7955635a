#!/usr/bin/env bash
# What a release is tried with beside its own tests: another processor's build, the fuzzer, the linter, each in its cheapest
# form, in a copy of the tree.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/doors.sh"
tree=$work/tree
borrowed_tree "$tree"
cd "$tree" || exit 1

# Every x86-64 processor has the instructions of the portable build.
part_portable() {
  expect 0 'Build files have been written' cmake --preset portable
  expect 0 '.' cmake --build --preset portable --target suite_stream
  check "nothing is compiled for a newer processor" bash -c "! grep -E -- '-march=|-mavx|-mfma' build/portable/compile_commands.json"
}

part_fuzz() {
  expect 0 '^packed_text: 1 s$' scripts/fuzz 1s packed_text
  check "inputs were tried" grep -Eq 'number_of_executed_units: [1-9]' "$work/output"
  check "the corpus is made anew" test "$(tar --zstd -tf suite/fuzz/corpus.tar.zst corpus/packed_text | wc -l)" -gt 1
  expect 2 'is not a time' scripts/fuzz soon
}

part_lint() {
  git init -q . && git add -A
  check "a file without faults" scripts/lint suite/text/durations.cpp
  echo 'int  f(){return 1;}' >suite/text/ugly.cpp
  git add suite/text/ugly.cpp
  expect 1 'ugly.cpp' scripts/lint suite/text/ugly.cpp
}

run_parts "$@"
