#!/usr/bin/env bash
# Logs of real-valued actions: the estimators as a user runs them, refusals and their exit codes.
source "$(dirname "$0")/harness.sh"
continuous() { "$REPLAYBENCH" continuous "$@"; }
estimates() { grep '^estimate,log' | cut -d, -f6-12; }

# 2,000 doses, uniform on [0, 1]; the mean reward is 1 - |dose - 0.5|, so 1 for the target 0.5 and 0.9 for 0.6.
awk 'BEGIN {
  OFS = ","; seed = 11
  print "action", "reward", "density", "target", "other", "q", "q_target", "when"
  for (i = 0; i < 2000; ++i) {
    seed = (seed * 16807) % 2147483647; a = seed / 2147483647
    seed = (seed * 16807) % 2147483647; u = seed / 2147483647
    d = a < 0.5 ? 0.5 - a : a - 0.5
    printf "%.9f,%.6f,1,0.5,0.6,%.9f,1,now\n", a, 1 - d + 0.2 * (u - 0.5), 1 - d
  } }' >"$work/doses.csv"

expect 0 '^log +.*2000 records' continuous --log "$work/doses.csv" --range 0 1 --bandwidth 0.1
cp "$work/output" "$work/first"
for name in kernel_ips kernel_snips kernel_dr kernel_dr_logged; do
  check "$name has an estimate and an interval" grep -Eq "^target +$name +(0\.96|1\.00)[0-9]* +0\.0[0-9]+ +\[.*\] +95% [a-zA-Z]+ +(2000|[0-9]+) +351\.8" "$work/first"
done
check "unused columns are said" grep -q '2 columns are ignored: "other", "when"' "$work/first"
continuous --log "$work/doses.csv" --range 0 1 --bandwidth 0.1 --format csv | estimates >"$work/numbers"
{ head -1 "$work/doses.csv"; tail -n +2 "$work/doses.csv" | sort -r; } >"$work/reversed.csv"
continuous --log "$work/reversed.csv" --range 0 1 --bandwidth 0.1 --format csv | estimates >"$work/reversed"
check "the order of the lines changes nothing" cmp "$work/numbers" "$work/reversed"
continuous --log - --range 0 1 --bandwidth 0.1 --format csv <"$work/doses.csv" | estimates >"$work/from_stdin"
check "the same from the standard input" cmp "$work/numbers" "$work/from_stdin"
continuous --log "$work/doses.csv" --target other --target target --evaluator kernel_snips --format csv | grep '^estimate,log' >"$work/csv"
check "CSV has a line for each policy" test "$(wc -l <"$work/csv")" = 2
continuous --log "$work/doses.csv" --target other --evaluator kernel_snips --format json | grep -m1 '"estimate":' | tr -d ' ,' | cut -d: -f2 >"$work/json"
check "CSV and JSON have one estimate" grep -qF ",$(cat "$work/json")," "$work/csv"
sed '1s/action/mg/;1s/reward/inr/' "$work/doses.csv" >"$work/named.csv"
continuous --log "$work/named.csv" --columns action=mg,reward=inr --range 0 1 --bandwidth 0.1 --format csv | estimates >"$work/named"
check "columns of other names" cmp "$work/numbers" "$work/named"

# The evaluators say which kind of log is read, and their remarks what is estimated.
expect 0 'policy smoothed by the bandwidth' "$REPLAYBENCH" evaluate --log "$work/doses.csv" --evaluator 'kernel_snips{bandwidth=0.1, range=[0, 1]}'
check "its bias, which the interval does not show, speaks against belief" bash -c "! grep -q 'Believe it' '$work/output'"
check "the bandwidth is said" grep -q '^remark  *bandwidth 0.1: in 21.1% of the records' "$work/output"
check "it has the same estimate" bash -c "grep -q \"^estimate  *$(printf %.4s "$(grep ',kernel_snips,' "$work/numbers" | cut -d, -f4)")\" '$work/output'"
expect 0 '^target - other +kernel_snips +[+-]' continuous --log "$work/doses.csv" --target target --target other --evaluator kernel_snips --bandwidth 0.1
expect 0 'target +kernel_snips .*%' continuous --log "$work/doses.csv" --evaluator kernel_snips --bandwidth 0.1 --baseline logged

# Rewards 1/u, whose mean has no variance.
awk -F, 'BEGIN { OFS = ","; seed = 5 } NR > 1 { seed = (seed * 16807) % 2147483647; $2 = 2147483647 / seed } { print }' \
  "$work/doses.csv" >"$work/heavy.csv"
expect 0 'the weighted rewards have a heavy tail' continuous --log "$work/heavy.csv" --range 0 1 --bandwidth 0.1 --baseline logged --evaluator kernel_ips
check "no interval of a heavy tail, of the lift neither" grep -Eq '^target +kernel_ips +[0-9.]+ +[+-][0-9.e+]+ +[+-][0-9.e+]+% +[0-9]+ ' "$work/output"

# SLOPE++; the ends of the range.
one() { "$REPLAYBENCH" evaluate --log "$1" --evaluator "$2"; }
expect 0 'SLOPE\+\+ chose the bandwidth' one "$work/doses.csv" 'kernel_ips{range=[0, 1]}'
sed '2,$s/,0\.5,0\.6,/,1,0.6,/' "$work/doses.csv" >"$work/end.csv"
expect 0 '100% of the policy.s actions .* range=\[LOW, HIGH\] gives it back' one "$work/end.csv" 'kernel_ips{bandwidth=0.1}'
check "half of the weights is lost, and said" grep -Eq 'the mean importance weight is 0\.[45][0-9]*, .* standard errors away' "$work/output"
expect 0 'lies on one side' one "$work/end.csv" 'kernel_ips{bandwidth=0.1, range=[0, 1]}'
check "the range gives it back" bash -c "! grep -q 'mean importance weight is' '$work/output'"

# The log's own fault, not the column that the first evaluator lacks.
cut -d, -f1-5 "$work/doses.csv" | sed '3s/^[^,]*/7/' >"$work/outside.csv"
expect 3 'record 2: the action is 7, outside the range of actions' continuous --log "$work/outside.csv" --range 0 1 --bandwidth 0.1 --evaluator kernel_dr --evaluator kernel_ips

# Few records: no number without being asked for.
head -41 "$work/doses.csv" >"$work/few.csv"
expect 0 'withheld: under its weights it rests on [0-9.]+ effective records, fewer than 30' continuous --log "$work/few.csv" --bandwidth 0.1
check "the number is withheld" grep -Eq '^target +kernel_ips +- +- +- ' "$work/output"
expect 0 '^target +kernel_ips +[01]\.' continuous --log "$work/few.csv" --bandwidth 0.1 --show-unreliable

# Several bandwidths after one flag, or the flag repeated.
continuous --log "$work/doses.csv" --bandwidth 0.1 0.2 0.4 --evaluator kernel_snips --format csv --jobs 1 | estimates >"$work/several"
continuous --log "$work/doses.csv" --bandwidth 0.1 --bandwidth 0.2 --bandwidth 0.4 --evaluator kernel_snips --format csv --jobs 2 \
  --seed 1 --repetitions 1 --progress 2>/dev/null | estimates >"$work/repeated"
expect 0 '^ +[0-9]+  bandwidth 0\.[124]: in [0-9.]+% of the records' continuous --log "$work/doses.csv" --bandwidth 0.1 0.2 0.4 --evaluator kernel_snips
check "a table says who chose the bandwidth" grep -q 'SLOPE++ chose the bandwidth' "$work/output"
check "a table says what the interval omits" grep -q 'not the bias of smoothing' "$work/output"
check "several bandwidths give an estimate" test "$(wc -l <"$work/several")" = 1
check "several bandwidths in either form" cmp "$work/several" "$work/repeated"

expect 2 'unknown evaluator "kernel_ip" \(did you mean "kernel_ips"' continuous --log "$work/doses.csv" --evaluator kernel_ip
expect 2 'bandwidth.* -1' continuous --log "$work/doses.csv" --bandwidth=-1
expect 2 'range=\[1, 0\] is no range' continuous --log "$work/doses.csv" --range 1 0
expect 2 'unknown role "propensity"' continuous --log "$work/doses.csv" --columns propensity=density
expect 2 'column "action" has two roles' continuous --log "$work/doses.csv" --target action
expect 2 'the log has no column q_other' continuous --log "$work/doses.csv" --target other --evaluator kernel_dr
expect 2 'gauss' continuous --log "$work/doses.csv" --kernel gauss
expect 3 'missing column "tagret" \(did you mean "target"' continuous --log "$work/doses.csv" --target tagret
mkdir "$work/bad"
expect 3 'doses.csv:3: column "density": "0" is not a density above 0' bash -c "sed '3s/,1,0\.5/,0,0.5/' '$work/doses.csv' >'$work/bad/doses.csv' && '$REPLAYBENCH' continuous --log '$work/bad/doses.csv'"
expect 3 'record 1: the action is [0-9.e-]+, outside the range of actions \[0.98, 1\]' continuous --log "$work/doses.csv" --range 0.98 1 --evaluator kernel_ips
printf 'action,reward,density,target\n1,1,1,1\n1,0,1,1\n' >"$work/equal.csv"
expect 2 'all logged actions are equal' continuous --log "$work/equal.csv"
expect 4 'none.csv' continuous --log "$work/none.csv"
finish
