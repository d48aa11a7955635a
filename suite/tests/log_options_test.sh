#!/usr/bin/env bash
# One description of a log's options, log_parameters(): the command line, a study and `describe log` have the same ones, and
# a file read by each gives the same numbers.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
rb() { "$REPLAYBENCH" "$@"; }
evaluate() { rb evaluate "$@"; }

# Every parameter of the data set is a flag of the commands that read a log, but the path and the kind (the evaluators say it).
part_flags() {
  rb describe log | sed -nE 's/^    ([a-z_]+)  +[a-z ]+, default (.*), range .*/\1 \2/p' >"$work/options"
  check "describe shows the options" test "$(wc -l <"$work/options")" -ge 19
  rb evaluate --help >"$work/evaluate"
  rb data prepare --help >"$work/prepare"
  while read -r option default; do
    flag=${option//_/-}
    [[ $default != true ]] || flag=no-$flag
    [[ $option != path && $option != kind ]] || continue
    for command in evaluate prepare; do
      check "$command has --$flag" grep -qE "^  --$flag( |$)" "$work/$command"
    done
  done <"$work/options"
  printf 'action,reward\na,1\nb,0\n' >"$work/log.csv"
  # Everything wrong at once.
  evaluate --log "$work/log.csv" --algorithm ucb --columns action --hashed x --separator ';;' --missing-reward none \
    --feature-buckets 70000 --max-actions many >"$work/output" 2>&1
  check "exit code 2" test $? -eq 2
  for line in '--columns: "action" is not ROLE=COLUMN, such as action=item_id' \
    '--hashed: "x" is not COLUMN:BUCKETS, such as user_agent:64' \
    "--separator: \";;\" is not one character; allowed: a character such as ';', or tab" \
    '--missing-reward: "none" is not one of refuse | zero | drop' \
    '--feature-buckets: 70000 is outside [0, 65536]' \
    '--max-actions is "many"; expected an integer'; do
    check "$line" grep -qxF -- "$line" "$work/output"
  done
}

# A study of a Parquet file with renamed columns, clusters and features of texts: the numbers are those of evaluate.
part_study() {
  file=$SOURCE/suite/format/parquet_files/duckdb_zstd.parquet
  dataset="log{path=\"$file\", columns=[\"reward=seen\", \"timestamp=id\"], cluster=\"late\", hashed=\"note:16\", missing_feature=\"mean\"}"
  flags=(--columns reward=seen,timestamp=id --cluster late --hashed note:16 --missing-feature mean)
  column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at; exit }' "$2"; }
  near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(a != "" && b != "" && d * d <= 1e-24 * a * a) }'; }
  for pair in 'lin_ucb replay' 'fixed_action{action="item1"} snips'; do
    algorithm=${pair% *}
    evaluator=${pair##* }
    tiny_study "$work/of_$evaluator.toml" '/^horizon/d' "s/\"replay\"/\"$evaluator\"/" "s/\"ucb\"/'$algorithm'/" "s|\"bernoulli_arms\"|'$dataset'|"
    expect 0 'computed' rb run "$work/of_$evaluator.toml" --profile smoke --store "$work/store"
    expect 0 '^  digest' rb report "$work/of_$evaluator.toml" --profile smoke --store "$work/store" --results "$work/results" --no-figures
    in_study=$(column estimate "$(find "$work/results" -path "*of_$evaluator*" -name play.csv)")
    wanted=(--algorithm "$algorithm" --evaluator "$evaluator" --show-unreliable)
    evaluate --log "$file" "${flags[@]}" "${wanted[@]}" --format csv >"$work/evaluate.csv" 2>"$work/errors"
    by_flags=$(column estimate "$work/evaluate.csv")
    check "$pair: $in_study in the study is $by_flags of evaluate" near "$in_study" "$by_flags"
    # The data set in the place of the file: the same output but for the log's name.
    evaluate --log "$file" "${flags[@]}" "${wanted[@]}" --format json 2>/dev/null | grep -v '^ *"log":' >"$work/by_file"
    evaluate --dataset "$dataset" "${wanted[@]}" --format json 2>/dev/null | grep -v '^ *"log":' >"$work/by_dataset"
    check "$pair: evaluate says the same by --dataset" cmp "$work/by_file" "$work/by_dataset"
    check "$pair: there is something to compare" grep -q '"estimate": [0-9]' "$work/by_dataset"
  done
}

# What is wrong with a study's log is said in the words of a study.
part_study_errors() {
  printf 'item,click\na,1\nb,0\n' >"$work/log.csv"
  tiny_study "$work/bad.toml" '/^horizon/d' \
    "s|\"bernoulli_arms\"|'log{path=\"$work/log.csv\", colums=[\"a=b\"], columns=[\"action\"], max_actions=0}'|"
  for said in 'bad.toml:6:[0-9]+: unknown parameter "colums" of log \(did you mean "columns"\?\)' \
    'bad.toml:6:[0-9]+: parameter "columns" of log: "action" is not ROLE=COLUMN' \
    'bad.toml:6:[0-9]+: parameter "max_actions" of log: 0 is outside \[1, 4000000000\]'; do
    expect 2 "$said" rb run "$work/bad.toml" --profile smoke --store "$work/store"
  done
  tiny_study "$work/names.toml" '/^horizon/d' "s|\"bernoulli_arms\"|'log{path=\"$work/log.csv\"}'|"
  rb run "$work/names.toml" --profile smoke --store "$work/store" >"$work/output" 2>&1
  check "columns are named as a parameter" grep -q 'columns=\["action=item' "$work/output"
  check "no flag is advised" bash -c "! grep -qE -- '--[a-z]+' $work/output"
}

run_parts "$@"
