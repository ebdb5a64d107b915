"""A document with Python's own library alone: python3 examples/create.py report.md report.docx"""

import json
import os
import sys
import urllib.error
import urllib.request

base = os.environ.get("OCTAVO_BASE_URL", "http://127.0.0.1:8080")
source, target = sys.argv[1], sys.argv[2]
kind = target.rsplit(".", 1)[-1]

with open(source, encoding="utf-8") as file:
    body = {"format": kind, "content": {"markdown": file.read()}}
request = urllib.request.Request(
    f"{base}/v1/documents",
    data=json.dumps(body).encode(),
    headers={"Authorization": f"Bearer {os.environ['OCTAVO_API_KEY']}", "Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request) as answer:
        document = json.load(answer)
except urllib.error.HTTPError as error:
    # a refusal names every field at fault and what to change
    sys.exit(json.load(error)["detail"])

url = next(output["url"] for output in document["outputs"] if output["kind"] == kind)
urllib.request.urlretrieve(url, target)
print(f"wrote {target}: {document['status']}, {document['pages']} pages")
