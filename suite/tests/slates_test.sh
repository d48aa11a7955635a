#!/usr/bin/env bash
# Logs of slates: the estimators as a user runs them, refusals and their exit codes.
source "$(dirname "$0")/harness.sh"
slates() { "$REPLAYBENCH" slates "$@"; }

# 600 slates of two of three items; the policy is the Plackett-Luce with scores 3, 2, 1. A slot's reward is 1 by chance.
awk 'BEGIN {
  OFS = ","; seed = 11; score[0] = 3; score[1] = 2; score[2] = 1
  print "slate", "slot", "action", "reward", "p_slot", "p_prefix", "pi_slot", "pi_prefix", "pi_shown", "when"
  for (a = 0; a < 3; ++a) for (b = 0; b < 3; ++b) if (a != b) {
    pair[a, b] = score[a] / 6 * score[b] / (6 - score[a]); second[b] += pair[a, b] }
  for (i = 0; i < 600; ++i) {
    seed = (seed * 16807) % 2147483647; a = seed % 3
    seed = (seed * 16807) % 2147483647; b = (a + 1 + seed % 2) % 3
    seed = (seed * 16807) % 2147483647; r = seed / 2147483647 < 0.8 - 0.2 * a
    seed = (seed * 16807) % 2147483647; s = seed / 2147483647 < 0.3 + 0.1 * b
    print i, 1, "item" a, r + 0, 1 / 3, 1 / 3, score[a] / 6, score[a] / 6, score[a] / 6 + second[a], "now"
    print i, 2, "item" b, s + 0, 1 / 3, 1 / 6, second[b], pair[a, b], score[b] / 6 + second[b], "now"
  } }' >"$work/slates.csv"

expect 0 '^log +.*600 slates, 1200 slots' slates --log "$work/slates.csv" --logger uniform_ranking
cp "$work/output" "$work/first"
for name in sips iips rips pseudo_inverse sn_pseudo_inverse; do
  check "$name has an estimate and an interval" grep -Eq "^$name +[01]\.[0-9]+ +0\.[0-9]+ +\[[01]\.[0-9]+, [01]\.[0-9]+\] +[0-9.]+ +(0\.9|1)" "$work/first"
done
check "what does not fit says why" grep -q '^warning  *cascade_dr: the log has no column q, q_pi' "$work/first"
check "unused columns are said" grep -q 'not used: column when' "$work/first"
check "what is assumed is said" grep -q 'reward depends on its own action alone' "$work/first"
{ head -1 "$work/slates.csv"; tail -n +2 "$work/slates.csv" | sort -r; } >"$work/reversed.csv"
slates --log "$work/reversed.csv" --logger uniform_ranking | tail -n +2 >"$work/reversed"
check "the order of the lines changes nothing" bash -c "tail -n +2 '$work/first' | cmp -s - '$work/reversed'"
slates --log - --logger uniform_ranking <"$work/slates.csv" | tail -n +2 >"$work/from_stdin"
check "the same from the standard input" bash -c "tail -n +2 '$work/first' | cmp -s - '$work/from_stdin'"
slates --log "$work/slates.csv" --estimator rips --format csv >"$work/csv"
check "CSV has a header and a line" test "$(wc -l <"$work/csv")" = 2
slates --log "$work/slates.csv" --estimator rips --format json | grep -m1 '"estimate":' | tr -d ' ,' | cut -d: -f2 >"$work/json"
check "CSV and JSON have one estimate" grep -qF "rips,$(cat "$work/json")," "$work/csv"

mkdir "$work/bad"

# Few slates: no number without being asked for.
head -41 "$work/slates.csv" >"$work/few.csv"
expect 0 'sips: withheld: under its weights it rests on [0-9.]+ effective slates, fewer than 30' slates --log "$work/few.csv" --estimator sips
check "the number is withheld" grep -Eq '^sips +- +- +- +[0-9]' "$work/output"
expect 0 '^sips +[01]\.' slates --log "$work/few.csv" --estimator sips --show-unreliable
# Probabilities that are not the log's.
awk -F, 'BEGIN { OFS = "," } NR > 1 { $6 = $6 * 0.7; } { print }' "$work/slates.csv" >"$work/wrong.csv"
expect 0 'the mean importance weight is 1\.4.* standard errors away' slates --log "$work/wrong.csv" --estimator sips

# Rewards 1/u, whose mean has no variance.
awk -F, 'BEGIN { OFS = ","; seed = 5 } NR > 1 { seed = (seed * 16807) % 2147483647; $4 = 2147483647 / seed } { print }' \
  "$work/slates.csv" >"$work/heavy.csv"
expect 0 'the rewards have a heavy tail' slates --log "$work/heavy.csv" --estimator sips
check "no interval of a heavy tail" grep -Eq '^sips +[0-9.]+ +- +- ' "$work/output"

expect 2 'unknown estimator "rip" \(did you mean "rips"' slates --log "$work/slates.csv" --estimator rip
expect 2 'cascade_dr: the log has no column q, q_pi' slates --log "$work/slates.csv" --estimator cascade_dr
expect 2 'logger' slates --log "$work/slates.csv" --logger uniform
expect 3 'more than the 1 actions' slates --log "$work/slates.csv" --logger uniform_ranking --actions 1
printf 'slate,slot,reward,pi_slot,pi_shown\na,1,1,.5,1\na,2,0,.5,1\n' >"$work/unnamed.csv"
expect 3 'unnamed.csv: a slate has 2 slots, more than the 1 actions' slates --log "$work/unnamed.csv" --logger uniform_ranking --actions 1
expect 2 'actions is for' slates --log "$work/slates.csv" --actions 5
expect 3 'slates.csv:3: slate "0" has no slot 2' bash -c "sed '3s/^0,2/0,3/' '$work/slates.csv' >'$work/bad/slates.csv' && '$REPLAYBENCH' slates --log '$work/bad/slates.csv'"
expect 4 'none.csv' slates --log "$work/none.csv"
finish
