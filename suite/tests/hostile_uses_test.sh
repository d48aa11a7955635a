#!/usr/bin/env bash
# Hostile and careless uses at the command line, one row each: what is done, the exit code, the words that the answer
# must have. No row may crash, hang, destroy a file, or exit 0 on an error.
source "$(dirname "$0")/harness.sh"
home=$work/home
mkdir -p "$home/experiments/study" "$home/experiments/pair"
touch "$home/replaybench.home"
cd "$home" || exit 1
unset REPLAYBENCH_HOME REPLAYBENCH_DATA
rb() { timeout 60 "$REPLAYBENCH" "$@"; }
log=$SOURCE/suite/tests/example_log.csv
evaluate() { rb evaluate --log "${LOG-$log}" "$@"; }
of() { evaluate --algorithm "$1"; }
by() { evaluate --algorithm 'fixed_action{action="a"}' --evaluator "$1"; }
on() { rb evaluate --algorithm ucb --dataset "$@"; }

# use NUMBER CODE PATTERN COMMAND...: a row of the table.
use() {
  local number=$1
  shift
  echo "use $number:"
  expect "$@"
}
# wrong LINE CODE PATTERN SED...: what a run of the changed study says.
wrong() {
  local number=$1 code=$2 pattern=$3
  shift 3
  tiny_study experiments/study/experiment.toml "$@"
  use "$number" "$code" "$pattern" rb run study --profile smoke
}
tiny_study experiments/study/experiment.toml
cp -r "$(study_folder replay_ese)" experiments/
touch "$work/file"

# Names, flags, numbers.
part_names() {
  use 1 2 'unknown study "replay_eze" \(did you mean "replay_ese"\?\)' rb run replay_eze
  use 2 2 'did you mean "replay_ese"' rb run Replay_ESE
  use 2 0 '^algorithm +lin_ucb\{' of LinUCB
  use 2 0 '^algorithm +ucb\{' of UCB
  use 2 0 '^epsilon_greedy \(algorithm\)' rb describe egreedy
  use 2 0 '^thompson_sampling \(algorithm\)' rb describe ts
  use 2 0 '^snmips is mips\{self_normalised=true\}' rb describe snmips
  use 2 2 'unknown name "boostrapp".*; the nearest: ([a-z_0-9]+, ){4}[a-z_0-9]+; "replaybench list --all" shows all$' rb describe boostrapp
  check "an unknown name gets no wall of names" test "$(wc -c <"$work/output")" -lt 250
  use 2 2 'describe what\? Give a name; .*replaybench list' rb describe
  use 3 2 'did you mean "--profile"' rb run study --profil smoke
  use 3 2 'unknown command "rnu" \(did you mean "run"\?\)' rb rnu
  for jobs in 0 -1 1000000 two; do use 4 2 'jobs' rb run study --jobs $jobs; done
  use 4 2 'smoke,standard,full|standard' rb run study --profile fast
  for flag in features categorical hashed columns cluster by algorithm policy-column; do
    use 4 2 "^--$flag needs a value; --format is a flag of its own\$" evaluate --algorithm ucb --$flag --format json
  done
  for shard in 3/2 0/2 1 1/0 99999999999999999999/99999999999999999999; do
    use 5 2 "\"$shard\" is not i/n" rb run study --shard $shard
  done
}

# Paths of studies.
part_paths() {
  use 6 4 '\./nosuch\.toml: no such file' rb run ./nosuch.toml
  use 6 4 'nosuch/: no such file' rb run nosuch/
  use 7 0 'study: 1 cells, 1 computed' rb run experiments/study --profile smoke
  use 7 0 'study: 1 cells' rb run experiments/study/ --profile smoke
  use 7 4 'experiments/: has no experiment\.toml' rb run experiments/
  # A study that was moved or renamed is found, and the message says where it is.
  mkdir -p experiments/5_bred
  mv experiments/study experiments/5_bred/bred_study
  printf 'study = "bred_study"\n' >experiments/renamed.toml
  mkdir experiments/5_bred/other
  tiny_study experiments/5_bred/other/experiment.toml
  for path in experiments/other experiments/other/ experiments/other/experiment.toml experiments/3_replay/other; do
    use 7 0 "the study $path is now .*experiments/5_bred/other$" rb run "$path" --profile smoke
  done
  use 7 0 'the study study is now bred_study' rb run study --profile smoke
  use 7 0 'the study experiments/study is now .*experiments/5_bred/bred_study' rb run experiments/study --profile smoke
  use 7 0 '^bred_study \(study\)' rb describe study
  use 7 4 'elsewhere/other: no such file' rb run elsewhere/other
  mkdir experiments/3_replay
  cp -r experiments/5_bred/other experiments/3_replay/
  use 7 2 'two studies have the name "other", .*3_replay/other and .*5_bred/other; rename' rb run pair --profile smoke
  use 7 2 'two studies have the name "other"' rb list experiments
  rm -r experiments/3_replay experiments/renamed.toml experiments/5_bred/other
  mv experiments/5_bred/bred_study experiments/study
  rmdir experiments/5_bred
  printf '[[claim]]\nid = "c"\n' >experiments/pair/claims.toml
  use 8 2 'claims\.toml: this is a claims file' rb run experiments/pair/claims.toml
  rm experiments/pair/claims.toml
}

# Specs.
part_specs() {
  wrong 9 2 'experiment.toml:3:1: unknown key "sed" \(did you mean "seed"\?\)' 's/^seed/sed/'
  wrong 9 2 'experiment.toml:7:.*unknown parameter "alhpa" of ucb' 's/"ucb"/"ucb{alhpa=1}"/'
  wrong 10 2 'experiment.toml:1:9: the text that begins here has no closing "' 's/"t"/"t/'
  wrong 11 2 'experiment.toml:10:24: "replicates.smoke" is the integer 0; expected a whole number from 1' 's/smoke = 5/smoke = 0/'
  # A log that an algorithm wrote which learns: its actions follow from earlier rewards, and a policy that is asked
  # without being taught would have written another log.
  for policy in ucb 'epsilon_greedy{epsilon=0.1}' lin_ucb; do
    wrong 12 2 'experiment.toml:[0-9]+:1?[0-9]: "logging" is [a-z_]+, which learns; a logging policy must not change' "s/^horizon/logging = \"$policy\"\nhorizon/"
  done
  tiny_study experiments/study/experiment.toml 's/^horizon/logging = "table_policy{actions=[0]}"\nhorizon/'
  use 12 0 '1 cells, 1 computed' rb run study --profile smoke --store "$work/one_action"
  tiny_study experiments/pair/one.toml
  tiny_study experiments/pair/two.toml 's/"t"/"other"/'
  tiny_study experiments/pair/experiment.toml
  for file in one two experiment; do rb run experiments/pair/$file.toml --profile smoke >/dev/null; done
  use 13 0 'tables/one/play.csv' rb report experiments/pair/one.toml --profile smoke --no-figures
  use 13 0 'tables/two/play.csv' rb report experiments/pair/two.toml --profile smoke --no-figures
  use 13 0 'tables/pair/play.csv' rb report experiments/pair --profile smoke --no-figures
  tiny_study experiments/study/experiment.toml
}

# Logs.
part_logs() {
  LOG=$work/none.csv use 14 4 'No such file' of ucb
  printf 'action,reward\n' >"$work/header.csv"
  LOG=$work/header.csv use 14 3 'no data line' of ucb
  : >"$work/empty.csv"
  LOG=$work/empty.csv use 14 3 'empty' of ucb
  printf 'action,action,reward\na,b,1\n' >"$work/twice.csv"
  LOG=$work/twice.csv use 14 3 'twice' of ucb
  LOG='' use 14 2 '^the name of the log is empty; expected a file, or - for the standard input$' of ucb
  mkdir "$work/folder"
  LOG=$work/folder use 14 3 'folder is a folder; expected a file\. \(A log is a folder only if it has files: .*\)$' of ucb
  LOG=$work/folder use 14 3 'folder is a folder; expected a file' evaluate --columns action=a --algorithm ucb
  # Permissions hold root back too where the rights to pass over them are taken from the program.
  held() {
    local drop=()
    [[ $EUID -ne 0 ]] || drop=(setpriv --bounding-set "-dac_override,-dac_read_search")
    timeout 60 "${drop[@]}" "$@"
  }
  mkdir "$work/shut"
  cp "$log" "$work/unreadable.csv"
  cp "$log" "$work/shut/log.csv"
  chmod 000 "$work/unreadable.csv" "$work/shut"
  if held true && ! held cat "$work/unreadable.csv" >"$work/output" 2>&1; then
    for unreadable in unreadable.csv shut/log.csv; do
      use 14 4 "^$work/$unreadable: cannot open: Permission denied\$" held "$REPLAYBENCH" evaluate --log "$work/$unreadable" --algorithm ucb
    done
  else
    echo "SKIPPED: this user can read every file"
  fi
  chmod 700 "$work/shut"
  for name in open_bandit yahoo_r6b linear_model; do
    LOG=$name use 14 4 "there is no file $name; it is a data set, which --dataset names \\(\"replaybench describe $name\" says what it is\\)\$" of ucb
  done
  LOG='open_bandit{campaign="women"}' use 14 4 'it is a data set, which --dataset names' of ucb
  cp "$log" hillstrom
  LOG=hillstrom use 14 0 '^estimate' of ucb
}

# A data set in the place of a log: one that is written in a simulator, or a file; and what is not one.
part_data_sets() {
  use 14 0 '^log +linear_model\{.*\} \(500 records, 10 actions, ' on linear_model --records 500
  use 14 0 '^generated +in a simulator, by uniform_random\{\}, seed 1$' on linear_model --records 500
  use 14 0 '"generated": "in a simulator, by fixed_action\{' on bernoulli_arms --records 500 --logging 'fixed_action{action=0, epsilon=0.5}' --format json
  use 14 0 "^log +log\{.*\} \(4000 records, 3 actions, 2 features and a constant\)" on "log{path=\"$log\"}"
  use 14 0 "^log +log\{.*\} \(1000 records" on "log{path=\"$log\"}" --records 1000
  use 14 2 'log\{.*which has 4000$' on "log{path=\"$log\"}" --records 4001
  use 14 2 'is a log already: no policy writes it' on "log{path=\"$log\"}" --logging uniform_random
  use 14 2 'is a simulator and has no log of its own: --records says' on linear_model
  use 14 2 'lin_ucb\{.*learns; a logging policy must not change' on linear_model --records 100 --logging lin_ucb
  use 14 2 'unknown data set "open_bandits" \(did you mean "open_bandit"\?\)' on open_bandits
  use 14 4 'REPLAYBENCH_DATA' on open_bandit
  use 14 2 'a data set has its own columns: --by, --input-format not allowed' on linear_model --records 100 --by x_0 --input-format csv
  use 14 2 'excludes|--log' on linear_model --records 100 --log "$log"
  use 14 2 'dataset' rb evaluate --log "$log" --algorithm ucb --records 100
  use 14 2 'there is no log: --log names a file, --dataset a data set' rb evaluate --algorithm ucb
  { echo ",timestamp,item_id,position,click,propensity_score,$(seq -s, -f user-item_affinity_%g 0 33)"; } >"$work/bandit.csv"
  LOG=$work/bandit.csv use 14 3 'missing column "action", "reward"; .* \.\.\. and 30 more; columns of other names: --columns action=item_id,reward=click,propensity=propensity_score$' of ucb
  check "use 14: no wall of names" test "$(wc -c <"$work/output")" -lt 500
}

# An action column that is an identifier; rewards that are not there; pools of another separator.
part_log_columns() {
  awk 'BEGIN { print "action,reward"; for (i = 0; i < 1000000; i++) print "visit" i ",0" }' >"$work/identifiers.csv"
  LOG=$work/identifiers.csv use 14 3 'identifiers.csv:100002: column "action" has more than 100000 different actions, after 100001 lines: is it an identifier of the record\? --max-actions allows more$' of uniform_random
  LOG=$work/identifiers.csv use 14 3 'more than 1000 different actions' evaluate --algorithm uniform_random --max-actions 1000
  head -20002 "$work/identifiers.csv" >"$work/few.csv"
  LOG=$work/few.csv use 14 0 '^warning: 20001 different actions in 20001 records' evaluate --algorithm uniform_random --max-actions 20001
  head -501 "$work/identifiers.csv" >"$work/few.csv"
  LOG=$work/few.csv use 14 0 '^warning +500 different actions in 500 records, fewer than two each: .* is the action column an identifier\?$' of ucb
  sed -E '2,200s/,[01],/,,/' "$log" >"$work/gaps.csv"
  LOG=$work/gaps.csv use 14 3 '^199 lines have no reward: --missing-reward zero counts it as 0, --missing-reward drop leaves the line out$' of ucb
  LOG=$work/gaps.csv use 14 0 '^warning +199 of 4000 lines have no reward: they count as 0$' evaluate --algorithm ucb --missing-reward zero
  LOG=$work/gaps.csv use 14 0 '^warning +199 of 4000 lines have no reward: they are left out' evaluate --algorithm ucb --missing-reward drop
  check "use 14: the lines are dropped" grep -q '(3801 records' "$work/output"
  LOG=$work/gaps.csv use 14 2 'missing-reward' evaluate --algorithm ucb --missing-reward none
  awk -F, -v OFS=, 'NR > 1 && NR % 40 == 0 { $3 = "" } NR > 1 && NR % 100 == 0 { $4 = "NA" } { print }' "$log" >"$work/gaps.csv"
  LOG=$work/gaps.csv use 14 3 '^120 lines lack a feature: --missing-feature mean fills it with the mean of the others$' of lin_ucb
  LOG=$work/gaps.csv use 14 0 '^warning +feature "x_0": 100 of 4000 values are missing and count as the mean of the others, -?0\.[0-9]+$' evaluate --algorithm lin_ucb --missing-feature mean
  LOG=$work/gaps.csv use 14 0 '^warning +feature "x_1": 40 of 4000 values are missing' evaluate --algorithm lin_ucb --missing-feature mean
  LOG=$work/gaps.csv use 14 2 'missing-feature' evaluate --algorithm ucb --missing-feature zero
  use 14 2 'a data set has its own columns: --missing-feature not allowed' on linear_model --records 100 --missing-feature mean
  printf 'action,reward,pool\nred hat,1,red hat|blue hat\nblue hat,0,blue hat\n' >"$work/bars.csv"
  LOG=$work/bars.csv use 14 3 "is the separator '\|'\? then give --pool-separator '\|'\$" of uniform_random
  LOG=$work/bars.csv use 14 0 '^log .*2 records, 2 actions' evaluate --algorithm uniform_random --pool-separator '|' --show-unreliable
  LOG=$work/bars.csv use 14 2 '^--pool-separator: "::" is not one character' evaluate --algorithm uniform_random --pool-separator '::'
  printf 'product,gain\na,1\n' >"$work/other.csv"
  LOG=$work/other.csv use 14 3 'columns of other names: --columns action=\.\.\.,reward=\.\.\.$' of ucb
  printf 'action,reward,x_0\na,1,0,5\nb,0,0.25\n' >"$work/comma.csv"
  LOG=$work/comma.csv use 14 3 "comma.csv:2: 4 fields where the header has 3: .*; is the comma a decimal mark\? write it with another separator, and give --separator ';' and --decimal ','\$" of ucb
  printf 'action,reward,x_0\na,1,0.5,note\n' >"$work/comma.csv"
  LOG=$work/comma.csv use 14 3 '4 fields where the header has 3: "a", \.\.\.$' of ucb
}

# Places that cannot be written; readers that leave.
part_places() {
  mkdir "$work/closed"
  use 15 4 'cannot make folder' rb run study --profile smoke --store "$work/file"
  use 15 4 'cannot make folder' rb run study --profile smoke --store /proc/store
  use 16 4 'cannot write' bash -c "'$REPLAYBENCH' list >/dev/full"
  for command in list 'describe bred' 'list --table' help 'help evaluate' manual; do
    # The reader has left when the first byte is written; and it leaves some time after the first line.
    use 17 141 '^$' bash -c "{ sleep 0.2; '$REPLAYBENCH' $command 2>'$work/words'; echo \$? >'$work/code'; } | true
      echo; cat '$work/words'; exit \$(cat '$work/code')"
    check "use 17: not a word" test ! -s "$work/words"
    use 17 0 '^quiet$' bash -c "for i in \$(seq 5); do '$REPLAYBENCH' $command 2>'$work/words' | head -1 >/dev/null
      [[ -s '$work/words' ]] && exit 9; done; echo quiet"
  done
}

# Stored results.
part_stored_results() {
  rb run study --profile smoke >/dev/null
  cell=$(find results/store -name '*.cell' | head -1)
  use 19 0 '1 from the store' rb run study --profile smoke
  printf 'garbage' | dd of="$cell" bs=1 seek=30 conv=notrunc status=none
  use 20 0 '1 damaged and computed again' rb run study --profile smoke
  use 21 5 'nothing is stored in' rb report study --profile smoke --store "$work/typo"
  check "use 21: no folder is made for a store that is not there" test ! -e "$work/typo"
  expect 5 "run study --profile smoke --home '?$PWD'? --store '$work/ty po'" rb --home "$PWD" report study --profile smoke --store "$work/ty po"
  use 22 5 'nothing is stored in' rb verify study --profile standard --store "$work/typo"
  check "use 22: neither by verify" test ! -e "$work/typo"
  rm -rf "$work/typo"
  use 23 0 ' estimate' rb store explain "$(basename "$cell" .cell | cut -c1-8)"
  check "use 23: no line of a cell's rows is wider than a terminal" \
    bash -c "sed '1,/^\$/d' '$work/output' | awk 'length > 80 { exit 1 }'"

  rb run replay_ese --profile smoke >/dev/null
  cell=$(grep -rl 'sweep g = 0.1$' results/store | head -1)
  use 23 0 '^20 +0\.1 +0\.05 +20000 +0\.09 +9e-05 ' rb store explain "$(basename "$cell" .cell | cut -c1-8)"
  use 23 0 '^\.\.\. [0-9]+ more columns \(--csv prints all\): ' rb store explain "$(basename "$cell" .cell | cut -c1-8)"
  use 23 0 '^20,0\.1,0\.05,20000,0\.09000000000000001,9\.000000000000002e-05,' rb store explain --csv "$(basename "$cell" .cell | cut -c1-8)"
}

# Data that are not to be destroyed.
part_data_kept() {
  look_alike='r6b_like{scale=0.0002, days="1-2"}'
  real=$work/licensed
  mkdir -p "$real"
  printf 'licensed' >"$real/ydata-fp-td-clicks-v2_0.20111003.gz"
  use 24 4 'licensed has "ydata-fp-td-clicks-v2_0.20111003.gz" already: nothing is written \(--replace overwrites\)' rb data generate "$look_alike" --out "$real"
  check "use 24: the file is as it was" grep -qx licensed "$real/ydata-fp-td-clicks-v2_0.20111003.gz"
  check "use 24: nothing else is there" test "$(ls -A "$real")" = ydata-fp-td-clicks-v2_0.20111003.gz
  use 24 4 'is a file; --out takes a folder' rb data generate "$look_alike" --out "$work/file"
  export REPLAYBENCH_DATA=$work/data
  mkdir -p "$work/data"
  for flag in '' --replace; do
    # shellcheck disable=SC2086
    use 24 2 'where the files of yahoo_r6b are expected' rb data generate "$look_alike" --out "$work/data/r6b" $flag
  done
  check "use 24: not even a folder is made there" test ! -e "$work/data/r6b"
  unset REPLAYBENCH_DATA
  use 24 0 '20111003.gz: ' rb data generate "$look_alike" --out "$real" --replace
  check "use 24: only the files are left" test "$(ls -A "$real" | wc -l)" = 2
  use 24 4 'is there already and is not a prepared log' rb data prepare "$real" --out "$work/file"
}

# Component texts.
part_component_texts() {
  use 25 2 '"alpha" of ucb: -1 is outside \[0, inf\)' of 'ucb{alpha=-1}'
  use 25 2 '"alpha" of ucb' of 'ucb{alpha=nan}'
  use 25 2 'unknown parameter "alhpa" of ucb \(did you mean "alpha"\?\)' of 'ucb{alhpa=1}'
  use 26 2 '^--algorithm:1:4: this \{ is not closed' of 'ucb{alpha=1'
  use 26 0 'ties="random"' of 'ucb{ties=random}'
  use 26 2 '^--algorithm:1:11: parameter "alpha": "1." is not a number' of 'ucb{alpha=1.}'
  use 26 2 '^--algorithm:1:17: expected , or } before "lambda' of 'lin_ucb{alpha=1 lambda=1}'
  use 26 2 'did you mean "ucb\{alpha=1\}"' of 'ucb(alpha=1)'
  use 27 2 '^--algorithm:1:1: a typographic quote' of '“lin_ucb”'
  use 26 2 '"ucb,lin_ucb" is not a component; .*; repeat --algorithm for several$' of ucb,lin_ucb
  use 26 2 'follows the closing }; repeat --algorithm for several$' of 'ucb{alpha=1},lin_ucb'
  use 26 2 '"replay,red_inf" is not a component; .*; repeat --evaluator for several$' by replay,red_inf
  use 26 2 'unknown parameter "b" of ucb' of 'ucb{alpha=1,b=2}'
  check "use 26: one component with two parameters is not several" bash -c "! grep -q repeat '$work/output'"
  use 27 2 '"ücb" is not a component; expected name' of 'ücb'
  use 28 0 'trained.of=.replay.. by default: no record both trains' of linear_svm
  use 28 2 'stands for mips\{self_normalised=true\}' by 'snmips{self_normalised=false}'
  deep=$(printf 'bootstrap{of="%.0s' $(seq 3000))
  use 9 2 '.' by "$deep"
  check "a text nested thousands deep is shortened in the message" test "$(wc -c <"$work/output")" -lt 1000
}

# Logs and algorithms that do not go together.
part_misfits() {
  printf 'action,reward,x_0\na,3,1\nb,-3,0\na,2,1\nb,-1,0\n' >"$work/wide.csv"
  for algorithm in thompson_sampling exp3 kl_ucb; do LOG=$work/wide.csv use 29 2 'in \[0, 1\]' of $algorithm; done
  { echo action,reward; for _ in $(seq 200); do printf 'a,1e308\nb,-1e308\n'; done; } >"$work/huge.csv"
  LOG=$work/huge.csv use 30 0 '^estimate +1e\+308' of 'fixed_action{action="a"}'
  { echo action,reward,x_0; for i in $(seq 100); do printf 'a,%d,1e308\nb,0,1e308\n' $((i % 2)); done; } >"$work/features.csv"
  LOG=$work/features.csv use 30 3 '.' of lin_ucb
  for live in online ideal policy_value world; do use 31 2 '.' by $live; done
  use 32 2 '.' by 'bootstrap{of="bootstrap"}'
}

# A home is marked: a folder of that name in somebody's project is none.
part_homes() {
  mkdir -p "$work/project/experiments/mine"
  touch "$work/project/experiments/mine/experiment.toml"
  cd "$work/project" || exit 1
  use 33 0 '^  replay_ese ' rb list experiments
  use 33 0 '([0-9]+) cells, \1 computed' rb run replay_ese --profile smoke
  check "use 33: results are below the current folder" test -d "$work/project/results/store"
  use 33 4 'no home of components' rb new algorithm my_policy
  check "use 33: nothing is made" test ! -e "$work/project/algorithms"
  use 33 0 '^  study ' rb list experiments --home "$home"
  use 33 0 '^  study ' rb --home "$home" list experiments
  use 33 4 'there is no folder' rb list experiments --home "$work/nowhere"
  # A program that was copied elsewhere has neither its source nor its share/ beside it.
  mkdir "$work/elsewhere"
  cp "$PROGRAM" "$work/elsewhere/replaybench"
  elsewhere() { timeout 60 "$work/elsewhere/replaybench" "$@"; }
  no_home='no home found \(a folder with replaybench\.home\); name one with --home FOLDER$'
  if elsewhere list experiments 2>&1 | grep '^  [a-z]' >/dev/null; then
    echo "SKIPPED: a program is installed here, and its studies are found"
  else
    use 33 4 "^$no_home" elsewhere list experiments
    use 33 0 "^  none: $no_home" elsewhere list --all
    use 33 4 "^there is no study \"replay_ese\": $no_home" elsewhere run replay_ese
    use 33 4 "^$no_home" elsewhere run all
  fi
  use 33 0 '^  study ' elsewhere list experiments --home "$home"
  use 33 4 "^there is no study in $work/elsewhere/experiments " elsewhere list experiments --home "$work/elsewhere"
}

# The catalogue.
part_catalogue() {
  use 34 0 'export REPLAYBENCH_DATA|REPLAYBENCH_DATA' rb data list
  use 35 3 'cannot be written as a Yahoo! log' rb data generate 'linear_model{}' --out "$work/linear"
  check "use 35: no folder is made" test ! -e "$work/linear"
}

run_parts "$@"
