#!/usr/bin/env bash
# The site (make site): built without a warning, pages of each kind, no link within it is dead, nothing is
# loaded from the network, and the search finds what it should from the disk.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/doors.sh"
unset REPLAYBENCH_HOME REPLAYBENCH_DATA
borrowed_tree "$work/tree"
results=$work/tree/results
site=$results/site

expect 0 '^[0-9]+ pages, [0-9]+ MB$' make -C "$work/tree" site
check "the results lead to it once" test "$(grep -c 'site/index.html' "$results/index.html")" = 1
mkdir -p "$work/full/site" && touch "$work/full/site/mine"
expect 4 'neither empty nor a site' "$SOURCE/scripts/site" "$work/full"

# says PAGE TEXT: the page is there and has the text.
says() { check "$1: $2" grep -q -- "$2" "$site/$1.html"; }
says index 'time acceleration'
says tutorial/README '<img'
says CONTRIBUTING 'scripts/setup'
says algorithms/README 'reference/algorithms/lin_ucb.html'
says reference/algorithms/lin_ucb 'sherman_morrison'
says reference/evaluators/bred 'thesis algorithm 12'
says reference/datasets/linear_model 'Studies that use it'
says reference/studies 'experiments/[a-z0-9_/]*regret/README.html'
says "$(cd "$SOURCE" && find experiments -path '*/regret/README.md' | sed 's/\.md$//')" 'epsilon-greedy-linear'
says reference/cpp/model_bandit 'replaybench12apply_update'
says reference/cpp/model_bandit 'UpdatesWithPool'
says reference/python 'replaybench.evaluate'
says results 'href="../index.html"'
says results 'Leaderboard of algorithms: not yet made'
says "$(cd "$SOURCE" && find experiments -path '*/regret/README.md' | sed 's/\.md$//')" 'studies/regret.html'
check "without results of one's own the published ones are there" grep -q 'These are the published results' "$results/index.html"
check "with their errata" grep -qE '[1-9][0-9]* errors of' "$results/errata.html"
check "and every published figure" test "$(find "$results/figures" -name '*.svg' | wc -l)" -ge "$(find "$SOURCE"/results/published/*/ -name '*.svg' | wc -l)"
for kind in algorithms evaluators wrappers measures datasets; do
  missing=$("$PROGRAM" list $kind | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | while read -r name; do
    [[ -s $site/reference/$kind/$name.html ]] || echo "$name"; done)
  check "$kind: a page each; without: $missing" test -z "$missing"
done

# links FOLDER: the files that its pages lead to and load, each once.
links() {
  find "$1" -name '*.html' | while read -r page; do
    grep -oE '(href|src)="[^"#?]+' "$page" | sed -E 's/^(href|src)="//' | grep -vE '^(https?|mailto|data):' | sed "s|^|${page%/*}/|"
  done | sort -u | tr '\n' '\0' | xargs -0 realpath -ms | sort -u
}
dead() { links "$1" | while read -r file; do [[ -e $file ]] || echo "$file"; done; }
check "links lead to files ($(links "$site" | wc -l))" test "$(links "$site" | wc -l)" -gt 300
check "none is dead: $(dead "$site" | head -3)" test -z "$(dead "$site")"
mkdir "$work/bad" && echo '<a href="nowhere.html">' >"$work/bad/a.html"
check "a dead link is found out" test "$(dead "$work/bad")" = "$work/bad/nowhere.html"
check "nothing from the network" bash -c "! grep -rhoE '<(script|img|link rel=.stylesheet.)[^>]*(src|href)=.https?:' '$site' --include=*.html"

source "$SOURCE/suite/tests/browser.sh"
# found WORDS: the pages that the search shows.
found() {
  browse "file://$site/search.html?q=$1" --dump-dom --virtual-time-budget=5000 |
    tr '\n' ' ' | sed 's/.*id="search-results"//' | grep -oE '<li[^>]*> *<a href="[^"?]*' | sed 's/.*href="//'
}
check "the search finds a term" test "$(found effective+sample+size | wc -l)" -gt 1
check "a component" grep -q 'reference/algorithms/lin_ucb.html' <(found lin_ucb)
check "a study" grep -q 'regret/README.html' <(found Lai+Robbins)
check "and nothing else" test -z "$(found zzznothing)"
for page in index reference/evaluators/bred reference/studies reference/cpp/model_bandit; do
  seen=$(narrow "$site/$page.html")
  check "$page fits a telephone: $seen" test "${seen%% of *}" = "${seen##* of }"
done
finish
