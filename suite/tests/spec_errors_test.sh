#!/usr/bin/env bash
# What bad specs and flags get: everything wrong at once, with file:line:column, the value seen, what is allowed, the
# nearest known name; exit code 2; nothing run.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$work
mkdir -p "$work/experiments/bad" "$work/experiments/good"

cat >"$work/experiments/good/experiment.toml" <<'TOML'
title = "good"
question = "?"
seed = 1
[[simulation]]
name = "play"
sweep = ["T = 5 10"]
datasets = ["bernoulli_arms{arms=3, means=[0.4, 0.2]}"]
algorithms = ["UCB = ucb{alpha=1}"]
evaluators = ["replay"]
horizon = "T"
replicates = { smoke = 5, standard = 10 }
[[table]]
name = "play"
from = "play"
TOML
expect 0 "2 cells, 2 computed" "$REPLAYBENCH" run good --profile smoke
expect 0 "2 cells, 0 computed.*2 from the store" "$REPLAYBENCH" run good --profile smoke
expect 2 "profile" "$REPLAYBENCH" plan good --profile full

# One file with many mistakes: all are reported together, and nothing runs.
cat >"$work/experiments/bad/experiment.toml" <<'TOML'
title = "bad"
question = 7
seed = -1
sed = 2
[[simulation]]
name = "play"
sweep = ["T = 5..1"]
datasets = ["bernoulli_arms{arms=3}"]
algorithms = ["ucb"]
evaluators = ["replay"]
replicates = "many"
horizon = "T +"
[[table]]
name = "play"
from = "pley"
TOML
expect 2 'experiment.toml:2:12: .*question' "$REPLAYBENCH" run bad
for pattern in 'experiment.toml:3:8: .*seed.*-1' 'experiment.toml:4:1: .*sed.*did you mean "seed"' \
  'experiment.toml:7:[0-9]+: .*5\.\.1' 'experiment.toml:11:14: .*replicates' 'experiment.toml:12:[0-9]+: ' \
  'experiment.toml:15:8: .*pley.*did you mean "play"'; do
  expect 2 "$pattern" "$REPLAYBENCH" run bad
done

# Mistakes in component texts: found when the plan is made, before anything runs.
cat >"$work/experiments/bad/experiment.toml" <<'TOML'
title = "bad"
question = "?"
seed = 1
[[simulation]]
name = "play"
datasets = ["bernouli_arms", "bernoulli_arms{means=[1.5]}"]
algorithms = ["lin_ucb{alpa=1}", "lin_ucb{lambda=0}", "ucb{alpha=true}", "ucb{ties=\"lowst\"}"]
evaluators = ["replay"]
horizon = "10"
[[table]]
name = "play"
from = "play"
TOML
for pattern in 'experiment.toml:6:[0-9]+: unknown data set "bernouli_arms" \(did you mean "bernoulli_arms"\?\)' \
  'experiment.toml:6:[0-9]+: .*1.5 is outside \[0, 1\]' \
  'experiment.toml:7:[0-9]+: unknown parameter "alpa" of lin_ucb \(did you mean "alpha"\?\)' \
  'experiment.toml:7:[0-9]+: .*"lambda" of lin_ucb: 0 is outside \(0, inf\)' \
  'experiment.toml:7:[0-9]+: .*"alpha" of ucb is true; expected a real' \
  'experiment.toml:7:[0-9]+: .*"lowst" is not one of .*did you mean "lowest"'; do
  expect 2 "$pattern" "$REPLAYBENCH" run bad --store "$work/untouched"
done
check "nothing was run" test -z "$(find "$work/untouched" -name '*.cell' 2>/dev/null)"

printf 'title = "x\n' >"$work/experiments/bad/experiment.toml"
expect 2 'experiment.toml:1:' "$REPLAYBENCH" run bad

# Flags and names.
expect 2 'unknown study "god" \(did you mean "good"\?\)' "$REPLAYBENCH" run god
expect 2 'did you mean "--profile"' "$REPLAYBENCH" run good --profle smoke
expect 2 'did you mean "verify"' "$REPLAYBENCH" verfy
expect 2 'smoke' "$REPLAYBENCH" run good --profile smok
expect 2 '"4/3" is not i/n' "$REPLAYBENCH" run good --shard 4/3
expect 2 'unknown name "lin_ucp" \(did you mean "lin_ucb"\?\)' "$REPLAYBENCH" describe lin_ucp
expect 2 'jobs' "$REPLAYBENCH" run good --jobs 0
expect 0 'alpha +real, default 1, range \[0, inf\)' "$REPLAYBENCH" describe lin_ucb
expect 0 'Exit codes' "$REPLAYBENCH" --help

# A failed cell is reported, the others are stored, the report does not show half a result.
cat >"$work/experiments/bad/experiment.toml" <<'TOML'
title = "one of two cells fails"
question = "?"
seed = 1
[[simulation]]
name = "play"
datasets = ["bernoulli_arms"]
algorithms = ["ucb"]
evaluators = ["replay", "history_distance"]
horizon = "10"
[[table]]
name = "play"
from = "play"
TOML
expect 5 'FAILED play .*evaluator=history_distance' "$REPLAYBENCH" run bad --profile smoke
expect 5 '^  play: not written: 1 of 2 cells are missing; one failed' "$REPLAYBENCH" report bad --profile smoke
expect 0 '^  2 cells, 1 stored, 1 failed, 0 skipped' "$REPLAYBENCH" plan bad --profile smoke

# Data that are not on this machine: skipped with the reason, nothing wrong.
cat >"$work/experiments/bad/experiment.toml" <<'TOML'
title = "no data"
question = "?"
seed = 1
[[simulation]]
name = "play"
datasets = ["open_bandit"]
algorithms = ["ucb"]
evaluators = ["replay"]
[[table]]
name = "play"
from = "play"
TOML
expect 0 'skipped: .*REPLAYBENCH_DATA' env -u REPLAYBENCH_DATA "$REPLAYBENCH" run bad --profile smoke
finish
