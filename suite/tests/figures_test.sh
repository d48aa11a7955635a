#!/usr/bin/env bash
# The figures of all studies at the smoke profile, from real tables: gnuplot draws every one without a word, and in a
# browser every one has its title and all entries of its keys, no text leaves the picture, no two texts overlap or
# touch, no two series differ by hue alone, and intervals are there or the words that say why not (check_figures.sh, which
# can be run on the figures of any profile). The published figures too have no text on a curve.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
source "$SOURCE/suite/tests/doors.sh"
unset REPLAYBENCH_HOME

# `make reproduce` as the README has it, in a copy of the tree, with cells that are stored already.
shared smoke
borrowed_tree "$work"
mkdir -p "$work/results"
cp -r "$shared/store" "$work/results/store"
cd "$work" || exit 1
PROFILE=smoke walk_block README.md 5 >"$work/output" 2>&1
check "all studies are run, reported and verified" test $? -eq 0
check "gnuplot has nothing to say" bash -c "! grep -A5 'gnuplot failed' '$work/output'"

# What is not drawn lacks a table, and a table is not there only where its data are not.
undrawn=""
while read -r script; do
  study=$(basename "$(dirname "$script")")
  figure=$(basename "$script" .gp)
  if [[ -s $work/results/figures/$study/$figure.svg && -s $work/results/figures/$study/$figure.png ]]; then continue; fi
  for table in $(sed -n 's/^# tables: //p' "$script"); do
    [[ -s $work/results/tables/$study/$table.csv ]] || continue 2
  done
  undrawn+=" $study/$figure"
done < <(find "$SOURCE/experiments" -name "*.gp" | sort)
check "every figure whose tables are here is drawn (not drawn:${undrawn:- none})" test -z "$undrawn"
check "most figures are" test "$(find "$work/results/figures" -name '*.svg' | wc -l)" -gt 80

# Gnuplot's SVG forgets the dashes of an arrow that has the colour and the width of the line before it (the frame's),
# and a point of size 0 cannot be drawn by every program.
solid="" empty=""
for picture in "$work"/results/figures/*/*.svg; do
  study=$(basename "$(dirname "$picture")")
  script=$(study_folder "$study")/$(basename "$picture" .svg).gp
  if grep -q 'set arrow .* dt ' "$script" && ! grep -q stroke-dasharray "$picture"; then solid+=" $study/$(basename "$picture")"; fi
  if grep -qE 'scale\(0(\.0*)?\)' "$picture"; then empty+=" $study/$(basename "$picture")"; fi
done
check "dashed arrows are dashed (not in:${solid:- none})" test -z "$solid"
check "every point has a size (not in:${empty:- none})" test -z "$empty"

# Labels give the profile's own numbers.
replayed=$work/results/figures/time_acceleration/figure_5_1.svg
check "the sizes of figure 5.1 are those of smoke" bash -c "grep -q 'T = 2,000<' '$replayed' && ! grep -q 'T = 100,000<' '$replayed'"
check "and what its bars are" grep -q '95% intervals over 4 replicates' "$replayed"

if ! command -v chromium >/dev/null; then
  echo "SKIPPED: there is no chromium here; the texts of the figures were not measured ('make setup' installs it on Debian)"
  finish
fi
measured() { bash "$SOURCE/suite/tests/check_figures.sh" "$@" >"$work/measured" 2>&1; }
measured "$work/results/figures" "$SOURCE/experiments"
code=$?
sed 's/^/  | /' "$work/measured"
check "in a browser every figure has its title, no text leaves the picture, no two texts overlap" test $code -eq 0
measured "$SOURCE/results/published" "$SOURCE/experiments" --strict
code=$?
sed 's/^/  | /' "$work/measured"
check "so has every published figure, and no text lies on a curve" test $code -eq 0

# The check itself finds what it is for.
mkdir -p "$work/wrong/study" "$work/scripts/study"
cat >"$work/scripts/study/figure.gp" <<'GNUPLOT'
# title: A title
set title 'of a panel'
plot 'one' using 1:2 with lines title 'one', \
  '' using 1:3 title 'dropped q_{max}', '' using 1:4 notitle, '' using 1:5 title 'made '.of.' parts'
GNUPLOT
cat >"$work/wrong/study/figure.svg" <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 560"><g font-family="DejaVu Sans" font-size="13">
<text x="880" y="100">beyond the edge</text><text x="100" y="200">one</text><text x="110" y="202">two</text>
<g id="gnuplot_plot_1"><path stroke="black" fill="none" d="M90,300 L400,300"/></g>
<g id="gnuplot_plot_2"><title>red</title><path stroke="rgb(213,  94,   0)" d="M90,400 L400,400"/></g>
<g id="gnuplot_plot_3"><title>UCB</title><path stroke="rgb(  0, 158, 115)" d="M90,410 L400,410"/></g>
<g id="gnuplot_plot_4"><title>dashed</title><path stroke="rgb(  0, 158, 115)" stroke-dasharray="2 2" d="M90,420 L400,420"/></g><text x="100" y="304">under a line</text>
<text x="100" y="316">below</text>
</g></svg>
SVG
check "a wrong figure is found out" bash -c "! bash '$SOURCE/suite/tests/check_figures.sh' '$work/wrong' '$work/scripts' --strict \
  >'$work/measured'"
for words in 'no title "A title"' 'no key entry "dropped q_{max}"' 'outside the picture: "beyond the edge"' '"one" and "two" overlap' \
  '"under a line" lies on a curve' '"under a line" and "below" are' 'no intervals, and no "# without intervals:" line' '"red" and "UCB" differ by hue alone' '"UCB" has not its colour in all figures'; do
  check "it says: $words" grep -qF "study/figure: $words" "$work/measured"
done
check "and nothing more" test "$(wc -l <"$work/measured")" -eq 10
finish
