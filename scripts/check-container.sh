#!/usr/bin/env bash
# Does what the Dockerfile says in a root made of Debian's own packages by mmdebstrap, starts the service there as its user, and makes a
# document: where no image can be pulled, this shows that the steps are whole. Needs root, takes some ten minutes and 3 GB.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
  echo 'skipped: this needs root and mmdebstrap (apt-get install mmdebstrap)' >&2
  exit 0
fi

suite=$(sed -n 's/^FROM debian:\([a-z]*\)-slim$/\1/p' Dockerfile)
mirror=$(awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) { print $i; exit } }' \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | head -n 1)
root=$(mktemp -d "${TMPDIR:-/tmp}/octavo-root-XXXXXX")
server=
clean_up() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  for place in dev/pts dev/shm dev proc sys; do umount "$root/$place" 2>/dev/null || umount -l "$root/$place" 2>/dev/null || true; done
  if [ -z "${OCTAVO_KEEP_ROOT:-}" ]; then rm -rf --one-file-system "$root"; fi
}
trap clean_up EXIT

echo "a root of $suite"
mmdebstrap --quiet --variant=minbase --include=apt "$suite" "$root" "deb ${mirror:-http://deb.debian.org/debian} $suite main"
# what the builder of an image gives: names, the machine's way to npm, and devices
cp /etc/resolv.conf "$root/etc/resolv.conf"
for file in "$HOME/.npmrc" /etc/npmrc; do if [ -e "$file" ]; then cp "$file" "$root/root/.npmrc"; fi; done
for file in /usr/local/share/ca-certificates/*.crt; do if [ -e "$file" ]; then install -D "$file" "$root$file"; fi; done
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"

echo 'COPY . .'
work=$(sed -n 's/^WORKDIR //p' Dockerfile)
mkdir -p "$root$work"
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- -cf - | tar -xf - -C "$root$work"

# each RUN, its lines joined
node -e '
  const text = fs.readFileSync("Dockerfile", "utf8").replace(/\\\n/g, " ");
  for (const [, command] of text.matchAll(/^RUN (.+)$/gm)) console.log(command.replace(/\s+/g, " "));
' | while IFS= read -r command; do
  echo "RUN $command"
  chroot "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    npm_config_registry="${npm_config_registry:-}" NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-}" \
    sh -c "cd $work && $command" </dev/null
done

echo 'CMD, as the user of the image'
key=ak_local_$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')
# as containers do it: in a changed root (chroot) the kernel makes no user namespace, whoever asks
unshare --mount --propagation private sh -c '
  mount --rbind "$0" "$0" && cd "$0" && mkdir -p .old && pivot_root . .old && cd / && { umount -l /.old 2>/dev/null || true; }
  exec setpriv --reuid octavo --regid octavo --init-groups --inh-caps=-all env -i HOME=/var/lib/octavo PATH=/usr/bin:/bin \
    OCTAVO_DATA_DIR=/var/lib/octavo OCTAVO_HOST=127.0.0.1 OCTAVO_PORT=18080 OCTAVO_ARTIFACT_PORT=18081 OCTAVO_API_KEY="$1" \
    sh -c "cd $2 && exec node_modules/.bin/node src/main/octavo.ts serve"' "$root" "$key" "$work" &
server=$!
for _ in $(seq 120); do
  if curl -fsS http://127.0.0.1:18080/readyz >/dev/null 2>&1; then break; fi
  kill -0 "$server"
  sleep 1
done
curl -fsS http://127.0.0.1:18080/healthz
for format in docx pptx xlsx pdf; do
  curl -fsS http://127.0.0.1:18080/v1/documents -H "Authorization: Bearer $key" -H 'Content-Type: application/json' \
    -d "{\"format\": \"$format\", \"content\": {\"markdown\": \"# From a container\\n\\nA first document.\"}}" | grep -o '"status":"[a-z_]*"' | head -n 1
done
curl -fsS http://127.0.0.1:18080/docs/ | grep -q '<title>Octavo' && echo 'the documentation is there'
echo 'the container starts and makes documents'
