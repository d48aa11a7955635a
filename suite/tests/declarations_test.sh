#!/usr/bin/env bash
# Rewards, types, defaults and ranges of parameters are the published ones: a name without parameters means the same next year.
# A component or a parameter that came since is no failure; scripts/approve publishes it.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
published=$SOURCE/results/golden/declarations.txt

declarations | sort >"$work/now"
check "all algorithms, evaluators and data sets are asked" test "$(cut -d' ' -f1,2 "$work/now" | sort -u | wc -l)" -gt 100
sort "$published" | comm -23 - "$work/now" >"$work/gone"
sed 's/^/  published: /' "$work/gone"
check "each published declaration holds; one that changes on purpose goes into CHANGELOG.md and through scripts/approve" \
  test ! -s "$work/gone"
finish
