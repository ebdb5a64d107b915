#!/usr/bin/env bash
# `npm test`: makes the machine ready, then runs every test, or only the files that are named. What fails in the whole run
# is run once more by itself: a test that a busy machine alone makes fail is named, and does not end the run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
OCTAVO_SETUP_BROWSER=1 bash scripts/setup.sh
export PATH="$PWD/node_modules/.bin:$PATH" NODE_COMPILE_CACHE="$PWD/node_modules/.cache/compiled"
# what the validator of Office files said (test/support/validate-office.ts)
find node_modules/.cache/validated -mtime +14 -delete 2>/dev/null || true
if [ $# -gt 0 ]; then exec node --test --test-concurrency=2 --test-reporter=spec "$@"; fi

set -- 'src/**/*.test.ts' 'sdk/src/**/*.test.ts' 'web/src/**/*.test.ts' 'scripts/**/*.test.ts' 'test/**/*.test.ts'
failed=$(mktemp)
trap 'rm -f "$failed"' EXIT
# Two files at a time: tests start servers and office workers of their own, each of which fills a core.
node --test --test-concurrency=2 --test-reporter=spec --test-reporter-destination=stdout \
  --test-reporter=./scripts/failed-files.ts --test-reporter-destination="$failed" "$@" && exit 0

mapfile -t files <"$failed"
# more than a few are no chance
if [ ${#files[@]} -eq 0 ] || [ ${#files[@]} -gt 5 ]; then exit 1; fi
printf '\nFailed beside others, and run once more by themselves:\n'
printf '  %s\n' "${files[@]}"
node --test --test-concurrency=1 --test-reporter=spec "${files[@]}"
