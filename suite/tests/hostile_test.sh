#!/usr/bin/env bash
# A hostile or clumsy user: absurd sizes, odd files and paths, closed streams. Nothing may crash, hang, eat the memory,
# drop data silently, or exit 0 on an error.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$work
# Who takes all memory is found out; but sanitizers need terabytes of addresses.
(ulimit -v 4000000 && "$REPLAYBENCH" --help >/dev/null 2>&1) && ulimit -v 4000000
study=$work/experiments/study
mkdir -p "$study"

# study [SED-EXPRESSION...]: the study, changed; a fresh store.
study() {
  local edits=() edit
  for edit in "$@"; do edits+=(-e "$edit"); done
  rm -rf "$work/results"
  sed "${edits[@]}" -e '' >"$study/experiment.toml" <<'TOML'
title = "t"
question = "q"
seed = 1
[[simulation]]
name = "play"
sweep = ["T = 5 10"]
datasets = ["bernoulli_arms"]
algorithms = ["ucb"]
evaluators = ["replay"]
horizon = "T"
replicates = 5
[[grid]]
name = "squares"
sweep = ["K = 1 2"]
columns = ["y = K * K"]
[[table]]
name = "play"
from = "play"
[[table]]
name = "squares"
from = "squares"
TOML
}
rb() { timeout 20 "$REPLAYBENCH" "$@"; }
run() { rb run study --jobs 2 "$@"; }
report() { rb report study "$@"; }

# Absurd sizes, refused before anything is made.
part_sizes() {
  study 's/T = 5 10/T = 1..1000000000/'
  expect 2 'experiment.toml:6:9: .*1 to 1000000 values' run
  study 's/"T = 5 10"/"T = 1..1000", "U = 1..1000", "V = 1..1000"/'
  expect 2 'experiment.toml:4:1: .*more than 1000000 combinations' run
  study 's/T = 5 10/T = log 1..10 by 1e9/'
  expect 2 'not a range' run
  study 's/replicates = 5/replicates = 1000000000000000000/'
  expect 2 'it has 2e\+15 cells; a plan may have 1000000' run
  study 's/"K = 1 2"/"K = 1..1e6", "L = 1..1e6"/'
  expect 2 'experiment.toml:12:1: grid "squares": .*combinations' run
  study 's/horizon = "T"/horizon = "1e12"/'
  expect 5 'FAILED play .*: out of memory' run
  expect 5 'fails: out of memory' rb plan study --measure
  expect 0 'time left not known' rb plan study
  study "s/'ucb{alpha=2}'/x/" 's/\["ucb"\]/["'"$(head -c 100000 /dev/zero | tr '\0' u)"'"]/'
  expect 2 'unknown algorithm' run
  { for _ in $(seq 5000); do echo '[[claim]]'; done; } >"$study/claims.toml"
  study
  run >/dev/null
  expect 2 'claims.toml: 19900 further problems' rb verify study
  rm "$study/claims.toml"
}

# Odd files.
part_files() {
  for bytes in '' 'title = "a\0b"' '\0\0\0' '\xff\xfe' 'x = [[[[[[' '= 1'; do
    printf "$bytes" >"$study/experiment.toml"
    expect 2 'experiment.toml' run
  done
  { printf 'x = '; head -c 100000 /dev/zero | tr '\0' '['; } >"$study/experiment.toml"
  expect 2 'experiment.toml:1:' run
}

# Expressions and labels that do not fit are reported by the first command, not after hours of work.
part_expressions() {
  study 's/horizon = "T"/horizon = "where(T > 5, T)"/'
  expect 2 'does not give one number for each combination' run
  study 's/horizon = "T"/horizon = "'"'x'"'"/'
  expect 2 'does not give one number' run
  study 's/from = "play"/from = "play"\nonly = "zeta > 1"/'
  expect 2 'there is no column "zeta"' run
  study 's/from = "play"/from = "play"\ncolumns = ["T", "T"]/'
  expect 2 '"T" is there twice' run
  study 's/from = "squares"/from = "squares"\nderive = ["a = where(K > 1, y)"]/'
  run >/dev/null
  expect 2 'gives 1 values for 2 rows' report
  study 's/\["ucb"\]/[]/'
  expect 2 '"algorithms" is empty' run
  study 's/horizon = "T"/horizon = "0"/'
  expect 5 'a simulated log needs a horizon' run
}

# Rows that are not there are reported.
part_missing_rows() {
  study 's/\["ucb"\]/["ucb", "fixed_action{action=9}"]/'
  expect 0 '2 skipped' run
  expect 0 'partial play: 2 of 4 cells cannot run here.*no action 9' report
  study 's/\["replay"\]/["replay{checkpoints=[1000]}"]/'
  run >/dev/null
  expect 0 'play.csv \(0 rows\)' report
  study 's/\["replay"\]/["replay", "online_short"]/'
  run >/dev/null
  expect 0 'play.csv \(4 rows\)' report
}

# Paths.
part_paths() {
  study
  odd="$work/a b 'c' \"d\" é\$x;\`ls\`"
  printf '# tables: play\nset yrange [0:1]\nplot table("play") using "T":"estimate"\n' >"$study/figure.gp"
  expect 0 '3 computed' run --store "$odd/store"
  expect 0 'figure .*figure.svg' report --store "$odd/store" --results "$odd/results"
  check "both forms of the figure are there" test -s "$odd/results/figures/study/figure.png" -a -s "$odd/results/figures/study/figure.svg"
  expect 4 'gnuplot failed' env PATH=/nonexistent "$REPLAYBENCH" report study --store "$odd/store" --results "$odd/results"
  printf 'plot no_such_function(x)\n' >"$study/figure.gp"
  expect 4 'no_such_function' report --store "$odd/store"
  rm "$study/figure.gp"
  touch "$work/file"
  expect 4 'cannot make folder' run --results "$work/file"
  expect 4 'cannot make folder' run --results "$work/file/results"
  expect 4 'cannot make folder' report --store "$odd/store" --results /proc
  expect 0 '3 cells' bash -c "cd '$study' && '$REPLAYBENCH' run experiment.toml"
  expect 0 'digest' bash -c "cd '$study' && '$REPLAYBENCH' report experiment.toml"
  for command in 'run all' 'report all' 'verify' 'plan' 'plan all'; do
    # shellcheck disable=SC2086
    expect 4 'there is no study in' env REPLAYBENCH_HOME="$work/nowhere" "$REPLAYBENCH" $command
  done
  check "nothing is made at a home that is not there" test ! -e "$work/nowhere"
  expect 4 'there is no store' rb store explain abcd --store "$work/nowhere"
  expect 0 'lin_ucb' bash -c "mkdir '$work/gone'; cd '$work/gone'; rmdir '$work/gone'; unset REPLAYBENCH_HOME; '$REPLAYBENCH' list algorithms"
}

# Data that are not here, for a report of all.
part_streams() {
  study 's/"bernoulli_arms"/"open_bandit"/'
  run >/dev/null
  expect 0 'skipped play: .*REPLAYBENCH_DATA' env -u REPLAYBENCH_DATA "$REPLAYBENCH" report all

  # Streams.
  study 's/T = 5 10/T = 1..2000/' 's/replicates = 5/replicates = 2/'
  expect 0 '2001 computed' run
  for command in 'list' '--help' 'plan study --cells' 'report study'; do
    expect 4 'cannot write' bash -c "'$REPLAYBENCH' $command >&-"
    expect 4 'cannot write' bash -c "'$REPLAYBENCH' $command >/dev/full"
  done
  expect 141 '' bash -c "set -o pipefail; '$REPLAYBENCH' plan study --cells | head -1"
  expect 2 '' bash -c "'$REPLAYBENCH' run nothing 2>&-; code=\$?; echo; exit \$code"
  expect 2 '' bash -c "'$REPLAYBENCH' run nothing 2>/dev/full; code=\$?; echo; exit \$code"
  cp -r "$work/results/store" "$work/whole"
  rm -rf "$work/results"
  "$REPLAYBENCH" run study <&- >&- 2>&-
  check "without any stream the store is the same to the byte" diff -r "$work/whole" "$work/results/store"
  expect 0 '2001 computed' rb run study --jobs 256 --store "$work/again"
}

# evaluate
part_evaluate() {
  printf 'action,reward,x_0\na,1,3\nb,0,4\na,1,2\n' >"$work/log.csv"
  expect 3 'first checkpoint is never reached' rb evaluate --log "$work/log.csv" --algorithm ucb --evaluator 'replay{checkpoints=[5]}'
  expect 2 'not a whole number below 2\^64' rb evaluate --log "$work/log.csv" --algorithm ucb --seed -1
  expect 2 'not a whole number below 2\^64' rb evaluate --log "$work/log.csv" --algorithm ucb --seed 18446744073709551616
  { echo action,reward; for _ in $(seq 200); do printf 'a,1e308\nb,-1e308\n'; done; } >"$work/log.csv"
  expect 0 '^estimate +1e\+308' rb evaluate --log "$work/log.csv" --algorithm 'fixed_action{action="a"}'
  printf 'action,action,reward\na,b,1\n' >"$work/log.csv"
  expect 3 'column "action" twice' rb evaluate --log "$work/log.csv" --algorithm ucb
  printf 'action,reward\na,1\n' >"$work/log.csv"
  for algorithm in ucb lin_ucb 'lin_ucb{inverse="exact"}' epsilon_greedy uniform_random; do
    expect 0 'no features' rb evaluate --log "$work/log.csv" --algorithm "$algorithm" --no-intercept
  done
}

run_parts "$@"
