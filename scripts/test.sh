#!/usr/bin/env bash
# `npm test`: makes the machine ready, then runs every test, or only the files that are named.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
OCTAVO_SETUP_BROWSER=1 bash scripts/setup.sh
if [ $# -eq 0 ]; then set -- 'src/**/*.test.ts' 'sdk/src/**/*.test.ts' 'web/src/**/*.test.ts' 'scripts/**/*.test.ts' 'test/**/*.test.ts'; fi
export PATH="$PWD/node_modules/.bin:$PATH"
# Two files at a time: tests start servers and office workers of their own, each of which fills a core.
exec node --test --test-concurrency=2 --test-reporter=spec "$@"
