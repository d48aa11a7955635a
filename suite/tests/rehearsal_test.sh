#!/usr/bin/env bash
# evaluate --rehearse: the answer, its page, the same bytes for any number of threads, and logs on which nothing can be rehearsed.
source "$(dirname "$0")/harness.sh"
evaluate() { "$REPLAYBENCH" evaluate "$@"; }

# Three actions with propensities .6 .3 .1; action b is the best, and the policy prefers it.
awk 'BEGIN { seed = 11; print "action,reward,propensity,x_0,pi_a,pi_b,pi_c"
  for (i = 0; i < 600; ++i) { u = rnd(); a = u < 0.6 ? "a" : u < 0.9 ? "b" : "c"; p = a == "a" ? 0.6 : a == "b" ? 0.3 : 0.1
    x = rnd(); print a "," (rnd() < 0.2 + 0.3 * (a == "b") + 0.2 * x) "," p "," x ",0.1,0.8,0.1" } }
  function rnd() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }' >"$work/log.csv"
log=(--log "$work/log.csv" --policy-columns 'pi_*')
few=(--evaluator snips --evaluator ips --evaluator 'dm{model="ridge"}' --evaluator 'clipped_ips{cap=1.2}')

part_answer() {
  expect 0 '^answer +pi: take ' evaluate "${log[@]}" "${few[@]}" --rehearse 20
  check "the answer is first" test "$(head -1 "$work/output" | cut -c1-6)" = answer
  for line in '^why ' '^evaluator +estimate ' '^snips +0\.' '^rule +takes' '^twins +fits' '^linear ' '^not seen .*drift'; do
    check "a line $line" grep -qE "$line" "$work/output"
  done
  check "clipped weights are biased on twins" grep -qE '^clipped_ips.* -0\.[0-9]+ +[0-9.]+ +4 ' "$work/output"
  evaluate "${log[@]}" --rehearse 20 >"$work/default" 2>&1
  check "by default there are more than ten estimators" test "$(grep -cE '^(snips|ips|dr|sndr|dm|ncis|clipped_ips|ix_ips|dros|mrdr|switch_dr|cressie_read|logarithmic_smoothing)\b.* \[' "$work/default")" -gt 9
}

part_same_bytes() {
  for jobs in 1 3; do
    evaluate "${log[@]}" "${few[@]}" --rehearse 20 --format json --jobs $jobs >"$work/json.$jobs" 2>/dev/null
  done
  check "the same JSON for 1 and 3 threads" cmp "$work/json.1" "$work/json.3"
  check "it has the rehearsal" grep -q '"rehearsal": {' "$work/json.1"
  check "and the answer" grep -qE '"trusted": (true|false)' "$work/json.1"
  keys() { grep -oE '"[a-z_]+":' "$1" | sort -u; }
  keys "$SOURCE/schema/evaluation.json" >"$work/known"
  sed -n '/"rehearsal": {/,$p' "$work/json.1" >"$work/part"
  check "its keys stand in the schema" test -z "$(keys "$work/part" | comm -23 - "$work/known")"
}

# The log is of 600 records: the learners and their estimators take a second or two a twin of each kind at most.
part_learners() {
  local learners=(--log "$work/log.csv" --algorithm ucb --algorithm lin_ucb)
  expect 0 '^answer +(ucb|lin_ucb): (take|none)' evaluate "${learners[@]}" --rehearse --minutes 0.0001
  for line in '^replay_thinned ' '^importance_bred\{resamples=5\} ' '^importance_bred\{jitter=50' '^truth .*mean of 10 live plays of 600 steps' \
    '^rehearsed +[0-9]+ twins of each kind' '^order .* on [0-9]+ % of the twins'; do
    check "a line $line" grep -qE "$line" "$work/output"
  done
  local two=(--evaluator replay_thinned --evaluator 'importance_bred{resamples=1}')
  for jobs in 1 3; do
    evaluate "${learners[@]}" "${two[@]}" --rehearse 20 --format json --jobs $jobs >"$work/learners.$jobs" 2>/dev/null
  done
  check "the same JSON for 1 and 3 threads" cmp "$work/learners.1" "$work/learners.3"
  check "it says how the truth was found" grep -q '"live_plays": 10' "$work/learners.1"
  check "and how many twins" grep -q '"twins": 20,' "$work/learners.1"
  expect 0 'pi is given by columns of the log' evaluate "${log[@]}" --algorithm ucb "${two[@]}" --evaluator snips --rehearse 20
  expect 0 '50 records are too few' evaluate --log <(head -51 "$work/log.csv") --algorithm ucb --evaluator replay --rehearse 20
  expect 0 'the log has no propensities' evaluate --log "$work/log.csv" --columns propensity= --algorithm ucb --evaluator replay --rehearse 20
}

# The other name of the command.
part_rehearse() {
  evaluate "${log[@]}" "${few[@]}" --rehearse 20 >"$work/long" 2>&1
  "$REPLAYBENCH" rehearse "${log[@]}" "${few[@]}" --rehearse 20 >"$work/short" 2>&1
  check "rehearse is evaluate --rehearse" cmp "$work/long" "$work/short"
  expect 0 '^rehearsed +20 twins of each kind' "$REPLAYBENCH" rehearse "${log[@]}" --evaluator snips --minutes 0.0001
  expect 0 'evaluate --rehearse' "$REPLAYBENCH" help rehearse
  expect 2 'minutes.*requires.*rehearse' evaluate "${log[@]}" --minutes 1
}

# The logging policy knows the class, which is rewarded and which no feature shows: the direct method is far off, and rules that
# use the log itself take another estimator.
part_disagreement() {
  awk 'BEGIN { seed = 5; print "action,reward,propensity,x_0,pi_a,pi_b,pi_c"
    for (i = 0; i < 600; ++i) { k = int(3 * rnd()); u = rnd(); a = u < 0.7 ? k : (k + (u < 0.85 ? 1 : 2)) % 3
      print substr("abc", a + 1, 1) "," (a == k) "," (a == k ? 0.7 : 0.15) "," rnd() ",0.2,0.6,0.2" } }
    function rnd() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }' >"$work/knows.csv"
  local knows=(--log "$work/knows.csv" --policy-columns 'pi_*' --evaluator ips --evaluator 'dr{model="ridge"}' --evaluator 'dm{model="ridge"}')
  expect 0 '^disagree +.*if the logging policy knew more' evaluate "${knows[@]}" --rehearse 20 --report "$work/knows.html"
  check "the page says so" grep -q 'Others disagree: ' "$work/knows.html"
  evaluate "${knows[@]}" --rehearse 20 --format json >"$work/knows.json" 2>/dev/null
  check "and the JSON" grep -qE '"disagreement": "[^"]' "$work/knows.json"
}

# The page: the recommended estimator has the headline; a log without an answer says why.
part_page() {
  page() { "$REPLAYBENCH" rehearse "${log[@]}" "${few[@]}" --rehearse 20 --report "$work/page.html" "$@" >"$work/output" 2>&1 || cat "$work/output"; }
  has() { check "the page has: $1" grep -qE "$1" "$work/page.html"; }
  page
  for text in '<h2 id="rehearsal">' 'id="f-rehearsal-1"' '<b>snips</b> <span class="chip good">recommended' '<b>For pi take snips: 0\.[0-9]+ \(0\.[0-9]+ to 0\.[0-9]+\)' \
    'For: the rehearsal recommends snips' 'does not see wrong propensities' '<th scope="col">kind of twin'; do
    has "$text"
  done
  page --columns propensity=
  has '<b>Nothing could be rehearsed\.</b>'
  has 'What would help: .*--propensities logistic'
}

part_bad_input() {
  expect 0 '50 records are too few' evaluate --log <(head -51 "$work/log.csv") --policy-columns 'pi_*' "${few[@]}" --rehearse 20
  awk -F, 'BEGIN { OFS = "," } NR > 1 { $2 = 0 } { print }' "$work/log.csv" >"$work/none.csv"
  expect 0 'all rewards are 0' evaluate --log "$work/none.csv" --policy-columns 'pi_*' "${few[@]}" --rehearse 20
  expect 0 'would help .*--propensities logistic' evaluate "${log[@]}" --columns propensity= --evaluator 'dm{model="ridge"}' --rehearse 20
  expect 0 '^answer +pi: (take|none)' evaluate "${log[@]}" --columns propensity= --propensities logistic "${few[@]}" --rehearse 20
  expect 0 'logged actions alone.*' evaluate --log "$work/log.csv" --policy-column pi_b "${few[@]}" --rehearse 20
  expect 0 '^answer +uniform_random: take' evaluate --log "$work/log.csv" --algorithm uniform_random "${few[@]}" --rehearse 20
  awk -F, 'BEGIN { OFS = "," } { print NR == 1 ? "action" : "a", $2, NR == 1 ? "propensity" : 1, $4 }' "$work/log.csv" >"$work/one.csv"
  expect 0 'the log has one action' evaluate --log "$work/one.csv" --algorithm uniform_random "${few[@]}" --rehearse 20
  awk -F, 'BEGIN { OFS = "," } NR > 1 { $3 = 1 } { print }' "$work/log.csv" >"$work/certain.csv"
  expect 0 'was deterministic' evaluate --log "$work/certain.csv" --policy-columns 'pi_*' "${few[@]}" --rehearse 20
  cut -d, -f1-3,5- "$work/log.csv" >"$work/plain.csv"
  expect 0 '^means +(yes|no)' evaluate --log "$work/plain.csv" --policy-columns 'pi_*' "${few[@]}" --rehearse 20
  awk 'NR == 1 { print; next } { row[NR] = $0 } END { for (i = 0; i < 35; ++i) for (k = 2; k <= NR; ++k) print row[k] }' \
    "$work/log.csv" >"$work/large.csv"
  expect 0 '^sample +the twins are of a sample of the log.s 21000 records; deviations are scaled' evaluate --log "$work/large.csv" \
    --policy-columns 'pi_*' --evaluator snips --rehearse 20
  expect 2 'is not|in range|not in' evaluate "${log[@]}" --rehearse 3
  expect 2 'json has' evaluate "${log[@]}" --rehearse 20 --format csv
  expect 0 '^rehearsed +20 twins of each kind' evaluate "${log[@]}" "${few[@]}" --rehearse 100000 --minutes 0.0001
}

run_parts "$@"
