#!/usr/bin/env bash
# What evaluate prints of comparisons: values without intervals, pairing, options that do not suit an evaluator.
source "$(dirname "$0")/harness.sh"
evaluate() { "$REPLAYBENCH" evaluate "$@"; }

# Rewards at 5 %, uniform choices of two actions, and a policy near the logger's: it earns a fifth more.
awk 'BEGIN {
  print "action,reward,propensity,pi"
  for (i = 0; i < 1000; ++i) {
    r = i % 20 == 7
    print int(i / 3) % 2 "," r ",0.5," (r ? 0.6 : 0.5)
  }
}' >"$work/near.csv"

part_pairing() {
  near=(evaluate --log "$work/near.csv" --policy-column pi --evaluator ips)
  expect 0 '^difference +\+0\.0100  \[' "${near[@]}"
  check "why it excludes 0" grep -q '^remark .*excludes 0 although .* both use the same records' "$work/output"
  expect 0 '^answer +pi earns 0\.' "${near[@]}"
  expect 0 '"algorithm_label": "pi"' "${near[@]}" --format json
  expect 0 '^Estimate and log.s mean use the same records' "${near[@]}" --baseline logged
  expect 0 '^lift: estimate minus' evaluate --log "$work/near.csv" --algorithm uniform_random --evaluator ips --baseline logged
  check "nothing to explain, nothing explained" bash -c "! grep -q 'use the same records, so their errors are similar' '$work/output'"
}

part_values() {
  expect 0 '^difference +[-+]?0\.[0-9]+  -  ' evaluate --log "$work/near.csv" --algorithm ucb --evaluator 's_bred{resamples=2}'
  expect 0 '^ucb - fixed_action\{[^}]*\} +s_bred\{[^}]*\} +[-+]?0\.[0-9]+ +[0-9]' \
    evaluate --log "$work/near.csv" --algorithm ucb --algorithm 'fixed_action{action=1}' --evaluator 's_bred{resamples=2}'
}

part_options() {
  both=(evaluate --log "$work/near.csv" --policy-column pi --evaluator 'snips{interval="student"}')
  expect 0 'this interval is for means' "${both[@]}" --evaluator 'ips{interval="normal"}'
  check "the other evaluator has its numbers" grep -qE '^pi +ips\{interval="normal"\} +0\.0600 ' "$work/output"
  expect 2 'this interval is for means' "${both[@]}"
  expect 0 '^interval .*\(95%, normal' evaluate --log "$work/near.csv" --policy-column pi --evaluator 'ips{interval="normal"}'
}

run_parts "$@"
