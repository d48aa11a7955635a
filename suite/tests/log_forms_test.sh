#!/usr/bin/env bash
# One log in eleven forms, with features of its actions: the same numbers, byte by byte.
source "$(dirname "$0")/harness.sh"
export REPLAYBENCH_HOME=$SOURCE
cd "$work" || exit 1
rb() { "$REPLAYBENCH" "$@"; }

# Three actions, of which the second is missing in each fifth event; a price per action.
awk 'BEGIN {
  print "action,reward,propensity,pool,x_u^a" >"log.csv"
  print "action,i^price\n1,2\n2,0.5\n3,-1" >"items.csv"
  split("2 0.5 -1", price, " ")
  for (i = 0; i < 400; ++i) {
    two = i % 5 == 0
    k = two ? 2 : 3
    p = two ? "0.5" : "0.25"
    split(two ? "1 3" : "1 2 3", pool, " ")
    place = (i * i + int(i / 7)) % k + 1
    action = pool[place]
    reward = (i * 13 + action * i) % 4 == 0 ? 1 : 0
    x = (i * 7) % 11
    list = two ? "1 3" : "1 2 3"
    print action "," reward "," p "," list "," x >"log.csv"
    print action "\t" reward "\t" p "\t" list "\t" x >"body.tsv"
    q = p; sub(/\./, ",", q)
    print action ";" reward ";" q ";" list ";" x >"body.txt"
    json = list; gsub(/ /, "\",\"", json)
    printf "{\"action\":\"%s\",\"reward\":%d,\"propensity\":%s,\"pool\":[\"%s\"],\"x_u^a\":%d}\n", action, reward, p, json, x >"log.jsonl"
    # Actions of dsjson are numbered by their tags here; the one that was taken comes first.
    multi = ""; a = place; rest = ""
    for (j = 1; j <= k; ++j) {
      multi = multi (j > 1 ? "," : "") "{\"_tag\":\"" pool[j] "\",\"i\":{\"price\":" price[pool[j]] "}}"
      if (j != place) { a = a "," j; rest = rest "," (1 - p) / (k - 1) }
    }
    printf "{\"_label_cost\":%d,\"_label_probability\":%s,\"_labelIndex\":%d,\"a\":[%s],\"p\":[%s%s],\"c\":{\"u\":{\"a\":%d},\"_multi\":[%s]}}\n", -reward, p, place - 1, a, p, rest, x, multi >"log.dsjson"
  }
}' </dev/null
mkdir -p parts events
{ head -1 log.csv; sed -n '2,151p' log.csv; } >parts/part-2.csv
{ head -1 log.csv; sed -n '152,$p' log.csv; } >parts/part-10.csv
head -150 log.dsjson >events/part-2.dsjson
tail -n +151 log.dsjson >events/part-10.dsjson
{ printf 'action\treward\tpropensity\tpool\tx_u^a\n'; cat body.tsv; } >log.tsv
gzip -k log.csv
# The declared types say nothing.
python3 - <<'PYTHON'
import csv, sqlite3
database = sqlite3.connect("log.db")
database.execute('CREATE TABLE clicks (action INTEGER, reward TEXT, propensity REAL, pool TEXT, "x_u^a" BLOB)')
with open("log.csv") as log:
    rows = list(csv.reader(log))[1:]
database.executemany("INSERT INTO clicks VALUES (?, ?, ?, ?, ?)", [(a, r, float(p), s, int(x)) for a, r, p, s, x in rows])
database.execute("CREATE TABLE items AS SELECT 1 AS action, 2 AS \"i^price\" UNION SELECT 2, 0.5 UNION SELECT 3, -1")
database.execute("CREATE TABLE shuffled AS SELECT rowid AS place, * FROM clicks ORDER BY action, place DESC")
database.commit()
PYTHON
rb data prepare log.csv --out log.replaybench >/dev/null 2>&1

items=(--action-features items.csv)
numbers() {
  { rb evaluate "$@" --algorithm shared_lin_ucb --algorithm shared_lin_ts --algorithm lin_ucb --evaluator 'replay{weights="propensity"}' \
      --show-unreliable --format json
    rb evaluate "$@" --algorithm 'fixed_action{action="1"}' --evaluator dr --evaluator dm --evaluator snips --show-unreliable --format json
  } 2>/dev/null | grep -E '"(estimate|standard_error|low|high|accepted|records)":'
}
numbers --log log.csv "${items[@]}" >wanted
check "there is something to compare" test "$(grep -c '"estimate": -*[0-9]' wanted)" -ge 6
same() {
  local name=$1; shift
  numbers "$@" >seen
  check "$name: the same numbers" cmp wanted seen
}
same "CSV, packed" --log log.csv.gz "${items[@]}"
same "tabs" --log log.tsv --separator tab "${items[@]}"
same "no header, decimal commas" --log body.txt --separator ';' --decimal , --names 'action,reward,propensity,pool,x_u^a' "${items[@]}"
same "JSON lines" --log log.jsonl "${items[@]}"
same "parts" --log parts "${items[@]}"
same "SQLite, a table" --log log.db:clicks --action-features log.db:items
same "SQLite, a query" --log 'log.db:SELECT * FROM shuffled ORDER BY place' --features 'x_*' "${items[@]}"
same "prepared" --log log.replaybench "${items[@]}"
rb data prepare log.csv "${items[@]}" --out with_items.replaybench >/dev/null 2>&1
same "prepared with the features" --log with_items.replaybench
rb data prepare log.dsjson --out events.replaybench >/dev/null 2>&1
same "prepared from events with features" --log events.replaybench
same "dsjson, whose events bring the features" --log log.dsjson
same "dsjson in parts" --log events
same "a study's data set" --dataset 'log{path="log.csv", action_features="items.csv"}'
check "the features count: without them the models are others" bash -c '! cmp -s wanted <(cat)' < <(numbers --log log.csv)

# Vowpal Wabbit's text names an action by its line: here all three are there.
awk 'BEGIN {
  print "action,reward,propensity,x_u^a" >"whole.csv"
  split("2 0.5 -1", price, " ")
  for (i = 0; i < 300; ++i) {
    action = (i * i + int(i / 7)) % 3 + 1
    reward = (i * 13 + action * i) % 4 == 0 ? 1 : 0
    x = (i * 7) % 11
    cost = -reward
    print action "," reward ",0.25," x >"whole.csv"
    print "shared |u a:" x >"log.vw"
    for (j = 1; j <= 3; ++j) print (j == action ? "0:" cost ":0.25 " : "") "|i price:" price[j] >"log.vw"
    print "" >"log.vw"
  }
}' </dev/null
numbers --log whole.csv "${items[@]}" >wanted
same "Vowpal Wabbit's text, whose lines bring the features" --log log.vw

expect 2 'log.db has no table "click" .did you mean "clicks"' rb evaluate --log log.db:click --algorithm ucb
expect 2 'log.db is a database of several tables: name one, as in log.db:clicks' rb evaluate --log log.db --algorithm ucb
expect 0 'clicks .400 rows' rb data info log.db:clicks
rb data prepare log.db:clicks --out database.replaybench >/dev/null 2>&1
expect 0 '^sqlite, 1 file, 400 lines' rb data info database.replaybench
printf 'action,price\nrum,1\n' >rum.csv
# A missing number stays one, in a table of actions too.
printf 'action,i^price\n1,2\n2,NA\n3,-1\n' >gaps.csv
expect 0 'gaps.csv: column "i.price" is missing in 1 row, where it counts as 0' rb evaluate --log log.csv --algorithm ucb --action-features gaps.csv
# Integers that no double holds are different.
printf '{"action":"a","reward":1,"user":1152921504606846977}\n{"action":"b","reward":0,"user":1152921504606846978}\n' >large.jsonl
expect 0 '^user  *2  *0  *2 ' rb data info large.jsonl
expect 3 'rum.csv: it has none of the log.s actions' rb evaluate --log log.csv --algorithm ucb --action-features rum.csv
finish
