#!/bin/sh
# Writes the first corpus of each fuzz target into tests/fuzz/corpus: from testdata, and from the
# real drives' answers in ../shared/corpus (or $CALIPERS_CORPUS) where they are.
cd "$(dirname "$0")" && exec cargo run --quiet --release --example seeds
