# bash completion of replaybench
# The program that is being completed is run: the word as typed, with its alias and the ~ in front resolved.
# Where the program knows no word, the shell completes names of files.
_replaybench() {
  local IFS=$'\n' program=${BASH_ALIASES[${COMP_WORDS[0]}]:-${COMP_WORDS[0]}}
  program=${program/#\~\//$HOME/}
  COMPREPLY=($("$program" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _replaybench replaybench
