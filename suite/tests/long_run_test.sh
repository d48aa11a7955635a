#!/usr/bin/env bash
# What a run of hours meets: too little memory, a process that is stopped for a while, a clock that is set.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$work
mkdir -p "$work/experiments/big"
cat >"$work/experiments/big/experiment.toml" <<'TOML'
title = "b"
question = "q"
seed = 1
[[simulation]]
name = "play"
sweep = ["T = 1000000 1000001 1000002 1000003"]
datasets = ["bernoulli_arms"]
algorithms = ["fixed_action{action=0}"]
evaluators = ["bred{resamples=1}"]
horizon = "T"
replicates = 1
[[table]]
name = "play"
from = "play"
TOML
run() { timeout 300 "$REPLAYBENCH" run big --profile smoke "$@"; }

expect 0 '4 computed' run --jobs 1 --store "$work/alone"
# One cell takes about 50 MB.
if ! nm -a "$PROGRAM" 2>/dev/null | grep -q '__[at]san_init'; then
  expect 0 'out of memory: [1-4] cells that did not fit beside others are tried again with [12] jobs?' \
    run --jobs 4 --memory 130MB --store "$work/few"
  check "it is said at the end too" grep -Eq '4 cells, 4 computed in .*, [0-9]+ tried again with fewer jobs' "$work/output"
  check "fewer jobs give the same store" diff -r "$work/alone" "$work/few"
  expect 5 'FAILED play .*: out of memory' run --jobs 4 --memory 15MB --store "$work/none"
  expect 0 '4 computed' run --jobs 1 --store "$work/none"
  check "with memory again, the same store" diff -r "$work/alone" "$work/none"
fi
expect 2 '[Mm]emory' run --memory much
expect 2 '[Mm]emory' run --memory -1

# Stopped for a while, as by a laptop that sleeps or a container that is frozen.
"$REPLAYBENCH" run big --profile smoke --jobs 2 --store "$work/stopped" >"$work/first" 2>&1 &
pid=$!
until [[ -e $work/stopped/reservations ]] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
kill -STOP "$pid"
sleep 4  # longer than the delay that the program takes for a pause
check "the run was stopped" grep -q '^T' <(ps -o stat= -p "$pid")
kill -CONT "$pid"
wait "$pid"
check "a run that was stopped for a while ends well" test $? = 0
check "and gives the same store" diff -r "$work/alone" "$work/stopped"
finish
