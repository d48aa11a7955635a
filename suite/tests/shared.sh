# Runs that several tests read and none changes, in the build folder. The test "runs that others read" makes them anew before
# those tests (CMakeLists.txt); a test that is started by hand makes what is not there or older than the program.
# shellcheck shell=bash

# shared NAME: sets `shared` to the folder of the run NAME.
shared() {
  shared=$(dirname "$PROGRAM")/shared/$1
  [[ $shared/made -nt $PROGRAM ]] || make_shared "$1"
}

make_shared() {
  shared=$(dirname "$PROGRAM")/shared/$1
  rm -rf "$shared"
  mkdir -p "$shared"
  REPLAYBENCH_HOME=$SOURCE REPLAYBENCH_DATA='' "shared_$1" >"$shared/log" 2>&1 || { tail "$shared/log" && return 1; }
  touch "$shared/made"
}

# Every synthetic study at the smoke profile, by one thread.
shared_smoke() {
  local studies
  mapfile -t studies < <(synthetic_studies)
  "$REPLAYBENCH" run "${studies[@]}" --profile smoke --jobs 1 --store "$shared/store"
}

# The leaderboard at the smoke profile, by one thread.
shared_board() {
  "$REPLAYBENCH" leaderboard --profile smoke --jobs 1 --results "$shared" 2>"$shared/errors" | tee "$shared/output"
}
