#!/bin/sh
# What is made from the tables of keys, commands and options is up to date.
cd "$(dirname "$0")/../.."
exec scripts/docs.sh --check
