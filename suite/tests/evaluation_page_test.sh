#!/usr/bin/env bash
# evaluate --report: a page of fixed policies, of a learning algorithm, of slates and of doses.
source "$(dirname "$0")/harness.sh"

awk 'BEGIN {
  OFS = ","; seed = 5
  print "action", "reward", "propensity", "country", "pi_a", "pi_b"
  for (i = 0; i < 3000; ++i) {
    seed = (seed * 16807) % 2147483647; a = seed / 2147483647 < 0.3
    seed = (seed * 16807) % 2147483647; r = seed / 2147483647 < (a ? 0.5 : 0.3)
    print (a ? "a" : "b"), r + 0, (a ? "0.3" : "0.7"), (i % 3 ? "de" : "fr"), 0.8, 0.2
  } }' >"$work/log.csv"
awk 'BEGIN {
  OFS = ","; seed = 11
  print "slate", "slot", "action", "reward", "p_slot", "pi_slot"
  for (i = 0; i < 400; ++i) for (slot = 1; slot <= 2; ++slot) {
    seed = (seed * 16807) % 2147483647; a = seed % 2
    seed = (seed * 16807) % 2147483647; print i, slot, "item" slot a, (seed / 2147483647 < 0.4 + 0.2 * a) + 0, 0.5, (a ? 0.7 : 0.3)
  } }' >"$work/slates.csv"
awk 'BEGIN {
  OFS = ","; seed = 11; print "action", "reward", "density", "target"
  for (i = 0; i < 1000; ++i) { seed = (seed * 16807) % 2147483647; a = seed / 2147483647; print a, 1 - a * a, 1, 0.4 }
}' >"$work/doses.csv"

# Every tag is closed, nothing is fetched, and each number of a table is one of the JSON.
cat >"$work/check.py" <<'END'
import html.parser, re, sys
page, result = open(sys.argv[1]).read(), open(sys.argv[2]).read()
numbers = set(re.findall(r"-?[0-9][0-9.e+-]*", result))
class Reader(html.parser.HTMLParser):
    open, ids, values, pictures = [], [], [], 0
    def handle_starttag(self, tag, attributes):
        at = dict(attributes)
        if tag not in ("meta", "link"): self.open.append(tag)
        self.ids += [at["id"]] if "id" in at else []
        self.values += [at["value"]] if tag == "data" else []
        assert "src" not in at and at.get("href", "#")[:5] in ("#" + at.get("href", "#")[1:5], "data:"), at
        if at.get("role") == "img":
            assert at["aria-label"], "a picture without a name"
            Reader.pictures += 1
    def handle_startendtag(self, tag, attributes): pass
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())
reader = Reader()
reader.feed(page)
assert not reader.open, reader.open
assert len(set(reader.ids)) == len(reader.ids), reader.ids
assert len(page) < 400_000, len(page)
unknown = [value for value in reader.values if value not in numbers]
assert not unknown, unknown[:3]
assert reader.pictures >= 2 and len(reader.values) > 20
print("well-formed:", reader.pictures, "pictures,", len(reader.values), "numbers")
END

# page NAME COMMAND...: writes the page and the JSON, and checks them.
page() {
  local name=$1
  shift
  "$REPLAYBENCH" "$@" --report "$work/$name.html" --format json >"$work/$name.json" 2>"$work/errors" || cat "$work/errors"
  expect 0 '^well-formed' python3 "$work/check.py" "$work/$name.html" "$work/$name.json"
}
has() { check "the page of $1 has: $2" grep -qE "$2" "$work/$1.html"; }

part_pages() {
  page fixed evaluate --log "$work/log.csv" --policy-columns 'pi_*' --algorithm uniform_random --evaluator snips --evaluator dr \
    --baseline logged --by country --columns propensity=propensity
  for section in estimates log evidence time segments tests again; do has fixed "<h2 id=\"$section\">"; done
  has fixed '<h1>pi.* better than the logging policy'
  has fixed "SHA-256 of the log: <code>$(sha256sum "$work/log.csv" | cut -d' ' -f1)"
  has fixed "<pre tabindex=\"0\">replaybench evaluate"
  awk -F, 'BEGIN { OFS = "," } { $3 = ""; print }' "$work/log.csv" | cut -d, -f1,2 >"$work/plain.csv"
  page learner evaluate --log "$work/plain.csv" --algorithm ucb --evaluator replay
  has learner 'id="f-curve"'
  page slates slates --log "$work/slates.csv" --evaluator iips
  has slates '<h2 id="evidence">'
  page doses continuous --log "$work/doses.csv" --range 0 1 --bandwidth 0.2 --evaluator kernel_snips
  has doses 'id="f-doses"'
  "$REPLAYBENCH" evaluate --log "$work/plain.csv" --algorithm ucb --evaluator replay >"$work/alone"
  "$REPLAYBENCH" evaluate --log "$work/plain.csv" --algorithm ucb --evaluator replay --report "$work/again.html" >"$work/with" 2>"$work/errors"
  check "the text is the same with a page" cmp "$work/alone" "$work/with"
  check "the place of the page is said" grep -qx "page: $work/again.html" "$work/errors"
}

# Several files, and parts of a log: one page with the numbers of one file.
part_files() {
  mkdir "$work/parts"
  { head -1 "$work/log.csv"; sed -n '2,1501p' "$work/log.csv"; } >"$work/parts/1.csv"
  { head -1 "$work/log.csv"; sed -n '1502,$p' "$work/log.csv"; } >"$work/parts/2.csv"
  wanted=(--algorithm uniform_random --evaluator ips --columns propensity=propensity)
  page parts evaluate --log "$work/parts" "${wanted[@]}"
  page whole evaluate --log "$work/log.csv" "${wanted[@]}"
  check "the same numbers" cmp <(grep -v '"log":' "$work/parts.json") <(grep -v '"log":' "$work/whole.json")
  "$REPLAYBENCH" data prepare "$work/log.csv" --columns propensity=propensity --policy-columns 'pi_*' --out "$work/log.replaybench" >"$work/output" 2>&1 || cat "$work/output"
  page prepared evaluate --log "$work/log.replaybench" --evaluator snips
  has prepared 'id="f-weights-1"'
}

# On a telephone the labels at the ends of the curves are whole.
part_phone() {
  source "$SOURCE/suite/tests/browser.sh"
  cut -d, -f1,2 "$work/log.csv" >"$work/plain.csv"
  page phone evaluate --log "$work/plain.csv" --algorithm ucb --algorithm epsilon_greedy --evaluator replay
  cat >"$work/frame.html" <<HTML
<body><iframe id=f src="file://$work/phone.html" style="width:390px;height:800px;border:0"></iframe><script>
addEventListener('load', () => {
  const labels = [...document.getElementById('f').contentDocument.querySelectorAll('svg.ends text')];
  const right = (element) => element.getBoundingClientRect().right;
  const whole = labels.filter((label) => right(label) <= right(label.ownerSVGElement) + 1);
  document.documentElement.dataset.labels = whole.length + ' of ' + labels.length;
});
</script>
HTML
  browse "file://$work/frame.html" --dump-dom --allow-file-access-from-files >"$work/dom"
  seen=$(attribute labels)
  check "the labels of the curves are whole ($seen)" bash -c "[[ '$seen' =~ ^([0-9]+)\ of\ ([0-9]+)$ ]] && ((BASH_REMATCH[1] == BASH_REMATCH[2] && BASH_REMATCH[2] > 5))"
}

part_errors() {
  wanted=(evaluate --log "$work/log.csv" --algorithm uniform_random --evaluator ips)
  expect 4 'is a folder' "$REPLAYBENCH" "${wanted[@]}" --report "$work"
  cp "$work/log.csv" "$work/kept.csv"
  expect 4 'log.csv is there already, and no such output: nothing is overwritten' "$REPLAYBENCH" "${wanted[@]}" --report "$work/log.csv"
  check "the file is as it was" cmp "$work/log.csv" "$work/kept.csv"
  expect 2 '--report: the name of the file is empty' "$REPLAYBENCH" "${wanted[@]}" --report ''
  mkfifo "$work/pipe"
  ln -s "$work/kept.csv" "$work/link"
  expect 4 'pipe is a device, a pipe or a socket, not a regular file: nothing is written' "$REPLAYBENCH" "${wanted[@]}" --report "$work/pipe"
  expect 4 'link is a symbolic link, not a regular file: nothing is written' "$REPLAYBENCH" "${wanted[@]}" --report "$work/link"
  check "the pipe and the link are there" test -p "$work/pipe" -a -L "$work/link"
  expect 2 '--by: its value is empty' "$REPLAYBENCH" "${wanted[@]}" --by ''
  expect 2 '--reward-range: its value is empty' "$REPLAYBENCH" "${wanted[@]}" --reward-range ''
  echo text >"$work/file"
  expect 4 "$work/file" "$REPLAYBENCH" "${wanted[@]}" --report "$work/file/page.html"
  check "no part of a page is left" test -z "$(find "$work" -name '*.part')"
}

run_parts "$@"
