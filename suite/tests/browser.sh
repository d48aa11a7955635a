# Shared by the tests that open pages: a headless browser without a network. Ends the test where there is none.
# shellcheck shell=bash
if ! command -v chromium >/dev/null; then
  echo "SKIPPED: there is no chromium here; the pages were not opened ('make setup' installs it on Debian)"
  finish
fi

# browse URL OPTION...: what the browser writes; its log in $work/browser. A test clicks faster than any user: without the
# flag on flooding the browser throttles the 200th change of the address and says so on the console.
browse() {
  local url=$1 profile
  shift
  profile=$(mktemp -d -p "$work")
  timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-dev-shm-usage \
    --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
    --disable-ipc-flooding-protection \
    --host-resolver-rules='MAP * ~NOTFOUND' --enable-logging=stderr --user-data-dir="$profile" "$@" "$url" \
    2>"$work/browser"
}
# attribute NAME: what the page's script has left in data-NAME of the document in $work/dom.
attribute() { sed -n "s/.*<html[^>]* data-$1=\"\([^\"]*\)\".*/\1/p" "$work/dom" | head -1; }

# narrow FILE: "WIDTH of 390", the width that a page needs on a telephone. The browser's own window cannot be as narrow.
narrow() {
  cat >"$work/narrow.html" <<HTML
<body><iframe id=f src="file://$1" style="width:390px;height:800px;border:0"></iframe><script>
addEventListener('load', () => {
  const page = document.getElementById('f').contentDocument.documentElement;
  document.documentElement.dataset.narrow = page.scrollWidth + ' of ' + page.clientWidth;
});
</script>
HTML
  browse "file://$work/narrow.html" --dump-dom --allow-file-access-from-files |
    sed -n 's/.* data-narrow="\([^"]*\)".*/\1/p'
}

# dead_links FILE: the addresses in a page that lead to no file and to no place in one, one per line. The places of a page
# are those in its file: what a script adds needs no link.
dead_links() {
  local folder address file place
  folder=$(dirname "$1")
  grep -oE '(href|src)="[^"]*"' <(sed '/<script>/,$d' "$1") | sed -E 's/^(href|src)="//; s/"$//; s/&amp;/\&/g' | sort -u |
    while read -r address; do
      case $address in https://* | data:*) continue ;; esac
      file=${address%%#*}
      place=${address#"$file"}
      place=${place#\#}
      place=${place%%\?*}  # a filter of the table
      file=${file:+$folder/$file}
      file=${file:-$1}
      if [[ ! -e $file ]]; then
        echo "$address"
      elif [[ -n $place ]] && ! grep -qE "id=\"?${place}[\" >]" "$file"; then
        echo "$address"
      fi
    done
}
