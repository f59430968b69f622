#!/usr/bin/env bash
# deb.sh: builds the Debian packages from the tracked files into build/deb and checks them with lintian.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install.sh build deb
[ web/node_modules/.package-lock.json -nt web/package-lock.json ] || npm ci --prefix web --no-audit --no-fund --loglevel=error >/dev/null
version=$(sed -n "1s/.*(\(.*\)).*/\1/p" packaging/debian/changelog)
sources=build/deb/kickback-$version
rm -rf build/deb
mkdir -p "$sources"
git ls-files -z | xargs -0 cp --parents -t "$sources"
cp -r packaging/debian "$sources/debian"
ln -s "$PWD/web/node_modules" "$sources/web/node_modules"
log=build/deb/build.log
(cd "$sources" && dpkg-buildpackage --build=binary --no-sign) >"$log" 2>&1 || { tail -n 40 "$log"; exit 1; }
# The packages are built locally and have no public maintainer, so the mail address has no valid host.
lintian --fail-on error,warning --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog build/deb/*.changes
ls build/deb/*.deb
