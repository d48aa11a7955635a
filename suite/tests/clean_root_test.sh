#!/usr/bin/env bash
# The Debian packages in roots of Debian's essential packages and those that they declare: after the steps of the container
# file the program works without anything else of this machine, and with the library a project of one's own is built and run. Skipped (77) without
# root, and where no clean root can be made at all.
source "$(dirname "$0")/harness.sh"
unset REPLAYBENCH_HOME REPLAYBENCH_DATA
build=$(dirname "$PROGRAM")
expect 2 "^  scripts/clean_root FOLDER" "$SOURCE/scripts/clean_root"
if [[ $(id -u) -ne 0 ]]; then
  echo "skipped: chroot needs root"
  exit 77
fi
cd "$work" || exit 1
expect 0 "replaybench_.*\.deb generated" \
  cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/deb" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
deb=$(echo "$work"/deb/replaybench_*.deb)
library=$(echo "$work"/deb/replaybench-dev_*.deb)
root=$work/root
if ! "$SOURCE/scripts/clean_root" "$root" apt 2>"$work/why"; then
  echo "skipped: no clean root can be made here: $(tail -n 1 "$work/why")"
  exit 77
fi

# With /proc, by which the program finds the files that were installed with it; the mount ends with the command.
inside() {
  unshare --mount sh -c 'mount --bind /proc "$0/proc" && exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"' \
    "$root" "$@"
}
# The steps of the container file, with this machine's way to the archive.
container=$SOURCE/Containerfile
cp -r /etc/apt/apt.conf.d "$root/etc/apt/"
cp /etc/resolv.conf "$root/etc/"
check "the container is Debian's release of the root" \
  grep -qx "FROM debian:$(sed 's/\..*//' "$root/etc/debian_version")" "$container"
check "its file copies the package" grep -qx 'COPY replaybench_\*.deb /tmp/' "$container"
cp "$deb" "$root/tmp/"
expect 0 "^Setting up replaybench " inside sh -ec "$(sed -n 's/^RUN //p' "$container")"
expect 0 "^/usr/bin/replaybench$" inside which "$(sed -n 's/^ENTRYPOINT \["\(.*\)"\]$/\1/p' "$container")"
# The container's example, in its folder.
mkdir "$root/work"
sed '1s/item/action/; 1s/click/reward/; 1s/,p,/,propensity,/' "$SOURCE/suite/tests/policy_log.csv" >"$root/work/log.csv"
expect 0 "^answer " inside sh -c "cd /work && $(sed -nE 's/^#  *docker run .* (replaybench .*)/\1/p' "$container")"
version=$(sed -n 's/^project(replaybench VERSION \([0-9.]*\).*/\1/p' "$SOURCE/CMakeLists.txt")
expect 0 "install ok installed" dpkg-query --root="$root" -W -f '${Status}\n' replaybench
check "nothing of this machine's compiler is there" test ! -e "$root/usr/bin/g++"
expect 0 "^replaybench $version " inside replaybench --version
expect 0 "^estimate +0\.714$" inside replaybench evaluate --log /usr/share/replaybench/example_log.csv \
  --algorithm 'lin_ucb{alpha=1, lambda=1}' --evaluator replay
expect 0 "^best single action +0\." inside replaybench play ucb --on bernoulli_arms --steps 200 --replicates 5
expect 0 "computed" inside sh -c 'cd /root && replaybench run replay_bounds --profile smoke'
expect 0 "\.csv" inside sh -c 'cd /root && replaybench report replay_bounds --profile smoke --no-figures'
# The numbers are those of this machine.
"$REPLAYBENCH" evaluate --log "$SOURCE/suite/tests/example_log.csv" --algorithm ucb --evaluator s_bred >"$work/here"
inside replaybench evaluate --log /usr/share/replaybench/example_log.csv --algorithm ucb --evaluator s_bred >"$work/there"
check "same numbers in the clean root" diff <(grep -E '^(estimate|standard)' "$work/here") <(grep -E '^(estimate|standard)' "$work/there")

# The library: what its package declares is all that the project of suite/tests/installed_project needs.
rm -rf "$root"
"$SOURCE/scripts/clean_root" "$root" "$deb" "$library"
check "the library's package and what it declares can be installed" test $? -eq 0
cp -r "$SOURCE/suite/tests/installed_project" "$root/project"
expect 0 "Build files have been written" inside cmake -S /project -B /build -DCMAKE_BUILD_TYPE=Release
expect 0 "own_replaybench" inside cmake --build /build
expect 0 "^replay of greedy_with_prior" inside /build/evaluate_records
expect 0 "^  greedy_with_prior " inside /build/own_replaybench list algorithms
finish
