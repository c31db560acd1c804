#!/bin/sh
# What is made from the tables of keys, commands and options is up to date.
cd "$(dirname "$0")/../.."
exec src/scripts/docs.sh --check
