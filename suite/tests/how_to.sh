# Pages that explain how to add something (ADDING.md), followed as a reader would.
# shellcheck shell=bash

# steps PAGE FOLDER: the blocks of the page, in order, as FOLDER/NN.sh (commands), NN.diff (a change) or NN.file (a file, whose
# path is in NN.path: the last word in `` ` `` of the line above, which ends with a colon).
steps() {
  mkdir -p "$2"
  awk -v folder="$2" '
    /^```[a-z]+$/ && !name {
      name = sprintf("%s/%02d", folder, ++number)
      kind = substr($0, 4)
      if (kind != "sh" && kind != "diff") {
        n = split(above, word, "`")
        print (above ~ /`:$/ ? word[n - 1] : "a block without a path") >(name ".path")
        kind = "file"
      }
      next
    }
    /^```$/ && name { close(name "." kind); name = ""; next }
    name { print >(name "." kind); next }
    NF { above = $0 }' "$1"
}

# follow PAGE: takes the steps in the current folder; the output is that of all of them. Ends with 1 at the first that fails.
follow() {
  local folder step path
  folder=$(mktemp -d -p "$work")
  steps "$1" "$folder"
  for step in "$folder"/*.{sh,diff,file}; do [[ -e $step ]] && echo "$step"; done | sort >"$folder/all"
  [[ -s $folder/all ]] || return 1
  while read -r step; do
    case $step in
      *.sh) bash -e "$step" </dev/null || return 1 ;;
      *.diff) patch -p1 --fuzz=0 <"$step" || return 1 ;;
      *)
        path=$(<"${step%.file}.path")
        mkdir -p "$(dirname "$path")" && cp "$step" "$path" || return 1
        ;;
    esac
  done <"$folder/all"
}
