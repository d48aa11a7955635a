#!/usr/bin/env bash
# The Debian package of the program: what it depends on, and that it runs where it is unpacked.
source "$(dirname "$0")/harness.sh"
unset REPLAYBENCH_HOME
build=$(dirname "$PROGRAM")
cd "$work" || exit 1

expect 0 "package: .*replaybench_.*\.deb generated" \
  cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/deb" -D CPACK_COMPONENTS_ALL=program
deb=$(echo "$work"/deb/replaybench_*.deb)
for wanted in 'Section: science' 'Depends: .*libc6' 'Depends: .*libsleef' 'Depends: .*libopencv-ml' 'Depends: .*libcurl' \
  'Recommends: gnuplot' 'Description: offline evaluation of contextual bandit'; do
  expect 0 "$wanted" dpkg-deb --info "$deb"
done

root=$work/root
check "the package can be unpacked" dpkg-deb -x "$deb" "$root"
check "the package has its copyright" test -s "$root/usr/share/doc/replaybench/copyright"
check "and no tests, headers or libraries" test -z "$(find "$root" -name '*.a' -o -name '*.hpp' -o -name '*_tests')"
mkdir home
cd home || exit 1
run() { env -i HOME="$work/home" PATH=/usr/bin:/bin "$root/usr/bin/replaybench" "$@"; }
expect 0 "^  lin_ucb " run list
expect 0 "^estimate +0\.714$" run evaluate --log "$root/usr/share/replaybench/example_log.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' --evaluator replay
expect 0 "computed" run run replay_bounds --profile smoke
expect 0 "\.csv" run report replay_bounds --profile smoke --no-figures
check "results are below the current folder" test -d "$work/home/results/store"
finish
