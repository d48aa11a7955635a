# Shared by the whole-program tests: where things are, and checks that say what they saw. A script of many checks has
# functions part_NAME, each a test of its own (CMakeLists.txt), and ends with `run_parts "$@"`.
# shellcheck shell=bash
set -uo pipefail

: "${REPLAYBENCH:?the program under test}"
: "${SOURCE:?the source folder}"
# What is started is recorded; $PROGRAM is the program itself, for who looks at its file or its process.
export PROGRAM=$REPLAYBENCH
# shellcheck source=suite/tests/recording.sh
source "$SOURCE/suite/tests/recording.sh"
REPLAYBENCH=$SOURCE/suite/tests/recorders/replaybench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# check "what should hold" COMMAND...
check() {
  local what=$1
  shift
  if "$@"; then
    echo "ok: $what"
  else
    echo "NOT OK: $what"
    failures=$((failures + 1))
  fi
}

# expect CODE PATTERN COMMAND...: the exit code and a line of the output (both streams), as an extended regular
# expression.
expect() {
  local code=$1 pattern=$2 seen
  shift 2
  "$@" >"$work/output" 2>&1
  seen=$?
  if [[ $seen -ne $code ]] || ! grep -Eq -- "$pattern" "$work/output"; then
    echo "NOT OK: $*"
    echo "  exit code $seen, expected $code; expected a line like: $pattern; output:"
    sed 's/^/  | /' "$work/output" | head -30
    failures=$((failures + 1))
  else
    echo "ok: $* -> $code, $pattern"
  fi
}

# until_true SECONDS COMMAND...: waits for it; false when the time is over.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [[ $SECONDS -lt $end ]] || return 1
    sleep "${pause:-0.1}"
  done
}

# tiny_study FILE [SED EXPRESSION...]: a study of one simulation and one table, changed by the expressions.
tiny_study() {
  local file=$1 edits=() edit
  shift
  for edit in "$@"; do edits+=(-e "$edit"); done
  sed "${edits[@]}" -e '' >"$file" <<'TOML'
title = "t"
question = "q"
seed = 1
[[simulation]]
name = "play"
datasets = ["bernoulli_arms"]
algorithms = ["ucb"]
evaluators = ["replay"]
horizon = "10"
replicates = { smoke = 5, standard = 10 }
[[table]]
name = "play"
from = "play"
TOML
}
# built_at COMMIT HOME: the records of the stored cells name a build of this commit, whatever the tree of this build is.
built_at() { sed -Ei "s/(replaybench [0-9.]+ )\([^),]*/\1($1/" "$2"/results/store.jobs/*; }

# tiny_claims FILE: its claim, which holds in every run.
tiny_claims() {
  cat >"$1" <<'TOML'
[[claim]]
id = "a"
where = "section 3.2, p. 71"
statement = "an average of rewards is at most 1"
expected = "reproduces"
table = "play"
estimate = "max(estimate)"
exact = "a bound"
test = {less = 1.001}
TOML
}

# study_folder NAME: where the study is.
study_folder() { find "$SOURCE/experiments" -path "*/$1/experiment.toml" -printf '%h\n'; }

# The studies that need no data file: those that name no data set with a manifest, or another one behind "else".
synthetic_studies() {
  local manifest folder sets=""
  for manifest in "$SOURCE"/datasets/*/manifest.toml; do
    sets+=${sets:+|}$(basename "$(dirname "$manifest")")
  done
  find "$SOURCE/experiments" -name experiment.toml -printf '%h\n' | while read -r folder; do
    # The words go to grep whole: `grep -q` at the end of a pipe closes it at the first match, the writer then dies of
    # SIGPIPE on a busy machine, and pipefail calls a match a failure.
    grep -qE "(^|[^a-z0-9_])($sets)(\\{|[\"'])" <<<"$(sed -E "s/($sets)(\\{[^}]*\\})? else//g" "$folder/experiment.toml")" ||
      basename "$folder"
  done | sort
}

# digests PROGRAM STORE [STUDY...]: "study digest" of these, else of every synthetic study at the smoke profile.
digests() {
  local program=$1 store=$2 study
  shift 2
  # shellcheck disable=SC2046
  [[ $# -gt 0 ]] || set -- $(synthetic_studies)
  for study in "$@"; do
    "$program" report "$study" --profile smoke --no-figures --store "$store" --results "$work/results" |
      sed -n "s/^  digest  /$study /p"
  done
}

# table_digests: a line of sha256sum for each table that `digests` reported. A study's digest says that something changed, these
# say which tables.
table_digests() { (cd "$work/results/tables" && find . -name '*.csv' ! -name claims.csv -printf '%P\n' | LC_ALL=C sort | xargs sha256sum); }

# declarations: a line "kind name ..." for the rewards, and for each parameter, of every component: type, default, range.
declarations() {
  local kind name
  for kind in algorithm evaluator wrapper measure dataset; do
    for name in $("$PROGRAM" list "${kind}s" | awk '/^  [a-z]/ {print $1}' | LC_ALL=C sort); do
      "$PROGRAM" describe "$name" --kind "$kind" | awk -v of="$kind $name" '
        /^  rewards: / { sub(/^ +/, ""); print of, $0 }
        /^    [a-z]/ && /, default / { sub(/^ +/, ""); sub(/  +/, " "); print of, $0 }'
    done
  done
}

# run_parts [PART]: the part, else each in a process of its own.
run_parts() {
  local part
  if [[ $# -eq 0 ]]; then
    for part in $(sed -n 's/^part_\([a-z0-9_]*\)() {$/\1/p' "$0"); do
      echo "== $part"
      REPLAYBENCH=$PROGRAM bash "$0" "$part" || failures=$((failures + 1))
    done
  elif declare -F "part_$1" >/dev/null; then
    "part_$1"
  else
    check "there is a part $1" false
  fi
  finish
}

finish() {
  echo "$failures failed"
  [[ $failures -eq 0 ]]
  exit
}
