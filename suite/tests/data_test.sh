#!/usr/bin/env bash
# `replaybench data`: the catalogue without data, with some, with wrong ones; nothing is asked of the network but a port
# of this machine where nobody listens.
source "$(dirname "$0")/harness.sh"
unset REPLAYBENCH_DATA http_proxy https_proxy HTTP_PROXY HTTPS_PROXY all_proxy ALL_PROXY
rb() { timeout 60 "$REPLAYBENCH" data "$@"; }

# any_log: a log with a line that cannot be used, in $work, which becomes the current folder.
any_log() {
  cd "$work" || exit 1
  awk 'BEGIN { srand(3); print "item,click,ps,site,user,x_a,x_b,pi_a1,pi_a2,pi_a10,q_a1,q_a2,q_a10,more"
    for (i = 0; i < 900; ++i) {
      u = rand(); a = u < .5 ? "a1" : u < .8 ? "a2" : "a10"; p = u < .5 ? .5 : u < .8 ? .3 : .2
      printf "%s,%d,%s,s%d,u%d,%.4f,%d,.2,.3,.5,.1,.4,.3,z\n", a, rand() < .4, p, 3 * rand(), 90 * rand(), rand(), 2 * rand() }
    print "a1,oops" }' >any.csv
  columns="--columns action=item,reward=click,propensity=ps --categorical site --skip-bad-lines"
  targets="--policy-columns pi_* --q-columns q_*"
}

# Without the variable: what there is can be read, what needs the folder says how to name one.
part_catalogue() {
  expect 0 '^open_bandit +14.1 MB +\? +CC BY 4.0 +replaybench data fetch open_bandit$' rb list
  expect 0 'REPLAYBENCH_DATA is not set; it must name the folder of the data, for example: export' rb list
  expect 0 '^  propensity_score +probability' rb info open_bandit
  expect 0 '^    sha256 ede6d08c6877' rb info open_bandit
  # Its lines fit where they can be broken, and follow a terminal that is narrower or wider.
  check "data info fits 80 columns" test -z "$(rb info open_bandit | awk 'length > 80 && NF > 1')"
  if command -v script >/dev/null; then
    for columns in 60 120; do
      script -qec "stty cols $columns; '$REPLAYBENCH' data info open_bandit" /dev/null </dev/null >"$work/info"
      widest=$(tr -d '\r' <"$work/info" | awk 'NF > 1 && !/sha256/ && length > most { most = length } END { print most }')
      check "in $columns columns its lines reach $widest" test "$widest" -le "$columns" -a "$widest" -gt $((columns - 12))
    done
  fi
  expect 4 'REPLAYBENCH_DATA is not set' rb verify
  expect 4 'REPLAYBENCH_DATA is not set' rb verify open_bandit
  expect 4 'REPLAYBENCH_DATA is not set' rb fetch open_bandit
  expect 2 'no data set "open_bandits" has a manifest \(did you mean "open_bandit"\?\)' rb info open_bandits
  expect 2 'no data set "bernoulli_arms"' rb verify bernoulli_arms
  expect 2 'subcommand' rb
  expect 2 'did you mean "fetch"' rb fetsh open_bandit
}

# A folder that does not exist yet, then one with a manifest of one's own.
part_verify() {
  export REPLAYBENCH_DATA=$work/data
  expect 0 'open_bandit +14.1 MB +absent' rb list
  expect 0 'open_bandit: absent, not checked' rb verify
  expect 4 'open_bandit: obd/random/men/men.csv: absent' rb verify open_bandit
  mkdir -p "$work/toy" "$work/data/toy"
  cat >"$work/toy/manifest.toml" <<TOML
name = "Toy"
source = "https://example.org"
licence = "CC0"
citation = "None."
obtain = "Ask for it."
[[file]]
path = "toy/a.csv"
group = "a"
size = 6
sha256 = "$(printf 'bytes\n' | sha256sum | cut -d' ' -f1)"
url = "http://127.0.0.1:9/a.csv"
[[file]]
path = "toy/b.csv"
group = "b"
TOML
  toy=$work/toy/manifest.toml
  expect 4 'toy: toy/a.csv: absent' rb verify "$toy"
  printf 'bytes\n' >"$work/data/toy/a.csv"
  touch "$work/data/toy/b.csv"
  expect 0 'toy: toy/a.csv: right' rb verify "$toy"
  expect 0 'toy: toy/b.csv: present; the manifest has no checksum' rb verify "$toy"
  expect 0 'toy/a.csv: here already' rb fetch "$toy"
  printf 'Bytes\n' >"$work/data/toy/a.csv"
  expect 4 'toy: toy/a.csv: WRONG: SHA-256 [0-9a-f]{64}, expected' rb verify "$toy"
  expect 4 'toy: toy/b.csv: present' rb verify "$toy"
  expect 4 'another file is there; --replace' rb fetch "$toy"
  printf 'byte\n' >"$work/data/toy/a.csv"
  expect 4 'toy: toy/a.csv: WRONG: 5 bytes, expected 6' rb verify "$toy"
  expect 0 'toy/a.csv, 6 bytes: another size' rb info "$toy"

  # Fetching: nobody listens; no url; a group that there is not; a url that is not of the web.
  rm "$work/data/toy/"*
  expect 4 'toy/a.csv: .*127.0.0.1.*refused.*given up after 4 attempts \(http://127.0.0.1:9/a.csv\)' rb fetch "$toy" --group a
  check "nothing is left of it" test -z "$(ls "$work/data/toy")"
  expect 4 'no url is known of toy/b.csv \(licence: CC0; https://example.org\)' rb fetch "$toy" --group b
  expect 4 '^Ask for it.' rb fetch "$toy" --group b
  expect 2 'no files of the group "aa" in toy \(did you mean "a"\?\)' rb fetch "$toy" --group aa
  sed -i 's|http://127.0.0.1:9|file:///etc|' "$toy"
  expect 2 'manifest.toml:11:7: "url" is .*; expected https:// or http://' rb fetch "$toy"
  expect 4 'cannot read' rb info "$work/none.toml"
  expect 4 'cannot write' bash -c "'$REPLAYBENCH' data list >/dev/full"
}

# Prepared logs: from files, from a folder of days, from $REPLAYBENCH_DATA/r6b.
part_prepare_r6b() {
  export REPLAYBENCH_DATA=$work/data
  line() { echo "$1 id-1 0 |user 1 $2 |id-1 |id-2"; }
  { line 100 5; line 101 136; echo "1o2 id-1 0 |user 1 |id-1"; line 103 "7 7"; } >"$work/day"
  expect 0 '^Yahoo! R6B, 1 file, 4 lines: 3 records, 1 left out$' rb prepare "$work/day" --out "$work/one.replaybench"
  expect 0 'bad timestamp \(line left out\): 1; at .*/day:3 "1o2"' rb prepare "$work/day" --out "$work/one.replaybench"
  expect 0 'feature twice \(counts once\): 1; at .*/day:4 "7"' rb info "$work/one.replaybench"
  expect 0 'prepared log, 3 records, 2 actions, 136 features' rb info "$work/one.replaybench"
  expect 0 'one.replaybench: right: 3 records' rb verify "$work/one.replaybench"
  expect 3 '/day:3: bad timestamp' rb prepare "$work/day" --out "$work/strict.replaybench" --strict
  check "a strict failure leaves no file" test ! -e "$work/strict.replaybench"
  printf '\xff' | dd of="$work/one.replaybench" bs=1 seek=4100 conv=notrunc status=none
  expect 3 'one.replaybench: is damaged: .*features' rb verify "$work/one.replaybench"
  expect 3 'no row can be read; it is no log' rb info "$work/day"
  printf 'Action,Reward,X_age,city\na,1,0.5,Rome\nb,0,,Rome\n' >"$work/columns.csv"
  expect 0 '^Action +2 +0 +2 +a, b +action$' rb info "$work/columns.csv"
  expect 0 '^X_age +1 +1 +1 +0.5 to 0.5 +feature$' rb info "$work/columns.csv"
  expect 0 '^city +2 +0 +1 +Rome +none by default$' rb info "$work/columns.csv"
  expect 0 'lists.parquet .60 rows.$' rb info "$SOURCE/suite/format/parquet_files/lists/duckdb_lists.parquet"
  check "a list is shown whole" grep -Eq '^pool +60 +0 +4 +\[2, 0\], \[2, 1\], .* pool$' "$work/output"
  check "with the features that it has" grep -Eq '^context .* features x_0 to x_2$' "$work/output"
  mkdir -p "$work/parts/day=1" "$work/parts/day=2"
  cp "$work/columns.csv" "$work/parts/day=1/a.csv"
  cp "$work/columns.csv" "$work/parts/day=2/a.csv"
  expect 0 'parts .4 rows.$' rb info "$work/parts"
  check "a folder's columns" grep -Eq '^day +4 +0 +2 +1 to 2 +none by default$' "$work/output"
  expect 4 'No such file' rb verify "$work/none.replaybench"
  mkdir -p "$work/data/r6b"
  line 100 5 | gzip >"$work/data/r6b/ydata-fp-td-clicks-v2_0.20111002.gz"
  line 200 6 >"$work/data/r6b/ydata-fp-td-clicks-v2_0.20111003"
  expect 0 'r6b/r6b.replaybench: 2 records' rb prepare
  expect 0 'missing: ydata-fp-td-clicks-v2_0.20111004' rb info "$work/data/r6b/r6b.replaybench"
  expect 4 'REPLAYBENCH_DATA is not set' env -u REPLAYBENCH_DATA "$REPLAYBENCH" data prepare
  expect 4 'No such file' rb prepare "$work/nothing" --out "$work/x.replaybench"
  # What is said of a table's columns is not for these files, and is not dropped in silence.
  none='files of Yahoo! R6B have no columns to choose:'
  expect 2 "$none --columns, --by not allowed" rb prepare "$work/day" --columns action=x --by y --out "$work/x.replaybench"
  expect 2 "$none --skip-bad-lines not allowed" rb prepare "$work/day" "$work/day" --skip-bad-lines --out "$work/x.replaybench"
  expect 2 "$none --input-format not allowed" rb prepare "$work/data/r6b" --input-format csv --out "$work/x.replaybench"
  check "a refusal leaves no file" test ! -e "$work/x.replaybench"
}

# The look-alike as files: the same log in both forms, and nothing left of the text that a prepared log is made from.
part_generate() {
  expect 0 '20111003.gz: ' rb generate 'r6b_like{scale=0.001, days="1-2"}' --out "$work/text"
  expect 0 'generated, no record of it is of real visitors' rb generate 'r6b_like{scale=0.001, days="1-2"}' --out "$work/one" --form prepared
  check "a prepared log is all that is there" test "$(ls "$work/one")" = r6b.replaybench
  rb prepare "$work/text" --out "$work/from_text.replaybench" >"$work/prepared" 2>&1
  content=$(sed -n 's/.*content //p' "$work/prepared")
  expect 0 "^content $content\$" rb info "$work/one/r6b.replaybench"
  expect 3 'cannot be written as a Yahoo! log' rb generate bernoulli_arms --out "$work/arms"
}

# Any log as a prepared one: what evaluate prints is the same but for the file's name, on both streams.
part_prepare_any() {
  any_log
  # The same request of the text (with the columns' flags) and of the prepared log (without).
  same() {
    local name=$1 flags=$2; shift 2
    expect 0 '^csv, 1 file, 901 lines: 900 records, 1 left out$' "$REPLAYBENCH" data prepare any.csv $columns $flags --out any.replaybench
    timeout 60 "$REPLAYBENCH" evaluate --log any.csv $columns $flags "$@" >text.out 2>text.err; echo $? >>text.out
    timeout 60 "$REPLAYBENCH" evaluate --log any.replaybench "$@" >prepared.out 2>prepared.err; echo $? >>prepared.out
    sed -i 's/any\.replaybench/any.csv/' prepared.out
    check "$name: it succeeds" test "$(tail -1 text.out)" = 0
    check "$name: the same output" cmp text.out prepared.out
    check "$name: the same messages" cmp text.err prepared.err
  }
  same "a learner" "" --algorithm ucb --evaluator replay
  same "features" "" --algorithm lin_ucb --evaluator replay --format json
  same "a policy by columns" "$targets" --evaluator ips --evaluator 'dr{model="given"}' --format csv
  same "segments and clusters" "$targets --by site --cluster user" --evaluator snips
  same "no constant" "--no-intercept" --algorithm lin_ucb --format json
  expect 0 'prepared log, 900 records, 3 actions, ' rb info any.replaybench
  expect 0 '^csv, 1 file, 901 lines' rb info any.replaybench
  expect 0 'any.replaybench: right: 900 records' rb verify any.replaybench
  expect 2 'its columns were chosen when it was prepared' "$REPLAYBENCH" evaluate --log any.replaybench --by site --algorithm ucb
  expect 2 'give --separator, --skip-bad-lines to data prepare' "$REPLAYBENCH" evaluate --log any.replaybench --separator ';' --skip-bad-lines --algorithm ucb
  expect 2 'separator: "ab" is not one character' rb prepare any.csv --separator ab --hashed site --out other.replaybench
  expect 2 'hashed: "site" is not COLUMN:BUCKETS' rb prepare any.csv --separator ab --hashed site --out other.replaybench
  printf 'action,reward,logger\na,1,old\nb,0,new\n' >two.csv
  rb prepare two.csv --out two.replaybench >/dev/null
  expect 0 '^2 loggers: "new", "old"$' rb info two.replaybench
  printf 'b,1,new\n' >>two.csv
  expect 0 'two.csv has changed since two.replaybench was prepared from it \(it had 37 bytes and has 45\): prepare it again' \
    "$REPLAYBENCH" evaluate --log two.replaybench --algorithm ucb --show-unreliable
  cp two.replaybench old.replaybench
  printf '\x02' | dd of=old.replaybench bs=1 seek=8 conv=notrunc status=none
  expect 3 'is a prepared log of version 2, this program reads versions 1 and 3: prepare it again' rb info old.replaybench
  expect 3 'of version 2, this program reads versions 1 and 3' "$REPLAYBENCH" evaluate --log old.replaybench --algorithm ucb
  # The content is the log's, whatever else the file has.
  printf 'action,reward,more,logger\na,1,x,old\noops\nb,0,,new\n' | rb prepare - --skip-bad-lines --out more.replaybench >/dev/null
  expect 0 "^content $(rb info two.replaybench | sed -n 's/^content //p')\$" rb info more.replaybench
  expect 2 'out is missing' rb prepare any.csv $columns
  expect 2 'strict is for files of Yahoo! R6B' rb prepare any.csv $columns --out any.replaybench --strict
  expect 3 'any.csv: 1 of 901 lines cannot be used' rb prepare any.csv --columns action=item,reward=click --out other.replaybench
  expect 2 'is a prepared log already' rb prepare any.replaybench --out other.replaybench
  check "a failure leaves no file" test ! -e other.replaybench -a ! -e other.replaybench.part
  expect 4 'is there already and is not a prepared log' rb prepare any.csv $columns --out any.csv
  timeout 60 "$REPLAYBENCH" data prepare - $columns --out piped.replaybench <any.csv >/dev/null
  "$REPLAYBENCH" data prepare any.csv $columns --out any.replaybench >/dev/null
  expect 0 "^content $(rb info any.replaybench | sed -n 's/^content //p')\$" rb info piped.replaybench
  printf '\xff' | dd of=any.replaybench bs=1 seek=4500 conv=notrunc status=none
  expect 3 'any.replaybench: is damaged: these sections' rb verify any.replaybench
  expect 3 'any.replaybench: is damaged' "$REPLAYBENCH" evaluate --log any.replaybench --algorithm ucb
}

# Propensities that the log does not give.
part_propensities() {
  any_log
  expect 2 'propensities' "$REPLAYBENCH" evaluate --log any.csv \
    --columns action=item,reward=click,propensity= --skip-bad-lines $targets --evaluator ips
  expect 0 'warning +the propensities are estimated by the frequencies' "$REPLAYBENCH" evaluate --log any.csv \
    --columns action=item,reward=click,propensity= --skip-bad-lines $targets --evaluator ips --propensities frequency
  expect 0 'estimated from 2 features, by multinomial logistic regression' "$REPLAYBENCH" evaluate --log any.csv \
    --columns action=item,reward=click,propensity= --skip-bad-lines $targets --evaluator dr --propensities logistic
  expect 2 'propensities' "$REPLAYBENCH" evaluate --log any.csv --algorithm ucb --propensities guess
  # A pipe is read once.
  printf 'action,reward\na,1\nb,0\na,1\n' >"$work/piped.csv"
  expect 0 '3 records' bash -c "\"$REPLAYBENCH\" data prepare <(cat '$work/piped.csv') --out '$work/piped.replaybench'"
}

run_parts "$@"
