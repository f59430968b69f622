#!/usr/bin/env bash
# install.sh GROUP…: installs the missing Debian packages of the given groups.
set -euo pipefail

# Each line: group, package (or alternatives, of which the first that exists is installed), a command whose presence makes the
# package unnecessary (or -), purpose.
packages='
build  gcc                 gcc           the compiler of the release build
build  libc6-dev           -             its headers
build  meson               meson         describes the build
build  ninja-build         ninja         runs the build
build  pkg-config          pkg-config    finds libraries
build  python3             python3       turns the rule pages into C
build  libedit-dev         -             line editing for `kickback play`
build  libsodium-dev       -             hashes, secrets and verifiable luck
build  libqrencode-dev     -             QR codes for links
build  libicu-dev          -             names: visible characters and look-alikes
build  libsqlite3-dev      -             the log of the server
build  libpq-dev           -             the log of the server in PostgreSQL
build  libev-dev           -             the event loop of the server
build  libllhttp-dev|node-llhttp  -      HTTP; Debian 12 has only its sources
build  libwslay-dev        -             WebSocket
build  libssl-dev          -             TLS
build  nodejs              node          the tools that build the page
build  npm                 npm           fetches the tools
build  librsvg2-bin        rsvg-convert  icons as PNG, for devices without SVG
build  clang               clang         the rules as WebAssembly for the page, and the sanitized build
build  lld                 wasm-ld       links WebAssembly
build  libcmocka-dev       -             tests in C; meson needs it to configure
test   binutils            nm            reads symbols of the compiled rules
test   g++                 g++           checks that the rules compile as C++, for GPUs
test   llvm                llvm-symbolizer  line numbers in sanitizer reports
test   libclang-rt-dev     -             the sanitizers and libFuzzer
test   clang-format        clang-format  formatting
test   clang-tidy          clang-tidy    lint
test   cppcheck            cppcheck      lint
test   chromium            chromium      the page in a real browser
test   chromium-headless-shell  chromium-headless-shell  the same, in less time
test   python3-jsonschema  -             validates positions against their schemas
coverage gcovr             gcovr         reports which lines the tests run
test   mandoc              mandoc        checks the manual pages
test   systemd             systemd-analyze  checks the unit
test   zsh                 zsh           checks the completions
test   fish                fish          checks the completions
test   abigail-tools       abidiff       compares the interface of the library with the last release
test   python3-cffi        -             calls the library from Python
test   python3-pycparser   -             reads the header of the library
test   bindgen             bindgen       reads the header of the library, for Rust
deb    debhelper           dh            builds Debian packages
deb    dpkg-dev            dpkg-buildpackage  builds Debian packages
deb    fakeroot            fakeroot      builds packages without root
deb    lintian             lintian       checks packages
python python3-dev         -             headers for the Python package
python python3-venv        -             environments to build and test it in
test   postgresql          -             the log of the server in a real database
test   haproxy             haproxy       several servers behind one address
test   python3-yaml        -             reads the compose file of several servers in containers
test   libopenmpi-dev      -             the arena on many machines
test   openmpi-bin         mpirun        the arena on many machines
test   openssl             openssl       makes a certificate for tests of the server
'

missing=()
for group in "$@"; do
    grep -q "^$group " <<<"$packages" || { echo "install.sh: unknown group '$group'" >&2; exit 2; }
    while read -r in_group package command _; do
        [ "$in_group" = "$group" ] || continue
        [ "$command" != - ] && command -v "$command" >/dev/null && continue
        # On other systems libraries are not looked for here: the build reports what is missing.
        [ "$command" = - ] && ! command -v dpkg-query >/dev/null && continue
        # shellcheck disable=SC2086 # alternatives
        grep -qx installed < <(dpkg-query -W -f '${db:Status-Status}\n' ${package//|/ } 2>/dev/null) && continue
        missing+=("$package")
    done <<<"$packages"
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "This is not Debian. Install these packages under the names your system uses: ${missing[*]}" >&2
    exit 1
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Run as root or install sudo to install these packages: ${missing[*]}" >&2; exit 1; }
    sudo=(sudo)
fi
echo "Installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "${sudo[@]}" apt-get update -qq >"$log" 2>&1 ||
    ! "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get satisfy -y -qq --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
    cat "$log"
    exit 1
fi
