#!/usr/bin/env bash
# What makes the paper, without TeX and without a run: no typed number, cells and errors by name, every claim and work that it
# names is there. The lint as a program: it finds a typed number and says where.
source "$(dirname "$0")/harness.sh"

if ! command -v python3 >/dev/null; then
  echo "SKIPPED: there is no python3 here ('scripts/setup paper' installs it on Debian)"
  finish
fi
expect 0 "^OK" python3 "$SOURCE/paper/program/paper_test.py"
expect 0 "no typed number" "$SOURCE/scripts/paper" lint
printf 'Replay earns\n0.4 here.\n' >"$work/wrong.tex"
expect 1 "wrong.tex:2:1: the typed number \"0.4\"" python3 "$SOURCE/paper/program/lint.py" "$work/wrong.tex" \
  --allow "$SOURCE/paper/allowed_digits.txt"
expect 2 "expected --results, --work and --out" python3 "$SOURCE/paper/program/make_paper.py" --home "$SOURCE"
finish
