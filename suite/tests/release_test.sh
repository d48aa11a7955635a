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

# A processor without AVX2, by an emulator, and one of another kind get the portable profile. That of the other kind has its
# toolchain file, here with the compiler and the libraries of this machine.
part_processors() {
  local processor
  {
    echo 'set(CMAKE_SYSTEM_NAME Linux)'
    echo 'set(CMAKE_SYSTEM_PROCESSOR x86_64)'
    echo 'set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-x86_64;-cpu;Nehalem")'
  } >"$work/x86_64.cmake"
  {
    echo "include($tree/cmake/aarch64.cmake)"
    echo 'set(CMAKE_CXX_COMPILER g++)'
    echo 'unset(CMAKE_LIBRARY_ARCHITECTURE)'
    echo 'unset(ENV{PKG_CONFIG_LIBDIR})'
  } >"$work/aarch64.cmake"
  for processor in x86_64 aarch64; do
    expect 0 'no x86-64-v3 processor: the profile is portable' env -u SYSROOT \
      cmake -S . -B "$work/$processor" -G Ninja -D CMAKE_TOOLCHAIN_FILE="$work/$processor.cmake" -D REPLAYBENCH_TESTS=OFF
    check "$processor: nothing is compiled for a newer processor" bash -c "! grep -e -march= $work/$processor/compile_commands.json"
  done
}

# Tests that are asked for need Catch2; classifiers that are not there are left out, by name.
part_missing_packages() {
  expect 1 'The tests need Catch2 2' cmake -S . -B "$work/bare" -G Ninja -D REPLAYBENCH_TESTS=ON -D CMAKE_DISABLE_FIND_PACKAGE_Catch2=ON
  expect 0 'no LIBLINEAR: without the components linear_svm, logistic_classifier' \
    cmake -S . -B "$work/bare" -G Ninja -D REPLAYBENCH_TESTS=AUTO -D LIBLINEAR_INCLUDE=OFF -D LIBSVM_INCLUDE=OFF -D OPENCV_INCLUDE=OFF
  check "OpenCV" grep -q 'no OpenCV: without the components random_forest' "$work/output"
  check "they are not compiled" bash -c "! grep -E 'linear_svm/|gaussian_svm/|random_forest/|liblinear_training' $work/bare/compile_commands.json"
  check "others are" grep -q naive_bayes "$work/bare/build.ninja"
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
