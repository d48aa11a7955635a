#!/usr/bin/env bash
# The practitioner's command: estimates, JSON, warnings, and every kind of bad log.
source "$(dirname "$0")/harness.sh"
export NO_COLOR=1  # the words of a terminal are compared with those of a pipe
evaluate() { "$REPLAYBENCH" evaluate "$@"; }

source "$SOURCE/suite/tests/evaluate_logs.sh"

# The README's example: every line of the program's output stands there.
part_readme() {
  (cd "$SOURCE" && "$REPLAYBENCH" evaluate --log suite/tests/example_log.csv --algorithm 'lin_ucb{alpha=1, lambda=1}' --evaluator replay) >"$work/example"
  check "the README's example is what the program prints" test "$(grep -cFxf "$work/example" "$SOURCE/README.md")" -ge "$(wc -l <"$work/example")"
  check "it prints something" test "$(wc -l <"$work/example")" -ge 8

  # Its study runs as it is written; its numbers are the program's.
  readme=$work/readme
  mkdir "$readme"
  sed -n '/^```toml$/,/^```$/p' "$SOURCE/README.md" | sed '1d; $d' >"$readme/my_study.toml"
  as_written() (
    replaybench() { "$REPLAYBENCH" "$@"; }
    unset REPLAYBENCH_HOME
    cd "$readme" && . "$1"
  )
  grep -oE '`replaybench (run|report) my_study\.toml`' "$SOURCE/README.md" | tr -d '`' >"$readme/study"
  check "the README runs and reports its study" test "$(wc -l <"$readme/study")" -eq 2
  expect 0 '^page +.*my_study\.html$' as_written study
  counts=$("$REPLAYBENCH" list --all | awk '/^[a-z]/ { kind = $1 } /^  [a-z]/ { number[kind]++ }
    END { print number["algorithms"] " algorithms, " number["evaluators"] " evaluators, " number["wrappers"] " wrappers of evaluators, " number["measures"] " measures, and " number["experiments"] " studies" }')
  counts+=" with $(find "$SOURCE/experiments" -name claims.toml -exec cat {} + | grep -cE '^\[claim\.("[^"]*"|[^].]*)\]$') claims"
  check "the README counts right: $counts" bash -c "tr '\n' ' ' <'$SOURCE/README.md' | grep -qF '$counts'"
}

part_estimate() {
  expect 0 '^estimate +0\.' evaluate --log "$work/plain.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' --evaluator replay
  cp "$work/output" "$work/first"
  evaluate --log "$work/plain.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' >"$work/again" 2>&1
  check "the same bytes again" cmp -s "$work/first" "$work/again"
  evaluate --log "$work/plain.csv.gz" --algorithm 'lin_ucb{alpha=1, lambda=1}' 2>&1 | sed 's/csv.gz/csv/' >"$work/gzip"
  check "gzip gives the same" cmp -s "$work/first" "$work/gzip"

  # An action is named as the log names it; a number is a name too.
  evaluate --log "$work/plain.csv" --algorithm "fixed_action{action=\"$action\"}" --format json >"$work/json"
  for field in estimate standard_error interval level method records accepted warnings; do
    check "JSON has $field" grep -q "\"$field\"" "$work/json"
  done
  # The same estimate by hand: the mean reward of the records of the action.
  by_hand=$(awk -F, -v a="$action" '$1 == a { n++; s += $2 } END { printf "%.12f %d", s / n, n }' "$work/plain.csv")
  by_us=$(awk -F'[:,]' '/"estimate"/ { e = $2 } /"accepted"/ { n = $2 } END { printf "%.12f %d", e, n }' "$work/json")
  check "a fixed action gets the mean of its records: $by_us" test "$by_us" = "$by_hand"

  expect 2 'no action is named "0" .where actions have names, a number is a name too.; the data set has 3 actions' \
    evaluate --log "$work/plain.csv" --algorithm 'fixed_action{action=0}'
  # The order of the lines decides nothing: with actions 2, 10 and 1, of which 10 comes first, 10 is 10.
  printf 'action,reward\n10,1\n2,0\n1,0\n10,1\n' >"$work/numbers.csv"
  expect 0 '^estimate +1\.00$' evaluate --log "$work/numbers.csv" --algorithm 'fixed_action{action=10}' --show-unreliable
  expect 0 '^estimate +0\.00$' evaluate --log "$work/numbers.csv" --algorithm 'fixed_action{action=2}' --show-unreliable
  { head -1 "$work/plain.csv"; tail -n +2 "$work/plain.csv" | sort; } >"$work/sorted.csv"
  evaluate --log "$work/sorted.csv" --algorithm "fixed_action{action=\"$action\"}" --format json | grep '"accepted"' >"$work/other"
  check "a log in another order has the same actions" bash -c "grep '\"accepted\"' '$work/json' | cmp -s - '$work/other'"

  expect 0 '^repetitions +20: numbers are means$' evaluate --log "$work/plain.csv" --algorithm uniform_random --repetitions 20
  expect 0 '2 features' evaluate --log "$work/plain.csv" --algorithm lin_ucb --no-intercept
  expect 0 '2 features and a constant' evaluate --log "$work/plain.csv" --algorithm lin_ucb
  expect 0 'ties="random"' evaluate --log "$work/plain.csv" --algorithm 'lin_ucb{ties="random"}'
  check "a uniform log raises no doubt about uniformity" bash -c "! grep -q uniform $work/first"
}

# Doubtful assumptions.
part_assumptions() {
  expect 0 'warning .*far from uniform' evaluate --log "$work/skewed.csv" --algorithm "fixed_action{action=\"$action\"}"
  expect 0 'warning .*learning algorithm under weights' evaluate --log "$work/log.csv" --algorithm ucb --evaluator 'replay{weights="propensity"}'
  make_log 0.3 >"$work/wrong_propensities.csv"
  expect 0 'warning .*propensities do not fit' evaluate --log "$work/wrong_propensities.csv" --algorithm uniform_random --evaluator 'replay{weights="propensity"}'
  expect 0 'warning .*too few' evaluate --log "$work/short.csv" --algorithm "fixed_action{action=\"$action\"}"
  expect 0 'one action only' evaluate --log "$work/one_action.csv" --algorithm ucb
  expect 0 'no record was accepted' evaluate --log "$work/none.csv" --algorithm 'table_policy{actions="b; a"}'
  printf 'action,reward,pool\na,1,a b\nb,0,a b c\nc,1,a b c\nc,0,b c\n' >"$work/pools.csv"
  expect 0 'pool of actions changes' evaluate --log "$work/pools.csv" --algorithm ucb
  expect 0 '"accepted": [1-4]' evaluate --log "$work/pools.csv" --algorithm ucb --evaluator 'replay{segments="separate"}' --format json
}

# What weights do is said before the estimate; an estimate that rests on too few effective records is withheld.
part_weights() {
  sed 's|,0.333333,|,0.9,|' "$work/log.csv" >"$work/constant.csv"
  expect 0 'warning .*mean of 1/\(K p\) is 0.3704, where it should be 1' evaluate --log "$work/constant.csv" --algorithm uniform_random --evaluator 'red_inf{weights="propensity"}'
  heavy=(--log "$work/heavy.csv" --algorithm uniform_random --evaluator 'red_inf{weights="propensity"}')
  expect 0 '^estimate +-  \(withheld: .*1.02 effective records, fewer than 30; --show-unreliable' evaluate "${heavy[@]}"
  expect 0 '^weights +effective sample size 1.0[0-9]* of 4000 records used; mean weight 84\.[0-9]+ .*; largest 1,000,000, 98\.8% of all$' evaluate "${heavy[@]}"
  check "the weights stand before the estimate" bash -c "grep -nE '^weights|^estimate' $work/output | head -1 | grep -q weights"
  expect 0 '"estimate": null' evaluate "${heavy[@]}" --format json
  expect 0 '"unreliable": "withheld: ' evaluate "${heavy[@]}" --format json
  expect 0 '"effective_sample_size": 1\.0' evaluate "${heavy[@]}" --format json
  expect 0 '^estimate +[01]' evaluate "${heavy[@]}" --show-unreliable
  evaluate --log "$work/heavy.csv" --algorithm uniform_random --evaluator 'replay{weights="propensity", checkpoints=[100, 1000]}' >"$work/output"
  grep -q '^estimate +-  (withheld' "$work/output" && check "its rows neither" bash -c "! grep -q '^step' $work/output"

  # Without weights the accepted records count; asked for, the estimate of three zeros has an interval with a width, and no other.
  printf 'action,reward\na,1\nb,0\na,0\n' >"$work/three.csv"
  three=(--log "$work/three.csv" --algorithm 'fixed_action{action="b"}')
  expect 0 '^estimate +-  \(withheld: it rests on 1 accepted record, fewer than 30; --show-unreliable' evaluate "${three[@]}"
  expect 0 '"estimate": null' evaluate "${three[@]}" --format json
  expect 0 '^estimate +0\.00$' evaluate "${three[@]}" --show-unreliable
  printf 'action,reward,propensity\na,0,0.5\nb,0,0.5\na,0,0.5\nb,0,0.5\na,0,0.5\n' >"$work/zeros.csv"
  for evaluator in replay red_inf ips snips; do
    expect 0 '^standard error +-$' evaluate --log "$work/zeros.csv" --algorithm 'fixed_action{action="a"}' --evaluator $evaluator --show-unreliable
    check "$evaluator: no interval of width 0" bash -c "! grep -qE '\[0[.0]*, 0[.0]*\]|^normal interval' $work/output"
    expect 0 '"normal_high": null' evaluate --log "$work/zeros.csv" --algorithm 'fixed_action{action="a"}' --evaluator $evaluator --show-unreliable --format json
  done
  # One click under unequal weights: estimate - 1.96 errors is below 0.
  awk 'BEGIN { print "action,reward,propensity"; for (i = 0; i < 400; i++) print (i % 4 ? "a,0,0.75" : "b," (i == 8) ",0.25") }' >"$work/one_click.csv"
  expect 0 '^interval +\[0\.0' evaluate --log "$work/one_click.csv" --algorithm uniform_random --evaluator ips
  check "no negative click rate beside it" bash -c "! grep -q '^normal interval' $work/output"
}

# What does not look at the algorithm says so; what cannot tell the actions apart, too.
part_absent_numbers() {
  expect 0 '^warning +contest does not look at the algorithm' evaluate --log "$work/plain.csv" --algorithm uniform_random --evaluator contest
  expect 0 '^warning +the algorithm learns from features, and this log has none, not even a constant: it cannot distinguish the actions' \
    evaluate --log "$work/two_columns.csv" --algorithm lin_ucb --no-intercept
  evaluate --log "$work/two_columns.csv" --algorithm lin_ucb >"$work/output"
  check "with a constant it can" bash -c "! grep -q 'cannot distinguish' $work/output"

  # A dash, or null, where there is no number; never nan, never a number that was cast.
  expect 0 '^estimate +-$' evaluate --log "$work/none.csv" --algorithm 'table_policy{actions="b; a"}'
  expect 0 '"estimate": null' evaluate --log "$work/none.csv" --algorithm 'table_policy{actions="b; a"}' --format json
  for evaluator in log_statistics 'trained{of="c2r"}' submission_selection zone_errors; do
    for format in text json; do
      evaluate --log "$work/plain.csv" --algorithm ucb --evaluator "$evaluator" --format $format >"$work/output" 2>&1
      check "$evaluator, $format: no nan, no cast" bash -c "! grep -qiE 'nan|9223372036854775' $work/output"
    done
  done
  evaluate --log "$work/plain.csv" --algorithm uniform_random --evaluator red_inf --format json >"$work/output"
  check "a count that is not whole stays so" grep -qE '"accepted": 1333\.3' "$work/output"
  printf 'action,reward\na,1\na,0\na,1\n' >"$work/all.csv"
  evaluate --log "$work/all.csv" --algorithm ucb >"$work/output"
  check "all accepted: no 'of its first 3, not of 3'" bash -c "! grep -q acceleration $work/output"
  awk -F, 'NR == 1 { print } NR > 1 && NR < 400 { print $1 ",0," $3 "," $4 }' "$work/plain.csv" >"$work/no_reward.csv"
  expect 0 'warning .* 0 rewards among' evaluate --log "$work/no_reward.csv" --algorithm uniform_random
  expect 0 '^interval +\[0\.0+, 0\.0[0-9]+\]' evaluate --log "$work/no_reward.csv" --algorithm uniform_random
}

# Columns: ignored ones are a warning; features by name and pattern; any case; separators; clusters.
part_columns() {
  expect 0 'warning .*there is no feature: .*3 columns are ignored: "user", "age", "score"' evaluate --log "$work/named.csv" --algorithm lin_ucb
  expect 0 '4000 records, 3 actions, 2 features and a constant' evaluate --log "$work/named.csv" --algorithm lin_ucb --features 'age,sc*'
  expect 2 'no column "agee" \(did you mean "age"\?\)' evaluate --log "$work/named.csv" --algorithm lin_ucb --features agee
  expect 3 'column "user" holds texts \("u0" and others' evaluate --log "$work/named.csv" --algorithm lin_ucb --features user
  expect 0 'by cluster' evaluate --log "$work/named.csv" --algorithm uniform_random --evaluator red_inf --cluster user
  expect 2 'no column "usr"' evaluate --log "$work/named.csv" --algorithm ucb --cluster usr
  tr , ';' <"$work/plain.csv" >"$work/semicolon.csv"
  expect 3 "separator ';'\? then give --separator ';'" evaluate --log "$work/semicolon.csv" --algorithm ucb
  evaluate --log "$work/semicolon.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' --separator ';' 2>&1 | sed 's/semicolon/plain/' >"$work/again"
  check "the same with another separator" cmp -s "$work/first" "$work/again"
  tr , '\t' <"$work/plain.csv" >"$work/tab.csv"
  evaluate --log "$work/tab.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' --separator tab 2>&1 | sed 's/tab.csv/plain.csv/' >"$work/again"
  check "the same with tabs" cmp -s "$work/first" "$work/again"
  expect 2 'not one character' evaluate --log "$work/plain.csv" --algorithm ucb --separator ';;'
  evaluate --log - --algorithm 'lin_ucb{alpha=1, lambda=1}' <"$work/plain.csv" 2>&1 | sed "s|^log             -|log             $work/plain.csv|" >"$work/again"
  check "the same from the standard input" cmp -s "$work/first" "$work/again"
  printf 'action,reward,pool\na,1,a b\nb,0,b a\na,0,a b\n' >"$work/one_pool.csv"
  evaluate --log "$work/one_pool.csv" --algorithm ucb >"$work/output"
  check "one pool on all lines is no changing pool" bash -c "! grep -q 'pool of actions changes' $work/output"
}

# The same log in other formats, recognised by the content, packed or named.
part_formats() {
  awk -v folder="$work" 'BEGIN {
    print "action,reward,propensity,x_a" >folder "/same.csv"
    for (i = 0; i < 200; i++) {
      action = i * 7 % 4 + 1; reward = i % 3 == 0; a = i % 5 / 4
      printf "%d,%d,0.25,%s\n", action, reward, a >folder "/same.csv"
      printf "%d:%d:0.25 | a:%s\n", action, -reward, a >folder "/same.vw"
      printf "{\"_label_cost\":%d,\"_label_probability\":0.25,\"_label_Action\":%d,\"c\":{\"a\":%s}}\n", -reward, action, a >folder "/same.dsjson"
    }
  }'
  gzip -k "$work/same.vw"
  of_format() { evaluate --log "$@" --algorithm lin_ucb 2>&1 | grep -v ' _tag: ' | sed 's@^log   .* (@log (@'; }
  of_format "$work/same.csv" >"$work/formats"
  for log in same.vw same.vw.gz same.dsjson; do
    of_format "$work/$log" >"$work/again"
    check "$log: the same estimate as of CSV" cmp -s "$work/formats" "$work/again"
  done
  of_format - --input-format vw <"$work/same.vw" >"$work/again"
  check "VW text from the standard input: the same estimate" cmp -s "$work/formats" "$work/again"
  of_format "$SOURCE/suite/format/parquet_files/duckdb_zstd.parquet" >"$work/formats"
  check "a Parquet file gives an estimate" grep -q '^estimate' "$work/formats"
  for log in "$SOURCE"/suite/format/parquet_files/{arrow_rs_v2,hyparquet_snappy,parquetjs_gzip}.parquet; do
    of_format "$log" >"$work/again"
    check "$(basename "$log"): the same estimate as of DuckDB's" cmp -s "$work/formats" "$work/again"
  done
  expect 0 'member "position.npy" is a pickled Python object: ignored' evaluate --log "$SOURCE/suite/format/npz_files/bandit_feedback.npz" --algorithm ucb
  lists=$SOURCE/suite/format/parquet_files/lists/duckdb_lists.parquet
  expect 0 '^log +.*60 records, 4 actions, 3 features and a constant' evaluate --log "$lists" --algorithm lin_ucb --show-unreliable
  check "a list that is not used is said once" grep -q '4 columns are ignored: "ids", "pi", "tags", "counts"' "$work/output"
  expect 0 '^estimate +0\.25' evaluate --log "$lists" --columns pool= --policy-columns pi --evaluator dm
  expect 2 '^--pool-separator: the pools of .*duckdb_lists.parquet are lists, which have no separator$' \
    evaluate --log "$lists" --algorithm ucb --columns pool=ids --pool-separator '|'
  expect 2 'column "ids" is a list, and only the pool can be one' evaluate --log "$lists" --algorithm ucb --columns action=ids
  expect 3 ':3: column "ids" has a list of 1, the first one has 3' evaluate --log "$lists" --algorithm ucb --features ids
}

# What is allowed and likely a mistake of whoever wrote the log.
part_likely_mistakes() {
  printf 'timestamp,action,reward\n2024-01-02,a,1\n2024-01-01,b,0\n2024-01-03,a ,0\n' >"$work/odd.csv"
  expect 0 'warning .*the timestamps of 1 of 3 records are earlier .* record 2 \("2024-01-01" after "2024-01-02"\).* sort the log' \
    evaluate --log "$work/odd.csv" --algorithm ucb
  check "names that differ in a blank are said" grep -q 'warning .*"a" (1 record) and "a " (1 record): they count as different' "$work/output"
  evaluate --log "$work/odd.csv" --algorithm uniform_random >"$work/output"
  check "a fixed policy does not mind the order" test "$(grep -c 'order of time' "$work/output")" = 0
  event='{"_label_cost":0,"_label_probability":0.5,"_label_Action":1,"EventId":"e"}'
  printf '%s\n%s\n' "$event" "$event" >"$work/twice.json"
  expect 0 'warning .*1 event has the EventId of an earlier one \(line 2 that of line 1\): .* keep one line' \
    evaluate --log "$work/twice.json" --algorithm ucb
  printf 'action,reward\na,20240131\nb,20240201\n' >"$work/dates.csv"
  expect 0 'warning .*look like dates \(yyyymmdd\), the first is 20240131: ' evaluate --log "$work/dates.csv" --algorithm ucb
  expect 2 'this log has rewards from 20240131 to 20240201: give their range' evaluate --log "$work/dates.csv" --algorithm thompson_sampling
}

# What is no CSV, and how to make it CSV.
part_not_csv() {
  printf 'PAR1\025\004' >"$work/log.parquet"
  expect 3 'log.parquet: truncated Parquet file' evaluate --log "$work/log.parquet" --algorithm ucb
  printf '{\n"action": 1,\n"reward": 0\n}\n' >"$work/log.json"
  expect 3 'this is JSON, but not an object per line' evaluate --log "$work/log.json" --algorithm ucb
  printf '1:-1:0.2 | x0:1\n' >"$work/log.vw"
  expect 3 "Vowpal Wabbit's text" evaluate --log "$work/log.vw" --algorithm ucb --input-format csv
  expect 2 'unknown format "vv" \(did you mean "vw"\?\)' evaluate --log "$work/log.vw" --algorithm ucb --input-format vv
  printf '\050\265\057\375\004' >"$work/log.zst"
  expect 3 'truncated zstd file' evaluate --log "$work/log.zst" --algorithm ucb
  expect 3 'a line is longer than 16 MiB' evaluate --log /dev/zero --algorithm ucb
  head -c 40000000 /dev/zero | tr '\0' x | gzip -1 >"$work/long.csv.gz"
  expect 3 'a line is longer than 16 MiB' evaluate --log "$work/long.csv.gz" --algorithm ucb
  printf 'action,reward\ncaf\351,1\nb,0\n' >"$work/latin.csv"
  expect 0 'warning .*not UTF-8 \(Latin-1\?\)' evaluate --log "$work/latin.csv" --algorithm ucb
  awk 'BEGIN { print "action,reward,x_0"; for (i = 0; i < 50; i++) print i % 2 "," i % 2 ",1e308" }' >"$work/scale.csv"
  expect 3 'lin_ucb: the regression became singular or overflowed.* the log.s largest feature is "x_0", with values up to 1e\+308' evaluate --log "$work/scale.csv" --algorithm lin_ucb
  awk 'BEGIN { print "action,reward"; for (i = 0; i < 20001; i++) print i ",0" }' >"$work/identifiers.csv"
  expect 0 'warning .*20001 different actions in 20001 records' evaluate --log "$work/identifiers.csv" --algorithm uniform_random
  awk 'BEGIN { printf "action,reward"; for (i = 0; i < 500000; i++) printf ",x_%d", i; print ""; for (r = 0; r < 2; r++) { printf "%d,1", r; for (i = 0; i < 500000; i++) printf ",0"; print "" } }' >"$work/wide.csv"
  expect 4 'lin_ucb: a matrix per action for 500001 features and 2 actions needs 2000.0 GB' evaluate --log "$work/wide.csv" --algorithm lin_ucb
}

# Repetitions on several threads give the same bytes; progress is asked for, or a terminal's.
part_output() {
  evaluate --log "$work/plain.csv" --algorithm uniform_random --repetitions 50 --jobs 1 >"$work/one_job" 2>"$work/errors"
  evaluate --log "$work/plain.csv" --algorithm uniform_random --repetitions 50 --jobs 4 --progress >"$work/four_jobs" 2>/dev/null
  check "the same for any number of jobs" cmp -s "$work/one_job" "$work/four_jobs"
  check "nothing on the standard error unasked" test ! -s "$work/errors"
  evaluate --dataset linear_model --records 20000 --algorithm uniform_random >"$work/unwatched" 2>"$work/errors"
  evaluate --dataset linear_model --records 20000 --algorithm uniform_random --progress >"$work/watched" 2>"$work/short"
  check "a simulator's log is the same when somebody looks on" cmp -s "$work/unwatched" "$work/watched"
  check "nothing of a short writing on the standard error" test ! -s "$work/errors" -a ! -s "$work/short"

  # On a terminal long lines are wrapped, and say the same words; elsewhere a warning is one line.
  on_terminal() { TERM=xterm script -qec "stty cols 60; $*" /dev/null </dev/null | tr -d '\r'; }
  for several in '' ' --algorithm uniform_random'; do
    command="'$REPLAYBENCH' evaluate --log '$work/skewed.csv' --algorithm ucb$several --show-unreliable"
    on_terminal "$command 2>/dev/null" >"$work/narrow"
    bash -c "$command" >"$work/wide" 2>/dev/null
    check "a warning is one line where nobody looks$several" grep -qE '^(warning| +[0-9]+) .{80,}' "$work/wide"
    check "on a terminal its lines fit$several" test -z "$(grep -A99 -E '^notes|^warning' "$work/narrow" | grep -E '^ *([0-9]+  |warning )|^ {6,}[a-z]' | awk 'length > 60')"
    # A table that does not fit is written as blocks, which repeat its titles.
    grep -E '^(algorithm|difference) .*evaluator' "$work/wide" | tr -s ' ' '\n' >"$work/titles"
    words() { tr -s ' \n' '\n' <"$1" | grep -vxFf "$work/titles" | sort; }
    check "and say the same words$several" cmp -s <(words "$work/narrow") <(words "$work/wide")
  done
  on_terminal "'$REPLAYBENCH' evaluate --log '$work/named.csv' --algorithm lin_ucb --features user" >"$work/narrow"
  check "so does an error" test -z "$(awk 'length > 60' "$work/narrow")" -a "$(wc -l <"$work/narrow")" -gt 2
  expect 0 '^"?.*action +records +share +mean reward' evaluate --log "$work/plain.csv" --algorithm ucb
  awk 'BEGIN { print "action,reward"; for (i = 0; i < 300; i++) print i % 15 "," i % 2 }' >"$work/fifteen.csv"
  evaluate --log "$work/fifteen.csv" --algorithm ucb >"$work/output"
  check "no table of 15 actions unasked" bash -c "! grep -q 'mean reward' $work/output"
  expect 0 '^"?.*action +records +share +mean reward' evaluate --log "$work/fifteen.csv" --algorithm ucb --actions
  expect 0 '"action_table"' evaluate --log "$work/fifteen.csv" --algorithm ucb --format json
}

# Columns of other names give the same estimate; wrong roles are said with the nearest names.
part_roles() {
  { echo "x_0,x_1,item_id,click"; awk -F, 'NR > 1 { print $3 "," $4 "," $1 "," $2 }' "$work/plain.csv"; } >"$work/roles.csv"
  evaluate --log "$work/roles.csv" --columns action=item_id,reward=click --algorithm 'lin_ucb{alpha=1, lambda=1}' 2>&1 | sed 's/roles.csv/plain.csv/' >"$work/again"
  check "the same by other names of the columns" cmp -s "$work/first" "$work/again"
  expect 2 'no column "itemid" \(did you mean "item_id"\?\)' evaluate --log "$work/roles.csv" --columns action=itemid,reward=click --algorithm ucb
  expect 2 'unknown role "acton" \(did you mean "action"\?\)' evaluate --log "$work/roles.csv" --columns acton=item_id --algorithm ucb
  expect 2 '"action" is not ROLE=COLUMN' evaluate --log "$work/roles.csv" --columns action --algorithm ucb
  expect 2 '"action" is given two columns' evaluate --log "$work/roles.csv" --columns action=x_0,action=x_1 --algorithm ucb
  expect 0 '4000 records, 3 actions, 4 features and a constant' evaluate --log "$work/texts.csv" --categorical country --algorithm lin_ucb
  expect 0 '4000 records, 3 actions, 12 features and a constant' evaluate --log "$work/texts.csv" --categorical country --hashed agent:8 --algorithm lin_ucb
  # Names and patterns are the same of all flags of features; a pattern leaves out what something else names.
  for columns in country,agent 'c*,a*' 'agent,c?untr?' 'a*,agent,country'; do
    expect 0 '4000 records, 3 actions, 54 features and a constant' evaluate --log "$work/texts.csv" --categorical "$columns" --algorithm lin_ucb
  done
  expect 0 '4000 records, 3 actions, 12 features and a constant' evaluate --log "$work/texts.csv" --categorical 'c*' --hashed 'ag*:8' --algorithm lin_ucb
  expect 0 '4000 records, 3 actions, 12 features and a constant' evaluate --log "$work/texts.csv" --hashed '*:8' --hashed x_0:1 --hashed x_1:1 --categorical country --algorithm lin_ucb
  expect 2 '^--categorical: .* has no column "z\*"' evaluate --log "$work/texts.csv" --categorical 'z*' --algorithm ucb
  expect 2 '^--hashed: .* has no column "z\*"' evaluate --log "$work/texts.csv" --hashed 'z*:8' --algorithm ucb
  expect 2 '"agent" is not COLUMN:BUCKETS' evaluate --log "$work/texts.csv" --hashed agent --algorithm ucb
  expect 2 'did you mean "country"' evaluate --log "$work/texts.csv" --categorical contry --algorithm ucb
}

# Several algorithms and evaluators make a table; each line is what the pair gives alone.
part_comparisons() {
  expect 0 '^algorithm +evaluator +estimate +std. error +interval +method +accepted +notes' evaluate "${several[@]}"
  check "a line per pair" test "$(grep -cE '^(uniform_random|fixed_action\{[^}]*\}) +(replay|red_inf) +[01]' "$work/output")" = 4
  check "the differences stand below" grep -qE '^uniform_random - fixed_action\{[^}]*\} +replay +[-+]0\.[0-9]+ +\[[-+]' "$work/output"
  check "the notes are numbered" grep -qE '^ +1  ' "$work/output"
  check "every number of a note is one of the notes" awk '/^notes$/ { listed = 1; next } listed { known[$1] = 1 } END { exit !(known[1]) }' "$work/output"
  check "no note has a number out of range" bash -c "! grep -qE '[0-9]{6,} *$' '$work/output'"
  evaluate --log "$work/texts.csv" --algorithm uniform_random --evaluator red_inf --format json | grep -m1 '"estimate"' | tr -d ' ,' >"$work/alone"
  evaluate "${several[@]}" --format json >"$work/json_table"
  check "JSON of the table has the estimate of the pair alone" bash -c "tr -d ' ,' <'$work/json_table' | grep -qFf '$work/alone'"
  for field in segments evaluations differences algorithm_label log_mean action_table; do
    check "JSON of a table has $field" grep -q "\"$field\"" "$work/json_table"
  done
  evaluate "${several[@]}" --format csv >"$work/table.csv"
  check "CSV has a header and a line per pair" test "$(grep -c '^estimate,' "$work/table.csv")" = 4
  check "CSV has a line per difference, and no other" test "$(grep -c '^difference,' "$work/table.csv") $(wc -l <"$work/table.csv")" = "2 7"
  check "CSV has the difference of JSON" bash -c "awk '/\"differences\"/ { on = 1 } on && /\"value\"/ { gsub(/[^-0-9.e]/, \"\", \$2); print \$2 }' '$work/json_table' | while read -r value; do grep -qF \",\$value,\" '$work/table.csv' || exit 1; done"
  check "a difference names both algorithms" grep -qE '^difference,log,,4000,[^,]*,uniform_random,"?fixed_action' "$work/table.csv"
  check "CSV has the estimate of the pair alone" grep -qF "$(cut -d: -f2 "$work/alone")" "$work/table.csv"
  expect 0 '^estimate +[01]' evaluate "${several[@]}" --format text
  expect 0 '^algorithm +evaluator' evaluate --log "$work/plain.csv" --algorithm ucb --format table
  expect 2 'text, table, csv|not in' evaluate --log "$work/plain.csv" --algorithm ucb --format xml
  expect 2 'nothing to evaluate' evaluate --log "$work/plain.csv"
  expect 2 'unknown evaluator "replai"' evaluate --log "$work/plain.csv" --algorithm ucb --evaluator replay --evaluator replai
  expect 2 'algorithm learns' evaluate --log "$work/plain.csv" --algorithm ucb --algorithm lin_ucb --evaluator red_inf
  expect 0 'algorithm learns' evaluate --log "$work/plain.csv" --algorithm ucb --algorithm uniform_random --evaluator red_inf
  # Pairs, segments, resamples and folds on any number of threads; models that several estimators share are fitted once.
  many=(--algorithm uniform_random --algorithm ucb --algorithm lin_ts --by country --baseline logged --bootstrap 40
    --evaluator replay --evaluator 's_bred{resamples=5}' --evaluator 't_bred{resamples=19}' --evaluator 'r_bred{resamples=3}'
    --evaluator 'bootstrap{of="replay", resamples=40}' --evaluator dr --evaluator 'dr{model="logistic"}' --evaluator 'sndr{model="logistic"}')
  head -400 "$work/texts.csv" | awk -F, 'NR == 1 { print $0 ",propensity"; next } { print $0 ",0.3333333333333333" }' >"$work/known.csv"
  for jobs in 1 2 7; do
    evaluate "${several[@]}" --jobs $jobs >"$work/${jobs}_jobs"
    evaluate --log "$work/known.csv" "${many[@]}" --format json --jobs $jobs >"$work/${jobs}_jobs.json"
  done
  for jobs in 2 7; do
    check "the same table for $jobs jobs" cmp -s "$work/1_jobs" "$work/${jobs}_jobs"
    check "the same of many evaluators for $jobs jobs" cmp -s "$work/1_jobs.json" "$work/${jobs}_jobs.json"
  done
  evaluate --log "$work/known.csv" --algorithm uniform_random --evaluator 'sndr{model="logistic"}' --format json |
    grep -m1 '"estimate"' | tr -d ' ,' >"$work/alone"
  check "the shared model is that of an estimator alone" bash -c "tr -d ' ,' <'$work/1_jobs.json' | grep -qFf '$work/alone'"
  evaluate --log - "${several[@]:2}" <"$work/texts.csv" | tail -n +2 >"$work/from_stdin"
  check "the same table from the standard input" bash -c "tail -n +2 '$work/1_jobs' | cmp -s - '$work/from_stdin'"
}

# The lift over the logged policy, by segment; a withheld estimate has no lift.
part_segments() {
  expect 0 '^algorithm .* lift, 95% +relative lift, 95% ' evaluate "${several[@]}" --baseline logged
  check "the relative lift says whose interval it has" grep -q 'Fieller, corrected for skewness, paired by record' "$work/output"
  expect 0 '"relative": \{' evaluate "${several[@]}" --baseline logged --format json
  expect 2 'logged' evaluate "${several[@]}" --baseline nobody
  expect 0 '^segment +records +log.s mean +algorithm +evaluator' evaluate "${several[@]}" --by country
  check "segments in natural order, the whole log last" test "$(awk '/^\("|\(w|^"/ { print $1 }' "$work/output" | uniq | head -3 | tr '\n' ' ')" = '"DE" "FR" (whole '
  evaluate --log "$work/by_country.csv" --algorithm "fixed_action{action=\"$action\"}" --by country --format csv | cut -d, -f1-10 >"$work/sorted_segments"
  evaluate --log "$work/texts.csv" --algorithm "fixed_action{action=\"$action\"}" --by country --format csv | cut -d, -f1-10 >"$work/segments"
  check "the order of the lines decides no segment" cmp -s "$work/segments" "$work/sorted_segments"
  head -60 "$work/texts.csv" >"$work/few.csv"
  expect 0 'only [0-9]+ records: too few to compare' evaluate --log "$work/few.csv" --algorithm uniform_random --by country
  check "a note on two segments is one, with their number" test "$(grep -c 'too few to compare' "$work/output")" = 1
  check "it says how many have it" grep -q 'too few to compare .* (an example; in [0-9]* of [0-9]* segments, --format csv has all)$' "$work/output"
  expect 2 'did you mean "country"' evaluate --log "$work/texts.csv" --algorithm ucb --by contry
  expect 0 '^uniform_random +red_inf.* - +- +- +- +- +- +1333 +1\.0[0-9]+ +[0-9]' evaluate --log "$work/heavy.csv" --algorithm uniform_random --evaluator 'red_inf{weights="propensity"}' --baseline logged
  expect 0 'withheld: ' evaluate --log "$work/heavy.csv" --algorithm uniform_random --evaluator 'red_inf{weights="propensity"}' --baseline logged
  expect 0 'the paired bootstrap, 40 resamples' evaluate --log "$work/short.csv" --algorithm ucb --algorithm uniform_random --evaluator 'bred{resamples=1}' --bootstrap 40
  expect 2 'not 0 or a whole number from 40' evaluate --log "$work/short.csv" --algorithm ucb --bootstrap 10

  # Propensities that were cut off or rounded.
  awk -F, 'BEGIN { OFS = ","; seed = 5 } NR > 1 { seed = (seed * 16807) % 2147483647; p = seed / 2147483647; $4 = p < 0.05 ? 0.05 : p } { print }' "$work/log.csv" >"$work/floored.csv"
  expect 0 'have the smallest propensity, 0.05, of [0-9]+ different ones' evaluate --log "$work/floored.csv" --algorithm uniform_random --evaluator snips
  awk -F, 'BEGIN { OFS = ","; seed = 5 } NR > 1 { seed = (seed * 16807) % 2147483647; $4 = sprintf("%.2f", 0.01 + 0.9 * seed / 2147483647) } { print }' "$work/log.csv" >"$work/rounded.csv"
  expect 0 'propensities have at most 2 decimals, and the smallest is 0.01' evaluate --log "$work/rounded.csv" --algorithm uniform_random --evaluator snips
}

# A folder of Yahoo! R6B: two pools of three of four articles; when skewed each pool prefers another one, so that the sums
# over both pools are even.
part_r6b() {
  make_r6b() {
    mkdir -p "$work/$1"
    awk -v skew="$2" 'BEGIN {
      seed = 11
      for (i = 1; i <= 6000; i++) {
        late = i > 3000; k = int(3 * rnd()); if (rnd() < skew) k = late
        name = k == 2 ? 2 + late : k
        print 1317513291 + i " id-" name " " (rnd() < 0.1 ? 1 : 0) " |user 1 " 2 + int(100 * rnd()) " |id-0 |id-1 |id-" 2 + late
      }
    }
    function rnd() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }' >"$work/$1/ydata-fp-td-clicks-v2_0.20111003"
  }
  make_r6b r6b 0
  expect 0 '6000 records, 4 actions, 136 features' evaluate --log "$work/r6b" --algorithm ucb --evaluator 'replay{weights="pool_size"}'
  check "uniform within its pools: no doubt" bash -c "! grep -q 'far from uniform' $work/output"
  check "missing days are a warning" grep -q 'warning .*14 files of the data set are missing, the first is ydata-fp-td-clicks-v2_0.20111002' "$work/output"
  make_r6b skewed_r6b 0.1
  expect 0 'warning .*far from uniform' evaluate --log "$work/skewed_r6b" --algorithm uniform_random --evaluator 'replay{weights="pool_size"}'
  check "the doubt stands before the estimate" bash -c "grep -nE 'far from uniform|^estimate' $work/output | head -1 | grep -q uniform"
  mkdir -p "$work/no_log"
  expect 3 'is a folder; expected a file\. .*Yahoo! R6B .* r6b.replaybench' evaluate --log "$work/no_log" --algorithm ucb
}

# Bootstrapped replay: the diagnostics and what they mean.
part_bootstrap() {
  expect 0 'remark .*acceptance [01]\.[0-9]+ of what uniform logging gives' evaluate --log "$work/plain.csv" --algorithm lin_ucb --evaluator 's_bred{resamples=2}'
  expect 0 'remark .*no jitter' evaluate --log "$work/plain.csv" --algorithm lin_ucb --evaluator 'bred{resamples=2}'
  expect 0 'remark .*no interval' evaluate --log "$work/plain.csv" --algorithm ucb --evaluator 'bred{resamples=2}'
  expect 0 'remark .*rule of thumb' evaluate --log "$work/short.csv" --algorithm ucb --evaluator 'bred{resamples=2}'
  expect 0 'remark .*red_inf' evaluate --log "$work/plain.csv" --algorithm uniform_random --evaluator 'bred{resamples=2}'
  expect 0 '"acceptance": ' evaluate --log "$work/plain.csv" --algorithm ucb --evaluator 's_bred{resamples=3, resample_checkpoints=[1, 3]}' --format json
  check "no time acceleration where the whole horizon is replayed" bash -c "! grep -q acceleration $work/output"
  expect 0 'step +estimate' evaluate --log "$work/plain.csv" --algorithm ucb --evaluator 's_bred{resamples=3, resample_checkpoints=[1, 3]}'
  expect 2 'no feature of this log varies' evaluate --log "$work/none.csv" --algorithm ucb --evaluator 'bred{jitter=10, jitter_features=[2]}'
  expect 2 'resamples.* 0 is outside \[1' evaluate --log "$work/plain.csv" --algorithm ucb --evaluator 'bred{resamples=0}'
  printf 'action,reward\na,1\nb,0\nb,1\n' >"$work/no_features.csv"
  expect 2 'needs features' evaluate --no-intercept --log "$work/no_features.csv" --algorithm ucb --evaluator 'bred{jitter=10}'
  expect 2 'not a whole number' evaluate --log "$work/one_action.csv" --algorithm ucb --evaluator 'bred{expansion=0.3}'
  printf 'action,reward\na,1\nb,0\nc,1\nd,0\n' | head -3 >"$work/two.csv"
  { head -1 "$work/plain.csv"; tail -n +2 "$work/plain.csv" | sort -s -t, -k1,1; } >"$work/sorted.csv"
  expect 0 'warning .*logging policy changed along the log' evaluate --log "$work/sorted.csv" --algorithm ucb --evaluator 'bred{resamples=1}'
}

# Bad logs: line numbers, the value seen, exit code 3; kept out only when asked.
part_bad_logs() {
  bad() {
    printf "$1" >"$work/bad.csv"
    expect 3 "$2" evaluate --log "$work/bad.csv" --algorithm ucb
  }
  bad '' 'empty'
  bad 'action,reward\n' 'a header and no data line'
  bad 'acton,reward\na,1\n' 'missing column "action" .*acton'
  bad 'action,reward\na,yes\na,1\n' 'bad.csv:2: .*yes'
  bad 'action,reward,x_0\na,1,nan\nb,0,1\n' 'bad.csv:2: .*nan'
  bad 'action,reward\na,1\nb\n' 'bad.csv:3: '
  bad 'action,reward,propensity\na,1,1.5\nb,0,0.5\n' 'bad.csv:2: .*1\.5'
  bad 'action,reward,propensity\na,1,0\nb,0,0.5\n' 'bad.csv:2: .*propensity'
  bad 'action,reward,pool\na,1,b c\nb,0,b c\n' 'bad.csv:2: .*pool'
  { echo action,reward; for i in $(seq 30); do echo "a,x$i"; done; echo a,1; } >"$work/bad.csv"
  expect 3 'bad.csv:11: .*x10' evaluate --log "$work/bad.csv" --algorithm ucb
  check "only ten are shown" bash -c "! grep -q x11 $work/output"
  expect 3 '20 more' evaluate --log "$work/bad.csv" --algorithm ucb
  expect 0 '30 of 31 lines were left out' evaluate --log "$work/bad.csv" --algorithm ucb --skip-bad-lines
  head -c 3000 "$work/plain.csv.gz" >"$work/cut.csv.gz"
  expect 3 'truncated|cut|corrupt' evaluate --log "$work/cut.csv.gz" --algorithm ucb
  expect 4 'missing.csv' evaluate --log "$work/missing.csv" --algorithm ucb
}

# Bad flags.
part_bad_flags() {
  expect 2 'unknown algorithm "lin_ucv" \(did you mean "lin_ucb"\?\)' evaluate --log "$work/plain.csv" --algorithm lin_ucv
  expect 2 'unknown parameter "alpa".*did you mean "alpha"' evaluate --log "$work/plain.csv" --algorithm 'lin_ucb{alpa=1}'
  expect 2 'unknown evaluator "replai"' evaluate --log "$work/plain.csv" --algorithm ucb --evaluator replai
  expect 2 'synthetic|oracle|world|simulat' evaluate --log "$work/plain.csv" --algorithm best_policy
  expect 2 'did you mean "--algorithm"' evaluate --log "$work/plain.csv" --algoritm ucb
  expect 4 'cannot write' bash -c "'$REPLAYBENCH' evaluate --log '$work/plain.csv' --algorithm ucb >/dev/full"
}

run_parts "$@"
