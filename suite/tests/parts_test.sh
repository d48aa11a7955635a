#!/usr/bin/env bash
# A log in parts that are summed apart (evaluate --partial, --from): the bytes of one part, whatever the division, and the CSV
# of the whole log. By hand, and by the scripts of `cluster evaluate`.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
cd "$work" || exit 1
rb() { "$REPLAYBENCH" "$@"; }

# 3,000 records of a policy with unequal propensities, with predictions; random numbers of the script's own.
awk 'BEGIN {
  seed = 11
  print "action,reward,propensity,x_a,pi_a,pi_b,pi_c,q_a,q_b,q_c"
  for (i = 0; i < 3000; ++i) {
    for (k = 0; k < 3; ++k) { seed = (seed * 16807) % 2147483647; u[k] = seed / 2147483647 }
    action = u[0] < .5 ? "a" : u[0] < .8 ? "b" : "c"
    p = action == "a" ? .5 : action == "b" ? .3 : .2
    printf "%s,%d,%s,%.3f,0.2,0.3,0.5,0.2,0.3,0.4\n", action, u[1] < (action == "a" ? .2 : .35), p, u[2]
  }
}' >whole.csv
policy=(--policy-columns 'pi_*' --q-columns 'q_*')
evaluators=(--evaluator ips --evaluator snips --evaluator 'dr{model="given"}')

# divide COUNT: the lines of whole.csv in so many files, in a folder of parts that are summed.
divide() {
  rm -rf files parts && mkdir files parts
  awk -v count="$1" 'NR == 1 { header = $0; next }
    { file = "files/" int((NR - 2) * count / 3000) ".csv"; if (!(file in seen)) { print header >file; seen[file] } print >file }' whole.csv
  for file in files/*.csv; do
    rb evaluate --log "$file" "${policy[@]}" "${evaluators[@]}" --partial "parts/$(basename "$file" .csv).rbp" 2>/dev/null || return
  done
}

# merge NAME: the evaluation of the parts in every format, as NAME.table, NAME.csv and NAME.json.
merge() {
  local format
  for format in table csv json; do
    rb evaluate --from parts --format $format >"$1.$format"
    check "$1.$format: exit code and text" test "$?" = 0 -a -s "$1.$format"
  done
}

part_divisions() {
  expect 0 '^one.rbp: 3000 records in [0-9]+ bytes$' rb evaluate --log whole.csv "${policy[@]}" "${evaluators[@]}" --partial one.rbp
  check "the part is a few kilobytes" test "$(wc -c <one.rbp)" -lt 20000
  mkdir parts && mv one.rbp parts
  merge one
  check "the JSON has the estimates" test "$(grep -c '"estimate": 0\.' one.json)" -ge 3
  rb evaluate --log whole.csv "${policy[@]}" "${evaluators[@]}" --format csv 2>/dev/null >whole.out
  check "there is an estimate" grep -Eq '^estimate,log,,3000,.*,pi,,snips,0\.[0-9]{10}' whole.out
  check "ips and snips: the CSV of the whole log" cmp <(grep -v 'dr{' whole.out) <(grep -v 'dr{' one.csv)
  for count in 2 7 64; do
    divide $count
    check "$count parts are summed" test "$(find parts -name '*.rbp' | wc -l)" = "$count"
    merge several
    for format in table csv json; do
      check "$count parts: the bytes of one, $format" cmp "one.$format" "several.$format"
    done
  done
  # Named one by one, from the last to the first.
  mapfile -t files < <(find parts -name '*.rbp' | sort -r)
  rb evaluate $(printf -- '--from %s ' "${files[@]}") --format csv >several.csv
  check "any order" cmp one.csv several.csv
  expect 0 '^remark +merged from parts of the log' rb evaluate --from parts --format text
  # One estimate is another object.
  rm -f parts/*
  expect 0 '^snips.rbp: 3000 records' rb evaluate --log whole.csv "${policy[@]}" --evaluator snips --partial snips.rbp
  expect 0 '^  "evaluator": "snips[{]' rb evaluate --from snips.rbp --format json
  # Differences of two policies have no interval, and a reason.
  rb evaluate --log whole.csv --policy-column pi_a --policy-column pi_b --evaluator ips --partial parts/two.rbp 2>/dev/null
  expect 0 '^pi_a - pi_b +ips +-0.0825' rb evaluate --from parts --format table
  expect 0 'no interval: it pairs the records, which the parts do not have' rb evaluate --from parts --format json
}

part_refusals() {
  divide 3
  cp parts/0.rbp parts/again.rbp
  expect 3 'parts/again.rbp: is the same part of the log as parts/0.rbp: it would count twice' rb evaluate --from parts
  rm parts/again.rbp
  head -c 700 parts/1.rbp >parts/1.cut && mv parts/1.cut parts/1.rbp
  expect 3 'parts/1.rbp: is damaged or cut short: sum the part again' rb evaluate --from parts
  rb evaluate --log files/1.csv "${policy[@]}" --evaluator snips --partial parts/1.rbp 2>/dev/null
  expect 3 'parts/1.rbp: was summed by another plan than parts/0.rbp: its evaluators are snips' rb evaluate --from parts
  cp whole.csv parts/1.rbp
  expect 3 'parts/1.rbp: is not the part of a log' rb evaluate --from parts
  expect 4 'no file matches' rb evaluate --from 'none/*.rbp'
  cp whole.csv kept.csv
  expect 4 'whole.csv is there already, and no such output' rb evaluate --log whole.csv "${policy[@]}" --evaluator snips --partial whole.csv
  check "the log is as it was" cmp whole.csv kept.csv
  expect 2 'lin_ucb is an algorithm, and the parts of a log' rb evaluate --log whole.csv --algorithm lin_ucb --evaluator snips --partial x.rbp
  expect 2 'dr fits a model to folds of the whole log: fit one elsewhere.*a log in parts can be evaluated by .*ips, .*snips.*; with model="given" by .*dr' rb evaluate --log whole.csv "${policy[@]}" --evaluator dr --partial x.rbp
  expect 2 'replay needs all records of the log in their order' rb evaluate --log whole.csv "${policy[@]}" --evaluator replay --partial x.rbp
  expect 2 'the part of a log takes no --baseline' rb evaluate --log whole.csv "${policy[@]}" --baseline logged --partial x.rbp
  expect 2 'mips numbers the actions of the whole log' rb evaluate --log whole.csv "${policy[@]}" --evaluator 'mips{categories=[0, 0, 1]}' --partial x.rbp
  expect 2 '--partial: the name of the file is empty' rb evaluate --log whole.csv "${policy[@]}" --evaluator snips --partial ''
  mkfifo pipe.rbp
  expect 4 'pipe.rbp is a device, a pipe or a socket, not a regular file: nothing is written' rb evaluate --log whole.csv "${policy[@]}" --evaluator snips --partial pipe.rbp
  check "the pipe is one still" test -p pipe.rbp
  expect 2 '--log excludes --from|--from excludes --log' rb evaluate --log whole.csv --from parts
  check "no part was written" test ! -e x.rbp
}

# The scripts for make; a file that changes is summed again.
part_cluster() {
  divide 5
  cluster=(cluster evaluate make --log 'files/*.csv' "${policy[@]}" "${evaluators[@]}")
  expect 0 '^5 files to sum, in 2 shards$' rb "${cluster[@]}" --shards 2 --format csv
  expect 4 'evaluation has "shard.sh" already' rb "${cluster[@]}"
  expect 5 '^5 of 5 files are not summed' evaluation/report.sh
  expect 0 '/parts/2.rbp: 600 records' evaluation/shard.sh 2
  expect 5 '^3 of 5 files are not summed' evaluation/report.sh
  expect 0 '/parts/5.rbp: 600 records' evaluation/shard.sh 1
  evaluation/report.sh >scripts.csv
  rb evaluate --from parts --format csv >parts.csv
  check "the scripts' evaluation is that of the parts" cmp scripts.csv parts.csv
  evaluation/shard.sh 1 2>again
  check "nothing is summed twice" test ! -s again
  # Another file in the place of one is summed, even if it was written before the part.
  first=$(head -1 evaluation/files)
  cp "$first" older && touch -d 2001-01-01 older && mv older "$first"
  evaluation/shard.sh 1 2>again
  check "a file that was replaced by an older one is summed again" bash -c 'grep -q "/parts/1.rbp: 600 records" again && test "$(wc -l <again)" = 1'
  if command -v make >/dev/null; then
    expect 0 '^5 files to sum' rb "${cluster[@]}" --replace --format csv
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s --no-print-directory -j 2 -C evaluation >made.csv 2>/dev/null
    check "make gives the same bytes" cmp made.csv parts.csv
  fi
  # Nothing of a user's is removed: other files never, former parts only with --replace.
  mkdir -p own/parts
  echo mine >own/parts/notes.txt
  cp evaluation/parts/1.rbp own/parts/old.rbp
  expect 4 'own/parts has "old.rbp" already: nothing is written' rb "${cluster[@]}" --folder own
  expect 0 '^5 files to sum' rb "${cluster[@]}" --folder own --replace
  check "a former part is gone, a user's file stays" bash -c 'test ! -e own/parts/old.rbp && grep -q mine own/parts/notes.txt'
  expect 2 'no log: --log names its files' rb cluster evaluate slurm --evaluator snips
  expect 2 'the standard input is no file that a shard can open' rb cluster evaluate slurm --log - --policy-column pi --folder other
  expect 2 'scheduler' rb cluster evaluate slrum --log whole.csv
}

# The table of expected times, from rates of the program of build/release.
part_expected_times() {
  expect 2 "'none' is not a whole number above 0" "$SOURCE/scripts/expected_times" none
  [[ -x $SOURCE/build/release/replaybench ]] || return 0
  export TMPDIR=$work/tmp
  mkdir "$TMPDIR"
  expect 0 '^2000 records: [0-9.]+ us per record from CSV, [0-9.]+ us prepared; [0-9.]+ ms per merged part$' \
    "$SOURCE/scripts/expected_times" 2000 3
  check "from 10^7 to 10^12 records" test "$(grep -cE '^\| 10\^([7-9]|1[0-2]) \| 10*( \| [0-9.]+ (s|min|h|d)){4} \| [0-9]+ [KMG]B \|$' "$work/output")" = 6
  check "nothing is left" test -z "$(ls -A "$TMPDIR")"
}

# Logs larger than the memory, beside DuckDB.
part_large_log() {
  expect 2 "'none' is not a whole number above 0" "$SOURCE/scripts/large_log" --quick none
  [[ -x $SOURCE/build/release/replaybench ]] || return 0
  if ! command -v npm >/dev/null || ! [[ -x /usr/bin/time ]]; then
    echo "skipped: no npm or no time ('scripts/setup large' installs them)"
    return 0
  fi
  export TMPDIR=$work/tmp
  mkdir -p "$TMPDIR"
  "$SOURCE/scripts/large_log" --quick >"$work/output" 2>&1
  local code=$?
  if grep -q '^npm cannot install DuckDB' "$work/output"; then
    echo "skipped: the registry of npm is not reached"
    return 0
  fi
  sed 's/^/  | /' "$work/output"
  check "exit code 0" test "$code" = 0
  check "a row per computation" test "$(grep -cE '^\| 12000 \| [0-9.e-]+ GB \| [A-Za-z:, ]+ \| [0-9.]+ s \| [0-9.]+ us \| [0-9]+ MB \| [0-9.]+ \|$' "$work/output")" = 6
  check "nothing is left" test -z "$(ls -A "$TMPDIR")"
}

run_parts "$@"
