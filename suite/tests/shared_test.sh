#!/usr/bin/env bash
# Makes a run that other tests read (shared.sh):  shared_test.sh NAME
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/shared.sh"
check "$1 is made" make_shared "$1"
finish
