#!/usr/bin/env bash
# A run that is published, and others compared with it: equal, altered, another seed, not run, incomplete.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$work
mkdir -p "$work/experiments/small" "$work/experiments/other"
tiny_study "$work/experiments/small/experiment.toml" 's/"t"/"small"/' 's/^datasets/sweep = ["T = 10 20 30"]\n&/' \
  's/"ucb"/"uniform_random"/' 's/"10"/"T"/' 's/^replicates.*/replicates = 50\nblock = 25\nkeep = "rows"/'
sed 's/"small"/"other"/; s/10 20 30/40/' "$work/experiments/small/experiment.toml" >"$work/experiments/other/experiment.toml"
printf '# tables: play\nplot table("play") using "T":"estimate"\n' >"$work/experiments/small/curve.gp"
tiny_claims "$work/experiments/small/claims.toml"
rb() { timeout 120 "$REPLAYBENCH" "$@" --profile smoke; }
published=$work/results/published
same() { diff -r "$published" "$work/again"; }
# What is published before all parts but the first: a run of the study.
published_small() { rb run small && rb publish small; } >/dev/null 2>&1

part_publish() {
  expect 4 'nothing is published in' rb verify --published
  expect 5 'small: nothing of it is stored: not published' rb publish small
  expect 0 '6 computed' rb run small
  expect 0 '^small: 6 of 6 cells, 1 tables, digest [0-9a-f]{64}' rb publish small
  check "tables, figures, verdicts and digests are there" test -s "$published/small/tables/play.csv" -a \
    -s "$published/small/verdicts.csv" -a -s "$published/small/study.json" -a -s "$published/small/cells.zst" -a \
    -s "$published/small/figure_numbers.gp"
  check "of a figure the smaller file" test "$(find "$published/small/figures" -name 'curve.*' | wc -l)" = 1
  check "it says who computed it" grep -Eq '6 cells, .*cores; replaybench [0-9]' "$published/README.md"
  check "and its verdicts" grep -Eq '^1 claims: 1 [a-z ]+\.$' "$published/README.md"
  check "and what is not there" grep -q '^- other: nothing of it is published' "$published/README.md"
  expect 0 'digest' rb publish small --to "$work/again"
  check "published twice, the same bytes" same
  expect 0 '^small: 1 [a-z ]+$' rb publish small --judge-again
  check "judged again, the same bytes" same
  # A title and a comment decide no table; a size does.
  sed -i 's/title = "small"/title = "small again"  # a comment/' "$work/experiments/small/experiment.toml"
  expect 0 '^small: 1 [a-z ]+$' rb publish small --judge-again
  check "with its new title" grep -q '"title": "small again"' "$published/small/study.json"
  sed -i 's/title = "small again"  # a comment/title = "small"/; s/T = 10 20 30/T = 10 20 31/' "$work/experiments/small/experiment.toml"
  expect 2 'small: the published tables are of another revision: experiment.toml differs in what this profile asks for; run the study' \
    rb publish small --judge-again
  sed -i 's/T = 10 20 31/T = 10 20 30/' "$work/experiments/small/experiment.toml"
  expect 0 '^small: 1 [a-z ]+$' rb publish small --judge-again
  expect 5 '^other: not published in ' rb publish other small --judge-again
  check "what is not published keeps none of the others from being judged" same
}

# What publish did not write is kept: files of the user, in folders that --to names and beside the study.
part_users_files() {
  published_small
  state() { (cd "$work" && find experiments results mine -type f -exec sha256sum {} + | sort); }
  kept() { test "$(state)" = "$before"; }
  from() { (cd "$1" && shift && rb "$@"); }
  mkdir -p "$work/mine/readme" "$work/mine/folder/small/tables/further" "$work/mine/several/other" "$work/experiments/small/below"
  echo '# Experiments' >"$work/mine/readme/README.md"
  echo notes >"$work/mine/folder/small/tables/further/notes.csv"
  echo notes >"$work/mine/several/other/notes.txt"
  cp "$work/experiments/small/experiment.toml" "$work/experiments/small/below/...toml"
  before=$(state)
  expect 2 'mine/readme/README.md is not one that publish wrote; name another folder with --to' \
    rb publish small --to "$work/mine/readme"
  expect 2 'experiments/small holds [a-z.]+, which publish did not write; name another folder with --to' \
    rb publish small --to "$work/experiments"
  expect 2 'folder/small holds tables/further, which publish did not write' rb publish small --to "$work/mine/folder"
  expect 2 'several/other holds notes.txt, which' rb publish small other --to "$work/mine/several"
  check "no study is written where one is refused" test ! -e "$work/mine/several/small"
  mkdir -p "$work/mine/second/small"
  cp "$work/experiments/other/experiment.toml" "$work/mine/second/small"
  before=$(state)
  expect 2 'two studies have the name "small", .*experiments/small/experiment.toml and .*second/small/experiment.toml: .*--to' \
    rb publish all "$work/mine/second/small" --to "$work/twice"
  check "of two studies of one name neither is written" test ! -e "$work/twice"
  expect 0 '^small: 6 of 6 cells' rb publish small "$work/experiments/small" --to "$work/twice"
  expect 2 '"\.\." cannot be the name of a study' from "$work/experiments/small/below" publish ...toml
  expect 0 '^small: 6 of 6 cells' from "$work/experiments/small/below" publish ..
  check "nothing of the user's is lost or changed" kept
  rm -r "$work/experiments/small/below"

  expect 0 '^small: 6 of 6 cells equal; 1 of 1 tables equal' rb verify --published small
  expect 0 '^1 studies equal' rb verify --published
  expect 0 '^other: not published' rb verify --published
  expect 5 '^other: not published' rb verify --published other
}

# A table that was changed or is gone, and one that was never published.
part_another_run() {
  published_small
  cp -r "$published" "$work/pub"
  echo 1 >>"$work/pub/small/tables/play.csv"
  expect 3 'small/tables/play.csv is not the table that study.json names' rb verify --published small --published-in "$work/pub"
  rm "$work/pub/small/tables/play.csv"
  expect 4 'small/tables/play.csv: No such file' rb verify --published small --published-in "$work/pub"
  cp "$work/experiments/small/experiment.toml" "$work/small.toml"
  printf '[[table]]\nname = "more"\nfrom = "play"\n' >>"$work/experiments/small/experiment.toml"
  expect 5 '^small: 6 of 6 cells equal; 1 of 1 tables equal, 1 not published$' rb verify --published small
  check "which table" grep -q '^  table more: not published$' "$work/output"
  mv "$work/small.toml" "$work/experiments/small/experiment.toml"

  # Another seed, another profile.
  expect 5 'small: not run: nothing of it is stored at profile smoke, seed confirmation' rb verify --published small --seed confirmation
  expect 0 'computed' rb run small --seed confirmation
  expect 1 'small: another run: published is profile smoke, seed pilot; here profile smoke, seed confirmation' \
    rb verify --published small --seed confirmation
  expect 2 'holds small of profile smoke, seed pilot.*one folder holds one run' rb publish small --seed confirmation

  # Profile full has a folder of its own, and publishing it leaves the other alone.
  full() { timeout 120 "$REPLAYBENCH" "$@" --profile full; }
  before=$(sha256sum "$published/README.md" "$published/small/study.json")
  expect 4 'nothing is published in .*results/published/full' full verify --published
  expect 0 'computed' full run small --seed pilot
  expect 0 'results/published/full/README.md: 0' full publish small --seed pilot
  expect 0 '^small: 6 of 6 cells equal; 1 of 1 tables equal' full verify --published --seed pilot
  check "what was published of another profile is as it was" \
    test "$(sha256sum "$published/README.md" "$published/small/study.json")" = "$before"
}

# A value of a stored cell that was altered, with a seal that is right.
# The cells of both seeds.
part_altered() {
  published_small
  rb run small --seed confirmation >/dev/null
  mapfile -t cells < <(grep -l '^replicates 25..49$' "$work"/results/store/*/*.cell | xargs grep -l '^horizon 20$')
  check "two cells are altered" test "${#cells[@]}" = 2
  cp -r "$work/results/store" "$work/theirs"
  alter() { # FILE: changes the estimate of the fourth row
    head -n -1 "$1" | awk -F, -v OFS=, '/^replicate,/ { row = 1 } row && row++ == 5 { $3 = 0.987 } { print }' >"$work/body"
    { cat "$work/body"; printf 'sha256 %s\n' "$(sha256sum <"$work/body" | cut -d' ' -f1)"; } >"$1"
  }
  for cell in "${cells[@]}"; do alter "$cell"; done
  expect 1 '^small: 5 of 6 cells equal, 1 different; 0 of 1 tables equal' rb verify --published small
  expect 1 '^  first difference: task play, T=20, .*replicates 25\.\.49 .*: row 4 of 25 \(replicate 28, step 20\), column estimate$' rb verify --published small
  expect 1 '^  table play: row 2 \(T=20, .*column estimate: published 0\.[0-9]+, here 0\.[0-9]+' rb verify --published small
  expect 1 'row 4 of 25 \(replicate 28, step 20\), column estimate: published [0-9.]+, here 0\.987' \
    rb verify --published small --published-store "$work/theirs"

  # A cell that is missing here, and one that is missing there.
  rm "${cells[@]}"
  expect 5 '^small: 5 of 6 cells equal, 1 not stored here' rb verify --published small
  expect 5 'not stored here: task play, T=20' rb verify --published small
  before=$(cd "$published/small" && find . -type f -exec sha256sum {} +)
  expect 5 '^small: 6 cells are published and 5 are stored here: it stays as it is; run the study' rb publish small
  check "what is published is not replaced by less" \
    test "$(cd "$published/small" && find . -type f -exec sha256sum {} +)" = "$before"
  expect 5 'missing: 1 cells of play: not computed' rb publish small --to "$work/part"
  check "the index says so" grep -q '^- small: 1 cells of play: not computed' "$work/part/README.md"
  expect 0 '1 computed' rb run small
  expect 5 '1 not published; 0 of 0 tables equal' rb verify --published small --published-in "$work/part"

  # Another revision.
  sed -i 's/T = 10 20 30/T = 10 20 31/' "$work/experiments/small/experiment.toml"
  expect 0 '2 computed' rb run small
  expect 1 '2 not among the published' rb verify --published small
  check "and why" grep -q 'another revision: experiment.toml differs in what this profile asks for' "$work/output"

  # What is published is damaged, and a folder that cannot be written.
  echo '{' >"$published/small/study.json"
  expect 3 'study.json: not a published study' rb verify --published small
  expect 0 '6 of 6 cells, 1 tables' rb publish small
  expect 0 '^small: 6 of 6 cells equal; 1 of 1 tables equal$' rb verify --published small
  echo x >"$work/file"
  expect 4 'cannot (make folder|clear)' rb publish small --to "$work/file/published"
}

run_parts "$@"
