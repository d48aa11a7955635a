#!/usr/bin/env bash
# The site: every document, component and study has its page, no link is dead, the search finds what it should, examples run,
# nothing goes to the network; readable on a telephone, in the dark, and without its script.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
export REPLAYBENCH_HOME=$SOURCE
unset REPLAYBENCH_DATA

rb() { "$REPLAYBENCH" "$@" >"$work/output" 2>"$work/errors"; }
results=$work/results
site=$results/site

shared site
cp -r "$shared" "$results"
check "no picture is missing" bash -c "! grep -q 'not drawn\|skipped' '$results/log'"
check "no document has a dead link" bash -c "! grep 'DEAD LINK' '$results/log'"
check "the results lead to it" grep -q 'href="site/index.html"' "$results/index.html"
bytes=$(find "$site" -type f ! -path "$site/images/*" -printf '%s\n' | awk '{sum += $1} END {print sum}')
check "less than 3 MB without pictures ($bytes)" test "$bytes" -lt 3000000

# Pages: the program's own lists, no second one.
part_pages() {
  for kind in algorithms evaluators datasets; do
    { "$REPLAYBENCH" list $kind; [[ $kind != evaluators ]] || { "$REPLAYBENCH" list wrappers; "$REPLAYBENCH" list measures; }; } | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | sort >"$work/listed"
    find "$site/$kind" -name '*.html' ! -name index.html -printf '%f\n' | sed 's/\.html//' | sort >"$work/paged"
    check "$kind: a page each ($(wc -l <"$work/paged"))" cmp -s "$work/listed" "$work/paged"
    check "and the index leads to each" test -z "$(while read -r name; do
      grep -q "href=\"$name.html\"" "$site/$kind/index.html" || echo "$name"; done <"$work/listed")"
  done
  check "studies: a page each" test "$(find "$site/studies" -name '*.html' ! -name index.html | wc -l)" = \
    "$(find "$SOURCE/experiments" -mindepth 2 \( -name experiment.toml -o -name README.md \) -printf '%h\n' | sort -u | wc -l)"
  check "a study that is reported leads to its report" grep -q 'href="../../studies/replay_ese.html"' "$site/studies/replay_ese.html"
  check "another says how to compute it" grep -q 'replaybench run regret' "$site/studies/regret.html"
  check "the tutorial has five pictures" test "$(grep -c '<img loading=lazy src="images/tutorial/step_' "$site/tutorial.html")" = 5
  check "a page has what describe says" bash -c "grep -q 'Sherman\|sherman_morrison' '$site/algorithms/lin_ucb.html' &&
    grep -q '(0, inf)' '$site/algorithms/lin_ucb.html'"
  check "a formula" grep -q 'q(x, pi) + w (r - q(x, a))' "$site/evaluators/dr.html"
  check "a measured cost" grep -q 'of CPU time per record' "$site/evaluators/t_bred.html"
  check "or says that there is none" grep -q 'Not measured here' "$site/evaluators/queue_replay.html"
  check "the glossary has the README's terms" grep -q 'time acceleration' "$site/glossary.html"
}

# Twice the same; and elsewhere, where links to reports go around.
part_again() {
  cp -r "$site" "$work/before"
  check "again" rb site --results "$results"
  check "the same bytes" diff -rq "$work/before" "$site"
  check "in another folder" rb site --results "$results" --out "$work/other"
  check "which leads to the reports" test -z "$(source "$SOURCE/suite/tests/browser.sh" >/dev/null; dead_links "$work/other/results.html")"
  mkdir "$work/full" && touch "$work/full/mine"
  expect 4 'neither empty nor a site' "$REPLAYBENCH" site --results "$results" --out "$work/full"
  expect 4 'scripts/setup site installs cmark-gfm' env PATH=/nowhere "$REPLAYBENCH" site --results "$results" --out "$work/none"
}

# Examples are commands that run.
part_examples() {
  grep -rhoE '<code class=example>[^<]*' "$site/algorithms" "$site/datasets" | sed 's/<code class=example>replaybench //; s/&quot;/"/g' | sed "s/&#39;/'/g" |
    awk 'NR % 6 == 1' >"$work/examples"
  check "examples ($(wc -l <"$work/examples"))" test "$(wc -l <"$work/examples")" -gt 8
  cd "$SOURCE" || exit 1
  while read -r example; do
    check "$example" eval "rb $example"
  done <"$work/examples"
}

part_links() {
  source "$SOURCE/suite/tests/browser.sh"
  # Each page in one process: hundreds of them, and what a browser does is not asked here.
  places=$(find "$site" -name '*.html' | while read -r page; do
    grep -oE '(href|src)="[^"]*"' "$page" | sed -E 's/^(href|src)="//; s/"$//; s/&amp;/\&/g' |
      awk -v page="$page" -v folder="$(dirname "$page")" '!/^(https?:|data:|mailto:)/ {
        at = index($0, "#"); file = at ? substr($0, 1, at - 1) : $0; place = at ? substr($0, at + 1) : ""
        print (file == "" ? page : folder "/" file) "\t" place "\t" page}'
  done | sort -u)
  check "links within the site: $(wc -l <<<"$places")" test "$(wc -l <<<"$places")" -gt 2000
  dead=$(cut -f1 <<<"$places" | sort -u | while read -r file; do [[ -e $file ]] || echo "$file"; done)
  check "every link leads to a file: $(head -3 <<<"$dead")" test -z "$dead"
  dead=$(awk -F'\t' '$2 != ""' <<<"$places" | cut -f1,2 | sort -u | while IFS=$'\t' read -r file place; do
    grep -qE "id=\"?${place}[\" >]" "$file" || echo "$file#$place"; done)
  check "and to a place in it: $(head -3 <<<"$dead")" test -z "$dead"
  check "a dead link is found out" test "$(dead_links <(echo '<a href="nowhere.html">') 2>/dev/null)" = nowhere.html
  check "every entry of the search leads to a file" test -z "$(grep -oE '"[^" ]+\.html[^" ]*","' "$site/search_index.js" |
    sed 's/^"//; s/".*//; s/#.*//' | sort -u | while read -r file; do [[ -e $site/$file ]] || echo "$file"; done)"
}

# Pages of each kind, in frames of two widths: one browser for all of them.
part_looks() {
  source "$SOURCE/suite/tests/browser.sh"
  pages=(index.html tutorial.html algorithms/index.html algorithms/lin_ucb.html evaluators/bred.html datasets/linear_model.html
    studies/index.html studies/replay_ese.html docs/CONTRIBUTING.html results.html glossary.html)
  # look_at WIDTH SCHEME PAGE...: "PAGE: what is wrong" of each page, and "N pages, scheme".
  look_at() {
    local width=$1 scheme=$2 flags=() page
    shift 2
    [[ $scheme == light ]] || flags=(--blink-settings=preferredColorScheme=0)
    {
      echo '<!doctype html><meta charset=utf-8><meta name=color-scheme content="light dark"><body>'
      for page in "$@"; do echo "<iframe src=\"file://$page#selftest\" style=\"width:${width}px;height:800px;border:0\"></iframe>"; done
      echo '<script>'
      cat "$SOURCE/suite/tests/check_pages.js"
      echo '</script>'
    } >"$work/frames.html"
    browse "file://$work/frames.html" --dump-dom --allow-file-access-from-files "${flags[@]}" |
      sed -n '/<pre id="problems">/,/<\/pre>/p' | sed 's/<[^>]*>//g' | grep -v '^$'
  }
  for width in 390 1280; do
    for scheme in light dark; do
      seen=$(look_at $width $scheme "${pages[@]/#/$site/}")
      check "$width pixels, $scheme: $seen" test "$seen" = "${#pages[@]} pages, $scheme"
      check "nothing on the console" bash -c "! grep -q CONSOLE '$work/browser'"
    done
  done
  bad='<p style="min-width:500px"><img src="images\/x.png"><input><a href="x.html"><\/a><span style="color:#888" class=minor>pale<\/span><h4 id=content>'
  sed "s/<main id=content>/&$bad/" "$site/glossary.html" >"$site/bad.html"
  seen=$(look_at 390 light "$site/bad.html")
  for problem in 'too wide' 'no alternative' 'without a label' 'no words' 'contrast' 'level 4 after 1' 'twice: content'; do
    check "found out: $problem" grep -q "$problem" <<<"$seen"
  done
}

# found: the addresses that the search shows.
part_search() {
  source "$SOURCE/suite/tests/browser.sh"
  found() { tr '\n' ' ' <"$work/dom" | sed -n 's/.*<section id="found"\(.*\)<\/section>.*/\1/p' | grep -oE 'href="[^"]*"' | sed 's/href="//; s/"//'; }
  search() { browse "file://$site/$1#search=$2" --dump-dom --virtual-time-budget=3000 >"$work/dom"; }
  search index.html linucb
  check "the search knows other names: $(found | head -1)" grep -q 'algorithms/lin_ucb.html' <(found | head -3)
  search algorithms/ucb.html 'time%20acceleration'
  check "from a page in a folder: $(found | head -1)" test "$(found | head -1)" = ../glossary.html
  search index.html 'dip-place'
  check "a claim leads to its report" test "$(found | head -1)" = '../studies/replay_ese.html#claim-dip-place'
  search index.html 'zzznothing'
  check "nothing is said" grep -q 'Nothing found' "$work/dom"
  check "and shown" test -z "$(found)"
  # The keyboard alone: "/" to the search, arrows through what it finds, Escape.
  {
    sed '/<\/body>/,$d' "$site/index.html"
    cat <<'HTML'
<script>
addEventListener('load', () => {
  const press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  const input = document.getElementById('find');
  const found = document.getElementById('found');
  const steps = [];
  press('/');
  steps.push(document.activeElement === input);
  input.value = 'replay';
  input.dispatchEvent(new Event('input'));
  const wait = setInterval(() => {
    const links = found.querySelectorAll('a');
    if (links.length < 2) return;
    clearInterval(wait);
    press('ArrowDown');
    press('ArrowDown');
    steps.push(document.activeElement === links[1]);
    press('ArrowUp');
    press('ArrowUp');
    steps.push(document.activeElement === input);
    press('Escape');
    steps.push(found.hidden && input.value === '');
    document.documentElement.dataset.keys = steps.join(' ');
  }, 20);
});
</script></body></html>
HTML
  } >"$site/keys.html"
  browse "file://$site/keys.html" --dump-dom --virtual-time-budget=3000 >"$work/dom"
  check "the keyboard is enough: $(attribute keys)" test "$(attribute keys)" = "true true true true"
  sed '/<script/d' "$site/index.html" >"$site/plain.html"
  browse "file://$site/plain.html" --dump-dom >"$work/dom"
  check "without its script there is no search that does nothing" grep -q '<form class="find"[^>]* hidden' "$work/dom"
}

run_parts "$@"
