#!/usr/bin/env bash
# A store that is cut short, altered, full or read-only: found out, computed again, or refused; nothing is lost. Stores
# that are merged, and cleared of what nobody needs.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$work
mkdir -p "$work/experiments/small"
cat >"$work/experiments/small/experiment.toml" <<'TOML'
title = "small"
question = "?"
seed = 1
[[simulation]]
name = "play"
sweep = ["T = 10 20 30 40 50 60"]
datasets = ["bernoulli_arms"]
algorithms = ["epsilon_greedy"]
evaluators = ["replay"]
horizon = "T"
replicates = 200
keep = "rows"
[[table]]
name = "play"
from = "play"
TOML
run() { "$REPLAYBENCH" run small --store "$work/store" "$@"; }
digest() { "$REPLAYBENCH" report small --store "$work/store" --results "$work/results" | sed -n 's/^  digest  //p'; }

expect 0 "12 cells, 12 computed" run
whole=$(digest)
mapfile -t cells < <(find "$work/store" -name '*.cell' | sort)
truncate -s 100 "${cells[0]}"
sed -i 's/1/2/' "${cells[1]}"
: >"${cells[2]}"
expect 5 "3 of 12 cells are damaged; run the study again" "$REPLAYBENCH" report small --store "$work/store" --results "$work/results"
expect 0 "3 computed.*9 from the store, 3 damaged and computed again" run
check "the mended store gives the same digest" test "$(digest)" = "$whole"

# A disk that is full after 2 kB a file: the run stops with exit code 4, and what was stored stays.
rm "${cells[@]:0:6}"
before=$(find "$work/store" -name '*.cell' | sort | xargs sha256sum)
full() { (ulimit -f 2; trap '' XFSZ; "$REPLAYBENCH" run small --store "$work/store"); }
expect 4 "cannot write .*(large|space)" full
check "nothing stored was lost" test "$(find "$work/store" -name '*.cell' | sort | xargs sha256sum)" = "$before"
check "no half file is left" test -z "$(find "$work/store" -name '*.part*')"
expect 0 "6 computed.*6 from the store" run
check "with room again, the same digest" test "$(digest)" = "$whole"

# A small disk that fills up while it works, with a record of the jobs and measured times beside the store.
disk=$work/disk
mkdir "$disk"
if mount -t tmpfs -o size=48k,mode=755 small_disk "$disk" 2>/dev/null; then
  trap 'umount "$disk"; rm -rf "$work"' EXIT
  tiny() { "$REPLAYBENCH" run small --store "$disk/store" "$@"; }
  expect 4 "cannot write .*No space left" tiny
  kept=$(find "$disk/store" -name '*.cell' | wc -l)
  check "$kept cells were stored before it was full" test "$kept" -gt 0 -a "$kept" -lt 12
  check "no half file is left" test -z "$(find "$disk/store" -name '*.part*')"
  expect 0 "^0 files in all" "$REPLAYBENCH" store gc --store "$disk/store"
  expect 4 "No space left" "$REPLAYBENCH" store merge "$work/store" --store "$disk/store"
  check "a merge that did not fit leaves no half file" test -z "$(find "$disk/store" -name '*.part*')"
  mount -o remount,size=4m "$disk"
  expect 0 "computed.* from the store" tiny
  check "with room again, the same store" diff -r "$work/store" "$disk/store"
else
  echo "SKIPPED: no small disk may be mounted here"
fi

# Stores of cells: counted, compared, merged, cleared.
expect 0 '^12$' "$REPLAYBENCH" store list --count --store "$work/store"
expect 0 '12 cells, 12 added, 0 there already' "$REPLAYBENCH" store merge "$work/store" --store "$work/copy"
check "a merged store is the same" diff -r "$work/store" "$work/copy"
expect 0 '12 cells, 0 added, 12 there already' "$REPLAYBENCH" store merge "$work/store" --store "$work/copy"
expect 2 'is the store that gets the cells' "$REPLAYBENCH" store merge "$work/store" --store "$work/./store"
expect 4 'there is no store' "$REPLAYBENCH" store merge "$work/nowhere" --store "$work/copy"
cell=$(grep -rl "^1," "$work/copy" --include="*.cell" | sort | head -1)
sed 's/^1,/2,/' "$cell" >"$work/altered" && mv "$work/altered" "$cell"
expect 0 ' 1 cells cut short or altered' "$REPLAYBENCH" store gc --store "$work/copy"
expect 3 'is cut short or altered: left out' "$REPLAYBENCH" store merge "$work/copy" --store "$work/third"
expect 0 '1 files removed' "$REPLAYBENCH" store gc --remove --store "$work/copy"
expect 0 '12 cells, 1 added, 11 there already' "$REPLAYBENCH" store merge "$work/store" --store "$work/copy"
expect 0 '^0 files in all' "$REPLAYBENCH" store gc all --store "$work/copy"
sed -i 's/T = 10 20/T = 20/' "$work/experiments/small/experiment.toml"
expect 0 ' 2 cells that none of the studies needs' "$REPLAYBENCH" store gc small --store "$work/copy"
expect 0 ' 2 cells that none of the studies needs' "$REPLAYBENCH" store gc small --profile standard --seed confirmation --store "$work/copy"
expect 0 '^2 files removed' "$REPLAYBENCH" store gc small --remove --store "$work/copy"
check "what is needed stays" test "$(find "$work/copy" -name '*.cell' | wc -l)" = 10
sed -i 's/T = 20/T = 10 20/' "$work/experiments/small/experiment.toml"

echo x >"$work/file"
expect 4 "cannot make folder" "$REPLAYBENCH" run small --store "$work/file/store"

key=$(basename "${cells[0]}" .cell)
expect 0 "algorithm epsilon_greedy#" "$REPLAYBENCH" store explain "${key:0:12}" --store "$work/store"
expect 3 "no cell" "$REPLAYBENCH" store explain 0000000000 --store "$work/store"
truncate -s 100 "${cells[0]}"
expect 3 "cut short or altered" "$REPLAYBENCH" store explain "${key:0:12}" --store "$work/store"
finish
