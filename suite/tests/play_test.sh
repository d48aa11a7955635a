#!/usr/bin/env bash
# One algorithm played without a TOML file: text, JSON, refusals and their exit codes.
source "$(dirname "$0")/harness.sh"
play() { "$REPLAYBENCH" play "$@"; }

expect 0 '^best single action +0\.' play 'lin_ucb{alpha=1}' --on linear_model --steps 200 --replicates 5
cp "$work/output" "$work/first"
for line in '^algorithm +lin_ucb' '^played +200 steps, 5 replicates, seed 1' '^uniform choice +0\.' 'Student.s t over the 5 replicates'; do
  check "the text has a line $line" grep -Eq "$line" "$work/first"
done
play 'lin_ucb{alpha=1}' --on linear_model --steps 200 --replicates 5 >"$work/again" 2>&1
check "the same bytes again" cmp -s "$work/first" "$work/again"
check "the table lines up" test "$(sed -n '/mean reward/,/^uniform/p' "$work/first" | grep -v '^algorithm' | awk '{ print length }' | sort -u | wc -l)" -eq 1
expect 0 '"difference"' play ucb --on bernoulli_arms --steps 20 --format json
expect 2 'use .replaybench evaluate --log' play ucb --on 'log{path="none.csv"}' --steps 20
expect 2 'unknown algorithm "lin_ucv" \(did you mean "lin_ucb"\?\)' play lin_ucv --on linear_model --steps 20
expect 2 'unknown data set .*did you mean "linear_model"' play ucb --on liner_model --steps 20
expect 2 'steps' play ucb --on linear_model --steps 0
expect 2 'steps' play ucb --on linear_model
expect 2 'replicates' play ucb --on linear_model --steps 20 --replicates 1
expect 2 'not a whole number' play ucb --on linear_model --steps 20 --seed -1
expect 2 'learns from rewards' play thompson_sampling --on gaussian_arms --steps 20
expect 2 'trained on a log' play ridge_classifier --on bernoulli_arms --steps 20
finish
