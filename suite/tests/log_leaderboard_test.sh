#!/usr/bin/env bash
# leaderboard --log: the answer, its page, the same bytes for any number of threads, and logs on which nothing can be ranked.
source "$(dirname "$0")/harness.sh"
board() { "$REPLAYBENCH" leaderboard "$@"; }

# Three actions; b is the best if x < 1/2, else c. Uniform, and with propensities .6 .3 .1.
awk -v u="$work/uniform.csv" -v s="$work/skewed.csv" 'BEGIN { seed = 11; print "action,reward,propensity,x_0"  >u; print "action,reward,propensity,x_0" >s
  for (i = 0; i < 1500; ++i) { x = rnd(); v = rnd(); w = rnd()
    a = v < 1 / 3 ? "a" : v < 2 / 3 ? "b" : "c"; print a "," (w < mean(a, x)) "," 1 / 3 "," x >u
    a = v < 0.6 ? "a" : v < 0.9 ? "b" : "c"; p = a == "a" ? 0.6 : a == "b" ? 0.3 : 0.1
    print a "," (w < mean(a, x)) "," p "," x >s } }
  function mean(a, x) { return a == "a" ? 0.1 : (a == "b") == (x < 0.5) ? 0.8 : 0.2 }
  function rnd() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }'
few=(--algorithm lin_ucb --algorithm ucb --algorithm 'epsilon_greedy{epsilon=0.5}' --algorithm uniform_random)

part_answer() {
  expect 0 '^answer +take ' board --log "$work/uniform.csv" --no-timings --jobs 2
  check "the answer is first" test "$(head -1 "$work/output" | cut -c1-6)" = answer
  for line in '^ties ' '^held out .*other half, which chose nothing, it has 0\.' '^optimism ' '^logging policy +mean reward 0\.' \
    '^evaluator +replay: unbiased' '^tuned by +t_bred\{resamples=' '^ *1  ' 'uniform_random .* no ' \
    '^without rank +.*best_policy.*: it knows the truth' '^without rank .*random_forest.*: it is trained before it plays'; do
    check "a line $line" grep -qE "$line" "$work/output"
  done
  check "more than 35 algorithms have a rank" test "$(grep -cE '^ +[0-9]+  [a-z0-9_]+' "$work/output")" -gt 35
  check "without times" bash -c "! grep -q '^cheapest' '$work/output'"
  expect 0 '^answer +take lin_ucb' board --log "$work/uniform.csv" "${few[@]}"
  check "of two that tie the cheaper one is named, or nothing ties" grep -qE '^cheapest .* ns for a choice|all others are worse' \
    "$work/output"
}

part_forms() {
  for jobs in 1 3; do
    board --log "$work/uniform.csv" "${few[@]}" --no-timings --format json --jobs $jobs --report "$work/$jobs.html" \
      >"$work/json.$jobs" 2>/dev/null
  done
  check "the same JSON for 1 and 3 threads" cmp "$work/json.1" "$work/json.3"
  check "the same page, except for the command" cmp <(sed '/leaderboard --log/d' "$work/1.html") <(sed '/leaderboard --log/d' "$work/3.html")
  check "the answer is the page's" grep -qF "$(sed -n 's/^  "answer": "take \(.*\)",/\1/p' "$work/json.1")" "$work/1.html"
  check "the page fetches nothing" bash -c "! grep -qE '(src|href)=\"?http' '$work/1.html'"
  expect 0 '^rank,algorithm,parameter,value,estimate,estimate_low,' board --log "$work/uniform.csv" "${few[@]}" --no-timings --format csv
  check "a row for each algorithm" test "$(wc -l <"$work/output")" -eq 5
  check "what was given is not tuned" grep -qE '^[0-9],epsilon_greedy\{epsilon=0.5\},,,' "$work/output"
  expect 0 'page: ' board --dataset bernoulli_arms --records 400 --algorithm ucb --algorithm uniform_random --report "$work/data.html"
  expect 4 'nothing is overwritten' board --log "$work/uniform.csv" "${few[@]}" --report "$work/uniform.csv"
}

# The schema in the repository is the program's, and what is printed keeps to it.
part_schema() {
  board --schema json >"$work/schema"
  check "schema/log_leaderboard.json is that of this build (leaderboard --schema json >schema/log_leaderboard.json)" \
    cmp "$SOURCE/schema/log_leaderboard.json" "$work/schema"
  expect 2 'for the leaderboard of a log|no tasks' board --schema json --profile smoke
  board --log "$work/uniform.csv" "${few[@]}" --format json >"$work/ranking.json" 2>/dev/null
  board --log "$work/uniform.csv" --algorithm ucb --algorithm best_policy --no-timings --format json >"$work/alone.json" 2>/dev/null
  board --log <(head -51 "$work/uniform.csv") --format json >"$work/few.json" 2>/dev/null
  keys() { grep -v '^    "[a-z ]*": "' "$@" | grep -hoE '^ *"[a-z_]+":' | tr -d ' ' | sort -u; }
  keys "$work/schema" >"$work/known"
  cat "$work"/{ranking,alone,few}.json >"$work/all.json"
  check "the keys stand in the schema" test -z "$(keys "$work/all.json" | comm -23 - "$work/known")"
  local python
  for python in /usr/bin/python3 python3; do
    "$python" -W ignore -c 'import jsonschema' 2>/dev/null || continue
    expect 0 '^3 are valid$' "$python" -W ignore -c '
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
for name in sys.argv[2:]:
    jsonschema.validate(json.load(open(name)), schema, jsonschema.Draft202012Validator)
print(len(sys.argv) - 2, "are valid")' "$work/schema" "$work"/{ranking,alone,few}.json
    return
  done
  echo "not checked by a validator: no python3-jsonschema"
}

# The log's own policies compete; under an evaluator of fixed policies algorithms that learn have no rank.
part_policies() {
  awk -F, 'NR == 1 { print $0 ",pi_a,pi_b,pi_c"; next } { print $0 ($4 < 0.5 ? ",0.1,0.8,0.1" : ",0.1,0.1,0.8") }' \
    "$work/uniform.csv" >"$work/policies.csv"
  expect 0 '^answer +take pi: mean reward 0\.6' board --log "$work/policies.csv" --policy-columns 'pi_*' --evaluator snips
  check "learners have a reason" grep -qE '^without rank .*lin_ucb.*: snips: the algorithm learns' "$work/output"
  expect 0 '^without rank +pi: the policy "pi" .*cannot be asked to choose' board --log "$work/policies.csv" --policy-columns 'pi_*' "${few[@]}"
}

# An algorithm whose model breaks down ends nothing.
part_numerical_failure() {
  awk -F, 'NR == 1 { print; next } { print $1 "," $2 "," $3 "," 50 + 50 * $4 }' "$work/uniform.csv" >"$work/scale.csv"
  expect 0 '^answer +take lin_ucb' board --log "$work/scale.csv" --algorithm perceptron_ucb --algorithm lin_ucb
  check "it has no rank" grep -qE '^without rank +perceptron_ucb: it broke down with all its settings: .*the weights exploded' "$work/output"
}

# The page in a browser.
part_page() {
  source "$SOURCE/suite/tests/browser.sh"
  board --log "$work/uniform.csv" --algorithm 'sliding_window_thompson{window=1000}' --algorithm 'ucb{alpha=0.3}' \
    --algorithm 'matrix_factorisation{epsilon=0.1}' --algorithm neural_network --report "$work/page.html" >/dev/null 2>&1
  cat >"$work/wide.html" <<HTML
<body><iframe id=f src="file://$work/page.html" style="width:1280px;height:900px;border:0"></iframe><script>
addEventListener('load', () => {
  const table = document.getElementById('f').contentDocument.querySelector('.scroll');
  document.documentElement.dataset.wide = table.scrollWidth + ' of ' + table.clientWidth;
});
</script>
HTML
  browse "file://$work/wide.html" --dump-dom --allow-file-access-from-files >"$work/dom"
  read -r needed _ given <<<"$(attribute wide)"
  check "the ranking fits a window of 1280 pixels: $(attribute wide)" test "${needed:-9999}" -le "${given:-0}"
  check "a telephone is wide enough: $(narrow "$work/page.html")" test "$(narrow "$work/page.html")" = "390 of 390"
}

part_skewed() {
  expect 0 '^evaluator +replay_thinned: ' board --log "$work/skewed.csv" "${few[@]}"
  check "tuned by importance" grep -q '^tuned by  *importance_t_bred' "$work/output"
  expect 0 '^evaluator +importance_bred\{resamples=1\}: it was asked for' board --log "$work/skewed.csv" --algorithm ucb \
    --algorithm uniform_random --evaluator 'importance_bred{resamples=1}' --bootstrap 40 --seed 3
  expect 0 '^evaluator +t_bred\{resamples=30\}: a rehearsal of .* trusts it, with 20 twins of each kind, of 600 records$' board \
    --dataset linear_model --records 600 --algorithm lin_ucb --algorithm 'epsilon_greedy{epsilon=0.1}' --rehearse 20 --minutes 9 \
    --bootstrap 0 --progress --no-timings
  expect 0 '^tuned by +importance_t_bred' board --log "$work/skewed.csv" --columns propensity= --propensities frequency "${few[@]}"
}

# An answer in words.
part_poor_logs() {
  expect 0 '^answer +no algorithm can be ranked' board --log <(head -51 "$work/uniform.csv")
  check "and why nothing was tuned" grep -q 'too few' "$work/output"
  awk -F, 'NR == 1 { print; next } { print "a," $2 ",1," $4 }' "$work/uniform.csv" >"$work/one.csv"
  expect 0 'one action: every algorithm takes it' board --log "$work/one.csv" "${few[@]}"
  awk -F, 'NR == 1 { print "action,reward,x_0"; next } { print ($4 < 0.5 ? "a" : "b") "," $2 "," $4 }' "$work/uniform.csv" \
    >"$work/deterministic.csv"
  expect 0 '^warning .*(follows|depends|feature)' board --log "$work/deterministic.csv" "${few[@]}"
  cut -d, -f1-3 "$work/uniform.csv" >"$work/plain.csv"
  expect 0 '^answer ' board --log "$work/plain.csv" "${few[@]}"
  awk -F, 'BEGIN { OFS = "," } NR > 1 { $2 = 0 } { print }' "$work/uniform.csv" >"$work/none.csv"
  expect 0 'no test tells it from any other|all rewards' board --log "$work/none.csv" "${few[@]}"
}

part_flags() {
  expect 2 '^.*--profile: a leaderboard of a log has no tasks' board --log "$work/uniform.csv" --profile smoke
  expect 2 '^.*--algorithm: for the leaderboard of a log, which --log' board --algorithm ucb
  expect 2 'of the whole log' board --log "$work/uniform.csv" --by action "${few[@]}"
  expect 2 'no_such' board --log "$work/uniform.csv" --algorithm no_such
  expect 4 'cannot open' board --log "$work/no_such.csv"
}

run_parts "$@"
