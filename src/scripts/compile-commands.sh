#!/bin/sh
# compile_commands.json on stdout, from what make would run.
set -eu
cd "$(dirname "$0")/../.."
make --always-make --dry-run all 2>/dev/null | awk -v folder="$PWD" '
    function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
    / -c [^ ]+\.(c|cpp) -o / {
        for (i = 1; i < NF; i++) if ($i == "-c") file = $(i + 1)
        printf "%s{\"directory\":%s,\"file\":%s,\"command\":%s}", count++ ? ",\n" : "[\n",
            quoted(folder), quoted(file), quoted($0)
    }
    END { print count ? "\n]" : "[]" }'
