#!/usr/bin/env bash
# The same bytes for any number of threads, any sharding, after SIGKILL and resume, for each study alone, with the C
# library's FMA paths off; and the bytes that are published. With another compiler: new_component_test.sh.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
export REPLAYBENCH_HOME=$SOURCE
golden=$SOURCE/results/golden/smoke.digests
mapfile -t studies < <(synthetic_studies)

run() { "$REPLAYBENCH" run "${studies[@]}" --profile smoke "$@" >/dev/null 2>"$work/errors"; }
same() { diff <(digests "$REPLAYBENCH" "$1" "${studies[@]}") "$golden"; }

part_shards() {
  shared smoke
  check "one thread gives the published digests" same "$shared/store"
  check "of each table too" diff <(table_digests) "$SOURCE/results/golden/smoke.tables"
  export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4
  for shard in 3 1 2; do
    for study in "${studies[@]}"; do
      "$REPLAYBENCH" run "$study" --profile smoke --shard $shard/3 --jobs 7 --store "$work/shard$shard" >/dev/null 2>&1
    done
  done
  check "a shard alone is not the whole" bash -c "! diff -rq $work/shard1 $work/shard2 >/dev/null"
  mkdir "$work/merged"
  for shard in 1 2 3; do cp -r "$work/shard$shard/." "$work/merged/"; done
  check "three shards of each study alone, by seven threads, without the C library's FMA code, are the whole to the byte" diff -r "$work/merged" "$shared/store"
}

part_kill() {
  # Some studies of each kind: what a kill leaves behind does not depend on more of them.
  mapfile -t studies < <(printf '%s\n' "${studies[@]}" | awk 'NR % 4 == 1')
  awk -v wanted=" ${studies[*]} " 'index(wanted, " " $1 " ")' "$golden" >"$work/golden"
  golden=$work/golden
  kills=0
  # The longer delays are for a machine that is busy: there must be something to resume from.
  for delay in 0.05 0.1 0.2 0.4 0.8 1.5 3 6 12; do
    if [[ $kills -ge 5 && -n $(find "$work/store" -name '*.cell' -print -quit) ]]; then break; fi
    "$REPLAYBENCH" run "${studies[@]}" --profile smoke --jobs 2 --store "$work/store" >/dev/null 2>&1 &
    pid=$!
    sleep $delay
    kill -KILL $pid 2>/dev/null && kills=$((kills + 1))
    wait $pid 2>/dev/null
  done
  check "it was killed while it worked ($kills times)" test $kills -ge 3
  check "kills left cells behind" test -n "$(find "$work/store" -name '*.cell' -print -quit)"
  run --store "$work/store"
  check "the resumed run gives the published digests" same "$work/store"
}

run_parts "$@"
