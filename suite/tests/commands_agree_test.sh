#!/usr/bin/env bash
# One log as records, in blocks, as slates of one slot and as doses: each command has the same estimate, error and interval, and
# none has a width of 0 or a bound outside of [0, 1].
source "$(dirname "$0")/harness.sh"

# logs RECORDS REWARDED: the first so many records have reward 1.
logs() {
  awk -v n="$1" -v k="$2" -v folder="$work" 'BEGIN {
    seed = 7; OFS = ","
    print "action,reward,propensity,pi_t" >folder "/log.csv"
    print "slate,slot,reward,p_slot,p_prefix,pi_slot,pi_prefix" >folder "/slates.csv"
    print "action,reward,density,target,q,q_target" >folder "/doses.csv"
    for (i = 0; i < n; ++i) {
      seed = (seed * 16807) % 2147483647; a = seed % 2; p = a ? 0.3 : 0.7; r = (i < k) + 0
      print a, r, 0.5, p >folder "/log.csv"
      print i, 1, r, 0.5, 0.5, p, p >folder "/slates.csv"
      seed = (seed * 16807) % 2147483647
      print seed / 2147483647, r, 1, 0.5, k / n, k / n >folder "/doses.csv"
    } }'
  rm -f "$work/log.prepared"
  "$REPLAYBENCH" data prepare "$work/log.csv" --policy-column pi_t --out "$work/log.prepared" >/dev/null 2>&1
}
# Estimate, standard error, low and high.
of_records() { "$REPLAYBENCH" evaluate --log "$work/log.csv" --policy-column pi_t --evaluator "$1" --show-unreliable --format csv | grep '^estimate,log' | cut -d, -f9-12; }
in_blocks() { "$REPLAYBENCH" evaluate --log "$work/log.prepared" --evaluator "$1" --show-unreliable --format csv | grep '^estimate,log' | cut -d, -f9-12; }
of_slates() { "$REPLAYBENCH" slates --log "$work/slates.csv" --evaluator "$1" --show-unreliable --format csv | grep '^estimate,log' | cut -d, -f9-12; }
of_doses() { "$REPLAYBENCH" continuous --log "$work/doses.csv" --range 0 1 --bandwidth 0.4 --show-unreliable --format csv | grep '^estimate,log' | cut -d, -f9-12; }
# Of lines of four numbers: 0 <= low < high <= 1, and an error above 0 or none.
sound() { awk -F, '{ if ($3 == "") next; if (!($3 >= 0 && $3 < $4 && $4 <= 1) || ($2 != "" && !($2 > 0))) exit 1 } END { exit NR == 0 }' "$1"; }

for n in 2 40 200; do
  for rewarded in 0 1 $((n - 1)) $n; do
    logs "$n" "$rewarded"
    for pair in ips,sips snips,sn_pseudo_inverse; do
      of_records "${pair%,*}" >"$work/records"
      in_blocks "${pair%,*}" >"$work/blocks"
      of_slates "${pair#*,}" >"$work/slates"
      name="$rewarded of $n, ${pair%,*}: $(cat "$work/records")"
      check "$name: in blocks" cmp "$work/records" "$work/blocks"
      check "$name: as slates" cmp "$work/records" "$work/slates"
      check "$name: an interval" sound "$work/records"
    done
    of_doses >"$work/doses"
    check "$rewarded of $n as doses: $(paste -sd' ' "$work/doses")" sound "$work/doses"
  done
done

# What is withheld of one is withheld of all.
logs 20 5
check "few records: withheld" test -z "$("$REPLAYBENCH" evaluate --log "$work/log.csv" --policy-column pi_t --evaluator ips --format csv | grep '^estimate,log' | cut -d, -f9)"
check "in blocks" test -z "$("$REPLAYBENCH" evaluate --log "$work/log.prepared" --evaluator ips --format csv | grep '^estimate,log' | cut -d, -f9)"
check "as slates" test -z "$("$REPLAYBENCH" slates --log "$work/slates.csv" --evaluator sips --format csv | grep '^estimate,log' | cut -d, -f9)"
check "as doses" test -z "$("$REPLAYBENCH" continuous --log "$work/doses.csv" --range 0 1 --bandwidth 0.4 --evaluator kernel_ips --format csv | grep '^estimate,log' | cut -d, -f9)"
finish
