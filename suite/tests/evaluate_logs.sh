# The logs of the tests of `replaybench evaluate`.
# shellcheck shell=bash
# A uniform log of 4,000 records over three actions; action "b" pays most, and a feature says when "c" pays.
make_log() {
  awk -v skew="${1:-0}" 'BEGIN {
    seed = 7
    print "timestamp,action,reward,propensity,x_0,x_1"
    split("a b c", name, " ")
    for (i = 1; i <= 4000; i++) {
      u = rnd(); k = 1 + int(3 * rnd()); if (rnd() < skew) k = 1
      x = rnd() < 0.5 ? 1 : 0
      p = k == 1 ? 0.2 : (k == 2 ? 0.5 : (x ? 0.9 : 0.1))
      print i "," name[k] "," (u < p ? 1 : 0) "," 1/3 "," x "," rnd()
    }
  }
  function rnd() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }'
}
make_log >"$work/log.csv"
cut -d, -f2,3,5,6 "$work/log.csv" >"$work/plain.csv"
gzip -k "$work/plain.csv"
action=$(awk -F, 'NR == 3 { print $1 }' "$work/plain.csv")
make_log 0.3 | cut -d, -f2,3,5,6 >"$work/skewed.csv"
head -51 "$work/plain.csv" >"$work/short.csv"
printf 'action,reward\na,1\na,0\n' >"$work/one_action.csv"
printf 'action,reward,x_0,x_1\nb,1,0,1\na,0,1,0\n' >"$work/none.csv"
awk -F, 'BEGIN { OFS = "," } NR == 100 { $4 = "0.000001" } { print }' "$work/log.csv" >"$work/heavy.csv"
cut -d, -f1,2 "$work/plain.csv" >"$work/two_columns.csv"
awk -F, 'NR == 1 { print "user,Action,REWARD,age,score" } NR > 1 { print "u" int(NR / 5) "," $1 "," $2 "," $3 "," $4 }' "$work/plain.csv" >"$work/named.csv"
awk -F, 'NR == 1 { print $0 ",country,agent" } NR > 1 { print $0 "," (NR % 3 ? "FR" : "DE") ",agent " NR % 50 }' "$work/plain.csv" >"$work/texts.csv"
{ head -1 "$work/texts.csv"; tail -n +2 "$work/texts.csv" | sort -s -t, -k5,5; } >"$work/by_country.csv"
several=(--log "$work/texts.csv" --algorithm uniform_random --algorithm "fixed_action{action=\"$action\"}" --evaluator replay --evaluator red_inf)
awk -F, 'NR == 1 { print $0 ",pi_a,pi_b,pi_c,pi" } NR > 1 { p["a"] = 0.1; p["b"] = $5 ? 0.1 : 0.8; p["c"] = $5 ? 0.8 : 0.1; print $0 "," p["a"] "," p["b"] "," p["c"] "," p[$2] }' "$work/log.csv" >"$work/target.csv"
evaluate --log "$work/plain.csv" --algorithm 'lin_ucb{alpha=1, lambda=1}' >"$work/first" 2>&1
