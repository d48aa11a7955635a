#!/usr/bin/env bash
# The installed package: a project elsewhere builds its own algorithm against it and runs it through `evaluate` and a study;
# the installed program works without the source tree.
source "$(dirname "$0")/harness.sh"
unset REPLAYBENCH_HOME
build=$(dirname "$PROGRAM")
prefix=$work/prefix

expect 0 "replaybench-config.cmake" cmake --install "$build" --prefix "$prefix"
check "no file of the package names the source folder" \
  test -z "$(grep -rlF "$SOURCE/" "$prefix/lib/cmake" "$prefix/lib/$(uname -m)-linux-gnu/cmake" "$prefix/include" "$prefix/share" 2>/dev/null)"

# The headers: a few public ones, and below detail/ what they and sources of components need.
check "the public headers are few" test "$(cd "$prefix/include/replaybench" && echo *)" = "components.hpp detail evaluate.hpp program.hpp replaybench.hpp studies.hpp"
for internal in suite/format suite/published suite/leaderboard algorithms evaluators datasets; do
  check "no header of $internal is installed" test ! -e "$prefix/include/replaybench/detail/$internal"
done

# The installed program, from a folder without studies: reads its own share, writes below that folder.
mkdir "$work/elsewhere"
cd "$work/elsewhere" || exit 1
installed=$prefix/bin/replaybench
version=$(sed -n 's/^project(replaybench VERSION \([0-9.]*\).*/\1/p' "$SOURCE/CMakeLists.txt")
expect 0 "^replaybench $version " "$installed" --version
expect 0 "^  replay_bounds " "$installed" list experiments
check "the man page is installed" grep -q 'SS "evaluate"' "$prefix/share/man/man1/replaybench.1"
for completion in bash-completion/completions/replaybench zsh/site-functions/_replaybench fish/vendor_completions.d/replaybench.fish; do
  check "installed: $completion" grep -q ' complete -- ' "$prefix/share/$completion"
done
expect 0 "^estimate +0\.714$" "$installed" evaluate --log "$prefix/share/replaybench/example_log.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' --evaluator replay
expect 0 "computed" "$installed" run replay_bounds --profile smoke
check "results are below the current folder" test -d results/store
check "nothing was written into the package" test ! -e "$prefix/share/replaybench/results"

# A project of its own.
cp -r "$SOURCE/suite/tests/installed_project" "$work/project"
cd "$work/project" || exit 1
configure() {
  cmake -G Ninja -S "$work/project" -B "$work/project/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" "$@"
}
expect 0 "Build files have been written" configure
expect 0 "." cmake --build build
check "the suite's CPU flag is not forced on the project's own code" \
  bash -c "! ninja -C build -t commands evaluate_records | grep -- '-o .*evaluate_records.cpp.o' | grep -q -- -march="
check "its components have it" \
  bash -c "ninja -C build -t commands evaluate_records | grep -- '-o .*greedy_with_prior.cpp.o' | grep -q -- -ffp-contract=off"
expect 0 "^replay of greedy_with_prior\{weight=2\}: 0\.99[0-9]* over [0-9]+ records$" build/evaluate_records
check "README.md shows evaluate_log.cpp" test "$(sed -n '/^#include <cstdio>/,/^```$/p' "$SOURCE/README.md" | sed '$d')" = "$(cat evaluate_log.cpp)"
cp "$SOURCE/suite/tests/example_log.csv" log.csv
expect 0 "^0\.714[0-9], 95% interval from 0\.689[0-9] to 0\.737[0-9]$" build/evaluate_log
check "it prints the warnings" grep -q "time acceleration" "$work/output"
mv log.csv elsewhere.csv
expect 1 "log\.csv" build/evaluate_log
own=build/own_replaybench
expect 0 "^  greedy_with_prior " "$own" list algorithms
expect 0 "^  lin_ucb " "$own" list algorithms
expect 0 "^  prior_against_ucb " "$own" list experiments
expect 0 "^estimate +0\." "$own" evaluate --log "$SOURCE/suite/tests/example_log.csv" --algorithm 'greedy_with_prior{weight=4}'
expect 2 "weight" "$own" evaluate --log "$SOURCE/suite/tests/example_log.csv" --algorithm 'greedy_with_prior{weight=0}'
expect 0 "4 cells, 4 computed" "$own" run prior_against_ucb
expect 0 "play.csv \(4 rows\)" "$own" report prior_against_ucb --no-figures
check "the table has the project's algorithm" bash -c "find results -name play.csv -exec cat {} + | grep -q '^prior,\|,prior,'"
# An algorithm of choose and update alone is played, timed and ranked. The project has no tasks: it gets those of the package.
expect 0 "[0-9]" "$own" play greedy_with_prior --on bernoulli_arms --steps 100
expect 0 "^arms_easy: " "$own" leaderboard arms_easy --profile smoke --results "$work/board"
check "it is ranked" grep -q "^arms_easy,greedy_with_prior,played," "$work/board/leaderboard_selection/scores.csv"
# The suite's own components give the same bytes in both programs.
same_log=(evaluate --log "$SOURCE/suite/tests/example_log.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' --evaluator s_bred)
"$own" "${same_log[@]}" >"$work/theirs" && "$installed" "${same_log[@]}" >"$work/ours"
check "same bytes as the installed program" cmp "$work/theirs" "$work/ours"

# A name that the suite has already is refused.
mkdir -p algorithms/ucb && touch algorithms/ucb/ucb.cpp
expect 1 "project/algorithms/ucb: there is already one" configure
finish
