#!/usr/bin/env bash
# check_figures.sh FIGURES EXPERIMENTS [--strict]: what is wrong with the texts of drawn figures (FIGURES/STUDY/*.svg, as
# `replaybench report` leaves them), one line a problem, as a browser measures them: a title that is missing, an entry of a
# key that gnuplot dropped for want of room, a text that leaves the picture, texts that overlap or touch, series that differ
# by hue alone (unless the script says "# series: many", and why), no intervals (unless the script has a line "# without
# intervals: WORDS" and the picture those words: it is exact, or a sketch, or shows single observations), an algorithm that
# has not its colour in all figures; with --strict also texts on curves. Then "N figures". Exit code 1 with problems, 4
# without chromium.
set -euo pipefail
figures=$1 experiments=$2 strict=${3:+strict}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command -v chromium >/dev/null || { echo "there is no chromium here" >&2; exit 4; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The titles that a script gives to its curves in plain quotes, between tabs; not those that it puts together.
entries() {
  sed -e ':a;/\\$/{N;s/\\\n */ /;ba}' "$1" | grep -E '(^|[ {;])plot ' |
    grep -oP "(?<!set )\btitle '\K[^']+(?='\s*(,|\$|[a-z}]))" | paste -sd '\t' || true
}
escaped() { sed 's/&/\&amp;/g; s/"/\&quot;/g; s/</\&lt;/g'; }
{
  echo '<!doctype html><meta charset="utf-8"><style>svg { width: 900px; height: 560px; }</style>'
  for picture in "$figures"/*/*.svg; do
    study=$(basename "$(dirname "$picture")")
    figure=$(basename "$picture" .svg)
    script=$(find "$experiments" -path "*/$study/$figure.gp")
    title=$(sed -n 's/^# title: *//p' "$script" | head -1 | escaped)
    keys=$(entries "$script" | escaped)
    many=$(sed -n 's/^# series: *\(many\)\b.*/\1/p' "$script")
    said=$(sed -n 's/^# without intervals: *//p' "$script" | escaped)
    if [[ -z $said ]] && ! grep -qE 'half\(|error(bars|lines)|±|filledcurves' "$script"; then said=nothing; fi
    echo "<figure id=\"$study/$figure\" data-title=\"$title\" data-keys=\"$keys\" data-strict=\"$strict\" data-many=\"$many\" data-said=\"$said\">"
    sed '/<?xml/d; /<!DOCTYPE/,/>/d' "$picture"
    echo '</figure>'
  done
  echo '<pre id="problems"></pre><script>'
  cat "$here/check_figures.js"
  echo '</script>'
} >"$folder/page.html"
timeout 300 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-dev-shm-usage \
  --disable-background-networking --disable-component-update --disable-sync --host-resolver-rules='MAP * ~NOTFOUND' \
  --user-data-dir="$folder/profile" --virtual-time-budget=60000 --dump-dom "file://$folder/page.html" \
  >"$folder/dom" 2>"$folder/browser"
looked_at=$(grep -o 'data-figures="[0-9]*"' "$folder/dom" | tr -dc 0-9)
test -n "$looked_at" || { echo "the browser's script did not end" >&2; exit 70; }
sed -n '/<pre id="problems">/,/<\/pre>/p' "$folder/dom" | sed 's/<pre id="problems">//; s/<\/pre>.*//; /^$/d' |
  sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$folder/problems"
cat "$folder/problems"
echo "$looked_at figures"
test ! -s "$folder/problems"
