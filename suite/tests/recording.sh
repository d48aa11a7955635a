# Records what tests start, for doors_test.sh: sourced by harness.sh, scripts/test_all and .ci/run, and, as BASH_ENV, by
# every bash below them. An empty file in build/release/walked for each: "make TARGET", "cmake preset NAME", "cmake option
# NAME", "replaybench COMMAND", "script NAME".
# shellcheck shell=bash
if [[ -z ${WALKED:-} ]]; then
  tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  export WALKED=${tests%/suite/tests}/build/release/walked
  export BASH_ENV=$tests/recording.sh PATH=$tests/recorders:$PATH
  mkdir -p "$WALKED"
  unset tests
fi
case $0 in scripts/* | */scripts/*) { : >"$WALKED/script ${0##*/}"; } 2>/dev/null ;; esac
