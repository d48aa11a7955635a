#!/usr/bin/env bash
# What Makefile, scripts/ and the documents offer, started as it is written there, in its cheapest form: a copy of the tree
# that borrows the program, few studies, the smoke profile. What has a test of its own is not here.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
source "$SOURCE/suite/tests/doors.sh"
unset REPLAYBENCH_HOME REPLAYBENCH_DATA
if [[ ! $PROGRAM -ef $SOURCE/build/release/replaybench ]]; then
  echo "skipped: the program under test is not that of build/release"
  exit 77
fi
tree=$work/tree
export PROFILE=smoke

# in_tree COMMAND...
in_tree() { (cd "$tree" && "$@"); }
# only_study: the copy of the tree has one small study, with one claim.
only_study() {
  rm -rf "$tree"/experiments/*/ "$tree/results"
  mkdir -p "$tree/experiments/regret" "$tree/results/golden"
  tiny_study "$tree/experiments/regret/experiment.toml" 's/standard = 10/standard = 10, full = 20/'
  tiny_claims "$tree/experiments/regret/claims.toml"
}

part_documents() {
  borrowed_tree "$tree"
  expect 0 '^lin_ucb \(algorithm\)' in_tree walk_block README.md 1
  check "it evaluates" grep -q '^estimate  *0.714$' "$work/output"
  expect 0 '^estimate  *0\.' in_tree walk_block tutorial/README.md 1
  # Nobody answers: the files are named that would be fetched.
  HOME=$work https_proxy=http://127.0.0.1:9 expect 0 '^open_bandit: absent' in_tree walk_block datasets/README.md 1
  check "what cannot be fetched is said" grep -q 'given up after' "$work/output"

  expect 0 '^\(whole log\) .* pi +dr .*\[\+0\.0[0-9]+, \+0\.[0-9]+\]' in_tree walk_block README.md 2
  check "it prints the estimates of each country" grep -Eq '^"fr" .* pi +snips ' "$work/output"
  expect 0 '^estimate  *0\.' in_tree walk_block README.md 3
  expect 0 '^answer  *pi: take [a-z_]*: 0\.' in_tree walk_block README.md 4
}

part_publishing_and_cluster() {
  borrowed_tree "$tree"
  only_study
  # A cluster that takes what it is given.
  mkdir "$work/bin"
  printf '#!/bin/sh\necho 7 "$@" | tee -a %q\n' "$work/submitted" >"$work/bin/sbatch"
  chmod +x "$work/bin/sbatch"
  PATH=$work/bin:$PATH expect 0 '^play +ucb +replay +1 +0 ' in_tree walk_block experiments/README.md 2
  check "the array is submitted, with the options" grep -q -- '--partition=long' "$work/submitted"

  for profile in standard full; do expect 0 '1 computed' in_tree replaybench run all --profile $profile; done
  built_at 1234abcd "$tree"
  expect 0 '^regret: 1 of 1 cells' in_tree replaybench publish all
  expect 0 '^regret: 1 of 1 tables equal' in_tree walk_block experiments/README.md 1
  check "published and compared" test -s "$tree/results/published/full/digests"
}

part_makefile() {
  borrowed_tree "$tree"
  expect 0 '^make test ' in_tree make
  shared board
  cp -r "$shared/store" "$tree/results/store"
  expect 0 '^digest ' in_tree make leaderboard
  check "the leaderboard has its page" test -s "$tree/results/leaderboard/index.html"
  only_study
  expect 0 'digest' in_tree make reproduce PROFILE=standard FIRST=regret
  check "the first studies are drawn before the others are computed" \
    bash -c "sed -n '/run all/q; p' '$work/output' | grep -q '^page .*index.html'"
  expect 0 '^1 claim: 1 reproduces' in_tree make verify PROFILE=standard
  expect 0 '^1 claim on 3 additional seeds: 3 of 3 verdicts as expected' in_tree make confirm
  check "make setup has what building needs" in_tree make setup
  expect 0 '^rm ' in_tree make clean
  check "only the copy's build folder is gone" test ! -e "$tree/build" -a -x "$PROGRAM"
}

part_scripts() {
  borrowed_tree "$tree"
  echo old >>"$tree/experiments/COVERAGE.md"
  in_tree scripts/coverage >/dev/null
  check "coverage mends the page" diff "$SOURCE/experiments/COVERAGE.md" "$tree/experiments/COVERAGE.md"
  only_study
  echo 'regret 0' >"$tree/results/golden/smoke.digests"
  expect 0 '^< regret 0' in_tree scripts/approve
  check "approve writes the digest" grep -Eq '^regret [0-9a-f]{64}$' "$tree/results/golden/smoke.digests"
}

run_parts "$@"
