#!/usr/bin/env bash
# Logs of real-valued actions: the estimators as a user runs them, refusals and their exit codes.
source "$(dirname "$0")/harness.sh"
continuous() { "$REPLAYBENCH" continuous "$@"; }

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
  check "$name has an estimate and an interval" grep -Eq "^target +$name +0\.1 +21\.1% +351\.8 +1\.042 +(0\.96|1\.00)[0-9]* +0\.0[0-9]+ +\[" "$work/first"
done
check "unused columns are said" grep -q 'not used: column other, when' "$work/first"
check "what is estimated is said" grep -q 'policy smoothed by its bandwidth' "$work/first"
{ head -1 "$work/doses.csv"; tail -n +2 "$work/doses.csv" | sort -r; } >"$work/reversed.csv"
continuous --log "$work/reversed.csv" --range 0 1 --bandwidth 0.1 | tail -n +2 >"$work/reversed"
check "the order of the lines changes nothing" bash -c "tail -n +2 '$work/first' | cmp -s - '$work/reversed'"
continuous --log - --range 0 1 --bandwidth 0.1 <"$work/doses.csv" | tail -n +2 >"$work/from_stdin"
check "the same from the standard input" bash -c "tail -n +2 '$work/first' | cmp -s - '$work/from_stdin'"
continuous --log "$work/doses.csv" --target other --target target --estimator kernel_snips --format csv >"$work/csv"
check "CSV has a header and a line for each policy" test "$(wc -l <"$work/csv")" = 3
check "columns are named" grep -q '^policy,estimator,bandwidth,estimate,standard_error,low,high,lift,' "$work/csv"
continuous --log "$work/doses.csv" --target other --estimator kernel_snips --format json | grep -m1 '"estimate":' | tr -d ' ,' | cut -d: -f2 >"$work/json"
check "CSV and JSON have one estimate" grep -qF ",$(cat "$work/json")," "$work/csv"
sed '1s/action/mg/;1s/reward/inr/' "$work/doses.csv" >"$work/named.csv"
continuous --log "$work/named.csv" --columns action=mg,reward=inr --range 0 1 --bandwidth 0.1 | tail -n +2 >"$work/named"
check "columns of other names" bash -c "tail -n +2 '$work/first' | cmp -s - '$work/named'"

# Rewards 1/u, whose mean has no variance.
awk -F, 'BEGIN { OFS = ","; seed = 5 } NR > 1 { seed = (seed * 16807) % 2147483647; $2 = 2147483647 / seed } { print }' \
  "$work/doses.csv" >"$work/heavy.csv"
expect 0 'the rewards have a heavy tail' continuous --log "$work/heavy.csv" --range 0 1 --bandwidth 0.1 --estimator kernel_ips
check "no interval of a heavy tail, of the lift neither" grep -Eq '^target +kernel_ips +0\.1 +[0-9.]+% +[0-9.]+ +[0-9.]+ +[0-9.]+ +- +- +-?[0-9.]+ +-$' "$work/output"

# SLOPE++; the ends of the range.
expect 0 'SLOPE\+\+ chose the bandwidths' continuous --log "$work/doses.csv" --range 0 1
sed '2,$s/,0\.5,0\.6,/,1,0.6,/' "$work/doses.csv" >"$work/end.csv"
expect 0 '100% of the policy.s actions .* --range LOW HIGH gives it back' continuous --log "$work/end.csv" --bandwidth 0.1 --estimator kernel_ips
check "half of the weights is lost, and said" grep -Eq 'the mean importance weight is 0\.[45][0-9]*, .* standard errors away' "$work/output"
expect 0 'lies on one side' continuous --log "$work/end.csv" --bandwidth 0.1 --range 0 1 --estimator kernel_ips
check "the range gives it back" bash -c "! grep -q 'mean weight is' '$work/output'"

# Few records: no number without being asked for.
head -41 "$work/doses.csv" >"$work/few.csv"
expect 0 'kernel_ips of target: withheld: under its weights it rests on [0-9.]+ effective records, fewer than 30' continuous --log "$work/few.csv" --bandwidth 0.1
check "the number is withheld" grep -Eq '^target +kernel_ips +0\.1 +[0-9.]+% +[0-9.]+ +[0-9.]+ +- +- +- +- +-' "$work/output"
expect 0 '^target +kernel_ips +0\.1 +[0-9.]+% +[0-9.]+ +[0-9.]+ +[01]\.' continuous --log "$work/few.csv" --bandwidth 0.1 --show-unreliable

expect 2 'unknown estimator "kernel_ip" \(did you mean "kernel_ips"' continuous --log "$work/doses.csv" --estimator kernel_ip
expect 2 'bandwidth: -1 is not a number above 0' continuous --log "$work/doses.csv" --bandwidth=-1
expect 2 'range: 1 0 is no range' continuous --log "$work/doses.csv" --range 1 0
expect 2 'unknown role "propensity"' continuous --log "$work/doses.csv" --columns propensity=density
expect 2 'column "action" has two roles' continuous --log "$work/doses.csv" --target action
expect 2 'kernel_dr: the log has no column q_other' continuous --log "$work/doses.csv" --target other --estimator kernel_dr
expect 2 'gauss' continuous --log "$work/doses.csv" --kernel gauss
expect 3 'missing column "tagret" \(did you mean "target"' continuous --log "$work/doses.csv" --target tagret
mkdir "$work/bad"
expect 3 'doses.csv:3: column "density": "0" is not a density above 0' bash -c "sed '3s/,1,0\.5/,0,0.5/' '$work/doses.csv' >'$work/bad/doses.csv' && '$REPLAYBENCH' continuous --log '$work/bad/doses.csv'"
expect 3 'doses.csv:2: column "action": "0\.[0-9]+" is not in the range of actions, \[0.98, 1\]' continuous --log "$work/doses.csv" --range 0.98 1
printf 'action,reward,density,target\n1,1,1,1\n1,0,1,1\n' >"$work/equal.csv"
expect 3 'equal.csv: all logged actions are equal.*--bandwidth H gives one' continuous --log "$work/equal.csv"
expect 4 'none.csv' continuous --log "$work/none.csv"
finish
