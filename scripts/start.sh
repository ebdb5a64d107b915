#!/usr/bin/env bash
# `npm start`: makes the machine ready, then becomes the server, so that signals reach it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash scripts/setup.sh
# what the types were taken from is kept, which halves the processor time of a start
export NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compiled}
# objects that live for a moment get little room: it is collected more often, and never for long
exec node_modules/.bin/node --max-semi-space-size=6 src/main/octavo.ts serve "$@"
