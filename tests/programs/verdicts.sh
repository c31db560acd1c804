#!/bin/bash
# check on all shipped programs, against what compute-sanitizer said of them on a GPU.
exec python3 "$(dirname "$0")/../gpu/verdicts.py" --recorded
