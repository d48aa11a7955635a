#!/usr/bin/env bash
# The paper, from its own runs at the smoke profile: it is made, stamped, whole, the same bytes a second time; a missing number
# fails by name and leaves the paper of before alone.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
export REPLAYBENCH_HOME=$SOURCE RESULTS=$work/results OUT=$work/one.pdf WORK=$work/one

for tool in python3 gnuplot bibtex pdflatex; do
  command -v $tool >/dev/null && continue
  echo "SKIPPED: there is no $tool here ('scripts/setup paper' installs it on Debian)"
  finish
done
shared smoke
cp -r "$shared/store" "$work/store"
# A page more than of the published results: more claims fail at smoke, and their sentences are longer.
expect 0 "one.pdf \((1[5-9]|2[0-6]) pages\)" "$SOURCE/scripts/paper" smoke
OUT=$work/two.pdf WORK=$work/two expect 0 "two.pdf" "$SOURCE/scripts/paper"
check "two builds in two folders are the same bytes" cmp "$work/one.pdf" "$work/two.pdf"

# TeX's own list of what it shipped: no name without a value, every font in the file.
check "no name is undefined" bash -c "! grep -E 'undefined|Overfull .([5-9]|[0-9]{2,})\.' '$work/one/replaybench.log'"
fonts() { python3 - "$1" <<'PY'
import re, sys, zlib
data = open(sys.argv[1], "rb").read()
# A stream ends where zlib says: its last byte may look like the end of a line.
text = data + b"".join(zlib.decompressobj().decompress(data[of.end() :]) for of in re.finditer(rb"/ObjStm.*?stream\r?\n", data, re.S))
described = re.findall(rb"/Type\s*/FontDescriptor(.*?)>>", text, re.S)
sys.exit(not described or any(b"/FontFile" not in font for font in described))
PY
}
check "every font is in the file" fonts "$work/one.pdf"
check "the profile and the seed are those of the run" grep -q '\\gdef\\profilename{smoke}' "$work/one/numbers.tex"
check "each page says that it is not for citation" grep -q '\\gdef\\stamp{profile smoke: not for citation}' "$work/one/numbers.tex"

# The published results of the repository: what `make paper` takes in a fresh clone.
make_paper() { cd "$SOURCE" && make paper PROFILE=published; }
OUT=$work/published.pdf WORK=$work/published RESULTS=$SOURCE/results/published \
  expect 0 "published.pdf \((1[5-9]|2[0-5]) pages\)" make_paper
check "they are judged: no page is stamped" grep -q '\\gdef\\stamp{}' "$work/published/numbers.tex"

# A number whose cell is gone.
sed -i 's/^\(.*,\)LinUCB,/\1LinUBC,/' "$work/results/tables/time_acceleration/replayed.csv"
cp "$work/one.pdf" "$work/before.pdf"
expect 3 "methods.tex:[0-9]+: time_acceleration.replayed.T=max,algorithm=LinUCB: no row has algorithm=LinUCB; nearest: LinUBC" \
  "$SOURCE/scripts/paper"
check "the paper of before is left alone" cmp "$work/one.pdf" "$work/before.pdf"
rm "$work/results/tables/off_policy/provenance.json"
expect 3 "off_policy: this study has no report" "$SOURCE/scripts/paper"

# A folder that is not the paper's is not emptied.
mkdir "$work/mine" && touch "$work/mine/thesis.txt"
WORK=$work/mine expect 1 "holds no earlier build" "$SOURCE/scripts/paper"
check "what it holds is there" test -f "$work/mine/thesis.txt"
finish
