#!/usr/bin/env bash
# A new component is one folder: `replaybench new`, build, and it is listed, passes the conformance tests and runs, with
# no other file touched. The build is the second compiler's, clang++: with three components that they do not know, the
# published digests must come out to the byte. Then the pages on how to add something are followed in it.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/how_to.sh"
tree=$work/tree
mkdir "$tree"
(cd "$SOURCE" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$tree")
cd "$tree" || exit 1
git init -q . && git add -A && git -c user.name=test -c user.email=test@example.org commit -qm before
export REPLAYBENCH_HOME=$tree

for kind in evaluator measure dataset; do
  expect 0 "demo_${kind}_test.cpp" "$REPLAYBENCH" new $kind demo_$kind
done
check "a draft of an evaluator has no header, like the evaluators here" test ! -e evaluators/demo_evaluator/demo_evaluator.hpp
expect 2 "is there already" "$REPLAYBENCH" new algorithm ucb
expect 2 "is not a name" "$REPLAYBENCH" new algorithm Bad-Name
check "only the new folders were touched" test "$(git status --porcelain | sort | tr '\n' ' ')" = \
  "?? datasets/demo_dataset/ ?? evaluators/demo_evaluator/ ?? evaluators/measures/demo_measure/ "

export PRESET=clang
cmake --preset $PRESET -DREPLAYBENCH_TESTS=ON >"$work/log" 2>&1 &&
  cmake --build --preset $PRESET --target replaybench check_demo_{evaluator,measure,dataset} >>"$work/log" 2>&1 ||
  tail -40 "$work/log"
demo=$tree/build/$PRESET/replaybench
expect 0 "demo_algorithm.hpp" "$REPLAYBENCH" new algorithm demo_algorithm
expect 0 "^  demo_evaluator " "$demo" list evaluators
expect 0 "^  demo_measure " "$demo" list measures
expect 0 "^  demo_dataset " "$demo" list datasets
for kind in algorithm evaluator measure dataset; do
  expect 0 "All tests passed" make check demo_$kind
done
# The program that was there before the algorithm has it after its check.
expect 0 "^  demo_algorithm " "$demo" list algorithms
expect 2 'no component "demo_algoritm"; the nearest: demo_algorithm' make check demo_algoritm

mapfile -t studies < <(synthetic_studies)
expect 0 computed "$demo" run "${studies[@]}" --profile smoke --store "$work/store"
check "clang++ gives the published digests" \
  diff <(digests "$demo" "$work/store") "$SOURCE/results/golden/smoke.digests"

mkdir -p experiments/demo
cat >experiments/demo/experiment.toml <<'TOML'
title = "demo"
question = "does it run?"
seed = 1
[[simulation]]
name = "play"
datasets = ["demo_dataset"]
algorithms = ["demo_algorithm"]
evaluators = ["demo_evaluator"]
horizon = "100"
replicates = 10
[[table]]
name = "play"
from = "play"
TOML
expect 0 "1 cells, 1 computed" "$demo" run demo
expect 0 "play.csv \(1 rows\)" "$demo" report demo
# And it is in the leaderboard, with nothing said about it anywhere.
expect 0 "arms_easy: " "$demo" leaderboard arms_easy --profile smoke --results "$work/board"
check "the new algorithm is in the leaderboard" \
  grep -q '^arms_easy,demo_algorithm,played,' "$work/board/leaderboard_selection/scores.csv"

# The pages, as their commands are written there: the folder build/release is this build.
ln -s $PRESET build/release
export PROGRAM=$demo
expect 0 '^estimate  *0\.' follow algorithms/ADDING.md
check "its tests passed" grep -q 'All tests passed' "$work/output"
expect 0 '^estimate  *0\.' follow evaluators/ADDING.md
check "its tests passed" grep -q 'All tests passed' "$work/output"
expect 0 '^estimate  *1\.000$' follow suite/format/ADDING.md
check "its tests passed" grep -q 'All tests passed' "$work/output"
expect 0 "built target|^\[[0-9]+/[0-9]+\]|no work" ninja -C build/release logs_tests ltsv_fuzz
expect 0 'All tests passed' build/release/logs_tests 'formats: *'
check "the fuzz target reads a corpus" build/release/suite/fuzz/ltsv_fuzz build/release/suite/fuzz/corpus/vw_text
finish
