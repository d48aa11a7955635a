#!/usr/bin/env bash
# `replaybench list`: the few components that most users need, then all of them, by kind and group.
source "$(dirname "$0")/harness.sh"
names() { "$REPLAYBENCH" list "$@" | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p'; }

"$REPLAYBENCH" list >"$work/core"
check "list fits 80 columns" test -z "$(awk 'length > 80' "$work/core")"
check "and one screen" test "$(wc -l <"$work/core")" -le 60
for kind in algorithms evaluators; do
  number=$(awk -v kind=$kind '/^[a-z]/ { now = $1 } /^  [a-z]/ && now == kind' "$work/core" | wc -l)
  check "some of the $kind: $number" test "$number" -ge 12 -a "$number" -le 18
done
check "it ends with the way to all" bash -c "tail -2 '$work/core' | grep -q 'list --all'"

names --all | sort >"$work/all"
for kind in algorithms evaluators wrappers measures datasets experiments; do names $kind; done | sort >"$work/by_kind"
check "list --all has what the lists of the kinds have" cmp "$work/all" "$work/by_kind"
check "and each component once" test -z "$(for kind in algorithms evaluators wrappers measures datasets; do names $kind; done |
  sort | uniq -d)"
for kind in algorithms evaluators wrappers measures; do
  check "the $kind stand below titles of groups" test "$("$REPLAYBENCH" list $kind | sed -n 2p | cut -c1-2 | tr -d 'a-zA-Z')" = ' '
done
check "the measures are the folders of evaluators/measures" cmp <(names measures | sort) \
  <(find "$SOURCE/evaluators/measures" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)

expect 0 '^contest \(measure\)' "$REPLAYBENCH" describe contest
expect 0 '^contest \(measure\)' "$REPLAYBENCH" describe contest --kind evaluator
expect 0 '^bootstrap \(wrapper\)' "$REPLAYBENCH" describe bootstrap
expect 0 '^  group: off-policy: propensity weights' "$REPLAYBENCH" describe ipw
expect 0 'family: ips\{weights="clipped"\} = clipped_ips;|family: ips\{weights="balanced"\}' "$REPLAYBENCH" describe ips
expect 2 '"ips" is of another kind; use --kind evaluator' "$REPLAYBENCH" describe ips --kind measure

# A measure is written where the build looks for it.
mkdir "$work/home" && touch "$work/home/replaybench.home"
expect 0 'evaluators/measures/my_measure/my_measure.cpp' env REPLAYBENCH_HOME="$work/home" "$REPLAYBENCH" new measure my_measure
check "without a header, like the measures here" test "$(ls "$work/home/evaluators/measures/my_measure" | tr '\n' ' ')" = "my_measure.cpp my_measure_test.cpp "
expect 2 'evaluators/measures/my_measure/ exists but is not in this program' env REPLAYBENCH_HOME="$work/home" \
  "$REPLAYBENCH" describe my_measure
finish
