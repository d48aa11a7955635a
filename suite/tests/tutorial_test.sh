#!/usr/bin/env bash
# The pictures in tutorial/ are those that its study gives: `replaybench report tutorial` draws them, the same bytes.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
check "the study runs" "$REPLAYBENCH" run "$SOURCE/tutorial" --results "$work/results"
check "its pictures are drawn" "$REPLAYBENCH" report "$SOURCE/tutorial" --results "$work/results"
for script in "$SOURCE"/tutorial/*.gp; do
  picture=$(basename "$script" .gp).svg
  check "tutorial/README.md shows $picture" grep -q "($picture)" "$SOURCE/tutorial/README.md"
  check "tutorial/$picture is what is drawn" cmp "$SOURCE/tutorial/$picture" "$work/results/figures/tutorial/$picture"
done
finish
