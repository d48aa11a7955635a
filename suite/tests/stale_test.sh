#!/usr/bin/env bash
# Nothing stale is served: an algorithm of a project of its own is changed, built and run again with the same store.
source "$(dirname "$0")/harness.sh"
unset REPLAYBENCH_HOME
prefix=$work/prefix
project=$work/project
cmake --install "$(dirname "$PROGRAM")" --prefix "$prefix" >"$work/install" || exit 1
known=$(find "$prefix" -name known_sources.txt)
cp -r "$SOURCE/suite/tests/installed_project" "$project"
cd "$project" || exit 1
header=algorithms/greedy_with_prior/greedy_with_prior.hpp
cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" >"$work/configure" || exit 1
rebuild() { ninja -C build own_replaybench >"$work/build" || { cat "$work/build" && exit 1; }; }
rb() { build/own_replaybench "$@"; }
numbers() { sed -n 's/^  digest *//p' "$work/output"; }
changed='the sources of greedy_with_prior changed since they were computed'

rebuild
expect 0 '4 cells, 4 computed' rb run prior_against_ucb
expect 0 'digest  [0-9a-f]{64}' rb report prior_against_ucb --no-figures
before=$(numbers)
cp -r results/store "$work/first"

# A comment and the layout change nothing.
sed -i 's|^  Action choose|  // A comment.\n  Action  choose|' "$header"
cp build/own_components_generated/source_digests.cpp "$work/digests"
rebuild
check "a comment changes no digest" cmp "$work/digests" build/own_components_generated/source_digests.cpp
expect 0 '0 computed .*, 4 from the store$' rb run prior_against_ucb
check "nothing is said of sources" bash -c "! grep -q 'sources\|engine' '$work/output'"

# A sign does.
sed -i 's|return (rewards_|return -(rewards_|' "$header"
rebuild
expect 0 "^  2 cells to recompute: $changed" rb plan prior_against_ucb
expect 5 "2 of 4 cells are missing, 2 of them because $changed; run the study first" rb report prior_against_ucb --no-figures
expect 5 "$changed" rb verify prior_against_ucb
key=$(rb plan prior_against_ucb --cells | sed -n 's/ missing.*algorithm=prior.*//p' | head -1)
expect 0 'is old: the sources of greedy_with_prior changed since it was computed' rb store explain "$key"
expect 0 "^  2 cells recomputed: $changed" rb run prior_against_ucb
expect 0 '0 computed .*, 4 from the store$' rb run prior_against_ucb
expect 0 'digest' rb report prior_against_ucb --no-figures
after=$(numbers)
check "the numbers are other ones" test "$before" != "$after"
expect 0 '4 computed' rb run prior_against_ucb --store "$work/fresh"
expect 0 "digest  $after" rb report prior_against_ucb --no-figures --store "$work/fresh" --results "$work/fresh_results"
check "the store has the bytes of a fresh one" diff -r results/store "$work/fresh" -x reservations

# Merging never prefers the old cell.
expect 0 '4 cells, 0 added, 2 there already, 2 left out: of older sources' rb store merge "$work/first"
expect 0 '0 computed .*, 4 from the store$' rb run prior_against_ucb
expect 0 '2 put in the place of cells of older sources' rb store merge results/store --store "$work/first"
expect 0 '0 computed .*, 4 from the store$' rb run prior_against_ucb --store "$work/first"

# Another engine: the cells are kept and counted, until they are asked for.
sed -i -E 's|^(suite/model/ties.hpp) .{8}|\1 00000000|' "$known"
rebuild
kept='4 cells were computed by another engine'
expect 0 "^  $kept; \"run --recompute\" recomputes them" rb plan prior_against_ucb
expect 0 "^  $kept; \"run --recompute\" recomputes them" rb run prior_against_ucb
expect 0 "warning $kept" rb report prior_against_ucb --no-figures
expect 0 "^  $kept" rb verify prior_against_ucb
check "the page says so" grep -rq "$kept" results --include='*.html'
check "the provenance says so" grep -rq 'cells_of_another_engine": 4' results/tables
expect 0 "^prior_against_ucb: 4 cells, 4 computed" rb run prior_against_ucb --recompute
expect 0 '0 computed .*, 4 from the store$' rb run prior_against_ucb
check "nothing is said of an engine" bash -c "! grep -q engine '$work/output'"
finish
