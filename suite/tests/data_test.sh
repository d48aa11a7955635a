#!/usr/bin/env bash
# `replaybench data`: the catalogue without data, with some, with wrong ones; nothing is asked of the network but a port
# of this machine where nobody listens.
source "$(dirname "$0")/harness.sh"
unset REPLAYBENCH_DATA http_proxy https_proxy HTTP_PROXY HTTPS_PROXY all_proxy ALL_PROXY
rb() { timeout 60 "$REPLAYBENCH" data "$@"; }

# Without the variable: what there is can be read, what needs the folder says how to name one.
expect 0 '^open_bandit +14.1 MB +\? +CC BY 4.0 +replaybench data fetch open_bandit$' rb list
expect 0 'REPLAYBENCH_DATA is not set; it must name the folder of the data, for example: export' rb list
expect 0 '^  propensity_score +probability' rb info open_bandit
expect 0 '^    sha256 ede6d08c6877' rb info open_bandit
expect 4 'REPLAYBENCH_DATA is not set' rb verify
expect 4 'REPLAYBENCH_DATA is not set' rb verify open_bandit
expect 4 'REPLAYBENCH_DATA is not set' rb fetch open_bandit
expect 2 'no data set "open_bandits" has a manifest \(did you mean "open_bandit"\?\)' rb info open_bandits
expect 2 'no data set "bernoulli_arms"' rb verify bernoulli_arms
expect 2 'subcommand' rb
expect 2 'did you mean "fetch"' rb fetsh open_bandit

# A folder that does not exist yet, then one with a manifest of one's own.
export REPLAYBENCH_DATA=$work/data
expect 0 'open_bandit +14.1 MB +absent' rb list
expect 0 'open_bandit: absent, not checked' rb verify
expect 4 'open_bandit: obd/random/men/men.csv: absent' rb verify open_bandit
mkdir -p "$work/toy" "$work/data/toy"
cat >"$work/toy/manifest.toml" <<TOML
name = "Toy"
source = "https://example.org"
licence = "CC0"
citation = "None."
obtain = "Ask for it."
[[file]]
path = "toy/a.csv"
group = "a"
size = 6
sha256 = "$(printf 'bytes\n' | sha256sum | cut -d' ' -f1)"
url = "http://127.0.0.1:9/a.csv"
[[file]]
path = "toy/b.csv"
group = "b"
TOML
toy=$work/toy/manifest.toml
expect 4 'toy: toy/a.csv: absent' rb verify "$toy"
printf 'bytes\n' >"$work/data/toy/a.csv"
touch "$work/data/toy/b.csv"
expect 0 'toy: toy/a.csv: right' rb verify "$toy"
expect 0 'toy: toy/b.csv: present; the manifest has no checksum' rb verify "$toy"
expect 0 'toy/a.csv: here already' rb fetch "$toy"
printf 'Bytes\n' >"$work/data/toy/a.csv"
expect 4 'toy: toy/a.csv: WRONG: SHA-256 [0-9a-f]{64}, expected' rb verify "$toy"
expect 4 'toy: toy/b.csv: present' rb verify "$toy"
expect 4 'another file is there; --replace' rb fetch "$toy"
printf 'byte\n' >"$work/data/toy/a.csv"
expect 4 'toy: toy/a.csv: WRONG: 5 bytes, expected 6' rb verify "$toy"
expect 0 'toy/a.csv, 6 bytes: another size' rb info "$toy"

# Fetching: nobody listens; no url; a group that there is not; a url that is not of the web.
rm "$work/data/toy/"*
expect 4 'toy/a.csv: .*127.0.0.1.*refused.*given up after 4 attempts \(http://127.0.0.1:9/a.csv\)' rb fetch "$toy" --group a
check "nothing is left of it" test -z "$(ls "$work/data/toy")"
expect 4 'no url is known of toy/b.csv \(licence: CC0; https://example.org\)' rb fetch "$toy" --group b
expect 4 '^Ask for it.' rb fetch "$toy" --group b
expect 2 'no files of the group "aa" in toy \(did you mean "a"\?\)' rb fetch "$toy" --group aa
sed -i 's|http://127.0.0.1:9|file:///etc|' "$toy"
expect 2 'manifest.toml:11:7: "url" is .*; expected https:// or http://' rb fetch "$toy"
expect 4 'cannot read' rb info "$work/none.toml"
expect 4 'cannot write' bash -c "'$REPLAYBENCH' data list >/dev/full"

finish
