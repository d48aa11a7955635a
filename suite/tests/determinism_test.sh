#!/usr/bin/env bash
# The same bytes for any number of threads, any sharding, after SIGKILL and resume, for each study alone, with the C
# library's FMA paths off; and the bytes that are published. With another compiler: new_component_test.sh.
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
export REPLAYBENCH_HOME=$SOURCE
golden=$SOURCE/results/golden/smoke.digests
mapfile -t studies < <(synthetic_studies)

run() { "$REPLAYBENCH" run "${studies[@]}" --profile smoke "$@" >/dev/null 2>"$work/errors"; }
without_fma() { GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4 "$@"; }
same() { diff <(digests "$REPLAYBENCH" "$1" "${studies[@]}") "$golden"; }

part_shards() {
  shared smoke
  check "one thread gives the published digests" same "$shared/store"
  run --shard 3/3 --jobs 7 --store "$work/shard3"
  without_fma run --shard 1/3 --jobs 7 --store "$work/shard1"
  for study in "${studies[@]}"; do
    without_fma "$REPLAYBENCH" run "$study" --profile smoke --shard 2/3 --store "$work/shard2" >/dev/null 2>&1
  done
  check "a shard alone is not the whole" bash -c "! diff -rq $work/shard1 $work/shard2 >/dev/null"
  mkdir "$work/merged"
  for shard in 1 2 3; do cp -r "$work/shard$shard/." "$work/merged/"; done
  check "three shards are the whole to the byte: by seven threads, without FMA, study by study" diff -r "$work/merged" "$shared/store"
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
