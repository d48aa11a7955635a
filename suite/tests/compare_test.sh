#!/usr/bin/env bash
# compare: the differences between two results of one log, beside those of a single evaluation.
source "$(dirname "$0")/harness.sh"
log=(--log "$SOURCE/suite/tests/policy_log.csv" --columns action=item,reward=click,propensity=p)
evaluate() { "$REPLAYBENCH" evaluate "${log[@]}" "$@"; }
compare() { "$REPLAYBENCH" compare "$@"; }

evaluate --algorithm uniform_random --evaluator ips --evaluator dr --format json >"$work/uniform.json"
evaluate --policy-columns 'pi_*' --evaluator ips --evaluator dr --by country --format json >"$work/policy.json"
evaluate --policy-columns 'pi_*' --algorithm uniform_random --evaluator ips --evaluator dr --format json >"$work/both.json"

expect 0 '^answer +pi earns 0\.[0-9]+ more \(0\.[0-9]+ to 0\.[0-9]+\) than uniform_random under ips$' \
  compare "$work/uniform.json" "$work/policy.json" --report "$work/page.html"
check "the place of the page is said" grep -qx "page: $work/page.html" "$work/output"
check "both evaluators" test "$(grep -cE '^(ips|dr) .* paired$' "$work/output")" = 2
check "the page has the answer" grep -q '<h1>pi earns' "$work/page.html"
expect 0 'well-formed' python3 -c '
import json, sys
one, both = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
record_by_record = {d["evaluator"].split("{")[0]: d for d in both["segments"][-1]["differences"]}
assert len(one["comparisons"]) == 2
for row in one["comparisons"]:
    wanted, got = record_by_record[row["evaluator"]], row["difference"]
    sign = 1 if wanted["first"] == "pi" else -1
    assert abs(got["value"] - sign * wanted["value"]) < 1e-12, (got, wanted)
    ratio = (got["high"] - got["low"]) / (wanted["high"] - wanted["low"])
    assert 0.75 < ratio < 1.3, ratio  # 80 stretches estimate the error to 8%
print("well-formed")' <(compare "$work/uniform.json" "$work/policy.json" --format json) "$work/both.json"
expect 0 'cannot tell the second result from the first result of pi under ips' compare "$work/policy.json" "$work/policy.json"
check "segments" grep -qE '^fr +ips' "$work/output"
evaluate --algorithm ucb --evaluator t_bred --seed 1 --show-unreliable --format json >"$work/first.json" 2>"$work/errors"
evaluate --algorithm ucb --evaluator t_bred --seed 2 --show-unreliable --format json >"$work/second.json" 2>"$work/errors"
expect 0 'Any dependence' compare "$work/first.json" "$work/second.json"

# What cannot be compared is refused by name.
"$REPLAYBENCH" evaluate --log "$SOURCE/suite/tests/example_log.csv" --algorithm ucb --evaluator replay --format json \
  >"$work/other.json" 2>"$work/errors"
expect 2 "different logs: $work/uniform.json is of .*policy_log.csv \(3000 records\), $work/other.json is of .*example_log.csv \(4000 records\)" \
  compare "$work/uniform.json" "$work/other.json"
evaluate --algorithm uniform_random --evaluator snips --format json >"$work/snips.json"
expect 2 'no evaluator in common: .*uniform.json has ips.*, dr.*, .*snips.json has snips' compare "$work/uniform.json" "$work/snips.json"
evaluate --algorithm 'fixed_action{action=a}' --evaluator ips --format json >"$work/fixed.json"
expect 2 'no policy in common: .*both.json has pi, uniform_random, .*fixed.json has fixed_action' compare "$work/both.json" "$work/fixed.json"
echo '{"rows": 3}' >"$work/rows.json"
expect 3 "$work/rows.json: not the output of evaluate" compare "$work/rows.json" "$work/uniform.json"
echo 'text' >"$work/text.json"
expect 3 "$work/text.json: not JSON" compare "$work/uniform.json" "$work/text.json"
expect 4 "$work/none.json" compare "$work/uniform.json" "$work/none.json"
expect 4 'uniform.json is there already, and no such output' compare "$work/policy.json" "$work/uniform.json" --report "$work/uniform.json"
finish
