#!/usr/bin/env bash
# What `replaybench cluster` writes, run for real: by SLURM (a controller and a node of this test's own, on loopback), where
# one task is stopped by SIGTERM, another requeued; by GNU parallel; by make. Each gives the published digest.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
golden=$SOURCE/results/golden/smoke.digests
study=interval_coverage
rb() { timeout 300 "$REPLAYBENCH" "$@"; }
published=$(sed -n "s/^$study //p" "$golden")
# digest_in FILE: the digest that a report wrote there.
digest_in() { sed -n 's/^  digest  //p' "$1" 2>/dev/null; }
cluster() { rb cluster "$study" "$@" --profile smoke; }
quoted="$work/it's a \$folder"

# The scripts: what is written, what is refused.
part_scripts() {
  expect 0 "next:" cluster make --shards 3 --folder "$work/scripts" --store "$work/absent"
  check "a store that is not there is not made" test ! -e "$work/absent"
  check "nothing but the scripts is written" test "$(cd "$work/scripts" && echo *)" = "Makefile report.sh shard.sh"
  echo "mine" >"$work/scripts/report.sh"
  expect 4 'has "shard.sh" already: nothing is written \(--replace overwrites\)' cluster make --folder "$work/scripts" --store "$work/absent"
  check "a file of the user's is as it was" test "$(cat "$work/scripts/report.sh")" = mine
  expect 0 "next:" cluster make --shards 3 --folder "$work/scripts" --store "$work/absent" --replace
  check "--replace overwrites" grep -q "replaybench" "$work/scripts/report.sh"
  expect 2 'the last word, "slrum", .*did you mean "slurm"' cluster slrum
  expect 2 'no study given before "make"' rb cluster make
  check "a shard is every n-th cell" grep -q -- '--shard "$1/3" --jobs' "$work/scripts/shard.sh"
  expect 2 'shards' cluster make --shards 1001
  expect 2 'minutes' cluster slurm --minutes 1
}

# A file beside a study's experiment.toml is another study; each has a folder of its own name.
part_files_and_data() {
  own=$work/own
  mkdir -p "$own/experiments/small" "$own/several" "$own/data"
  tiny_study "$own/experiments/small/experiment.toml"
  tiny_study "$own/experiments/small/variant.toml" 's/"10"/"20"/'
  tiny_study "$own/several/a.toml"
  tiny_study "$own/several/small.toml"
  printf 'action,reward\na,1\nb,0\na,0\nb,1\n' >"$own/data/log.csv"
  tiny_study "$own/data/relative.toml" '/^horizon/d' "s/\"bernoulli_arms\"/'log{path=\"log.csv\"}'/"
  mine() { (cd "$1" && REPLAYBENCH_HOME=$own rb cluster "${@:2}" make --shards 2 --profile smoke --store "$own/store"); }
  expect 0 "next:" mine / "$own/experiments/small/variant.toml"
  check "the scripts run the file that was named" grep -q " run $own/experiments/small/variant.toml " "$own/results/cluster/variant_smoke/shard.sh"
  expect 0 "next:" mine / small
  check "or the study" grep -q " run small " "$own/results/cluster/small_smoke/shard.sh"
  expect 0 "next:" mine "$own/several" a.toml
  expect 4 'small_smoke has "shard.sh" already' mine "$own/several" small.toml
  expect 2 'two studies have the name "small"' mine "$own/several" small.toml small

  # Data with a relative path: the shards look for it where `cluster` did.
  for how in "" --separate; do
    expect 0 "next:" mine "$own/data" relative.toml --folder "$own/shards$how" --results "$own/here" $how
    expect 0 'relative: ' "$own/shards$how/shard.sh" 1
    expect 0 'relative: ' "$own/shards$how/shard.sh" 2
    expect 0 '^  digest  [0-9a-f]{64}' "$own/shards$how/report.sh"
    rm -r "$own/store"
  done
}

# make: shards that write one store; the folder's name needs quotes.
part_make_and_parallel() {
  expect 0 "next:" cluster make --shards 3 --folder "$quoted/make" --store "$quoted/store" --results "$quoted/results"
  if command -v make >/dev/null; then
    make -s -j 3 -C "$quoted/make" >"$work/make.log" 2>&1
    check "make ends well" test $? = 0
    check "make gives the published digest" test "$(digest_in "$work/make.log")" = "$published"
    expect 0 "nothing to compute" cluster make --folder "$work/again" --store "$quoted/store"
    expect 0 '^computed in .* s by ' rb store explain "$(rb store list --store "$quoted/store" | sed -n 's/^\(.\{16\}\).*/\1/p;q')" --store "$quoted/store"
  fi

  # GNU parallel: a store per shard, merged.
  if command -v parallel >/dev/null; then
    expect 0 "next:" cluster parallel --shards 4 --separate --folder "$work/parallel" --store "$work/parallel_store" --results "$work/results"
    "$work/parallel/run.sh" >"$work/parallel.log" 2>&1 </dev/null
    check "parallel ends well" test $? = 0
    check "four stores were merged" test "$(grep -c '^stores/[1-4]: .* added' "$work/parallel.log")" = 4
    check "parallel gives the published digest" test "$(digest_in "$work/parallel.log")" = "$published"
    [[ ! -d $quoted/store ]] || check "its store is that of make" diff -r "$quoted/store" "$work/parallel_store"
    expect 0 "$(rb store list --count --store "$work/parallel_store") there already" \
      rb store merge "$work/parallel_store" --store "$quoted/store"
  fi
}

part_slurm() {
  for program in munged slurmctld slurmd sbatch scontrol scancel squeue; do
    command -v $program >/dev/null && continue
    echo "SKIPPED: there is no $program; the array was not submitted ('scripts/setup cluster' installs it on Debian)"
    finish
  done
  if [[ $(id -u) -ne 0 ]]; then
    echo "SKIPPED: slurmd needs root; the array was not submitted"
    finish
  fi

  # A controller and a node of two CPUs, all that is theirs in $slurm; ended by their process numbers.
  slurm=$work/slurm
  mkdir -p "$slurm"/{state,spool}
  chmod 755 "$work" "$slurm"
  daemons=()
  end_daemons() {
    local pid
    for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null; done
    for pid in "${daemons[@]}"; do
      for _ in $(seq 50); do kill -0 "$pid" 2>/dev/null && sleep 0.1 || break; done
      kill -KILL "$pid" 2>/dev/null
    done
  }
  trap 'end_daemons; rm -rf "$work"' EXIT
  port=$((20000 + RANDOM % 12000))  # below the ephemeral ones
  export SLURM_CONF=$slurm/slurm.conf
  cat >"$SLURM_CONF" <<CONF
ClusterName=loopback
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket,cred_expire=5
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
KillWait=5
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  (umask 077 && head -c 1024 /dev/urandom >"$slurm/munge.key")
  munged --foreground --force --key-file="$slurm/munge.key" --socket="$slurm/munge.socket" --pid-file="$slurm/munge.pid" \
    --seed-file="$slurm/munge.seed" --log-file="$slurm/munge.log" >"$slurm/munged.output" 2>&1 &
  daemons+=($!)
  until_true 10 test -S "$slurm/munge.socket"
  slurmctld -D -c >"$slurm/slurmctld.output" 2>&1 &
  daemons+=($!)
  slurmd -D >"$slurm/slurmd.output" 2>&1 &
  daemons+=($!)
  idle() { sinfo -h -o %T | grep -q idle; }
  until_true 20 idle
  check "SLURM has a node" idle
  if ! idle; then
    tail -20 "$slurm"/*.log "$slurm"/*.output
    finish
  fi

  array=$work/array
  expect 0 "next:" cluster slurm --shards 3 --separate --folder "$array" --store "$work/slurm_store" --results "$work/results"
  timeout 60 "$array/submit.sh" >"$work/submitted" 2>&1
  check "the array is submitted" grep -Eq '^array [0-9]+, report [0-9]+' "$work/submitted"
  read -r job report < <(sed -nE 's/^array ([0-9]+), report ([0-9]+);.*/\1 \2/p' "$work/submitted")
  # The process that has stored cells of a shard: its record is named by it.
  process_of() { find "$array/stores/$1.jobs" -name '*.job' | sed 's/.*-\([0-9]*\)-[0-9]*\.job$/\1/'; }
  in_queue() { squeue -h -j "$1" -t all -o %T | grep -qE 'PENDING|RUNNING|COMPLETING|CONFIGURING'; }
  gone() { ! in_queue "$1"; }

  # The time limit's signal for one task, a requeue by hand of another; each is held after a cell until that is there. The
  # longest cell is alone in shard 1.
  stop_process() { kill -STOP "$(process_of "$1")"; }
  # Without a pause: a shard is done a tenth of a second after its first cell.
  hold() { pause=0 until_true 60 stop_process "$1"; }
  check "a task is at work" hold 2
  until_true 10 scancel --batch --signal=TERM "${job}_2"
  term_waits() { (($((16#$(sed -n 's/^ShdPnd:[[:space:]]*//p' "/proc/$1/status"))) & 0x4000)); }
  check "the signal has come" until_true 20 term_waits "$(process_of 2)"
  kill -CONT "$(process_of 2)"
  check "another is at work" hold 3
  check "it is requeued" until_true 10 scontrol requeue "${job}_3"
  check "the report's job ends" until_true 100 gone "$report"
  check "all tasks have ended" gone "$job"
  check "the first task went back into the queue" grep -q 'task 2 goes back into the queue' "$array/logs/2.log"
  check "its program said what it kept" grep -Eq '^stopped; [1-9][0-9]* of [0-9]+ cells of .* kept' "$array/logs/2.log"
  for task in 2 3; do
    check "task $task came back to its cells" grep -Eq ' [1-9][0-9]* from the store' "$array/logs/$task.log"
  done
  check "SLURM gives the published digest" test "$(digest_in "$array/logs/report.log")" = "$published"
  [[ ! -d $quoted/store ]] || check "its store is that of make" diff -r "$quoted/store" "$work/slurm_store"

  # A log in parts.
  mkdir -p "$work/log"
  for file in 1 2 3; do
    awk -v file=$file 'BEGIN { print "action,reward,propensity,pi"
      for (i = 0; i < 200; ++i) print (i * file) % 3 "," (i * i + file) % 2 ",0.3333333333333333,0." (i * 7 + file) % 9 }' >"$work/log/$file.csv"
    rb evaluate --log "$work/log/$file.csv" --policy-column pi --evaluator snips --partial "$work/parts/$file.rbp" 2>/dev/null
  done
  expect 0 "^3 files to sum, in 2 shards" rb cluster evaluate slurm --shards 2 --log "$work/log" --policy-column pi --evaluator snips \
    --folder "$work/evaluation" --format csv
  timeout 60 "$work/evaluation/submit.sh" >"$work/submitted" 2>&1
  read -r _ report < <(sed -nE 's/^array ([0-9]+), report ([0-9]+);.*/\1 \2/p' "$work/submitted")
  check "the evaluation ends" until_true 100 gone "$report"
  check "SLURM evaluates the log as its parts summed by hand" \
    cmp "$work/evaluation/logs/report.log" <(rb evaluate --from "$work/parts" --format csv)
  expect 0 "slurm job $job, task" rb store explain "$(rb store list --store "$work/slurm_store" | sed -n 's/^\(.\{16\}\).*/\1/p;q')" --store "$work/slurm_store"
  if [[ $failures -gt 0 ]]; then tail -n 40 "$array"/logs/*.log "$slurm"/*.log; fi
}

run_parts "$@"
