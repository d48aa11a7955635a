#!/usr/bin/env bash
# Verdicts: declared tests, master seeds, verify and confirm.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$work
study=$work/experiments/coin
mkdir -p "$study"
cat >"$study/experiment.toml" <<'TOML'
title = "t"
question = "q"
seed = 1
[[simulation]]
name = "play"
datasets = ["bernoulli_arms{means=[0.5, 0.4]}"]
algorithms = ["first = fixed_action{action=0}", "uniform = uniform_random"]
evaluators = ["online"]
horizon = "200"
replicates = { smoke = 2, standard = 40, full = 80 }
[[table]]
name = "play"
from = "play"
TOML
claim() { printf '[[claim]]\nid = "%s"\nwhere = "here"\nstatement = "s"\nexpected = "%s"\ntable = "play"\n' "$1" "$2"; }
first='estimate = "at(algorithm, '"'first'"', estimate)"
standard_error = "at(algorithm, '"'first'"', estimate_se)"
repetitions = "at(algorithm, '"'first'"', estimate_n)"'
{
  claim half reproduces; echo "$first"
  echo 'test = {equals = 0.5, margin = 0.03, because = "a quarter of the difference of the arms"}'
  claim below "does not reproduce"; echo "$first"; echo 'test = {less = 0.4}'
  claim coin-toss undecided; echo "$first"; echo 'test = {greater = 0.5}'
  claim share calibration; echo 'estimate = "count(estimate > 0)"
exact = "a count of algorithms"
test = {equals = 2, margin = 0, because = "a count"}'
} >"$study/claims.toml"
cp "$study/claims.toml" "$work/claims.toml"
rb() { timeout 120 "$REPLAYBENCH" "$@"; }

expect 0 '2 computed' rb run coin

part_tests() {
  expect 0 'half .*0\.[45][0-9]+ ± 0\.00[0-9]+ +reproduces +yes' rb verify coin
  expect 0 '4 claims: 1 calibration, 1 does not reproduce, 1 reproduces, 1 undecided' rb verify coin
  expect 0 'evidence: 3 by samples, 1 by computation$' rb verify coin
  expect 0 'expected: 0.002 false verdicts' rb verify coin
  expect 0 'from 40 repetitions; asked: equal to 0.5 within 0.03 \(a quarter of the difference of the arms\): yes' \
    rb verify coin --tests
  expect 0 'asked: less than 0.4: no' rb verify coin --tests
  expect 0 'asked: greater than 0.5: undecided; about [0-9.e+]+ repetitions would decide' rb verify coin --tests
  expect 0 'only a larger shift  coin/below' rb verify coin --shifts
  check "a margin that decides is not listed" bash -c '! grep -q coin/half "$1"' sh "$work/output"
}

# The verdicts are those of the confirmation seed; the pilot's results are others.
part_seeds() {
  expect 5 'first:' rb verify coin --seed pilot
  expect 0 '2 computed' rb run coin --seed pilot
  expect 0 '2 from the store' rb run coin --seed confirmation
  expect 0 '2 computed' rb run coin --seed 1
  expect 2 'expected pilot, confirmation or a number from 1' rb run coin --seed first
  table() { rb report coin --no-figures --seed "$1" --results "$work/$1" --store "$work/results/store" >/dev/null
    cat "$work/$1/tables/coin/play.csv"; }
  check "seeds differ" test "$(for seed in pilot confirmation 1; do table "$seed" | md5sum; done | sort -u | wc -l)" -eq 3
}

# Claims of a study that was not run are not computed; nothing is wrong with them.
part_not_run() {
  cp -r "$study" "$work/experiments/coin_2"
  sed -i 's/horizon = "200"/horizon = "300"/' "$work/experiments/coin_2/experiment.toml"
  sed -i 's/id = "half"/id = "other"/' "$work/experiments/coin_2/claims.toml"
  expect 5 'coin_2/other: table "play": 2 of 2 cells are missing; run the study first' rb verify coin coin_2
  expect 5 '8 claims: .*, 4 not computed' rb verify coin coin_2
  check "no claim is an error" bash -c '! grep -q error "$1"' sh "$work/output"
  rm -r "$work/experiments/coin_2"
}

# How often each verdict results on additional seeds; the first is stored already.
part_further_seeds() {
  rb run coin --seed 1 >/dev/null
  expect 0 '4 claims on 4 additional seeds: 1[56] of 16 verdicts as expected' rb verify coin --seeds 1,2,3,4
  check "the stored seed is not computed again" grep -q '0 computed' "$work/output"
  # Counts of several days in one file.
  expect 0 '4 claims on 1 additional seed: ' rb verify coin --seeds 1 --record "$work/record.csv"
  expect 0 '4 claims on 4 additional seeds: ' rb verify coin --seeds 4,3,2,1,1 --record "$work/record.csv"
  expect 0 '4 claims on 1 additional seed: ' rb verify coin --seeds 5 --record "$work/record.csv"
  check "a row per study and seed" test "$(grep -c '^coin,standard,[1-5],4,4,,' "$work/record.csv")" -eq 5
  check "and nothing else" test "$(wc -l <"$work/record.csv")" -eq 6
  expect 2 'seeds: .*0 ' rb verify coin --seeds 0
  expect 2 'requires --seeds' rb verify coin --record "$work/record.csv"
  expect 2 'excludes --seed' rb verify coin --seeds 1 --seed pilot
  echo 'mine,2' >"$work/mine.csv"
  expect 3 'not a record of verdicts on additional seeds' rb verify coin --seeds 1 --record "$work/mine.csv"
  check "another file stays as it is" grep -qx 'mine,2' "$work/mine.csv"
  sed -i 's/expected = "undecided"/expected = "reproduces"/' "$study/claims.toml"
  expect 1 'coin/coin-toss: expected reproduces; [34] of 4 undecided' rb verify coin --seeds 1,2,3,4
  expect 2 'smoke checks that everything runs' rb verify coin --profile smoke --seeds 1
}

# One statement, one verdict: what is the same as another names a claim of its own with the same verdict.
part_same_as() {
  python3 - "$SOURCE" >"$work/same" <<'END'
import sys
from pathlib import Path

home = Path(sys.argv[1])
sys.path.insert(0, str(home / "paper/program"))
from catalogue import blocks
from results import study_folders

claims = {(study, claim["id"]): claim for study, folder in study_folders(home).items()
          for claim in blocks((folder / "claims.toml").read_text(), "claim", "id")}
same = {name: tuple(claim["same_as"].split("/")) for name, claim in claims.items() if "same_as" in claim}
print(len(same))
for name, other in same.items():
    if claims[other]["expected"] != claims[name]["expected"] or other in same:
        print("/".join(name), "is not", "/".join(other))
END
  check "$(head -1 "$work/same") claims have the verdict of the claim that they are the same as: $(tail -n +2 "$work/same")" \
    test "$(wc -l <"$work/same")" -eq 1 -a "$(head -1 "$work/same")" -gt 0
}

# Names of tables and claims that there are not, told at the smallest profile.
part_names() {
  sed -i '0,/table = "play"/s//table = "pley"/' "$study/claims.toml"
  expect 2 'claims.toml:1:1: claim "half": the study has no table "pley" \(did you mean "play"\?\)' \
    rb verify coin --profile smoke
  sed '0,/table = "play"/s//&\nsame_as = "coin\/shares"/' "$work/claims.toml" >"$study/claims.toml"
  expect 2 'claims.toml:1:1: claim "half": "same_as" is "coin/shares", and .* no claim "shares" \(did you mean "share"\?\)' \
    rb verify coin --profile smoke
  cp "$work/claims.toml" "$study/claims.toml"
}

# Another file of the folder is a study of its own, without the folder's claims and figures.
part_another_file() {
  sed 's/^name = "play"$/name = "varied"/; s/^from = "play"/from = "varied"/' "$study/experiment.toml" >"$study/variant.toml"
  echo 'no gnuplot' >"$study/x.gp"
  expect 0 'computed' rb run "$study/variant.toml"
  expect 0 '^0 claims' rb verify "$study/variant.toml"
  expect 0 'variant' rb report "$study/variant.toml" --results "$work/variant" --store "$work/results/store"
  check "its own text is beside its tables" cmp "$study/variant.toml" "$work/variant/tables/variant/experiment.toml"
  rm "$study/x.gp" "$study/variant.toml"
}

# A proportion is a share of the repetitions.
part_proportion() {
  cat >>"$study/claims.toml" <<'TOML'
[[claim]]
id = "no-share"
where = "here"
statement = "s"
expected = "calibration"
table = "play"
estimate = "95 + 0 * min(estimate)"
proportion = true
repetitions = "50"
test = {greater = 0.5}
TOML
  expect 1 '^    the estimate is 95, and a proportion is a share of the repetitions, from 0 to 1' rb verify coin --tests
  cp "$work/claims.toml" "$study/claims.toml"
}

# Mistakes of a test are told with their place.
part_mistakes() {
  sed -i 's/, because = "a quarter[^"]*"//' "$study/claims.toml"
  expect 2 'claims.toml:[0-9]+:[0-9]+: a margin needs its reason: "because"' rb verify coin
}

run_parts "$@"
