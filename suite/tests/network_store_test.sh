#!/usr/bin/env bash
# A store on a network file system: two mounts of one folder by sshfs, each with caches of its own and without locks that the
# other sees, as two hosts have them. No server listens: each mount talks to an SFTP process of its own.
source "$(dirname "$0")/harness.sh"
sftp=/usr/lib/openssh/sftp-server
if [[ ! -e /dev/fuse || $(id -u) -ne 0 || ! -x $sftp ]] || ! command -v sshfs >/dev/null || ! command -v fusermount3 >/dev/null; then
  echo "skipped: needs root, /dev/fuse, sshfs and $sftp"
  exit 77
fi
export REPLAYBENCH_HOME=$work
mkdir -p "$work/server" "$work/a" "$work/b" "$work/experiments/study"
tiny_study "$work/experiments/study/experiment.toml" 's/^datasets/sweep = ["T = 1..40"]\n&/' 's/"ucb"/"ucb", "lin_ts", "uniform_random"/' \
  's/"10"/"8000 + T"/' 's/standard = 10 /standard = 20 /'
# sshfs calls this in the place of ssh.
printf '#!/bin/sh\nexec %s\n' "$sftp" >"$work/no_ssh"
chmod +x "$work/no_ssh"
unmount() {
  fusermount3 -uz "$work/a" 2>/dev/null
  fusermount3 -uz "$work/b" 2>/dev/null
}
trap 'unmount; rm -rf --one-file-system "$work"' EXIT
for mount in a b; do
  if ! sshfs -o ssh_command="$work/no_ssh" "nobody@nowhere:$work/server" "$work/$mount"; then
    echo "skipped: this machine does not let sshfs mount"
    exit 77
  fi
done

rb() { timeout 300 "$REPLAYBENCH" "$@"; }
run() { rb run study --profile standard --store "$1" "${@:2}"; }
cells() { find "$1" -name '*.cell' 2>/dev/null | wc -l; }
digest() { rb report study --profile standard --no-figures --store "$1" --results "$work/results" | sed -n 's/^  digest  //p'; }
# left_over STORE: files that are neither cells nor the store's own notes.
left_over() { find "$1" -path '*/reservations/*' -o -name '*.part*' -o -name '*.tmp*' -o -name '.fuse_hidden*'; }

run "$work/local" >"$work/log" 2>&1
all=$(cells "$work/local")
truth=$(digest "$work/local")
check "there is something to share" test "$all" -ge 100

# Both at once, one thread each.
run "$work/a/both" --jobs 1 >"$work/first" 2>&1 &
first=$!
run "$work/b/both" --jobs 1 >"$work/second" 2>&1
second_ends=$?
wait $first
check "two mounts at once: the first ends well" test $? -eq 0
check "and the second" test $second_ends -eq 0
for log in first second; do
  check "the $log has cells of the other" grep -qE ' [1-9][0-9]* (from the store|by another process)' "$work/$log"
done
check "every cell is there once" test "$(cells "$work/server/both")" -eq "$all"
check "the same bytes by the one" test "$(digest "$work/a/both")" = "$truth"
check "and by the other" test "$(digest "$work/b/both")" = "$truth"
check "nothing is left over" test -z "$(left_over "$work/server/both")"

# One is killed; the other goes on.
"$REPLAYBENCH" run study --store "$work/a/killed" --jobs 1 >"$work/first" 2>&1 &
first=$!
some_cells() { [[ $(cells "$work/server/killed") -ge 5 ]]; }
check "a run has begun" until_true 60 some_cells
kill -KILL $first
wait $first 2>/dev/null
check "a killed run has left cells, not all" test "$(cells "$work/server/killed")" -lt "$all"
expect 0 "$all cells, " run "$work/b/killed"
check "what it left is completed by the other mount" test "$(digest "$work/b/killed")" = "$truth"
check "nothing is left over of the killed" test -z "$(left_over "$work/server/killed")"

# Shards, and a report at once by the mount that computed the second of them.
run "$work/a/shards" --shard 1/2 >"$work/first" 2>&1 &
first=$!
run "$work/b/shards" --shard 2/2 >"$work/second" 2>&1
wait $first
check "shards: a report at once" test "$(digest "$work/b/shards")" = "$truth"

finish
