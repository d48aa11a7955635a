#!/usr/bin/env bash
# Every timing program builds and every benchmark runs once (make bench QUICK=1); every algorithm is timed and named in a figure.
source "$(dirname "$0")/harness.sh"
# The programs are built in build/release.
if [[ ! $PROGRAM -ef $SOURCE/build/release/replaybench ]]; then
  echo "skipped: the program under test is not that of build/release"
  exit 77
fi
out=$SOURCE/build/release/bench_quick

expect 0 '^target: orders of table 2.1 .* \(not judged\)$' make -s -C "$SOURCE" bench QUICK=1
cp "$work/output" "$work/report"
check "every program has a report" diff \
  <(cd "$SOURCE/suite/bench" && printf '%s\n' *_bench.cpp | sed 's/\.cpp$//') <(cd "$out" && printf '%s\n' *.json | sed 's/\.json$//')
check "every algorithm is timed with four numbers of actions, but for the policy that is given by columns" diff \
  <("$REPLAYBENCH" list algorithms | awk '/^  / { print $1 }' | sort) \
  <({ sed -n 's/^not applicable: given_policy:.*/given_policy/p' "$work/report"
    awk -F, '$2 == "step" && $4 == 0 && $6 > 0 && ++seen[$1] == 4 { gsub(/"|{.*/, "", $1); print $1 }' "$out/algorithms.csv"; } | sort -u)
for figure in "$SOURCE"/suite/bench/*.gp; do
  name=$(basename "$figure" .gp)
  check "$name is drawn" test -s "$out/$name.svg" -a -s "$out/$name.png"
done
# label_height STEM: in decades of the axis.
label_height() { [[ $1 == plain ]] && echo 0.13 || echo 0.32; }
for stem in by_F by_K plain; do
  check "labels of $stem: each line has one, apart from the next" awk -F, -v gap="$(label_height "$stem")" '
    FNR == 1 { last = -99; next }
    { height = log($NF) / log(10); bad += height - last < gap - 0.001; last = height; ++labels }
    END { exit bad || labels != lines }' lines="$(head -n 1 "$out/$stem.csv" | tr -cd , | wc -c)" \
    "$out/$stem"_[1-4]_labels.csv
done
targets() { sed -n '/^| target /,/^$/s/^| \([^|]*\) | \([^|]*\) |.*/\1 \2/p' "$1"; }
check "MEASURED.md has these targets" diff <(targets "$out/measured.md") <(targets "$SOURCE/suite/bench/MEASURED.md")
check "there are targets" test "$(targets "$out/measured.md" | wc -l)" -gt 10

# A program that fails does not keep the next from running.
rm "$out/yahoo_log_bench.json"
expect 1 '^prepared_log_bench failed' env REPLAYBENCH_BENCH_RECORDS=1 "$SOURCE/scripts/bench" --quick prepared_log_bench yahoo_log_bench
check "the next program ran" test -s "$out/yahoo_log_bench.json"
expect 2 "unknown program 'none'; there are: algorithms_bench" "$SOURCE/scripts/bench" --quick none
finish
