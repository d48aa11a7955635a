#!/usr/bin/env bash
# The pages of a report in a headless browser: claims that can be filtered and sorted, links that lead somewhere, no error,
# no network, readable on a telephone; verdicts at standard, none at smoke; a study of one's own without claims.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
unset REPLAYBENCH_DATA
studies=(replay_ese replay_bounds minimum_variance_logging)  # formulas: standard takes seconds

rb() { "$REPLAYBENCH" "$@" >"$work/output" 2>"$work/errors"; }
check "studies run" rb run "${studies[@]}" --profile standard --results "$work/some"

check "some studies are reported" rb report "${studies[@]}" --profile standard --results "$work/some"
check "with a page of their own" grep -q "^page    $work/some/selection.html" "$work/output"

# Everything: nothing is computed but these, and every study has its page all the same.
"$REPLAYBENCH" report all --profile standard --no-figures --results "$work/all" --store "$work/some/store" \
  >"$work/output" 2>"$work/errors"
# A study of one's own, without claims.
mkdir -p "$work/own/mine"
cat >"$work/own/mine/experiment.toml" <<'TOML'
title = "My study"
question = "How do squares grow?"
seed = 1
[[grid]]
name = "g"
sweep = ["K = 1..60"]
columns = ["y = K * K"]
[[table]]
name = "squares"
from = "g"
TOML
check "a study of one's own runs" rb run "$work/own/mine/experiment.toml" --profile smoke --results "$work/own/results"
check "and is reported" rb report "$work/own/mine/experiment.toml" --profile smoke --results "$work/own/results"
mine=$work/own/results/studies/mine.html

part_reports() {
  check "one study is reported" rb report replay_ese --profile standard --results "$work/some"
  check "on its own page" grep -q "^page    $work/some/studies/replay_ese.html" "$work/output"
  check "and the home page leads to it" grep -q 'href="studies/replay_ese.html"' "$work/some/index.html"

  check "all studies have a page" test \
    "$(find "$work/all/studies" -name '*.html' | wc -l)" = "$(find "$SOURCE/experiments" -name experiment.toml | wc -l)"
  check "and the index shows them all" test \
    "$(grep -c '<li><a href="studies/.*class=facts' "$work/all/index.html")" = "$(find "$work/all/studies" -name '*.html' | wc -l)"
  check "chapters are in the thesis's order" test "$(grep -oE 'id="chapter-[^"]*"' "$work/all/index.html" |
    sed 's/.*chapter-//; s/"//' | tr '\n' ' ')" = "1 2 3 4 5 A B C own other "
  check "every claim of every study is a row of the page of claims" test "$(grep -c '<tr role=row id=' "$work/all/claims.html")" = \
    "$(find "$SOURCE/experiments" -name claims.toml -exec cat {} + | grep -cE '^\[claim\.("[^"]*"|[^].]*)\]$')"
  check "that page has less than 3 MB" test "$(stat -c %s "$work/all/claims.html")" -lt 3000000
  check "and the index less than 100 kB" test "$(stat -c %s "$work/all/index.html")" -lt 100000
  check "figures are files" bash -c "! grep -q base64 '$work'/some/*.html '$work'/some/studies/*.html"

  check "with its table" grep -q '<td class=number data-v="1600">1600</td>' "$mine"
  check "cut, which is said" grep -q 'the first 40 of 60 rows' "$mine"
  check "with a figure of its rows" test "$(grep -c '<circle class=dot' "$mine")" = 24
  check "without a word of claims" bash -c "! sed '1,/<body>/d; /<script>/,\$d' '$mine' | grep -qiE 'claim|thesis|verdict'"

  # At smoke nothing is judged.
  check "a smoke run" rb run replay_ese --profile smoke --results "$work/smoke"
  rb report replay_ese --profile smoke --no-figures --results "$work/smoke"
  check "is reported without verdicts" grep -q 'No verdicts' "$work/smoke/studies/replay_ese.html"
  check "not one" bash -c "! grep -qE 'verdict v-(reproduces|erratum|differs)\"' '$work/smoke/studies/replay_ese.html'"
}

part_browser() {
  source "$SOURCE/suite/tests/browser.sh"
  for page in "$work/some/index.html" "$work/some/selection.html" "$work/some/selection_claims.html" "$work"/some/studies/*.html "$work/all/index.html" \
    "$work/all/studies/li_2011.html" "$mine" "$work/own/results/index.html"; do
    name=${page#"$work/"}
    check "$name: no dead link $(dead_links "$page" | head -3 | tr '\n' ' ')" test -z "$(dead_links "$page")"
  done
  check "a dead link is found out" test "$(dead_links <(echo '<a href="nowhere.html">') 2>/dev/null)" = nowhere.html

  for page in "$work/some/selection_claims.html" "$work/some/studies/replay_ese.html" "$work/all/claims.html" "$mine"; do
    name=${page#"$work/"}
    browse "file://$page#selftest" --dump-dom --window-size=1280,900 >"$work/dom"
    check "$name: every header sorts ($(attribute selftest))" grep -Eq '^[1-9][0-9]* clicks, all sorted$' \
      <<<"$(attribute selftest)"
    check "$name: no error of the script" test -z "$(attribute errors)"
    check "$name: nothing on the console" bash -c "! grep -q CONSOLE '$work/browser'"
    check "$name: a telephone is wide enough: $(narrow "$page")" test "$(narrow "$page")" = "390 of 390"
  done
  seen=$(narrow "$work/all/index.html")
  check "the index fits a telephone: $seen" test "$seen" = "390 of 390"
  page=$work/some/selection_claims.html
  browse "file://$page#selftest" --dump-dom >"$work/dom"
  check "filters show what they say ($(attribute filters))" grep -Eq '^[1-9][0-9]* filters, all right$' <<<"$(attribute filters)"

  # shown: the rows that the browser shows, by their identifiers.
  shown() { grep -o '<tr role="row" id="[^>]*>' "$work/dom" | grep -v hidden | sed 's/.* id="//; s/".*//'; }
  browse "file://$page#claims?verdict=erratum" --dump-dom >"$work/dom"
  check "an address filters by verdict ($(shown | wc -l))" test "$(shown | wc -l)" = \
    "$(cat "$work"/some/tables/*/claims.csv | grep -c ',erratum,yes,')"
  check "some, not all" test "$(shown | wc -l)" -gt 3 -a "$(shown | wc -l)" -lt "$(grep -c '<tr role=row id=' "$page")"
  browse "file://$page#claims?text=dip-place" --dump-dom >"$work/dom"
  check "and by a word" test "$(shown)" = "replay_5Fese--dip-place"
  browse "file://$page#replay_5Fese--dip-place" --dump-dom >"$work/dom"
  check "the address of a claim shows all" test "$(shown | wc -l)" = "$(grep -c '<tr role=row id=' "$page")"
  sed 's/row.hidden = !matches(row);/row.hidden = false;/' "$page" >"$work/some/lazy.html"
  browse "file://$work/some/lazy.html#selftest" --dump-dom >"$work/dom"
  check "a page that does not filter is found out" grep -q 'verdict=' <<<"$(attribute filters)"
  sed '/<script>/,/<\/script>/d' "$page" >"$work/some/plain.html"
  browse "file://$work/some/plain.html" --dump-dom >"$work/dom"
  check "without its script all claims are there" test "$(shown | wc -l)" = "$(grep -c '<tr role=row id=' "$page")"
  check "and no form that does nothing" grep -q '<form class="filter"[^>]* hidden' "$work/dom"
  sed 's/<main id=content>/<main id=content style="min-width:500px">/' "$page" >"$work/some/wide.html"
  check "a page that is too wide is found out" test "$(narrow "$work/some/wide.html")" != "390 of 390"
}

run_parts "$@"
