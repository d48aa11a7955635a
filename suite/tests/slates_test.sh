#!/usr/bin/env bash
# Logs of slates: the evaluators as a user runs them, refusals and their exit codes.
source "$(dirname "$0")/harness.sh"
slates() { "$REPLAYBENCH" slates "$@"; }
estimates() { grep '^estimate,log' | cut -d, -f8-12; }

# 600 slates of two of three items; the policy is the Plackett-Luce with scores 3, 2, 1. A slot's reward is 1 by chance.
awk 'BEGIN {
  OFS = ","; seed = 11; score[0] = 3; score[1] = 2; score[2] = 1
  print "slate", "slot", "action", "reward", "p_slot", "p_prefix", "pi_slot", "pi_prefix", "pi_shown", "user", "country"
  for (a = 0; a < 3; ++a) for (b = 0; b < 3; ++b) if (a != b) {
    pair[a, b] = score[a] / 6 * score[b] / (6 - score[a]); second[b] += pair[a, b] }
  for (i = 0; i < 600; ++i) {
    seed = (seed * 16807) % 2147483647; a = seed % 3
    seed = (seed * 16807) % 2147483647; b = (a + 1 + seed % 2) % 3
    seed = (seed * 16807) % 2147483647; r = seed / 2147483647 < 0.8 - 0.2 * a
    seed = (seed * 16807) % 2147483647; s = seed / 2147483647 < 0.3 + 0.1 * b
    user = "user" int(i / 3) "," (i % 2 ? "de" : "no")
    print i, 1, "item" a, r + 0, 1 / 3, 1 / 3, score[a] / 6, score[a] / 6, score[a] / 6 + second[a], user
    print i, 2, "item" b, s + 0, 1 / 3, 1 / 6, second[b], pair[a, b], score[b] / 6 + second[b], user
  } }' >"$work/slates.csv"

expect 0 '^log +.*600 slates, 1200 slots' slates --log "$work/slates.csv" --logger uniform_ranking
cp "$work/output" "$work/first"
for name in sips iips rips pseudo_inverse sn_pseudo_inverse; do
  check "$name has an estimate and an interval" grep -Eq "^pi +$name +[01]\.[0-9]+ +0\.[0-9]+ +\[[01]\.[0-9]+, [01]\.[0-9]+\] +95% [a-zA-Z]+ +600 " "$work/first"
done
check "what does not fit says why" grep -q 'the log has no column q, q_pi' "$work/first"
check "unused columns are said" grep -q 'ignored: .*country' "$work/first"
{ head -1 "$work/slates.csv"; tail -n +2 "$work/slates.csv" | sort -r; } >"$work/reversed.csv"
slates --log "$work/slates.csv" --format csv | estimates >"$work/numbers"
slates --log "$work/reversed.csv" --format csv | estimates >"$work/reversed"
check "the order of the lines changes nothing" cmp "$work/numbers" "$work/reversed"
slates --log - --format csv <"$work/slates.csv" | estimates >"$work/from_stdin"
check "the same from the standard input" cmp "$work/numbers" "$work/from_stdin"
slates --log "$work/slates.csv" --format csv --jobs 1 --seed 1 --repetitions 1 --progress 2>/dev/null | estimates >"$work/with_flags"
check "the flags of evaluate" cmp "$work/numbers" "$work/with_flags"
sed '1s/slate/page/;1s/p_slot/shown/' "$work/slates.csv" >"$work/named.csv"
slates --log "$work/named.csv" --columns slate=page,p_slot=shown --format csv | estimates >"$work/named"
check "columns of other names" cmp "$work/numbers" "$work/named"

# The evaluators say which kind of log is read.
evaluated() { "$REPLAYBENCH" evaluate --log "$work/slates.csv" "$@"; }
evaluated --evaluator sips --evaluator rips --format csv | estimates >"$work/evaluated"
check "evaluate has the same estimates" cmp <(grep -E '^(sips|rips),' "$work/numbers" | sort) <(sort "$work/evaluated")
expect 0 '^evaluator +sips' evaluated --evaluator sips
expect 0 'pi +sips .*%' evaluated --evaluator sips --baseline logged
check "each segment has a line" test "$(evaluated --evaluator sips --by country --format csv | grep -c '^estimate,segment,\(de\|no\),300,')" = 2
check "clusters change the error and not the estimate" bash -c "
  cmp -s <(cut -d, -f2 <(grep ^sips, '$work/numbers')) <('$REPLAYBENCH' evaluate --log '$work/slates.csv' --evaluator sips --cluster user --format csv | grep '^estimate,log' | cut -d, -f9) &&
  ! cmp -s <(cut -d, -f3 <(grep ^sips, '$work/numbers')) <('$REPLAYBENCH' evaluate --log '$work/slates.csv' --evaluator sips --cluster user --format csv | grep '^estimate,log' | cut -d, -f10)"
expect 0 '"estimate": [01]\.' evaluated --evaluator 'sn_pseudo_inverse{logger="uniform_ranking"}' --format json
expect 2 'sips reads logs of slates, ips reads logs of actions' evaluated --evaluator sips --evaluator ips

# A study.
mkdir "$work/study"
cat >"$work/study/slates_study.toml" <<END
title = "Slates"
question = "What do the estimators say?"
seed = 1
[[simulation]]
name = "slates"
datasets = ['log{path="$work/slates.csv", kind="slates"}']
algorithms = ["given_policy"]
evaluators = ["sips", "rips"]
replicates = 1
[[table]]
name = "slates"
from = "slates"
END
expect 0 '.' "$REPLAYBENCH" run "$work/study/slates_study.toml" --store "$work/store"

mkdir "$work/bad"

# Few slates: no number without being asked for.
head -41 "$work/slates.csv" >"$work/few.csv"
expect 0 'withheld: under its weights it rests on [0-9.]+ effective slates, fewer than 30' slates --log "$work/few.csv" --evaluator sips
check "the number is withheld" grep -Eq '^pi +sips +- +- +- ' "$work/output"
expect 0 '^pi +sips +[01]\.' slates --log "$work/few.csv" --evaluator sips --show-unreliable
# Probabilities that are not the log's.
awk -F, 'BEGIN { OFS = "," } NR > 1 { $6 = $6 * 0.7; } { print }' "$work/slates.csv" >"$work/wrong.csv"
expect 0 'the mean importance weight is 1\.4.* standard errors away' slates --log "$work/wrong.csv" --evaluator sips

# Rewards 1/u, whose mean has no variance.
awk -F, 'BEGIN { OFS = ","; seed = 5 } NR > 1 { seed = (seed * 16807) % 2147483647; $4 = 2147483647 / seed } { print }' \
  "$work/slates.csv" >"$work/heavy.csv"
expect 0 'the weighted rewards have a heavy tail' slates --log "$work/heavy.csv" --evaluator sips
check "no interval of a heavy tail" bash -c "grep -Eq '^pi +sips +[0-9.]+ ' '$work/output' && ! grep -Eq '^pi .*\\[|std. error' '$work/output'"

expect 2 'unknown evaluator "rip" \(did you mean "rips"' slates --log "$work/slates.csv" --evaluator rip
expect 2 'the log has no column q, q_pi' slates --log "$work/slates.csv" --evaluator cascade_dr
expect 2 'logger' slates --log "$work/slates.csv" --logger uniform
expect 2 'more than the 1 that the logger is said to choose from' \
  slates --log "$work/slates.csv" --logger uniform_ranking --actions 1 --evaluator pseudo_inverse
printf 'slate,slot,reward,pi_slot,pi_shown\na,1,1,.5,1\na,2,0,.5,1\n' >"$work/unnamed.csv"
expect 2 'a slate has 2 slots, more than the 1 actions' slates --log "$work/unnamed.csv" --logger uniform_ranking --actions 1 --evaluator pseudo_inverse
expect 2 'actions is for' slates --log "$work/slates.csv" --actions 5
expect 3 'slates.csv:3: slate "0" has no slot 2' bash -c "sed '3s/^0,2/0,3/' '$work/slates.csv' >'$work/bad/slates.csv' && '$REPLAYBENCH' slates --log '$work/bad/slates.csv'"
expect 4 'none.csv' slates --log "$work/none.csv"
finish
