#!/usr/bin/env bash
# READMEs of studies have no typed results (typed_numbers.py); the check finds each form of number in a small home.
source "$(dirname "$0")/harness.sh"

if ! command -v python3 >/dev/null; then
  echo "SKIPPED: there is no python3 here ('scripts/setup paper' installs it on Debian)"
  finish
fi
numbers=(python3 "$SOURCE/suite/tests/typed_numbers.py")
expect 0 '^[0-9]+ READMEs without typed results$' "${numbers[@]}" "$SOURCE"
expect 1 '^usage' "${numbers[@]}"
expect 1 '^0 READMEs' "${numbers[@]}" "$work"

study=experiments/5_bred/one
mkdir -p "$work/home/$study"
echo 'sweep = ["T = 50 10_000", "alpha = 0.05"]' >"$work/home/$study/experiment.toml"
echo 'printed = 1.25' >"$work/home/$study/claims.toml"
# allowed TEXT, typed NUMBER TEXT: the answer to a README with this text.
allowed() {
  printf '# One\n\n%b\n' "$1" >"$work/home/$study/README.md"
  expect 0 '^1 READMEs' "${numbers[@]}" "$work/home"
}
typed() {
  printf '# One\n\n%b\n' "$2" >"$work/home/$study/README.md"
  expect 1 "^$study/README.md:3: the typed number \"$1\"" "${numbers[@]}" "$work/home"
}
for text in 'T is 50 or 10,000, alpha is 5%; printed is 1.25.' 'Sections 2.6.5 (p. 60), 2.7 and\n3.12; figure 4.15b; appendix B.11.' \
  'Nobody 2011; in 1934.' 'Three of 9 policies.' '`lin_ucb{alpha=0.7}`, [figure](../../x_0.7.svg)'; do
  allowed "$text"
done
typed 0.4 'The error is 0.4 here.'
typed 1.26 'The score is 1.26.'
typed 12% 'The lift is 12%.'
typed '12 %' 'The lift is 12 %.'
typed 12,000 'After 12,000 records.'
typed 2011.5 'The sum is 2011.5.'
typed 17 'In 17 replicates of section 2.6 (p. 60).'
finish
