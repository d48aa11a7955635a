#!/usr/bin/env bash
# The evaluator that evaluate uses if none is named: `list --defaults`, and a small log for each of its lines that the command
# line can meet (a policy that only chooses comes from Python). evaluators/README.md names each of these evaluators.
source "$(dirname "$0")/harness.sh"

# log RECORDS SHARE POOL: three actions, action 0 with this share; POOL is none, stretches or turns.
log() {
  awk -v records="$1" -v share="$2" -v pool="$3" 'BEGIN {
    print "action,reward,p,pi" (pool == "none" ? "" : ",pool")
    seed = 7
    for (i = 0; i < records; ++i) {
      narrow = pool == "stretches" ? i % 400 < 200 : pool == "turns" ? i % 2 : 0
      k = narrow ? 2 : 3
      first = pool == "none" ? share : 1 / k
      a = rnd() < first ? 0 : 1 + int((k - 1) * rnd())
      p = a == 0 ? first : (1 - first) / (k - 1)
      printf "%d,%d,%.10g,%s%s\n", a, rnd() < 0.2 + 0.2 * a, p, a == 2 ? 0.5 : 0.25,
        pool == "none" ? "" : narrow ? ",0 1" : ",0 1 2"
    }
  }
  function rnd() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }'
}
log 2000 0.3333333333333333 none >"$work/uniform.csv"
log 2000 0.8 none >"$work/skewed.csv"
log 400 0.8 none >"$work/few.csv"
log 2000 0 stretches >"$work/stretches.csv"
log 2000 0 turns >"$work/turns.csv"
rb() { "$REPLAYBENCH" "$@"; }
known=(--columns propensity=p)

part_table() {
  rb list --defaults >"$work/table"
  check "a line for each situation" test "$(grep -c '^| a' "$work/table")" = \
    "$(grep -c '^\[\[default\]\]' "$SOURCE/suite/evaluate/defaults/default_evaluators.toml")"
  sed -n '/^## Taken by default/,/^## Which estimate/p' "$SOURCE/evaluators/README.md" >"$work/stated"
  unnamed=$(cut -d'`' -f2 "$work/table" | sed '1,2d; s/{.*//' | sort -u | while read -r name; do
    grep -q "\`$name[\`{]" "$work/stated" || echo "$name"; done)
  check "evaluators/README.md names each default; not: $unnamed" test -z "$unnamed"
  expect 0 'default of: an algorithm that learns, on a log with known' rb describe importance_bred
}

# takes LINE LOG ALGORITHM-OR-FLAGS...: the program takes the evaluator of this line of the table.
takes() {
  local line=$1 text
  shift
  text=$(sed -n "$((line + 2))p" "$work/table" | cut -d'`' -f2)
  rb evaluate --log "$@" --format csv >"$work/taken" 2>"$work/said"
  rb evaluate --log "$@" --format csv --evaluator "$text" >"$work/named" 2>/dev/null
  check "line $line, $*: $text" cmp "$work/taken" "$work/named"
  check "line $line has an estimate" grep -qE '^estimate,log,.*,[0-9]\.?[0-9]*,' "$work/taken"
}
part_logs() {
  rb list --defaults >"$work/table"
  takes 1 "$work/skewed.csv" "${known[@]}" --policy-column pi
  takes 1 "$work/skewed.csv" --propensities frequency --policy-column pi
  takes 2 "$work/uniform.csv" --algorithm best_single_action
  takes 3 "$work/skewed.csv" "${known[@]}" --algorithm best_single_action
  takes 4 "$work/uniform.csv" --algorithm ucb
  takes 4 "$work/uniform.csv" --algorithm uniform_random
  takes 5 "$work/turns.csv" --algorithm uniform_random
  takes 6 "$work/stretches.csv" --algorithm ucb
  takes 7 "$work/turns.csv" --algorithm ucb
  takes 8 "$work/skewed.csv" "${known[@]}" --algorithm ucb
  takes 8 "$work/turns.csv" "${known[@]}" --algorithm ucb
  takes 8 "$work/skewed.csv" --propensities frequency --algorithm ucb
  takes 9 "$work/few.csv" "${known[@]}" --algorithm ucb
  takes 10 "$work/skewed.csv" "${known[@]}" --algorithm uniform_random
}

part_by_name() {
  expect 0 '^evaluator: importance_bred\{resamples=5\} by default: weights correct' rb evaluate --log "$work/skewed.csv" "${known[@]}" --algorithm ucb
  by_name=(rb evaluate --log "$work/skewed.csv" "${known[@]}" --algorithm ucb --evaluator replay)
  expect 0 '^estimate +-  \(withheld: it takes the log for one of uniform choices' "${by_name[@]}"
  check "no interval" bash -c "! grep -qE '^interval +\\[' '$work/output'"
  expect 0 '^interval +\[' "${by_name[@]}" --show-unreliable
}

run_parts "$@"
