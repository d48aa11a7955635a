#compdef replaybench
# The program that is being completed is run: the word as typed, with its alias and the ~ in front resolved.
# Where the program knows no word, the shell completes names of files.
_replaybench() {
  local -a found
  local program=${(Q)words[1]}
  program=${program/#\~\//$HOME/}
  found=("${(@f)$("$program" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "${found[1]}" ]]; then
    compadd -- "${found[@]}"
  else
    [[ "$PREFIX" == --*=* ]] && compset -P '*='
    _files
  fi
}
if [[ "${funcstack[1]}" == "_replaybench" ]]; then _replaybench "$@"; else compdef _replaybench replaybench; fi
