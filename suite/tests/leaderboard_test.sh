#!/usr/bin/env bash
# The leaderboard: the same bytes for any number of threads and after a kill, every algorithm and evaluator in it, errors
# of tasks, and its two pages in a headless browser: sortable, without errors, without the network, readable without
# their script.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
export REPLAYBENCH_HOME=$SOURCE
unset REPLAYBENCH_DATA
files=(scores.csv tasks.csv overall.csv comparisons.csv evaluators.csv evaluators_overall.csv evaluator_errors.csv evaluator_truths.csv)

board() { "$REPLAYBENCH" leaderboard --profile smoke "$@" >"$work/output" 2>"$work/errors"; }
digest() { sed -n 's/^digest  //p' "$work/output"; }
same_tables() {
  local file
  for file in "${files[@]}"; do cmp "$1/$file" "$2/$file" || return 1; done
}
# rows [TABLE [FILE]]: the names of the rows of a table in the page.
rows() { tr -d '\n' <"${2:-$work/dom}" | sed 's/<table/\n<table/g' | grep "^<table[^>]* id=\"${1:-ranks}\"" | sed 's/<\/table>.*//' |
  grep -oE '<th scope="row"[^>]*>(<a [^>]*>)?[^<]*' | sed 's/.*>//'; }
# shown [TABLE]: the names of the rows that the filter leaves.
shown() { rows "${1:-ranks}" <(sed 's/<tr[^>]* hidden[^>]*><th scope="row"/<tr><th/g' "$work/dom"); }

shared board
ln -s "$shared" "$work/one"
page=$work/one/leaderboard/index.html
second=$work/one/leaderboard/evaluators.html

part_bytes() {
  rm "$work/one"
  cp -r "$shared" "$work/one"
  cp "$work/one/output" "$work/output"
  one=$(digest)
  check "there is a digest" test ${#one} -eq 64
  check "a task without its data says so, and the others run" grep -q '^log_open_bandit: skipped: .*REPLAYBENCH_DATA' \
    "$work/output"
  check "nobody is announced as the best of a smoke run" grep -Eq \
    '^[a-z_0-9]+: [0-9]+ algorithms, [0-9]+ replicates: a test of the program' "$work/output"
  check "not anywhere" bash -c "! grep -qE ', best |tied|smallest error' '$work/output'"
  expect 0 '^0 files in all' "$REPLAYBENCH" store gc replay_ese --store "$work/one/store"

  # The longer delays are for a machine that is busy: there must be something to resume from.
  for delay in 0.1 0.2 0.4 1 2 5; do
    "$REPLAYBENCH" leaderboard --profile smoke --jobs 3 --results "$work/killed" >/dev/null 2>&1 &
    pid=$!
    sleep $delay
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    if [[ $delay != 0.[12] && -n $(find "$work/killed/store" -name '*.cell' -print -quit) ]]; then break; fi
  done
  check "kills left cells behind" test -n "$(find "$work/killed/store" -name '*.cell' -print -quit)"
  check "a killed run of three threads is resumed" board --results "$work/killed" --jobs 3 --no-timings
  check "with the same digest" test "$(digest)" = "$one"
  check "and the same tables" same_tables "$work/one/leaderboard" "$work/killed/leaderboard"
  check "once more from the store" board --results "$work/again" --store "$work/killed/store" --no-timings
  check "without times all files are the same" diff -r "$work/killed/leaderboard" "$work/again/leaderboard"
  check "one task alone" board arms_easy --results "$work/one" --no-timings
  check "has the rows that it has among the others" cmp \
    <(grep '^arms_easy,' "$work/one/leaderboard/scores.csv") \
    <(grep '^arms_easy,' "$work/one/leaderboard_selection/scores.csv")

  check "one task of the evaluators alone" board arms --results "$work/second" --store "$work/one/store" --no-timings
  check "has the rows that it has among the others" cmp \
    <(grep '^arms,' "$work/one/leaderboard/evaluators.csv") \
    <(grep '^arms,' "$work/second/leaderboard_selection/evaluators.csv")
  check "and no first page beside it" test ! -e "$work/second/leaderboard_selection/index.html"
  check "so no link to it" bash -c "! grep -q 'href=.index.html' '$work/second/leaderboard_selection/evaluators.html'"
}

# Everybody is there; the oracles and who is trained from a log before it plays are not ranked, and the page names them.
part_contents() {
  missing=""
  while read -r algorithm; do
    grep -q "^arms_easy,$algorithm," "$work/one/leaderboard/scores.csv" || missing+=" $algorithm"
  done < <("$REPLAYBENCH" list algorithms | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | sort)
  not_ranked=$(grep -o '<li><b>Not ranked</b>[^<]*' "$work/one/leaderboard/index.html" | sed 's/.*: //; s/\.$//' | tr ',' '\n' |
    tr -d ' ' | sort | sed 's/^/ /' | tr -d '\n')
  check "the oracle is not ranked" test "$(tr ' ' '\n' <<<"$not_ranked" | grep -c -x -e best_policy)" = 1
  check "nor are the classifiers" test "$(tr ' ' '\n' <<<"$not_ranked" | grep -c -x -e naive_bayes -e random_forest)" = 2
  check "every other algorithm is in it (missing:$missing)" test "$missing" = "$not_ranked"

  missing=""
  while read -r evaluator; do
    grep -q "^arms,$evaluator," "$work/one/leaderboard/evaluators.csv" || missing+=" $evaluator"
  done < <(for kind in evaluators wrappers measures; do "$REPLAYBENCH" list $kind; done | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p')
  check "every evaluator but the references is in it (missing:$missing)" test "$missing" = " live_games reference_scores"
  check "replay is played, and direct play is not" test 2 = \
    "$(grep -Ec '^arms,(replay,played|online,not applicable),' "$work/one/leaderboard/evaluators.csv")"

  # Counter-examples are played and take no rank; evaluators that estimate no value, or take others apart, are not played.
  for name in first_context fixed_action table_policy ucb_v_counting_choose; do
    check "$name has a score and no rank" grep -Eq "^arms_easy,$name,played,.*,nan,nan,nan," "$work/one/leaderboard/scores.csv"
    check "and no place overall" bash -c "! grep -q '^$name,' '$work/one/leaderboard/overall.csv'"
  done
  for name in zone_errors two_phases largest_zones online_classification; do
    check "$name is not ranked" grep -q "^arms,$name,not applicable," "$work/one/leaderboard/evaluators.csv"
  done
  check "the results have a page that leads here" grep -q 'href="leaderboard/index.html"' "$work/one/index.html"
}

# What is wrong in tasks is reported at once, with its place, before anything runs.
part_errors() {
  mkdir -p "$work/home/experiments/leaderboard"
  cat >"$work/home/experiments/leaderboard/first.toml" <<'TOML'
title = "first"
about = "?"
dataset = "bernouli_arms"
seed = 1
horizon = "long"
replicates = 2
selection = 3
evaluator = "online"
TOML
  cat >"$work/home/experiments/leaderboard/second.toml" <<'TOML'
titel = "second"
about = "?"
dataset = "bernoulli_arms"
seed = 1
horizon = 0
replicates = 2
selection = 1
evaluator = "online"
TOML
  export REPLAYBENCH_HOME=$work/home
  for pattern in 'first.toml:3:12: .*bernouli_arms.*did you mean "bernoulli_arms"' 'first.toml:5:11: .*horizon' \
    'first.toml:7:13: .*selection.*at most' 'second.toml:1:1: .*titel.*did you mean "title"'; do
    expect 2 "$pattern" "$REPLAYBENCH" leaderboard --results "$work/bad"
  done
  check "nothing was run" test ! -e "$work/bad"
  expect 2 'unknown task "secnd" \(did you mean "second"' "$REPLAYBENCH" leaderboard secnd
  expect 2 'profile' "$REPLAYBENCH" leaderboard --profile huge
  mkdir "$work/home/experiments/leaderboard/evaluator_tasks"
  cat >"$work/home/experiments/leaderboard/evaluator_tasks/third.toml" <<'TOML'
title = "third"
about = "?"
dataset = "bernoulli_arms"
algorithms = ["ucb", "uniform_random"]
evaluators = ["long = s_bread{resamples=2}"]
seed = 1
horizon = 10
replicates = 2
live_games = 2
most_choices = 100
truth = "live_games{games=$live_games}"
TOML
  expect 2 'third.toml:5:1.*s_bread.*did you mean "s_bred"' "$REPLAYBENCH" leaderboard third --results "$work/bad"
  rm -r "$work/home/experiments/leaderboard/evaluator_tasks"
  sed -i 's/titel/title/' "$work/home/experiments/leaderboard/second.toml"
  rm "$work/home/experiments/leaderboard/first.toml"
  expect 5 'FAILED second ucb.*needs a horizon' "$REPLAYBENCH" leaderboard --results "$work/bad"
  # For a repository: the text and the shorter tables, no pages; not of some tasks alone.
  expect 5 '^page .*published/leaderboard/leaderboard.md' "$REPLAYBENCH" leaderboard --publish --store "$work/bad/store"
  check "the published files" test "$(ls "$work/home/results/published/leaderboard" | tr '\n' ' ')" = \
    "costs.csv leaderboard.md overall.csv tasks.csv "
  expect 2 'publish' "$REPLAYBENCH" leaderboard second --publish
}

# The page in a browser.
part_page() {
  source "$SOURCE/suite/tests/browser.sh"

  browse "file://$page#selftest" --dump-dom --window-size=1280,900 >"$work/dom"
  check "every header sorts when it is clicked ($(attribute selftest))" \
    grep -Eq '^[1-9][0-9]+ clicks, all sorted$' <<<"$(attribute selftest)"
  check "the filter shows what it says ($(attribute filters))" grep -Eq '^[1-9][0-9]* filters, all right$' <<<"$(attribute filters)"
  check "no error of the script" test -z "$(attribute errors)"
  check "nothing on the console ($(grep -c CONSOLE "$work/browser"))" bash -c "! grep -q CONSOLE '$work/browser'"

  check "a telephone is wide enough: $(narrow "$page")" test "$(narrow "$page")" = "390 of 390"
  check "the page and its links work from a file: $(dead_links "$page")" test -z "$(dead_links "$page")"

  # The order of the rows, reported without the page's own test.
  browse "file://$page#sort=ranks,0,descending" --dump-dom >"$work/dom"
  check "an address sorts the table by name, backwards" cmp <(rows) <(rows | LC_ALL=C sort -r)
  browse "file://$page#overall?text=discounted" --dump-dom >"$work/dom"
  check "an address filters by name" grep -qx discounted_ucb <(shown)
  check "and by nothing else: $(shown | head -3 | tr '\n' ' ')" test -z "$(shown | grep -vx 'discounted_.*')"
  check "in the tables of tasks too" test "$(shown table_arms_easy | grep -xE 'discounted_ucb|lin_ucb')" = discounted_ucb
  browse "file://$page#sort=ranks,0,ascending" --dump-dom >"$work/dom"
  check "and forwards" cmp <(rows) <(rows | LC_ALL=C sort)
  check "with all rows" test "$(rows | wc -l)" -gt 5

  sed '/<script>/,/<\/script>/d' "$page" >"$work/plain.html"
  browse "file://$work/plain.html" --dump-dom >"$work/dom"
  check "without its script the rows are there, by mean rank" cmp <(rows) \
    <(tail -n +2 "$work/one/leaderboard/overall.csv" | cut -d, -f1)
  check "and nothing can be clicked" bash -c "! grep -q '<th[^>]*><button' '$work/dom' && grep -q '<form[^>]* hidden=' '$work/dom'"

  # The checks above can fail: a page that does not sort, and one whose script has an error.
  sed 's/body.append(...rows);//' "$page" >"$work/lazy.html"
  browse "file://$work/lazy.html#selftest" --dump-dom >"$work/dom"
  check "a page that does not sort is found out" grep -q 'table_' <<<"$(attribute selftest)"
  sed 's/const wanted = /nowhere(); const wanted = /' "$page" >"$work/wrong.html"
  browse "file://$work/wrong.html#selftest" --dump-dom >"$work/dom"
  check "an error of the script is found out" grep -q 'nowhere is not defined' <<<"$(attribute errors)"
  check "and is on the console" grep -q 'CONSOLE.*nowhere is not defined' "$work/browser"
}

# The second page, and the way there and back.
part_second_page() {
  source "$SOURCE/suite/tests/browser.sh"
  check "the first page leads to the second" grep -q 'href="evaluators.html"' "$page"
  check "and the second to the first" grep -q 'href="index.html"' "$second"
  for width in 500 1280; do
    browse "file://$second#selftest" --dump-dom --window-size=$width,900 >"$work/dom"
    check "evaluators, $width wide: every header sorts when it is clicked ($(attribute selftest))" \
      grep -Eq '^[1-9][0-9]+ clicks, all sorted$' <<<"$(attribute selftest)"
    check "wide enough: $(attribute fits)" test "$(attribute fits)" = yes
    check "no error of the script" test -z "$(attribute errors)"
    check "nothing on the console" bash -c "! grep -q CONSOLE '$work/browser'"
  done
  browse "file://$second#sort=overall_evaluators_1,0,descending" --dump-dom >"$work/dom"
  check "an address sorts the evaluators by name, backwards" cmp <(rows overall_evaluators_1) \
    <(rows overall_evaluators_1 | LC_ALL=C sort -r)
  sed '/<script>/,/<\/script>/d' "$second" >"$work/plain.html"
  browse "file://$work/plain.html" --dump-dom >"$work/dom"
  check "without its script the task's evaluators are there, by error" cmp <(rows table_arms) \
    <(grep -E '^arms,[^,]*,played,' "$work/one/leaderboard/evaluators.csv" | cut -d, -f2)

  check "the second page fits a telephone" test "$(narrow "$second")" = "390 of 390"
  check "no dead link on it: $(dead_links "$second")" test -z "$(dead_links "$second")"

  for file in "$page" "$second"; do
    for width in 500 1280; do
      browse "file://$file" --window-size=$width,1200 --screenshot="$work/$width.png" >/dev/null
      check "a picture of $(basename "$file") $width wide" \
        test "$(stat -c %s "$work/$width.png" 2>/dev/null || echo 0)" -gt 30000
      rm -f "$work/$width.png"
    done
  done
}

run_parts "$@"
