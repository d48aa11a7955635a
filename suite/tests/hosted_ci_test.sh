#!/usr/bin/env bash
# The workflow of the code host (.github/workflows/test.yml): one job in a container of Debian, no action but the checkout, and
# as commands what .ci/run and a newcomer run too.
source "$(dirname "$0")/harness.sh"
workflow=$SOURCE/.github/workflows/test.yml
if ! python3 -c 'import yaml' 2>/dev/null; then
  echo "SKIPPED: there is no python3-yaml here ('scripts/setup test' installs it on Debian)"
  exit 77
fi

# said EXPRESSION: what Python gives of `w`, the workflow.
said() { python3 -c 'import sys, yaml; w = yaml.safe_load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$workflow" "$1"; }
steps='[s for j in w["jobs"].values() for s in j["steps"]]'
check "one job" test "$(said 'len(w["jobs"])')" = 1
check "in Debian's container" test "$(said '[j["container"] for j in w["jobs"].values()]')" = "['debian:12']"
check "for pushes and pull requests" test "$(said 'sorted(w[True])')" = "['pull_request', 'push']"  # YAML's "on" is true
check "no action but the checkout" test "$(said "{s['uses'].split('@')[0] for s in $steps if 'uses' in s}")" = "{'actions/checkout'}"
check "it may read only" test "$(said 'w["permissions"]')" = "{'contents': 'read'}"
said "'\n'.join(s['run'].strip() for s in $steps if 'run' in s)" >"$work/commands"
check "it ends with make test" test "$(tail -n 1 "$work/commands")" = "make test"

# The commands, where apt-get and make say what they are asked for.
mkdir "$work/bin"
for program in apt-get make git; do
  printf '#!/bin/sh\necho "%s $*" >>"$CALLS"\n' $program >"$work/bin/$program"
  chmod +x "$work/bin/$program"
done
CALLS=$work/calls PATH=$work/bin:$PATH bash -e "$work/commands"
check "every command ends well" test $? = 0
check "git and make are installed before they are used" grep -q '^apt-get install .*git make' "$work/calls"
check "then the tests run" test "$(tail -n 1 "$work/calls")" = "make test"
check "which are those of .ci/run" bash -c "grep -qx 'make test-all' '$SOURCE/.ci/run' && grep -q 'step \"make test\" make test' '$SOURCE/scripts/test_all'"
finish
