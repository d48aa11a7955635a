# Files that are damaged, hostile or changed while they are read, through the whole program: an error in words, never other
# numbers, a signal or another file that is overwritten.
source "${BASH_SOURCE%/*}/harness.sh"
cd "$work" || exit
rb() { "$REPLAYBENCH" "$@"; }

# Prepared R6B: the same bytes each time, wherever it is made.
look_alike='r6b_like{scale=0.002, days="1-2"}'
rb data generate "$look_alike" --form prepared --out one >/dev/null
rb data generate "$look_alike" --form prepared --out two >/dev/null
check "a generated prepared log has the same bytes each time" cmp one/r6b.replaybench two/r6b.replaybench

# One wrong byte: refused by evaluate and by a study, and no cell remembers it when the file is right again.
export REPLAYBENCH_DATA=$work/data
mkdir -p data/r6b study
file=data/r6b/r6b.replaybench
damage() { cp one/r6b.replaybench "$file" && printf '\x5a' | dd of="$file" bs=1 seek=5000 conv=notrunc status=none; }
tiny_study study/experiment.toml 's/"bernoulli_arms"/"yahoo_r6b{days=\\"1-2\\"}"/' '/horizon/d' 's/ucb/epsilon_greedy/'
damage
expect 3 'is damaged: these sections do not have their checksums: features' rb evaluate --log "$file" --algorithm ucb
expect 3 'is damaged: these sections do not have their checksums' rb run study/experiment.toml --profile smoke --store old
cp one/r6b.replaybench "$file"
expect 0 ' 0 from the store' rb run study/experiment.toml --profile smoke --store old
rb run study/experiment.toml --profile smoke --store fresh >/dev/null
for store in old fresh; do
  rb report study/experiment.toml --profile smoke --no-figures --store "$store" --results "results_$store" >/dev/null
done
check "the cells are those of the right file" cmp results_old/tables/study/play.csv results_fresh/tables/study/play.csv

# A file that is cut while it is mapped.
rb data generate 'r6b_like{scale=0.05, days="1-2"}' --form prepared --out large >/dev/null
# Minutes of work, which ends at the next read of a lost byte.
"$PROGRAM" evaluate --log large/r6b.replaybench --algorithm lin_ucb --evaluator bred >cut_output 2>&1 &
reader=$!
is_mapped() { grep -q r6b.replaybench "/proc/$reader/maps"; }
has_ended() { ! kill -0 "$reader"; }
until_true 20 is_mapped && sleep 0.5 && truncate -s 5000 large/r6b.replaybench
until_true 60 has_ended || kill "$reader"
wait "$reader"
check "a file that is cut under the map: exit code 4" test $? -eq 4
check "... in words" grep -q 'large/r6b.replaybench: its bytes cannot be read any more' cut_output

# A link in the place of a part.
echo precious >victim
printf 'action,reward\na,1\nb,0\n' >log.csv
ln -s victim out.replaybench.part
expect 4 'out.replaybench.part: is a symbolic link: it is not written' rb data prepare log.csv --out out.replaybench
check "what the link leads to is as it was" test "$(cat victim)" = precious -a ! -e out.replaybench

# SIGTERM and Ctrl-C in data generate leave nothing.
for signal in TERM INT; do
  # A shell without job control lets its background jobs ignore SIGINT.
  env --default-signal=INT "$PROGRAM" data generate 'r6b_like{scale=0.2}' --out "stopped_$signal" >/dev/null 2>&1 &
  begun() { compgen -G "stopped_$1/.generate-*/*"; }
  until_true 20 begun "$signal"
  kill -s "$signal" $!
  wait $!
  code=$?
  check "generate, SIG$signal: exit code $code" test "$code" -eq "$([[ $signal = TERM ]] && echo 75 || echo 130)"
  check "generate, SIG$signal: nothing is left" test -z "$(ls -A "stopped_$signal")"
done

# TOML: very deep keys, very many problems, very long texts, control characters.
mkdir deep many long escape
awk 'BEGIN { printf "a"; for (i = 1; i < 40000; ++i) printf ".a"; print " = 1" }' >deep/experiment.toml
cp deep/experiment.toml deep/manifest.toml
expect 2 'deep/experiment.toml:1:1: a key of more than 32 parts' rb plan deep/experiment.toml
expect 2 'deep/manifest.toml:1:1: a key of more than 32 parts' rb data info deep/manifest.toml
cp study/experiment.toml deep/experiment.toml
cp deep/manifest.toml deep/claims.toml
expect 2 'deep/claims.toml:1:1: a key of more than 32 parts' rb report deep/experiment.toml --profile smoke --store old --results "$work/results_deep"
awk 'BEGIN { for (i = 0; i < 20000; ++i) print "k" i " = 1" }' >many/experiment.toml
expect 2 '[0-9]+ further problems; mend the first 100' rb plan many/experiment.toml
check "a hundred problems are told" test "$(wc -l <output)" -le 101
tiny_study long/experiment.toml "s/\"10\"/\"$(printf 'x%.0s' {1..20000})\"/"
expect 2 'bytes left out' rb plan long/experiment.toml
check "a long expression is cut in the message" test "$(wc -c <output)" -lt 3000
tiny_study escape/experiment.toml 's/"t"/"\\u001b[31m"/'
expect 2 '"title" is the text "\\x1b\[31m"; expected a text without control characters' rb plan escape/experiment.toml
red=$'red\e[31m'
mkdir "$red" && tiny_study "$red/experiment.toml"
expect 2 'has control characters; rename its folder' rb plan "$red/experiment.toml"
no_escape() { ! grep -q $'\e' output; }
check "no escape reaches the output" no_escape
awk 'BEGIN { print "action,reward,\033[31mnote"; for (i = 0; i < 60; ++i) print (i % 2 ? "a" : "b") "," (i % 3 == 0) ",x" }' >escape.csv
expect 0 'x1b\[31mnote' rb evaluate --log escape.csv --algorithm ucb --show-unreliable
check "no escape of a header reaches the output" no_escape

# A propensity whose weight overflows; a packed file that unpacks to very much.
{ echo action,reward,propensity,pi
  for ((i = 0; i < 40; ++i)); do echo "a,1,0.5,0.5"; done
  echo a,0,1e-200,0.5; } >tiny.csv
ips() { rb evaluate --log "$1" --evaluator ips --policy-column pi; }
expect 3 'tiny.csv:42: column "propensity": "1e-200" is too small: the weight 1/p overflows' ips tiny.csv
sed 's/1e-200/1e-70/' tiny.csv >small.csv
expect 0 'effective sample size 1 of 41 records' ips small.csv
check "no number of it is nan" test "$(grep -c nan output)" -eq 0
{ echo action,reward; yes a,1 | head -c 100000000; } | gzip >bomb.csv.gz
expect 3 'bomb.csv.gz: it unpacks to more than 250 times its size and more than 64 MiB' rb evaluate --log bomb.csv.gz --algorithm ucb

finish
