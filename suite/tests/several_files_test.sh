#!/usr/bin/env bash
# Several files are one log: the same output as that of one file with all lines, however the files are named.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
cd "$work" || exit 1
rb() { "$REPLAYBENCH" "$@"; }
wanted=(--algorithm lin_ucb --evaluator replay --format json)
# The log's name and the column that folders give are other ones.
numbers() { rb evaluate "$@" "${wanted[@]}" 2>/dev/null | grep -E '"(estimate|standard_error|low|high|lines|accepted|records)":'; }

mkdir -p parts/day=9 parts/day=10
awk 'BEGIN {
  header = "action,reward,propensity,x_a"
  print header >"whole.csv"
  split("parts/day=9/p2.csv parts/day=9/p10.csv parts/day=10/p1.csv", files, " ")
  for (f = 1; f <= 3; ++f) {
    print header >files[f]
    for (i = 0; i < 200; ++i) {
      line = "item" (i * 7 + f) % 3 "," (i * i + f) % 2 ",0.3333333333333333," (i * 13 + f) % 10
      print line >files[f]
      print line >"whole.csv"
    }
  }
}'
touch parts/_SUCCESS
numbers --log whole.csv >of_whole
check "there is something to compare" grep -q '"estimate": [0-9]' of_whole
same() {
  local name=$1; shift
  numbers "$@" >of_parts
  check "$name: the same output" cmp of_whole of_parts
}
first=parts/day=9/p2.csv second=parts/day=9/p10.csv third=parts/day=10/p1.csv
same "--log repeated" --log $first --log $second --log $third
same "a folder of parts" --log parts
same "a pattern" --log 'parts/*/*.csv'
cp $first first.csv && cp $third third.csv
same "the standard input among files" --log first.csv --log - --log third.csv <$second
same "a data set" --dataset "log{path=[\"$first\", \"$second\", \"$third\"]}"

expect 0 '^csv, 3 files, 600 lines: 600 records, 0 left out$' rb data prepare $first $second $third --out parts.replaybench
expect 0 "  $second: 200 records" rb data info parts.replaybench
rb data prepare whole.csv --out whole.replaybench >/dev/null
expect 0 "^content $(rb data info whole.replaybench | sed -n 's/^content //p')\$" rb data info parts.replaybench
check "the column of folders: a table of each day, in natural order" \
  test "$(rb evaluate --log parts --by day --algorithm uniform_random --evaluator replay --format csv 2>/dev/null | grep -oE '(^|,)(9|10)(,|$)' | tr -d ',' | uniq | tr '\n' ' ')" = '9 10 '

expect 4 "no file matches none/\*\.csv" rb evaluate --log 'none/*.csv' --algorithm ucb
expect 2 'p2.csv is twice among the files of the log' rb evaluate --log $first --log $first --algorithm ucb
expect 3 '^first.csv: its folders name the columns none, those of .*p2.csv "day"' rb evaluate --log $first --log first.csv --algorithm ucb
printf 'action,reward\na,1\n' >other.csv
expect 3 'other.csv: its columns are not those of first.csv, the first file of the log: it lacks "propensity", "x_a"' \
  rb evaluate --log first.csv --log other.csv --algorithm ucb
expect 2 'parts.replaybench is one of 2 files, and a prepared log' rb evaluate --log $first --log parts.replaybench --algorithm ucb
finish
