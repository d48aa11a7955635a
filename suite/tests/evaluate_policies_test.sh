#!/usr/bin/env bash
# Target policies by columns of the log; logs of several loggers; blocks of a prepared log.
source "$(dirname "$0")/harness.sh"
evaluate() { "$REPLAYBENCH" evaluate "$@"; }
source "$SOURCE/suite/tests/evaluate_logs.sh"

# A target policy by columns of the log; bad ones with line and column.
part_target_policy() {
  expect 0 '^algorithm +given_policy\{name="pi"\}' evaluate --log "$work/target.csv" --policy-column pi
  expect 0 '^evaluator +snips' evaluate --log "$work/target.csv" --policy-column pi
  grep '^estimate' "$work/output" >"$work/by_logged"
  check "it has an estimate" grep -qE '^estimate +0\.' "$work/by_logged"
  expect 0 '^algorithm +given_policy\{name="pi"\}' evaluate --log "$work/target.csv" --policy-columns 'pi_*'
  grep '^estimate' "$work/output" >"$work/by_all"
  check "the probabilities of all actions give the same as those of the logged one" cmp -s "$work/by_logged" "$work/by_all"
  # In full digits, of CSV.
  expect 0 '^kind,part,' evaluate --log "$work/target.csv" --policy-column pi --format csv
  local shown by_hand
  shown=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "estimate") at = i; next } { printf "%.10f", $at; exit }' "$work/output")
  by_hand=$(awk -F, 'NR > 1 { w = $10 / $4; s += w; t += w * $3 } END { printf "%.10f", t / s }' "$work/target.csv")
  check "snips by hand: $by_hand" test "$shown" = "$by_hand"
  expect 0 '^pi +snips' evaluate --log "$work/target.csv" --policy-column pi --algorithm uniform_random --baseline logged
  check "a policy and an algorithm are compared" grep -qE '^pi - uniform_random +snips' "$work/output"
  uniform=$(awk -F, 'NR == 1 { print $0 ",u" } NR > 1 { print $0 "," $4 }' "$work/log.csv" >"$work/itself.csv"; evaluate --log "$work/itself.csv" --policy-column u --baseline logged --format csv | tail -1 | cut -d, -f13-15)
  check "the logger as target has lift 0 for certain: $uniform" test "$uniform" = 0,0,0
  awk -F, 'NR == 1 { print $0 ",d_a,d_b,d_c" } NR > 1 { print $0 ",0,1,0" }' "$work/log.csv" >"$work/deterministic.csv"
  for evaluator in snips ips dr; do
    evaluate --log "$work/deterministic.csv" --policy-columns 'd_*' --algorithm 'fixed_action{action="b"}' --evaluator "$evaluator" --format csv | grep "^estimate," | cut -d, -f9-12 >"$work/both"
    check "$evaluator: a policy as columns is the same policy as an algorithm: $(tail -1 "$work/both")" test "$(uniq <"$work/both" | wc -l)" = 1
    check "$evaluator: two lines, with digits" test "$(grep -cE '^[0-9.]+,[0-9.]+' "$work/both")" = 2
  done
}

# A log of two loggers, each with the probabilities of its name.
part_loggers() {
  awk -F, 'NR == 1 { print "action,reward,propensity,logger,pi_a,pi_b,new_a,new_b,old_a,old_b" } NR > 1 && NR < 1500 { n++; new = n % 3 == 0
    p = new ? 0.8 : 0.5; seed = (seed * 16807 + 5) % 2147483647; a = seed / 2147483647 < p
    print (a ? "a" : "b") "," $3 "," (a ? p : 1 - p) "," (new ? "new" : "old") ",0.34,0.66,0.8,0.2,0.5,0.5" }' "$work/log.csv" >"$work/loggers.csv"
  loggers=(--log "$work/loggers.csv" --policy-columns 'pi_*' --policy-columns 'new_*' --policy-columns 'old_*')
  expect 0 '^pi +balanced_ips +0\.' evaluate "${loggers[@]}" --evaluator balanced_ips
  check "balanced_ips evaluates the loggers too" grep -qE '^old +balanced_ips +0\.' "$work/output"
  by_hand=$(awk -F, 'NR > 1 { n++; m[$4]++; a[n] = $1; r[n] = $2 } END { for (i = 1; i <= n; ++i) { x = a[i] == "a"
    t += (x ? 0.34 : 0.66) * n / (m["new"] * (x ? 0.8 : 0.2) + m["old"] * 0.5) * r[i] } printf "%.5f", t / n }' "$work/loggers.csv")
  evaluate "${loggers[@]}" --evaluator balanced_ips --format csv | grep 'estimate,log,.*,pi,,' | cut -d, -f9 >"$work/number"
  check "balanced_ips by hand: $by_hand" test "$(awk '{ printf "%.5f", $1 }' "$work/number")" = "$by_hand"
  expect 0 '^pi +weighted_ips +0\.' evaluate "${loggers[@]}" --evaluator weighted_ips
  for evaluator in balanced_dr weighted_dr switch_dr; do
    expect 0 "^pi +$evaluator +0\\." evaluate "${loggers[@]}" --evaluator "$evaluator"
  done
  expect 0 '^pi +weighted_ips.* +0\.' evaluate "${loggers[@]}" --evaluator 'weighted_ips{interval="betting"}'
  # In the order of the loggers, the logging policy changes.
  { head -1 "$work/loggers.csv"; tail -n +2 "$work/loggers.csv" | sort -s -t, -k4,4; } >"$work/changed.csv"
  expect 0 "changed along the log.*each being that of its record's logger" evaluate --log "$work/changed.csv" --policy-columns 'pi_*' --evaluator ips
  expect 0 'changed along the log.*if each is that of its moment' evaluate --log "$work/changed.csv" --columns logger= --policy-columns 'pi_*' --evaluator ips
  # The same from blocks of a prepared log.
  evaluate_csv() { evaluate --format csv --baseline logged --evaluator ips --evaluator snips --evaluator 'ncis{cap=2}' "$@"; }
  "$REPLAYBENCH" data prepare "$work/loggers.csv" --policy-columns 'pi_*' --out "$work/loggers.prepared" >/dev/null
  evaluate_csv --log "$work/loggers.csv" --policy-columns 'pi_*' >"$work/whole"
  for flags in '--jobs 1' '--jobs 3' '--jobs 2'; do
    # shellcheck disable=SC2086
    evaluate_csv --log "$work/loggers.prepared" $flags >"$work/in_blocks"
    check "in blocks, $flags" cmp -s "$work/whole" "$work/in_blocks"
  done
  expect 0 '^estimate,log.*dr' evaluate --log "$work/loggers.prepared" --evaluator dr --format csv --show-unreliable
  expect 2 'its columns were chosen when it was prepared; give --columns' evaluate --log "$work/loggers.prepared" --columns reward=x
  expect 2 'no columns give the policy "old"' evaluate --log "$work/loggers.csv" --policy-columns 'pi_*' --policy-columns 'new_*' --evaluator balanced_ips
  expect 2 'a column "logger" with their names' evaluate --log "$work/target.csv" --policy-column pi --evaluator balanced_ips
  awk -F, 'NR == 1 { print $0 ",q_a,q_b,q_c" } NR > 1 { print $0 ",0.3,0.4,0.6" }' "$work/target.csv" >"$work/model.csv"
  by_hand=$(awk -F, 'NR > 1 { q["a"] = 0.3; q["b"] = 0.4; q["c"] = 0.6; n++; t += $7 * 0.3 + $8 * 0.4 + $9 * 0.6 + $10 / $4 * ($3 - q[$2]) } END { printf "%.5f", t / n }' "$work/model.csv")
  evaluate --log "$work/model.csv" --policy-columns 'pi_*' --q-columns 'q_*' --evaluator 'dr{model="given"}' --format csv | grep '^estimate,log' | cut -d, -f9 >"$work/output"
  check "a given reward model: doubly robust by hand: $by_hand" test "$(awk '{ printf "%.5f", $1 }' "$work/output")" = "$by_hand"
  sed '3s/,0.4,0.6$/,x,0.6/' "$work/model.csv" >"$work/bad_model.csv"
  expect 3 'bad_model.csv:3: column "q_b": "x" is not a number' evaluate --log "$work/bad_model.csv" --policy-column pi --q-columns 'q_*'
  expect 2 'no column "pii" \(did you mean "pi"\?\)' evaluate --log "$work/target.csv" --policy-column pii
  expect 2 'needs one \*' evaluate --log "$work/target.csv" --policy-columns pi_
  sed '5s/,0.1,/,0.2,/' "$work/target.csv" >"$work/sum.csv"
  expect 3 'sum.csv:5: target policy "pi": the probabilities of all actions sum to 1\.' evaluate --log "$work/sum.csv" --policy-columns 'pi_*'
  sed '7s/[^,]*$/1.5/' "$work/target.csv" >"$work/above.csv"
  expect 3 'above.csv:7: column "pi": "1.5" is not in \[0, 1\]' evaluate --log "$work/above.csv" --policy-column pi
  cut -d, -f1-8,10 "$work/target.csv" >"$work/uncovered.csv"
  expect 3 'uncovered.csv:[0-9]+: (target policy "pi": the probabilities|target policy "pi" has no column for the logged action "c")' evaluate --log "$work/uncovered.csv" --policy-columns 'pi_*'
}

run_parts "$@"
