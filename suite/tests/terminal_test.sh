#!/usr/bin/env bash
# What people meet in a terminal: help, search, completion, the man page, the template of a new component.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
rb() { "$REPLAYBENCH" "$@"; }

# Every command has a help with examples, in lines that fit; help COMMAND is the same text.
mapfile -t commands < <(rb complete -- '')
for child in $(rb complete -- data ''); do commands+=("data $child"); done
check "there are commands" test "${#commands[@]}" -ge 15
for command in '' "${commands[@]}"; do
  # shellcheck disable=SC2086
  rb $command --help >"$work/help"
  # shellcheck disable=SC2086
  rb help $command >"$work/same"
  check "$command: help has examples" grep -q '^  replaybench ' "$work/help"
  check "$command: its lines fit 80 columns" test -z "$(awk 'length > 80' "$work/help")"
  check "$command: help COMMAND is COMMAND --help" cmp "$work/help" "$work/same"
done
expect 0 '^replaybench [0-9]+\.[0-9]+' rb -V
expect 0 '^replaybench [0-9]+\.[0-9]+' rb --version
expect 0 '^  propensity ' rb evaluate --help
expect 2 'there is no command "evalute" of replaybench \(did you mean "evaluate"\?\)' rb help evalute
expect 2 'there is no command "x" of replaybench data' rb help data x

# The examples are commands: each parses (--help behind it says so without running anything).
while read -r line; do
  eval "set -- ${line%%[|>]*}"
  shift
  [[ $1 == --help ]] || "$REPLAYBENCH" "$@" --help >"$work/help" 2>&1
  check "example: $line" grep -q '^Usage' "$work/help"
done < <(sed -e ':a;/\\$/{N;s/\\\n *//;ba}' "$SOURCE"/suite/cli/help/*.txt | sed -n 's/^  \(replaybench .*\)/\1/p')

# list WORD, describe.
expect 0 '^  thompson_sampling ' rb list thompson
check "a search shows what has the word, and no empty heading" bash -c "! grep -qE '^  ucb |^datasets' '$work/output'"
expect 0 '^  red_inf .*SNIPS' rb list IPS
expect 0 '^  bootstrap ' rb list evaluators bootstrap
check "of the kind that was asked for" bash -c "! grep -q '^algorithms\|^experiments' '$work/output'"
expect 2 'nothing has "algoritms" in its name or summary \(did you mean "algorithms"\?\)' rb list algoritms
rb describe bred >"$work/bred"
check "describe fits 80 columns" bash -c "awk 'length > 80' '$work/bred' | wc -l | grep -qx 0"
expect 0 '^open_bandit \(data set\)' rb describe open_bandit
expect 0 '^also a study: replaybench describe open_bandit --kind study' rb describe open_bandit
expect 0 '^open_bandit \(study\)' rb describe open_bandit --kind study
expect 0 '^  other names: snmips = mips' rb describe mips

# Completion asks the program.
expect 0 '^lin_ucb$' rb complete -- evaluate --algorithm lin
check "only what begins so" test -z "$(grep -v '^lin' "$work/output")"
expect 0 '^t_bred$' rb complete -- evaluate --log x.csv --evaluator t_
expect 0 '^smoke$' rb complete -- run replay_ese --profile ''
expect 0 '^smoke$' rb complete -- run --profile = sm
expect 0 '^replay_ese$' rb complete -- run replay_
expect 0 '^--shard$' rb complete -- run --s
expect 0 '^generate$' rb complete -- data g
expect 0 '^open_bandit$' rb complete -- data info op
check "files are left to the shell" test -z "$(rb complete -- evaluate --log '')"
expect 0 'complete .*_replaybench' rb completion bash
bash -c "source <('$REPLAYBENCH' completion bash); COMP_WORDS=('$REPLAYBENCH' describe lin_u); COMP_CWORD=2
  _replaybench; printf '%s\n' \"\${COMPREPLY[@]}\"" >"$work/completed"
check "bash completes a component's name" grep -qx lin_ucb "$work/completed"
expect 2 'fish' rb completion tcsh

# The man page has every command and option.
rb manual >"$work/replaybench.1"
for word in 'SS "data generate"' 'SS "evaluate"' '\\-\\-replace' '\\-\\-algorithm' 'REPLAYBENCH_DATA' 'SH NAME'; do
  check "the man page has $word" grep -q -- "$word" "$work/replaybench.1"
done
if command -v groff >/dev/null; then
  check "the man page is good troff" test -z "$(groff -man -Tutf8 -ww -z "$work/replaybench.1" 2>&1)"
fi

# algorithms/README.md has the table of the program.
rb list --table >"$work/table"
check "algorithms/README.md has the program's table (replaybench list --table)" \
  test "$(grep -cFxf "$work/table" "$SOURCE/algorithms/README.md")" = "$(wc -l <"$work/table")"

# New components: names that compile, a word on what is not built yet, what to do next.
mkdir -p "$work/home"
export REPLAYBENCH_HOME=$work/home
for name in class namespace and std vector context action options learning co_await errno a__b; do
  expect 2 "\"$name\" cannot be the name of a component" rb new algorithm $name
done
expect 2 'it is another name of' rb new algorithm linucb
expect 2 'is not a name' rb new algorithm 2nd
check "nothing was made" test ! -e "$work/home/algorithms"
expect 0 'try it: +.* evaluate --log .* --algorithm my_policy' rb new algorithm my_policy
expect 2 'algorithms/my_policy/ exists but is not in this program: make build' rb describe my_policy
mkdir -p "$work/home/scripts" && touch "$work/home/scripts/build"
expect 0 'make check my_other' rb new algorithm my_other
finish
