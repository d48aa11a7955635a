#!/usr/bin/env bash
# What people meet in a terminal: help, search, completion, the man page, the template of a new component.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
rb() { "$REPLAYBENCH" "$@"; }
completion=$SOURCE/suite/cli/completion/replaybench

# Every command has a help with examples, in lines that fit; help COMMAND is the same text.
part_help() {
  mapfile -t commands < <(rb complete -- '')
  for parent in data store; do
    for child in $(rb complete -- $parent ''); do commands+=("$parent $child"); done
  done
  check "there are commands" test "${#commands[@]}" -ge 15
  # help_faults COMMAND...: what is wrong with its help.
  help_faults() {
    rb "$@" --help >"$work/help"
    rb help "$@" >"$work/same"
    grep -q '^  replaybench ' "$work/help" || echo "no examples"
    [[ -z $(awk 'length > 80' "$work/help") ]] || echo "lines wider than 80 columns"
    cmp -s "$work/help" "$work/same" || echo "help COMMAND is not COMMAND --help"
  }
  for command in '' "${commands[@]}"; do
    # shellcheck disable=SC2086
    faults=$(help_faults $command)
    check "replaybench $command --help: ${faults:-no fault}" test -z "$faults"
  done
  expect 0 '^replaybench [0-9]+\.[0-9]+' rb -V
  expect 0 '^replaybench [0-9]+\.[0-9]+' rb --version
  expect 0 '^  propensity ' rb evaluate --help
  expect 2 'there is no command "evalute" of replaybench \(did you mean "evaluate"\?\)' rb help evalute
  expect 2 'there is no command "x" of replaybench data' rb help data x
}

# The examples are commands: each parses (--help behind it says so without running anything).
part_examples() {
  parses() {
    eval "set -- ${1%%[|>]*}"
    shift
    [[ $1 == --help ]] || "$REPLAYBENCH" "$@" --help >"$work/help" 2>&1
    grep -q '^Usage' "$work/help"
  }
  for text in "$SOURCE"/suite/cli/help/*.txt; do
    wrong=()
    while read -r line; do parses "$line" || wrong+=("$line"); done < <(
      sed -e ':a;/\\$/{N;s/\\\n *//;ba}' "$text" | sed -n 's/^  \(replaybench .*\)/\1/p')
    check "examples of $(basename "$text"): ${wrong[*]:-all parse}" test ${#wrong[@]} -eq 0
    check "$(basename "$text"): no line is cut before a line that goes on" \
      awk 'cut && NF && !/:$/ { exit 1 } { cut = length > 80 }' "$text"
  done
}

# list WORD, describe.
part_list() {
  expect 0 '^  thompson_sampling ' rb list thompson
  check "a search shows what has the word, and no empty heading" bash -c "! grep -qE '^  ucb |^datasets' '$work/output'"
  expect 0 '^  red_inf .*SNIPS' rb list IPS
  expect 0 '^  bootstrap ' rb list wrappers bootstrap
  check "of the kind that was asked for" bash -c "! grep -q '^algorithms\|^experiments' '$work/output'"
  expect 2 'nothing has "algoritms" in its name or summary \(did you mean "algorithms"\?\)' rb list algoritms
  rb describe bred >"$work/bred"
  check "describe fits 80 columns" bash -c "awk 'length > 80' '$work/bred' | wc -l | grep -qx 0"
  expect 0 '^epoch_greedy \(algorithm\)' rb describe epoch_greedy
  expect 0 '^also a study: replaybench describe epoch_greedy --kind study' rb describe epoch_greedy
  expect 0 '^epoch_greedy \(study\)' rb describe epoch_greedy --kind study
  expect 0 '^  other names: snmips = mips' rb describe mips
}

# Completion asks the program.
part_completion() {
  expect 0 '^lin_ucb$' rb complete -- evaluate --algorithm lin
  check "only what begins so" test -z "$(grep -v '^lin' "$work/output")"
  expect 0 '^t_bred$' rb complete -- evaluate --log x.csv --evaluator t_
  expect 0 '^smoke$' rb complete -- run replay_ese --profile ''
  expect 0 '^smoke$' rb complete -- run --profile = sm
  expect 0 '^replay_ese$' rb complete -- run replay_
  expect 0 '^slurm$' rb complete -- cluster replay_ese sl
  expect 0 '^--shard$' rb complete -- run --s
  expect 0 '^generate$' rb complete -- data g
  expect 0 '^open_bandit$' rb complete -- data info op
  check "files are left to the shell" test -z "$(rb complete -- evaluate --log '')"
  bash -c "source '$completion.bash'; COMP_WORDS=('$REPLAYBENCH' describe lin_u); COMP_CWORD=2
    _replaybench; printf '%s\n' \"\${COMPREPLY[@]}\"" >"$work/completed"
  check "bash completes a component's name" grep -qx lin_ucb "$work/completed"
  alias_line="alias replaybench='$REPLAYBENCH'; source '$completion.bash'; COMP_WORDS=(replaybench ev); COMP_CWORD=1"
  bash -c "shopt -s expand_aliases; $alias_line; _replaybench; printf '%s\n' \"\${COMPREPLY[@]}\"" >"$work/completed"
  check "bash completes behind an alias" grep -qx evaluate "$work/completed"
  expect 0 '^--algorithm=lin_ucb$' rb complete -- evaluate --algorithm=lin_u
  expect 0 '^lin_ucb$' rb complete -- evaluate --algorithm "'lin_u"
}

# The other shells complete what is typed: a command, a component behind blank, = and quote, files where the program
# knows no word.
part_shells() {
  typed=("replaybench eva" evaluate
    "replaybench evaluate --algorithm lin_u" lin_ucb
    "replaybench evaluate --algorithm=lin_u" --algorithm=lin_ucb
    "replaybench evaluate --algorithm 'lin_u" lin_ucb
    "replaybench evaluate --se" --separator
    "replaybench evaluate --log suite/tests/exam" suite/tests/example_log.csv
    "replaybench evaluate --log=suite/tests/exam" --log=suite/tests/example_log.csv
    "replaybench run --profile sm" smoke
    "replaybench data gen" generate)
  mkdir -p "$work/bin" "$work/functions"
  ln -s "$(realpath "$PROGRAM")" "$work/bin/replaybench"
  if command -v fish >/dev/null; then
    for ((i = 0; i < ${#typed[@]}; i += 2)); do
      (cd "$SOURCE" && HOME=$work PATH=$work/bin:$PATH timeout 60 fish --no-config -c \
        "source '$completion.fish'; complete -C \"${typed[i]}\"") >"$work/completed"
      check "fish completes ${typed[i]}: ${typed[i + 1]}" grep -qx -- "${typed[i + 1]}" "$work/completed"
    done
    check "fish shows no files beside words" bash -c "! grep -q / <(cd '$SOURCE' && HOME=$work PATH=$work/bin:$PATH timeout 60 \
      fish --no-config -c \"source '$completion.fish'; complete -C 'replaybench run --profile s'\")"
  else
    echo "SKIPPED: there is no fish here ('scripts/setup test' installs it on Debian)"
  fi
  if command -v zsh >/dev/null; then
    cp "$completion.zsh" "$work/functions/_replaybench"
    # A terminal in which zsh has read its completions: each line is typed with a tab behind it until the word stands there.
    cat >"$work/type.zsh" <<'ZSH'
work=$1; shift
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; cd ${(q)SOURCE}; fpath=(${(q)work}/functions \$fpath); autoload -Uz compinit; compinit -u -d ${(q)work}/dump; print rea''dy"
zpty -r -m shell seen '*ready*'
for line word in "$@"; do
  zpty -w -n shell "$line"$'\t'
  zpty -r -m shell seen "*${(b)word}*" && print -r -- "completed $line"
  zpty -w -n shell $'\x15'
done
zpty -d shell
ZSH
    HOME=$work PATH=$work/bin:$PATH TERM=xterm timeout 120 zsh -f "$work/type.zsh" "$work" "${typed[@]}" >"$work/completed" 2>&1
    for ((i = 0; i < ${#typed[@]}; i += 2)); do
      check "zsh completes ${typed[i]}: ${typed[i + 1]}" grep -qxF -- "completed ${typed[i]}" "$work/completed"
    done
  else
    echo "SKIPPED: there is no zsh here ('scripts/setup test' installs it on Debian)"
  fi
}

# The man page has every command and option.
part_manual() {
  rb manual >"$work/replaybench.1"
  for word in 'SS "data generate"' 'SS "evaluate"' '\\-\\-replace' '\\-\\-algorithm' 'REPLAYBENCH_DATA' 'SH NAME'; do
    check "the man page has $word" grep -q -- "$word" "$work/replaybench.1"
  done
  if command -v groff >/dev/null; then
    check "the man page is good troff" test -z "$(groff -man -Tutf8 -ww -z "$work/replaybench.1" 2>&1)"
  fi

  # algorithms/README.md has the groups of list --table, with their algorithms.
  rb list --table | sed 1,2d | awk -F ' *[|] *' '
    !($2 in names) { groups[++count] = $2 }
    { names[$2] = names[$2] " " $3 }
    END { for (i = 1; i <= count; ++i) print "| " groups[i] " |" names[groups[i]] " |" }' >"$work/table"
  check "algorithms/README.md names the program's algorithms (replaybench list --table)" \
    test "$(grep -cFxf "$work/table" "$SOURCE/algorithms/README.md")" = "$(wc -l <"$work/table")"
}

# New components: names that compile, a word on what is not built yet, what to do next.
part_new_component() {
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
  # function_of FILE NAME: a member function, without white space.
  function_of() {
    awk -v start="^ *[A-Za-z]+ $2[(]const Context" '
      $0 ~ start { match($0, /^ */); end = substr($0, 1, RLENGTH) "}" }
      end { print }
      end && $0 == end { exit }' "$1" | tr -d ' \n'
  }
  for function in choose update; do
    check "README.md shows $function() as it is written" test -n "$(function_of "$SOURCE/README.md" $function)" -a \
      "$(function_of "$SOURCE/README.md" $function)" = "$(function_of "$work/home/algorithms/my_policy/my_policy.hpp" $function)"
  done
  mkdir -p "$work/home/scripts" && touch "$work/home/scripts/build"
  expect 0 'make check my_other' rb new algorithm my_other
}

run_parts "$@"
