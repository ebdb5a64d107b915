#!/usr/bin/env bash
# `npm start`: makes the machine ready, then becomes the server, so that signals reach it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash scripts/setup.sh
exec node_modules/.bin/node src/main/octavo.ts serve "$@"
