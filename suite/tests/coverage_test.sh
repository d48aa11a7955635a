#!/usr/bin/env bash
# experiments/COVERAGE.md is current and nothing is left to do; what is missing is found, each kind by a copy that lacks it.
#   coverage_test.sh COVERAGE_PAGE
source "$(dirname "$0")/harness.sh"
coverage_page=$1
home=$work/home

"$coverage_page" "$SOURCE" >"$work/page" 2>"$work/missing"
sed 's/^/  | /' "$work/missing"
check "nothing is missing or to do" test ! -s "$work/missing"
check "experiments/COVERAGE.md is current (scripts/coverage writes it)" diff -q "$work/page" "$SOURCE/experiments/COVERAGE.md"
expect 2 '^usage' "$coverage_page"
expect 2 '^usage' "$coverage_page" "$SOURCE" --allow
expect 2 'there is no .*thesis.toml' "$coverage_page" "$work"

# A small home: one study with two claims, three numbered places.
study() {
  mkdir -p "$home/experiments/mine"
  cat >"$home/experiments/thesis.toml" <<'END'
chapter = [{number="3", title="Replay", page=69}]
section = [{number="3.2", title="Basic idea", page=71}]
figure = [{number="3.1", section="3.2", title="Bounds"}, {number="3.2", section="3.2", title="Ratio"}]
theorem = [{number="1", section="3.2", title="Bias"}]
END
  touch "$home/experiments/mine/experiment.toml"
  cat >"$home/experiments/mine/claims.toml" <<'END'
[[claim]]
id = "bias"
where = "theorem 1"
statement = "Replay is biased."
expected = "reproduces"
table = "t"
estimate = "value(bias)"
exact = "a formula"
test = {less = 0}
[[claim]]
id = "bounds"
where = "figure 3.1a, caption"
statement = "The curves."
expected = "untestable"
reason = "Lost."
END
  cat >"$home/experiments/coverage.toml" <<'END'
[[part]]
title = "Replay"
item = [
  {name="Replay", where="section 3.2, p. 71", paths=["experiments/mine"], claims=["mine/bi*"]},
  {name="Bias", where="theorem 1"},
  {name="Bounds", where="figure 3.1", paths=["experiments/mine"], reason="The curves are lost."},
  {name="Ratio", where="figure 3.2", reason="A drawing."},
]
END
}
# changed SED: the home with its coverage.toml changed.
changed() {
  study
  sed -i "$1" "$home/experiments/coverage.toml"
}

study
expect 0 '^- 4 items: 2 tested, 1 built, 1 absent\.$' "$coverage_page" "$home"
for line in '^- 2 claims by their verdict: 1 reproduces, .* 1 untestable' 'Of 3, 1 have a claim that tests them' \
  '^\|Replay\|§3.2, p. 71\|\|\[mine\]\(mine/claims.toml\): bias\|\|$' '^\|Bias\|theorem 1\|\|\[mine\]\(mine/claims.toml\): bias\|\|$' \
  '^\|Bounds\|figure 3.1\|\|\[mine\]\(mine/claims.toml\): \*untestable\*: bounds\|\*built\*: The curves are lost.\|$' \
  '^- figure: \[3.1\]\(#replay\) \(1\), \[3.2\]\(#replay\) \(0\)$' '^- theorem: \[1\]\(#replay\) \(1\)$'; do
  check "the page has a line $line" grep -Eq -- "$line" "$work/output"
done
changed 's/reason="The curves are lost."/reason=""/'
expect 2 'coverage.toml:6:.*Bounds: no claim tests it; expected a claim or a "reason"' "$coverage_page" "$home"
changed 's/mine\/bi\*/mine\/bais/'
expect 2 'no claim that is not already listed matches "mine/bais" \(did you mean "mine/bias"\?\)' "$coverage_page" "$home"
changed 's/"mine\/bi\*"/"mine\/bias", "mine\/bi*"/'
expect 2 'no claim that is not already listed matches "mine/bi\*"' "$coverage_page" "$home"
changed 's/paths=\["experiments\/mine"\], claims/paths=["experiments\/yours"], claims/'
expect 2 'coverage.toml:4:.*there is no experiments/yours' "$coverage_page" "$home"
changed '/name="Ratio"/d'
expect 1 '^figure 3.2: no claim and no item is about it$' "$coverage_page" "$home"
changed 's/reason="A drawing."/todo=true/'
expect 1 '^Replay: Ratio is to do$' "$coverage_page" "$home"
expect 0 '^\|Ratio\|figure 3.2\|\|\|\*to do\*: \|$' "$coverage_page" "$home" --allow-todo
changed 's/reason="A drawing."/todo=true, reason="Soon."/'
expect 2 'no "reason" beside it' "$coverage_page" "$home"
changed 's/section 3.2, p. 71/section 3.2, p. 72/'
expect 2 'coverage.toml:4:.*expected "section 3.2, p. 71"' "$coverage_page" "$home"
changed 's/name="Ratio"/name="Bias"/'
expect 2 'a name that no other item has' "$coverage_page" "$home"
changed 's/A drawing/A | drawing/'
expect 2 'coverage.toml:7:.*without "|"' "$coverage_page" "$home"
changed 's/reason="A drawing."/resaon="A drawing."/'
expect 2 'unknown key "resaon"' "$coverage_page" "$home"
finish
