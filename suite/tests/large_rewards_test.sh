#!/usr/bin/env bash
# Standard errors of rewards with an offset of 1e8 and of rewards near 1e300.
source "$(dirname "$0")/harness.sh"

# log OFFSET SCALE: rewards scale * (offset + k / 16), two uniform actions.
log() {
  awk -v offset="$1" -v scale="$2" 'BEGIN {
    print "action,reward,propensity"; seed = 7
    for (i = 0; i < 800; ++i) {
      seed = (seed * 16807) % 2147483647
      printf "%s,%.17g,0.5\n", seed % 2 ? "a" : "b", scale * (offset + (i * 37 % 97 - 48) / 16)
    } }'
}
log 0 1 >"$work/near.csv"
log 100000000 1 >"$work/far.csv"
log 0 1e300 >"$work/large.csv"
columns() { "$REPLAYBENCH" evaluate --log "$1" --algorithm "$2" --evaluator "$3" --show-unreliable --format csv | grep '^estimate,log' | cut -d, -f10-12; }
# error_of LOG ALGORITHM EVALUATOR
error_of() { columns "$@" | cut -d, -f1; }
near() { awk -v a="$1" -v b="$2" -v tolerance="$3" 'BEGIN { d = a - b; exit !(b > 0 && d * d <= tolerance * tolerance * b * b) }'; }

for evaluator in replay serving_bucket red_inf 'trained{of="replay"}'; do
  for algorithm in 'fixed_action{action=a}' uniform_random; do
    seen=$(error_of "$work/far.csv" "$algorithm" "$evaluator")
    exact=$(error_of "$work/near.csv" "$algorithm" "$evaluator")
    check "$evaluator of $algorithm at 1e8: $seen, exact $exact" near "$seen" "$exact" 1e-9
  done
done
# What varies from pass to pass is rounded as the estimates are.
seen=$(error_of "$work/far.csv" 'fixed_action{action=a}' 's_bred{resamples=20}')
exact=$(error_of "$work/near.csv" 'fixed_action{action=a}' 's_bred{resamples=20}')
check "s_bred at 1e8: $seen, exact $exact" near "$seen" "$exact" 1e-6

for evaluator in replay_star c2r replay; do
  columns "$work/large.csv" 'fixed_action{action=a}' "$evaluator" >"$work/columns"
  check "$evaluator at 1e300: no error of 0, no interval: $(cat "$work/columns")" test "$(cat "$work/columns")" = ,,
  expect 0 'rewards of this size overflow when they are squared; scale them' \
    "$REPLAYBENCH" evaluate --log "$work/large.csv" --algorithm 'fixed_action{action=a}' --evaluator "$evaluator"
done
finish
