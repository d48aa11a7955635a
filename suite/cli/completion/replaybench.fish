# fish completion of replaybench
# The program that is being completed is run: the word as typed, with its alias and the ~ in front resolved.
# Where the program knows no word, the shell completes names of files.
function __replaybench_complete
  set -l line (commandline -opc)
  set -l program (string replace -r '^~/' "$HOME/" -- $line[1])
  set -l found ($program complete -- $line[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\n' $found
  else if set -l parts (string match -r '^(--[^=]+=)(.*)' -- (commandline -ct))
    printf "$parts[2]%s\n" (__fish_complete_path $parts[3])
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c replaybench -f -a '(__replaybench_complete)'
