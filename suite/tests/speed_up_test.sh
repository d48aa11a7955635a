#!/usr/bin/env bash
# scripts/speed_up measures a study of any folder, and ends what it started when it is ended early.
source "$(dirname "$0")/harness.sh"
# The script runs the program of build/release.
if [[ $(realpath "$PROGRAM") != "$SOURCE/build/release/replaybench" ]]; then
  echo "skipped: the program under test is not that of build/release"
  exit 77
fi
export TMPDIR=$work/tmp
mkdir -p "$TMPDIR" "$work/mine" "$work/long" "$work/middling"
# study FOLDER STEPS
study() { tiny_study "$work/$1/experiment.toml" "s/\"10\"/\"$2\"/" 's/^replicates = .*/replicates = 8\nblock = 1/'; }
study mine 100
study long 100000000
study middling 10000000
speed_up() { (cd "$work" && "$SOURCE/scripts/speed_up" "$@"); }

expect 0 '^digest [0-9a-f]{64} ' speed_up mine smoke 2 kept
cores=$(nproc)
check "the table has every way and count" test \
  "$(awk -F, 'NR > 1 && $3 == 2 && $4 > 0 && $6 <= $5 && $5 <= $7' "$work/kept/speed_up.csv" | cut -d, -f 1,2 | sort | uniq | wc -l)" \
  -eq $((2 * $(awk -v c="$cores" 'BEGIN { n = 1; for (i = 1; i < c; i *= 2) ++n; print n }')))
for words in 'mine' 'profile smoke' "machine: $cores core" 'in 2 rounds; bars: the least and the greatest'; do
  check "the figure says: $words" grep -q -- "$words" "$work/kept/speed_up.svg"
done
check "nothing is left" test -z "$(ls -A "$TMPDIR")"
expect 2 "'none' is not a whole number" speed_up mine smoke none
expect 1 'the run failed' speed_up mine/absent.toml smoke 1 failed
check "a failure leaves nothing" test -z "$(ls -A "$TMPDIR")$(ls "$work/failed" 2>/dev/null)"

# processes: those that compute into our folder.
processes() { pgrep -f -- "run .*--store $TMPDIR/" || true; }
# started WAY: waits until the script runs the long study in this way.
started() {
  for ((i = 0; i < 600; ++i)); do
    pgrep -f -- "run .*--store $TMPDIR/.*$1" >/dev/null && return
    sleep 0.1
  done
  false
}
# ends SIGNAL STUDY WAY
ends() {
  local script code
  # Without `env` the background process takes no notice of Ctrl-C.
  (cd "$work" && exec env --default-signal=INT "$SOURCE/scripts/speed_up" "$2" smoke 1 ended) >"$work/log" 2>&1 &
  script=$!
  check "$1: it computes, $3" started "$3"
  kill "-$1" "$script"
  wait "$script"
  code=$?
  check "$1: exit code 128 + signal" test $code -eq $((128 + $(kill -l "$1")))
  check "$1: nothing computes" test -z "$(processes)"
  check "$1: nothing is left" test -z "$(ls -A "$TMPDIR")$(ls "$work/ended" 2>/dev/null)"
}
for signal in INT TERM HUP; do ends $signal long '--jobs 1'; done
[[ $cores -lt 2 ]] || ends INT middling '--shard 2/2'
finish
