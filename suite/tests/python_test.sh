#!/usr/bin/env bash
# The Python module: built on the program's own libraries, and its tests (python/tests).
source "$(dirname "$0")/harness.sh"
python=/usr/bin/python3
if ! "$python" -c 'import numpy, pybind11, pytest' 2>/dev/null; then
  echo "skipped: no NumPy, pybind11 or pytest for $python ('scripts/setup python test' installs them)"
  exit 77
fi
build=$(dirname "$REPLAYBENCH")

expect 0 "." cmake "$build" -DREPLAYBENCH_PYTHON=ON
expect 0 "." cmake --build "$build" --target replaybench_python
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$work
check "the module exports its entry alone" \
  test "$(nm -D --defined-only "$build"/python/replaybench/_engine*.so | awk '{print $3}')" = PyInit__engine
expect 0 "^Help on package replaybench" "$python" -c 'import replaybench; help(replaybench)'
"$python" -m pytest -q -p no:cacheprovider --tb=short "$SOURCE/python/tests" 2>&1 | tee "$work/pytest" | tail -60
check "python/tests" grep -Eq '^[0-9]+ passed(, [0-9]+ (skipped|warnings?))* in ' "$work/pytest"
finish
