#!/usr/bin/env bash
# Cases with the tag [long] have the ctest label long, and no others: `make test` leaves out this label, so a case with
# the tag alone would take its time there, and one with the label alone would not be run.
source "$(dirname "$0")/harness.sh"
build=$(dirname "$PROGRAM")

tagged() {
  local program
  for program in "$build"/*_tests; do
    "$program" "[long]" --list-test-names-only | sed "s/^/$(basename "$program" _tests):/"
  done | sort
}
labelled() {
  (cd "$build" && ctest -N -L '^long$') | sed -n 's/^ *Test *#[0-9]*: //p' | sort
}
tagged >"$work/tagged"
labelled >"$work/labelled"
check "there are long cases" test -s "$work/tagged"
check "cases with the tag are the cases with the label" diff "$work/tagged" "$work/labelled"
finish
