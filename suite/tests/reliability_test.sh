#!/usr/bin/env bash
# What a poor machine or a broken folder does to a run: words and an exit code, and the rest of the work is done.
. "$(dirname "$0")/harness.sh"

cd "$work" || exit 1
rb=$PROGRAM
mkdir -p tiny index
tiny_study tiny/experiment.toml
tiny_study index/experiment.toml

# A processor without AVX2, in an emulator; a user's machine is tested by the portable preset.
if "$rb" --version | grep -q x86-64-v3 && command -v qemu-x86_64 >/dev/null; then
  expect 4 'processor lacks AVX2.*cmake --preset portable' qemu-x86_64 -cpu Nehalem "$rb" --version
  expect 0 '^replaybench [0-9]' qemu-x86_64 -cpu Haswell "$rb" --version
else
  echo "skipped: no qemu-x86_64 ('scripts/setup test' installs it), or a portable build"
fi

# Not enough memory for the stacks of 256 threads: fewer threads give the same numbers.
log=$SOURCE/suite/tests/example_log.csv
many=(evaluate --log "$log" --algorithm epsilon_greedy --evaluator replay --repetitions 300)
"$rb" "${many[@]}" --jobs 1 >one.txt
# shellcheck disable=SC2016 # the inner shell's variable
expect 0 '^estimate' bash -c 'ulimit -v 300000; "$@"' limited "$rb" "${many[@]}" --jobs 256
check "evaluate with fewer threads than jobs gives the same" cmp -s one.txt "$work/output"
# shellcheck disable=SC2016
expect 4 'cannot start a thread; raise the limit of processes' \
  bash -c 'ulimit -v 56000; "$@"' limited "$rb" run tiny --profile smoke --results small --jobs 1

# A log larger than the memory: read in blocks where the evaluation allows it, otherwise a message and an exit code of its own.
awk 'BEGIN {
  srand(3)
  print "action,reward,propensity,x_0,x_1,x_2,t_0,t_1,t_2,t_3,q_0,q_1,q_2,q_3"
  for (i = 0; i < 3000000; ++i) {
    a = i % 4
    printf "%d,%d,0.25,%.3f,%.3f,%.3f,0.1,0.3,0.4,0.2,%.2f,0.3,0.3,0.3\n", a, rand() < 0.3, rand(), rand(), rand(), rand()
  }
}' >large.csv
# shellcheck disable=SC2016
limited=(bash -c 'ulimit -v 230000; "$@"' limited "$rb")
small_memory=("${limited[@]}" evaluate --log large.csv --jobs 1)
columns=(--policy-columns 't_*' --q-columns 'q_*')
expect 0 '^answer +t earns 0\.' "${small_memory[@]}" --policy-columns 't_*' --evaluator snips
expect 0 '^answer +t earns 0\.' "${small_memory[@]}" "${columns[@]}" --evaluator 'dr{model="given"}'
expect 0 '^answer +ucb earns 0\.' "${small_memory[@]}" --algorithm ucb --evaluator replay
expect 6 '^out of memory; .*model="given".*--evaluator replay' "${small_memory[@]}" "${columns[@]}" --evaluator dr
expect 6 '^out of memory; .*--evaluator replay' "${small_memory[@]}" --algorithm ucb --evaluator 't_bred{resamples=1}'
expect 0 '3000000 records' "${limited[@]}" data prepare large.csv "${columns[@]}" --out large.replaybench
expect 0 '^answer +t earns 0\.' "${limited[@]}" evaluate --log large.replaybench --jobs 1 --evaluator 'dr{model="given"}'
rm large.csv large.replaybench

# Claims are read before anything is computed.
printf '[[claim]]\nid = "c"\n' >tiny/claims.toml
expect 2 'claims.toml:1:1: missing key' "$rb" plan tiny --profile smoke --results early
expect 2 'claims.toml:1:1: missing key' "$rb" run tiny --profile smoke --results early
check "nothing was computed" test -z "$(find early -name '*.cell' 2>/dev/null)"
rm tiny/claims.toml

expect 2 '"index" cannot be the name of a study; rename the study.s folder' \
  "$rb" run index --profile smoke --results r

# A pipe, a folder and an unreadable note in the place of a cell.
expect 0 '1 computed' "$rb" run tiny --profile smoke --results r
expect 0 '^page' "$rb" report tiny --profile smoke --results r --no-figures
cell=$(find r/store -name '*.cell')
cp "$cell" whole
rm "$cell" && mkfifo "$cell"
expect 5 'cells are damaged' timeout -s KILL 60 "$rb" report tiny --profile smoke --results r --no-figures
expect 0 '1 damaged and computed again' timeout -s KILL 60 "$rb" run tiny --profile smoke --results r
check "the cell is as it was" cmp -s whole "$cell"
rm "$cell" && mkdir "$cell"
expect 5 'FAILED play.*is a folder, so the cell cannot be stored; remove the folder' \
  "$rb" run tiny --profile smoke --results r
rmdir "$cell"
expect 0 '1 computed' "$rb" run tiny --profile smoke --results r

# Parts that killed reports left are removed by the next one; those of a living process stay.
"$rb" report tiny --profile smoke --results r --no-figures >/dev/null
touch -d '2 hours ago' r/index.html.part-0123456789ab-1-0 r/tables/tiny/play.csv.part-0123456789ab-1-0
touch r/studies/tiny.html.part-0123456789ab-1-0
expect 0 '^page' "$rb" report tiny --profile smoke --results r --no-figures
check "only the part that may be written yet is there" \
  test "$(find r -name '*.part-*')" = r/studies/tiny.html.part-0123456789ab-1-0

finish
