#!/usr/bin/env bash
# Speed, as ratios of two things measured here and now. `make bench`.
# Each script in tests/bench/ measures one part; more lines, no asserts.
cd "$(dirname "$0")/.." || exit 1
export BUILD=${BUILD:-build}
for script in tests/bench/*.sh; do
    echo "== $(basename "$script" .sh)"
    "$script" || exit 1
done
