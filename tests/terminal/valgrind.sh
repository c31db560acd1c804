#!/bin/sh
# A thousand random keys under valgrind: no byte is used that was not set, none outside.
cd "$(dirname "$0")/../.."
command -v valgrind > /dev/null || { echo "no valgrind"; exit 77; }
ONLY=random_keys SOAK_KEYS=1000 exec valgrind -q --error-exitcode=9 --leak-check=no \
    "${BUILD_FOLDER:-build}/tests/frame"
