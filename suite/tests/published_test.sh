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
  check "the run has its digests, verdicts and origins" test "$(cd "$published" && echo *)" = \
    "README.md digests figure_numbers.md.zst small studies.json verdicts.csv"
  check "the study its table and, of the figure, the smaller file" test "$(ls "$published/small" | sed 's/svg\|png/image/' | xargs)" = \
    "curve.image tables.md"
  check "its page shows both" test "$(grep -c '^!\[curve\](curve\.\|^## play$' "$published/small/tables.md")" = 2
  check "it says who computed it" grep -Eq '6 cells, .*cores; replaybench [0-9]' "$published/README.md"
  check "and its verdicts" grep -Eq '^1 claims: 1 [a-z ]+\.$' "$published/README.md"
  check "and what is not there" grep -q '^- other: nothing of it is published' "$published/README.md"
  expect 0 'digest' rb publish small --to "$work/again"
  check "published twice, the same bytes" same
  # What a report writes has these digests, and the unpacked run has them too.
  expect 0 'digest' rb report small --no-figures
  check "the tables of a report are compared without the program" \
    bash -c 'cd "$1/results/tables" && sha256sum --check --quiet "$2/digests"' sh "$work" "$published"
  check "it is unpacked" "$SOURCE/scripts/unpack_published" "$published" "$work/unpacked"
  check "unpacked: the files of a report" test "$(cd "$work/unpacked" && echo small/*)" = "small/claims.csv small/figure_numbers.gp small/play.csv"
  for file in claims.csv figure_numbers.gp play.csv; do
    check "the same $file" cmp "$work/unpacked/small/$file" "$work/results/tables/small/$file"
  done
  # Pages from what is published: the same tables, figures and verdicts, without a store.
  expect 0 'page    .*pages/studies/small.html' rb report small --published --results "$work/pages"
  for file in tables/small/play.csv tables/small/claims.csv tables/small/figure_numbers.gp figures/small/curve.svg; do
    [[ $file != figures/* ]] || rb report small >/dev/null
    check "published pages: the same $file" cmp "$work/pages/$file" "$work/results/$file"
  done
  check "no store is made" test ! -e "$work/pages/store"
  check "the page says so" grep -q 'Published results: 6 cells' "$work/pages/studies/small.html"
  expect 0 'page    .*pages/index.html' rb report --published --results "$work/pages"
  check "a study that is not published says so" grep -q 'nothing of this study' "$work/pages/studies/other.html"
  check "nothing is said to be free of errors that was not judged" grep -q 'None of these results was judged' "$work/pages/errata.html"
  expect 2 'holds profile smoke: add --profile smoke' "$REPLAYBENCH" report small --published
  expect 4 'nothing is published in .*nowhere' rb report --published --published-in "$work/nowhere"
  expect 2 'study is required' rb report
  expect 2 'excludes' rb report --published --seed 1
  sed -i 's/^10,/11,/' "$work/again/small/tables.md"
  expect 1 'small/play.csv: FAILED' "$SOURCE/scripts/unpack_published" "$work/again" "$work/other"
  expect 2 '^usage' "$SOURCE/scripts/unpack_published" "$work" "$work/other"
}

# What publish did not write is kept: files of the user, in folders that --to names and beside the study.
part_users_files() {
  published_small
  state() { (cd "$work" && find experiments results mine -type f -exec sha256sum {} + | sort); }
  kept() { test "$(state)" = "$before"; }
  from() { (cd "$1" && shift && rb "$@"); }
  mkdir -p "$work/mine/readme" "$work/mine/folder/small" "$work/mine/several/other" "$work/experiments/small/below"
  echo '# Experiments' >"$work/mine/readme/README.md"
  echo drawn >"$work/mine/folder/small/photo.png"
  echo notes >"$work/mine/several/other/notes.txt"
  cp "$work/experiments/small/experiment.toml" "$work/experiments/small/below/...toml"
  before=$(state)
  expect 2 'mine/readme/README.md is not one that publish wrote; name another folder with --to' \
    rb publish small --to "$work/mine/readme"
  expect 2 'experiments/small holds [a-z.]+, which publish did not write; name another folder with --to' \
    rb publish small --to "$work/experiments"
  expect 2 'folder/small holds photo.png, which publish did not write' rb publish small --to "$work/mine/folder"
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

  expect 0 '^small: 1 of 1 tables equal; 1 of 1 verdicts equal$' rb verify --published small
  expect 0 '^1 studies equal' rb verify --published
  expect 0 '^other: not published' rb verify --published
  expect 5 '^other: not published' rb verify --published other
}

# A table that was changed or is gone, and one that was never published.
part_at_once() {
  { rb run small && rb run other; } >/dev/null 2>&1
  mkdir -p "$published"
  : >"$published/.publish.part"  # of one that was killed
  for study in small other; do
    { rb publish $study >"$work/$study.words" 2>&1; echo $? >"$work/$study.code"; } &
  done
  wait
  check "one of two at once publishes" grep -qx 0 "$work/small.code" "$work/other.code"
  for study in small other; do
    if [[ $(<"$work/$study.code") -eq 0 ]]; then
      check "what $study said it published is there" grep -q " $study/play.csv$" "$published/digests"
    else
      check "$study says why not" grep -q 'another process' "$work/$study.words"
      expect 0 digest rb publish $study
    fi
  done
  check "both are published" test "$(cut -d' ' -f3 "$published/digests" | grep -c play.csv)" = 2
  # One that is killed when the study is out of the index, and its digests are not.
  python3 - "$published/studies.json" <<'PYTHON'
import json, sys
index = json.load(open(sys.argv[1]))
del index["studies"]["other"]
json.dump(index, open(sys.argv[1], "w"))
PYTHON
  expect 0 digest rb publish other
  expect 0 'equal' rb verify --published small other
}

part_another_run() {
  published_small
  cp -r "$published" "$work/pub"
  sed -i 's/^10,/11,/' "$work/pub/small/tables.md"
  expect 3 'small: table play is not the one that digests names' rb verify --published small --published-in "$work/pub"
  rm "$work/pub/small/tables.md"
  expect 4 'small: table play is not there' rb verify --published small --published-in "$work/pub"
  cp "$work/experiments/small/experiment.toml" "$work/small.toml"
  printf '[[table]]\nname = "more"\nfrom = "play"\n' >>"$work/experiments/small/experiment.toml"
  expect 5 '^small: 1 of 1 tables equal, 1 not published; 1 of 1 verdicts equal$' rb verify --published small
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
  before=$(sha256sum "$published/README.md" "$published/studies.json")
  expect 4 'nothing is published in .*results/published/full' full verify --published
  expect 0 'computed' full run small --seed pilot
  built_at 1234abcd "$work"
  expect 0 'results/published/full/README.md: 0' full publish small --seed pilot
  expect 0 '^small: 1 of 1 tables equal; 1 of 1 verdicts equal' full verify --published --seed pilot
  check "its tables are one file" test "$(cd "$published/full" && echo *)" = \
    "README.md digests figure_numbers.md.zst studies.json tables.md.zst verdicts.csv"
  check "it is unpacked" "$SOURCE/scripts/unpack_published" "$published/full" "$work/unpacked_full"
  check "and unpacked the same files" test "$(cd "$work/unpacked_full" && echo small/*)" = "small/claims.csv small/figure_numbers.gp small/play.csv"
  check "what was published of another profile is as it was" \
    test "$(sha256sum "$published/README.md" "$published/studies.json")" = "$before"
}

# A value of a stored cell that was altered, with a seal that is right.
# The cells of both seeds.
part_altered() {
  published_small
  rb run small --seed confirmation >/dev/null
  mapfile -t cells < <(grep -l '^replicates 25..49$' "$work"/results/store/*/*.cell | xargs grep -l '^horizon 20$')
  check "two cells are altered" test "${#cells[@]}" = 2
  alter() { # FILE: changes the estimate of the fourth row
    head -n -1 "$1" | awk -F, -v OFS=, '/^replicate,/ { row = 1 } row && row++ == 5 { $3 = 0.987 } { print }' >"$work/body"
    { cat "$work/body"; printf 'sha256 %s\n' "$(sha256sum <"$work/body" | cut -d' ' -f1)"; } >"$1"
  }
  for cell in "${cells[@]}"; do alter "$cell"; done
  expect 1 '^small: 0 of 1 tables equal' rb verify --published small
  expect 1 '^  table play: row 2 \(T=20, .*column estimate: published 0\.[0-9]+, here 0\.[0-9]+' rb verify --published small

  # A cell that is missing here, and one that is missing there.
  rm "${cells[@]}"
  expect 5 '^small: 0 of 0 tables equal, 1 not compared' rb verify --published small
  expect 5 '^  table play: not compared: .*1 of 6 cells' rb verify --published small
  before=$(cd "$published" && find . -type f -exec sha256sum {} +)
  expect 5 '^small: 6 cells are published and 5 are stored here: it stays as it is; run the study' rb publish small
  check "what is published is not replaced by less" \
    test "$(cd "$published" && find . -type f -exec sha256sum {} +)" = "$before"
  expect 5 'missing: 1 cells of play: not computed' rb publish small --to "$work/part"
  check "the index says so" grep -q '^- small: 1 cells of play: not computed' "$work/part/README.md"
  expect 0 '1 computed' rb run small
  expect 5 '0 of 0 tables equal, 1 not published' rb verify --published small --published-in "$work/part"

  # Another revision.
  sed -i 's/T = 10 20 30/T = 10 20 31/' "$work/experiments/small/experiment.toml"
  expect 0 '2 computed' rb run small
  expect 1 'table play: row 3 .*column T: published 30, here 31' rb verify --published small
  check "and why" grep -q 'another revision: experiment.toml differs in what this profile asks for' "$work/output"

  # What is published is damaged, and a folder that cannot be written.
  echo '{' >"$published/studies.json"
  expect 3 'studies.json: not a published run' rb verify --published small
  echo x >"$work/file"
  expect 4 'cannot (make folder|clear)' rb publish small --to "$work/file/published"
}

# The archive of `full` that goes with a release: packed, fetched, unpacked, compared.
part_archive() {
  full() { timeout 120 "$REPLAYBENCH" "$@" --profile full --seed pilot; }
  full run small >/dev/null 2>&1
  built_at 1234abcd-dirty "$work"
  expect 2 'comes from one commit; here sources were edited after it:$' full publish small
  check "the cells and the cure are named" grep -q '^  6 cells by replaybench .*(1234abcd-dirty)' "$work/output"
  check "nothing is published" test ! -e "$work/results/published/full"
  built_at 1234abcd "$work"
  full publish small >/dev/null
  (cd "$SOURCE" && git ls-files -z scripts Makefile CMakeLists.txt CMakePresets.json | xargs -0 cp --parents -t "$work")
  in_work() { (cd "$work" && "$@"); }
  expect 0 'build/archive/replaybench-[0-9.]*-full.tar.zst: 2 of 2 tables and lists of verdicts, 6 cells' in_work make -s release
  packed=$(echo "$work"/build/archive/*.tar.zst)
  sha256sum <"$packed" >"$work/sum"
  expect 0 '6 cells' in_work make -s release
  check "packed twice, the same bytes" test "$(sha256sum <"$packed")" = "$(cat "$work/sum")"
  expect 0 'results/full: 2 of 2 published tables and lists of verdicts, all equal' in_work make -s published-full ARCHIVE="$packed"
  check "the cells are there" test "$(find "$work/results/full/store" -name '*.cell' | wc -l)" = 6
  expect 0 '2 of 2 published' in_work scripts/archive_full unpack "file://$packed"
  echo x >>"$packed"
  expect 3 'is not the archive that SHA256SUMS beside it names' in_work scripts/archive_full unpack "$packed"
  expect 2 '^usage: make published-full ARCHIVE=' in_work scripts/archive_full unpack ''
}

# The commit of a build, in a repository of two commits.
part_commit() {
  in_sources() { git -C "$work/sources" -c user.name=a -c user.email=a@localhost "$@"; }
  commit_of_build() {
    cmake -D SOURCE="$work/sources" -D OUTPUT="$work/commit.cpp" -P "$SOURCE/cmake/build_commit.cmake" &&
      sed -n 's/.*return "\(.*\)".*/\1/p' "$work/commit.cpp"
  }
  mkdir "$work/sources"
  in_sources init -q
  for text in one two; do
    echo $text >"$work/sources/file"
    in_sources add file && in_sources commit -qm $text
    check "commit $text is the build's" test "$(commit_of_build)" = "$(in_sources describe --always)"
  done
  touch -d '2001-01-01' "$work/commit.cpp"
  commit_of_build >/dev/null
  check "the same commit compiles nothing" test "$(stat -c %y "$work/commit.cpp" | cut -c1-4)" = 2001
  echo three >"$work/sources/file"
  check "an edited source is told" test "$(commit_of_build)" = "$(in_sources describe --always)-dirty"
}

# The repository's own.
part_repository() {
  for run in published published/full; do
    check "the tables and verdicts of $run have the digests that are kept with them" \
      "$SOURCE/scripts/unpack_published" "$SOURCE/results/$run" "$work/$run"
  done
  # The findings on one page, and a published figure on the page of each study.
  expect 0 '^summary ' "$REPLAYBENCH" --home "$SOURCE" report --published --no-figures --summary "$work/RESULTS.md" --results "$work/pages"
  check "RESULTS.md is what \`report --published --summary RESULTS.md\` writes" cmp "$work/RESULTS.md" "$SOURCE/RESULTS.md"
  check "a summary of some studies is refused" \
    bash -c '! "$1" --home "$2" report regret --published --summary "$3" 2>/dev/null' sh "$REPLAYBENCH" "$SOURCE" "$work/part.md"
  without=""
  for page in "$SOURCE"/results/published/*/tables.md; do
    study=$(basename "$(dirname "$page")")
    readme=$(study_folder "$study")/README.md
    [[ -f $readme ]] || continue
    picture=$(grep -oE '\]\([^)]*results/published/[^)]*\.svg\)' "$readme" | head -1 | sed 's/^](//; s/)$//')
    if compgen -G "$(dirname "$page")/*.svg" >/dev/null && [[ ! -f $(dirname "$readme")/${picture:-none} ]]; then without+=" $study"; fi
  done
  check "every study's README shows a published figure (not:${without:- none})" test -z "$without"
  tracked() { git -C "$SOURCE" ls-files -z "$@"; }
  if git -C "$SOURCE" rev-parse --git-dir >/dev/null 2>&1; then
    check "results/ has fewer than 500 files" test "$(tracked results | tr -dc '\0' | wc -c)" -lt 500
    check "and less than 14 MB" test "$(cd "$SOURCE" && tracked results | xargs -0 cat | wc -c)" -lt 14000000
  fi
}

run_parts "$@"
