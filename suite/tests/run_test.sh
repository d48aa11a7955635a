#!/usr/bin/env bash
# Runs that meet others, are stopped, or have nothing to show: run, plan, verify, report.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$work
study=$work/experiments/study
mkdir -p "$study" "$work/experiments/other"
tiny_study "$study/experiment.toml" 's/^datasets/sweep = ["T = 1..40"]\n&/' 's/"ucb"/"ucb", "uniform_random"/' \
  's/"10"/"500 + T"/' 's/smoke = 5, standard = 10/smoke = 2, standard = 100, full = 200/'
sed 's/title = "t"/title = "o"/; s/T = 1\.\.40/T = 41..45/' "$study/experiment.toml" >"$work/experiments/other/experiment.toml"
tiny_claims "$study/claims.toml"
rb() { timeout 120 "$REPLAYBENCH" "$@"; }
cells() { find "$1" -name '*.cell' | wc -l; }

# Before any run: a few lines, nothing made, nothing overwritten.
part_nothing_stored() {
  mkdir -p "$work/results"
  echo "the good page" >"$work/results/index.html"
  for command in 'verify' 'verify study' 'report all' 'report study'; do
    # shellcheck disable=SC2086
    expect 5 'nothing is stored in .*/absent' rb $command --store "$work/absent"
    expect 5 'replaybench run (all|study) --profile standard --store' rb $command --store "$work/absent"
    check "it is said in a few lines" test "$(wc -l <"$work/output")" -le 3
  done
  expect 0 '^study +80 +0 +0 +0  time left not known \(--measure\)' rb plan --store "$work/absent"
  expect 0 '^all 2 studies: time left not known' rb plan all --store "$work/absent"
  expect 0 '^  80 cells, 0 stored, 0 failed, 0 skipped; ' rb plan study --store "$work/absent"
  # An estimate without any measurement is not printed.
  mkdir -p "$work/experiments/long"
  tiny_study "$work/experiments/long/experiment.toml" 's/"10"/"100"/' 's/10 }/1000000 }/'
  expect 0 ' not measured$' rb plan long --store "$work/nowhere/store"
  expect 0 '; time left not known \(--measure\)$' rb plan long --store "$work/nowhere/store"
  expect 0 '; about [0-9].* of one core left$' rb plan long --measure --store "$work/nowhere/store"
  rm -r "$work/experiments/long"
  check "no command that reads makes a store" test ! -e "$work/absent"
  check "the page is as it was" grep -q "the good page" "$work/results/index.html"
}

# The time left comes from the cells that were computed: some of every kind.
part_time_left() {
  expect 0 '27 computed' rb run study --profile smoke --shard 1/3 --store "$work/half"
  expect 0 '^  80 cells, 27 stored, 0 failed, 0 skipped; about [0-9]' rb plan study --profile smoke --store "$work/half"
  expect 0 '^study +80 +27 +0 +0  about [0-9]' rb plan study other --profile smoke --store "$work/half"
  expect 0 'without 2 of 4 kinds of cells that were not measured' rb plan study other --profile smoke --store "$work/half"
  expect 0 '^store .*: 27 cells' rb plan study --profile smoke --store "$work/half"
}

# Commands that have another place say which, with the exit code of a wrong command.
part_moved_commands() {
  expect 2 '"status" is "replaybench plan" now' rb status study
  expect 2 '"explain" is "replaybench store explain" now' rb explain abcd --csv
  expect 2 '"confirm" is "replaybench verify --seeds" now' rb confirm all --seeds 3
  expect 2 '"completion" is a file of the package, suite/cli/completion/' rb completion bash
  expect 2 '"confirm" is "replaybench verify --seeds" now' rb help confirm
  expect 0 '^ *--logger ' rb help slates
  expect 0 '^ *--bandwidth ' rb help continuous
  rb --help >"$work/output"
  check "other names of evaluate are not in the list" bash -c '! grep -qE "^ *(slates|continuous|rehearse|manual|complete) " "$1"' sh "$work/output"
  check "the list has at most 16 commands" test "$(sed -n '/^Subcommands:/,/^$/p' "$work/output" | grep -cE '^  [a-z]+ ')" -le 16
}

# At smoke nothing is judged.
part_smoke() {
  expect 0 '80 computed' rb run study --profile smoke --store "$work/smoke"
  expect 0 '1 claim, not judged: smoke checks that everything runs' rb verify study --profile smoke --store "$work/smoke"
  expect 0 'digest' rb report study --profile smoke --store "$work/smoke"
  check "the page says so" grep -q 'No verdicts.' "$work/results/studies/study.html"

  # The page of all studies is written again only by a report of all; of two studies of one name neither is reported.
  expect 0 '10 computed' rb run other --profile smoke --store "$work/smoke"
  expect 0 'page    .*/results/index.html' rb report all --profile smoke --store "$work/smoke"
  cp "$work/results/index.html" "$work/index.html"
  expect 0 'page    .*/studies/study.html' rb report study study "$study" --profile smoke --store "$work/smoke"
  check "a study named twice is reported once" test "$(grep -c digest "$work/output")" = 1
  check "and is not all studies" cmp "$work/results/index.html" "$work/index.html"
  expect 0 'page    .*/results/index.html' rb report all other --profile smoke --store "$work/smoke"
  check "all and one of them is all" cmp "$work/results/index.html" "$work/index.html"
  mkdir -p "$work/elsewhere/study"
  sed 's/T = 1\.\.40/T = 1..2/' "$study/experiment.toml" >"$work/elsewhere/study/experiment.toml"
  expect 0 '4 cells' rb run "$work/elsewhere/study" --profile smoke --store "$work/smoke"
  sum=$(sha256sum "$work/results/tables/study/play.csv")
  expect 2 'two studies have the name "study", .*experiments/study/experiment.toml and .*elsewhere/study/experiment.toml: .*--results' \
    rb report study "$work/elsewhere/study" --profile smoke --store "$work/smoke"
  check "the first's table is as it was" test "$sum" = "$(sha256sum "$work/results/tables/study/play.csv")"
  rm -r "$work/elsewhere"

  # A figure that cannot be drawn, and one that can.
  printf '# tables: play\nplot no_such_function(x)\n' >"$study/bad.gp"
  printf '# tables: play\nset yrange [0:1]\nplot table("play") using "T":"estimate"\n' >"$study/good.gp"
  expect 4 '^  bad: not drawn: gnuplot failed.*' rb report study --profile smoke --store "$work/smoke"
  expect 4 'figure  .*good.svg' rb report study --profile smoke --store "$work/smoke"
  expect 4 '^1 figure was not drawn' rb report study --profile smoke --store "$work/smoke"
  check "the page is written" grep -q 'no_such_function' "$work/results/studies/study.html"
  rm "$study"/*.gp
}

# Two processes at once share the work.
part_two_at_once() {
  rb run study --jobs 1 --store "$work/two" >"$work/first" 2>&1 &
  rb run study --jobs 1 --store "$work/two" >"$work/second" 2>&1
  wait $!
  check "both ended well" test "$(cat "$work/first" "$work/second" | grep -c 'study: 80 cells')" = 2
  computed=$(sed -nE 's/.*80 cells, ([0-9]+) computed.*/\1/p' "$work/first" "$work/second" | paste -sd+ | bc)
  check "together they computed $computed of 80 cells" test "$computed" -ge 80 -a "$computed" -le 96
  expect 0 '0 computed.*80 from the store' rb run study --store "$work/two"
  check "no reservation is left" test ! -e "$work/two/reservations"
  expect 0 '80 computed' rb run study --store "$work/alone"
  check "the store is that of one process" diff -r "$work/alone" "$work/two"
}

# Signals: what was computed is kept, and it is said.
part_signals() {
  for signal in INT TERM; do
    code=$([[ $signal == INT ]] && echo 130 || echo 75)
    rm -rf "$work/stopped"
    env --default-signal=INT,TERM "$REPLAYBENCH" run study --jobs 1 --profile full --store "$work/stopped" >"$work/output" 2>&1 &
    pid=$!
    until [[ $(cells "$work/stopped" 2>/dev/null) -ge 3 ]]; do
      kill -0 $pid 2>/dev/null || break
      sleep 0.02
    done
    kill -s $signal $pid
    wait $pid
    check "SIG$signal gives $code" test $? = $code
    [[ $signal == INT ]] || check "the cells in progress are given time" grep -q '^SIGTERM: the cells in progress have 45 s to end' "$work/output"
    kept=$(cells "$work/stopped")
    check "it is said that $kept cells are kept" grep -Eq "^stopped; $kept of 80 cells of study kept; run again to go on" "$work/output"
    check "no reservation and no half file is left" test -z "$(find "$work/stopped" -name '*.part*' -o -name reservations)"
    expect 0 "$kept from the store" rb run study --profile full --store "$work/stopped"
  done

  # A run that has nothing to compute is stopped too: it waits for a reader of its first line while the signal comes.
  mkfifo "$work/pipe"
  catches() { [[ /proc/$1/exe -ef $PROGRAM ]] && (($((16#$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status"))) >> ($2 - 1) & 1)); }
  cp -r "$work/stopped" "$work/nothing"
  expect 0 'other: 10 cells' rb run other --profile full --store "$work/nothing"
  for number in 2 15; do
    exec 3<>"$work/pipe"
    dd if=/dev/zero of="$work/pipe" oflag=nonblock bs=4096 2>/dev/null  # until it is full
    env --default-signal=INT,TERM "$REPLAYBENCH" run study other --profile full --store "$work/nothing" >&3 2>"$work/output" 3>&- &
    pid=$!
    until catches $pid $number; do
      kill -0 $pid 2>/dev/null || break
      sleep 0.02
    done
    kill -s $number $pid
    cat <&3 >/dev/null &
    reader=$!
    wait $pid
    check "signal $number ends a run whose cells are all stored" test $? = "$([[ $number == 2 ]] && echo 130 || echo 75)"
    check "it is said before which study" grep -Eq '^stopped before (study|other); run again to go on' "$work/output"
    kill $reader
    wait $reader 2>/dev/null  # else it may empty the next pipe
    exec 3>&-
  done
}

# SIGTERM: a cell in progress is finished if --grace allows, and further SIGTERMs change nothing; Ctrl-C ends at once.
part_grace() {
  mkdir -p "$work/experiments/long"
  tiny_study "$work/experiments/long/experiment.toml" 's/"10"/"3000"/' 's/^replicates = .*/replicates = 2000\nblock = 2000/'
  for grace in 100 0; do
    env --default-signal=INT,TERM "$REPLAYBENCH" run long --jobs 1 --profile full --grace $grace --store "$work/long" >"$work/output" 2>&1 &
    pid=$!
    until [[ -e $work/long/reservations ]] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
    kill -s TERM $pid
    sleep 0.3
    kill -s TERM $pid 2>/dev/null
    wait $pid
    seen=$?
    if [[ $grace -gt 0 ]]; then
      check "a cell that has time is finished, by its run" test $seen = 0 -a "$(cells "$work/long")" = 1
    else
      check "one that has none is given up: 75" test $seen = 75 -a "$(cells "$work/long")" = 0
    fi
    rm -rf "$work/long"
  done
}

# Killed again and again, also in less time than the longest cells take: each run stores something.
part_killed() {
  rm -rf "$work/killed"
  before=0
  for _ in 1 2 3 4 5; do
    "$REPLAYBENCH" run study --jobs 2 --profile full --store "$work/killed" >/dev/null 2>&1 &
    pid=$!
    for _ in $(seq 500); do
      [[ $(cells "$work/killed" 2>/dev/null) -gt $before ]] && break
      sleep 0.02
    done
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    now=$(cells "$work/killed")
    check "a run that was killed stored something ($before, then $now)" test "$now" -gt "$before"
    before=$now
  done
  expect 0 '80 cells' rb run study --profile full --store "$work/killed"
  expect 0 '80 computed' rb run study --profile full --store "$work/whole"
  check "the store is that of a run in one piece" diff -r "$work/whole" "$work/killed"
}

# What cannot run here and what fails: a line for each reason with its cells, not one for each cell.
part_reasons() {
  mkdir -p "$work/experiments/absent"
  tiny_study "$work/experiments/absent/experiment.toml" 's/"bernoulli_arms"/"open_bandit", "yahoo_r6b"/' 's/^horizon = .*/sweep = ["T = 1..40"]/'
  expect 0 '^absent: .* [1-9][0-9]* skipped' env -u REPLAYBENCH_DATA "$REPLAYBENCH" run absent --profile smoke --store "$work/absent"
  check "two data sets are skipped in two lines" test "$(grep -cE '^  [0-9]+ cells skipped: .' "$work/output")" = 2
  rm -r "$work/absent" "$work/experiments/absent"
  mkdir -p "$work/experiments/fails"
  tiny_study "$work/experiments/fails/experiment.toml" 's/"replay"/"replay", "history_distance"/' 's/smoke = 5/smoke = 75/' '/^replicates/a block = 25'
  expect 5 '^  FAILED play .*evaluator=history_distance.* replicates 0\.\.74 \(3 cells\): ' rb run fails --profile smoke --store "$work/fails"
  check "three blocks that fail alike are one line" test "$(grep -c FAILED "$work/output")" = 1
  rm -r "$work/experiments/fails"
}

# Several studies: which one, and its time left; on no terminal a line every ten seconds at most.
part_several() {
  expect 0 'study: 80 cells' rb run study other --store "$work/several"
  check "a short run writes no progress" test "$(wc -l <"$work/output")" = 2
  expect 0 'all 2 studies: nothing to compute' rb plan study other --store "$work/several"
  if command -v script >/dev/null; then
    rm -rf "$work/several"
    script -qec "$REPLAYBENCH run study other --jobs 1 --profile full --store $work/several" /dev/null >"$work/output" 2>&1 </dev/null
    check "on a terminal it says which study of how many" grep -q 'study (study 1 of 2): ' "$work/output"
    check "and the time left" grep -Eq ', (about|roughly) .* left|time left not known yet' "$work/output"
  fi
  expect 2 '"0" is not a number above 0' rb run study --memory 0
}

run_parts "$@"
