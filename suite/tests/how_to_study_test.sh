#!/usr/bin/env bash
# experiments/ADDING.md, followed in an empty home with the program.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/how_to.sh"
mkdir -p "$work/home/experiments"
cp "$SOURCE/experiments/thesis.toml" "$work/home/experiments"
touch "$work/home/replaybench.home"
cd "$work/home" || exit 1

expect 0 '^ucb_replayed: 4 cells, 4 computed' follow "$SOURCE/experiments/ADDING.md"
check "its tables" grep -q 'bias.csv (2 rows)' "$work/output"
check "its claim" grep -q '^1 claim, not judged: smoke' "$work/output"
expect 0 ' computed in ' "$REPLAYBENCH" run ucb_replayed
expect 0 '^1 claim: 1 reproduces' "$REPLAYBENCH" verify ucb_replayed
finish
