#!/usr/bin/env bash
# A store that is cut short, altered, full or read-only: found out, computed again, or refused; nothing is lost.
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
expect 5 "3 of 12 cells are missing" "$REPLAYBENCH" report small --store "$work/store" --results "$work/results"
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

echo x >"$work/file"
expect 4 "cannot make folder" "$REPLAYBENCH" run small --store "$work/file/store"

key=$(basename "${cells[0]}" .cell)
expect 0 "algorithm epsilon_greedy#" "$REPLAYBENCH" explain "${key:0:12}" --store "$work/store"
expect 3 "no cell" "$REPLAYBENCH" explain 0000000000 --store "$work/store"
truncate -s 100 "${cells[0]}"
expect 3 "cut short or altered" "$REPLAYBENCH" explain "${key:0:12}" --store "$work/store"
finish
