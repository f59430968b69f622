#!/usr/bin/env bash
# install.sh GROUP…: installs the Debian packages a group of targets needs, and only those that are missing.
set -euo pipefail

# Each line: group, package, the command that makes it needless where it came some other way (or -), why.
packages='
build  gcc                 gcc           the compiler of the release build
build  libc6-dev           -             its headers
build  meson               meson         describes the build
build  ninja-build         ninja         carries it out
build  pkg-config          pkg-config    finds libedit
build  python3             python3       turns the rule pages into C
build  libedit-dev         -             line editing for `kickback play`
build  libjansson-dev      -             JSON that comes from outside
build  libsodium-dev       -             hashes, secrets and luck that can be checked
build  libqrencode-dev     -             links to a phone, as a picture
build  libicu-dev          -             names: what can be seen in them, and which look alike
build  libsqlite3-dev      -             the log of the server
build  libev-dev           -             the loop of the server
build  libhttp-parser-dev  -             HTTP
build  libwslay-dev        -             WebSocket
build  libssl-dev          -             TLS
build  nodejs              node          the tools that build the page
build  npm                 npm           … and fetches them
build  librsvg2-bin        rsvg-convert  the icons as PNG, for devices that take no SVG
build  clang               clang         the rules as WebAssembly for the page, and the sanitized build
build  lld                 wasm-ld       links WebAssembly
build  libcmocka-dev       -             the tests in C, which are described along with the program
test   binutils            nm            looks inside the compiled rules
test   g++                 g++           checks that the rules are C++ too, which GPUs need
test   llvm                llvm-symbolizer  names the lines in what a sanitizer reports
test   libclang-rt-dev     -             the sanitizers and libFuzzer
test   clang-format        clang-format  layout
test   clang-tidy          clang-tidy    lint
test   cppcheck            cppcheck      lint
test   chromium            chromium      the page in a real browser
test   python3-jsonschema  -             holds positions against their schemas
coverage gcovr             gcovr         tells which lines the tests run
test   mandoc              mandoc        checks the manual pages
test   zsh                 zsh           … and the completions
test   fish                fish          … and the completions
test   abigail-tools       abidiff       compares the interface of the library with that of the last release
test   python3-cffi        -             calls the library as other languages do
test   python3-pycparser   -             reads its header
deb    debhelper           dh            builds Debian packages
deb    dpkg-dev            dpkg-buildpackage  … likewise
deb    fakeroot            fakeroot      … without being root
deb    lintian             lintian       checks them
python python3-dev         -             headers for the Python package
python python3-venv        -             environments to build and test it in
test   openssl             openssl       a certificate for the server under test
'

missing=()
for group in "$@"; do
    grep -q "^$group " <<<"$packages" || { echo "install.sh: no group '$group'" >&2; exit 2; }
    while read -r in_group package command _; do
        [ "$in_group" = "$group" ] || continue
        [ "$command" != - ] && command -v "$command" >/dev/null && continue
        # Elsewhere than on Debian a library is not looked for here: the build says when it is not there.
        [ "$command" = - ] && ! command -v dpkg-query >/dev/null && continue
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] && continue
        missing+=("$package")
    done <<<"$packages"
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "This is no Debian, so install these yourself, under the names your system gives them: ${missing[*]}" >&2
    exit 1
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Only root can install these, and there is no sudo: ${missing[*]}" >&2; exit 1; }
    sudo=(sudo)
fi
echo "Installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "${sudo[@]}" apt-get update -qq >"$log" 2>&1 ||
    ! "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
    cat "$log"
    exit 1
fi
