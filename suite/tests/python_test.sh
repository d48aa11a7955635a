#!/usr/bin/env bash
# The Python module: built and installed as python/README.md has it, and its tests (python/tests).
source "$(dirname "$0")/harness.sh"
source "$SOURCE/suite/tests/doors.sh"
python=/usr/bin/python3
if ! "$python" -c 'import numpy, pybind11, pytest' 2>/dev/null; then
  echo "skipped: no NumPy, pybind11 or pytest for $python ('scripts/setup python test' installs them)"
  exit 77
fi
build=$(dirname "$PROGRAM")

if [[ $build -ef $SOURCE/build/release ]]; then
  as_written() { cd "$SOURCE" && HOME=$work walk_block python/README.md 1; }
  expect 0 '^wheel: ' as_written
  check "the wheel is installed, and its example runs" test -x "$work/replaybench-python/bin/python" -a "$(wc -l <"$work/output")" -gt 5
else
  expect 0 "." cmake "$build" -DREPLAYBENCH_PYTHON=ON
  expect 0 "." cmake --build "$build" --target replaybench_python
fi
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$work
check "the module exports its entry alone" \
  test "$(nm -D --defined-only "$build"/python/replaybench/_engine*.so | awk '{print $3}')" = PyInit__engine
expect 0 "^Help on package replaybench" "$python" -c 'import replaybench; help(replaybench)'
"$python" -m pytest -q -p no:cacheprovider --tb=short "$SOURCE/python/tests" 2>&1 | tee "$work/pytest" | tail -60
expect 0 '^uniform_random +snips ' "$python" "$SOURCE/python/bench/overhead.py" "$PROGRAM" 20000
check "python/tests" grep -Eq '^[0-9]+ passed(, [0-9]+ (skipped|warnings?))* in ' "$work/pytest"
finish
