#!/usr/bin/env bash
# The site (make site): built without a warning, pages of each kind, no link within it is dead, nothing is
# loaded from the network, and the search finds what it should from the disk.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/doors.sh"
unset REPLAYBENCH_HOME REPLAYBENCH_DATA
borrowed_tree "$work/tree"
results=$work/tree/results
site=$results/site

# Leaderboards of two algorithms and two variants of an evaluator.
mkdir -p "$results/leaderboard"
printf '# Leaderboard\n\nProfile standard.\n' | tee "$results/leaderboard/leaderboard.md" >"$results/leaderboard/evaluators.md"
echo '<a class=component href="../../algorithms/lin_ucb">lin_ucb</a>' >"$results/leaderboard/index.html"
echo '<a class=component href="../../evaluators/bred">bred</a>' >"$results/leaderboard/evaluators.html"
cat >"$results/leaderboard/overall.csv" <<'CSV'
algorithm,mean_rank,mean_share,ranked_tasks,everywhere
ucb,1.25,0.7,4,yes
lin_ucb,1.75,0.625,4,yes
CSV
cat >"$results/leaderboard/costs.csv" <<'CSV'
task,algorithm,choose_ns,update_ns,state_bytes
a,lin_ucb,10,20,1000
b,lin_ucb,33,20,3000
CSV
cat >"$results/leaderboard/evaluators_overall.csv" <<'CSV'
group,evaluator,mean_rank,tasks,everywhere,absolute_bias,rmse,coverage,tau,simple_regret
learners,bred,1.5,3,yes,0.01,0.0321,nan,0.5,0.01
learners,bred jitter,2.5,2,no,0.02,0.0432,0.9,0.4,0.02
CSV
cat >"$results/leaderboard/evaluators.csv" <<'CSV'
task,evaluator,component
a,bred,bred
a,bred jitter,bred{jitter=10}
CSV
printf 'task,evaluator,microseconds\na,bred,7.5\n' >"$results/leaderboard/evaluator_costs.csv"

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
says results 'href="../leaderboard/index.html"'
for cell in '2 of 2' 1.75 0.625 21.5 20.0 2000.0; do says reference/algorithms/lin_ucb ">$cell<"; done
says reference/algorithms/lin_ucb 'href="../../../leaderboard/index.html"'
for cell in '1 of 1' 0.0321 7.5 'not on every task' 0.0432; do says reference/evaluators/bred ">$cell<"; done
says reference/evaluators/bred 'href="../../../leaderboard/evaluators.html"'
check "names on the leaderboards lead to the pages of components" grep -q 'href="../site/reference/algorithms/lin_ucb.html"' \
  "$results/leaderboard/index.html"
check "of evaluators too" grep -q 'href="../site/reference/evaluators/bred.html"' "$results/leaderboard/evaluators.html"
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
