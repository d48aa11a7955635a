#!/usr/bin/env bash
# The schemas of what evaluate prints: they are those of the repository, and every output keeps to them.
source "$(dirname "$0")/harness.sh"
evaluate() { "$REPLAYBENCH" evaluate "$@"; }
schema=$SOURCE/schema

# A log of two countries, one of 60 records, with propensities and a policy; rewards of a heavy tail.
awk 'BEGIN {
  print "action,reward,propensity,country,pi_a,pi_b"
  for (i = 0; i < 1200; ++i) {
    a = i * 7 % 3 > 0
    print (a ? "a" : "b") "," (i * 5 % 11 < 4) "," (a ? "0.666667" : "0.333333") "," (i % 20 ? "de" : "fr") ",0.5,0.5"
  }
}' >"$work/log.csv"
log=(--log "$work/log.csv" --columns propensity=propensity)
policies=(--policy-columns 'pi_*' --algorithm uniform_random)
head -20 "$work/log.csv" >"$work/short.csv"
awk -F, 'BEGIN { OFS = "," } NR > 1 { $2 = 1.5 / (1e-4 + (NR * 37 % 1201) / 1201) } { print }' "$work/log.csv" >"$work/tail.csv"

# outputs FORMAT: one of each kind, in files named out.NUMBER.
outputs() {
  local number=0 format=$1
  output() {
    number=$((number + 1))
    evaluate "$@" --format "$format" >"$work/out.$format.$number" 2>"$work/errors" || cat "$work/errors"
  }
  rm -f "$work"/out."$format".*
  output "${log[@]}" "${policies[@]}" --evaluator snips --evaluator dr --baseline logged --by country
  output "${log[@]}" "${policies[@]}" --algorithm ucb --evaluator ips --evaluator replay
  output --log "$work/short.csv" "${policies[@]}" --evaluator ips --baseline logged
  output --log "$work/tail.csv" "${policies[@]}" --evaluator ips --evaluator dm --baseline logged
  [[ $format == json ]] || return
  output "${log[@]}" --algorithm ucb --evaluator replay
  output "${log[@]}" --algorithm uniform_random --evaluator ips
  output --log "$work/short.csv" --algorithm uniform_random --evaluator 'replay{weights="propensity", checkpoints=[5, 10]}'
  output "${log[@]}" --algorithm uniform_random --evaluator 'replay{checkpoints=[50, 100]}'
  output "${log[@]}" --algorithm ucb --evaluator log_statistics
  output --dataset linear_model --records 500 --algorithm ucb
  output "${log[@]}" "${policies[@]}" --evaluator snips --evaluator ips --evaluator dm --rehearse 20
}

part_files() {
  for format in json:evaluation csv:evaluation_csv; do
    evaluate --schema "${format%:*}" >"$work/schema"
    check "schema/${format#*:}.json is that of this build (evaluate --schema ${format%:*} >schema/${format#*:}.json)" \
      cmp "$schema/${format#*:}.json" "$work/schema"
  done
  expect 2 'json, csv|not in' evaluate --schema text
}

# Every key stands in the schema; the columns of an evaluator, within "rows", are its own.
part_json() {
  outputs json
  check "eleven outputs" test "$(find "$work" -name 'out.json.*' -size +0 | wc -l)" = 11
  keys() { sed '/"rows": \[/,/^ *\]/d' "$@" | grep -oE '^ *"[a-z_]+":' | tr -d ' ' | sort -u; }
  keys "$schema/evaluation.json" >"$work/known"
  keys "$work"/out.json.* >"$work/seen"
  check "their keys stand in the schema" test -z "$(comm -23 "$work/seen" "$work/known")"
  for key in unreliable tail weights propensities not_applicable lift note generated algorithm_label difference; do
    check "one has $key" grep -qx "\"$key\":" "$work/seen"
  done
  local python
  for python in /usr/bin/python3 python3; do
    "$python" -W ignore -c 'import jsonschema' 2>/dev/null || continue
    expect 0 '^11 outputs are valid$' "$python" -W ignore -c '
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
for name in sys.argv[2:]:
    value = json.load(open(name))
    of = "several" if "segments" in value else "one"
    jsonschema.validate(value, {"$ref": "#/$defs/" + of, "$defs": schema["$defs"]}, jsonschema.Draft202012Validator)
    jsonschema.validate(value, schema, jsonschema.Draft202012Validator)
print(len(sys.argv) - 2, "outputs are valid")' "$schema/evaluation.json" "$work"/out.json.*
    value='{"estimate": 1, "segments": []}'
    echo "$value" >"$work/wrong"
    expect 1 'ValidationError' "$python" -W ignore -c '
import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[2])), json.load(open(sys.argv[1])))' "$schema/evaluation.json" "$work/wrong"
    return
  done
  echo "not checked by a validator: no python3-jsonschema"
}

# The columns are those of the schema, in its order, and every line has as many.
part_csv() {
  outputs csv
  grep -oE '"name": "[a-z_]+"' "$schema/evaluation_csv.json" | cut -d'"' -f4 | paste -sd, >"$work/columns"
  for file in "$work"/out.csv.*; do
    check "$(basename "$file"): the schema's columns" cmp "$work/columns" <(head -1 "$file")
    check "$(basename "$file"): each line has them" awk -v n="$(tr , '\n' <"$work/columns" | wc -l)" '
      { gsub(/"([^"]|"")*"/, "x"); if (split($0, fields, ",") != n) exit 1 } END { exit NR < 2 }' "$file"
  done
}

run_parts "$@"
