#!/usr/bin/env bash
# A document with curl alone: bash examples/create.sh report.md report.docx
set -euo pipefail
base=${OCTAVO_BASE_URL:-http://127.0.0.1:8080}
input=${1:?the Markdown file} output=${2:?the file to write}
format=${output##*.}

# node only writes and reads the JSON here; jq does it as well
answer=$(node -p 'JSON.stringify({ format: process.argv[2], content: { markdown: fs.readFileSync(process.argv[1], "utf8") } })' "$input" "$format" |
  curl -sS --fail-with-body "$base/v1/documents" -H "Authorization: Bearer $OCTAVO_API_KEY" -H 'Content-Type: application/json' -d @-)
url=$(node -p 'JSON.parse(process.argv[1]).outputs.find(({ kind }) => kind === process.argv[2]).url' "$answer" "$format")
curl -sS --fail "$url" -o "$output"
echo "wrote $output"
