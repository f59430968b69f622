#!/usr/bin/env bash
# play.sh: starts a server on this machine, shows its address and opens it. LISTEN=0.0.0.0:8787 allows others on the network.
set -euo pipefail
cd "$(dirname "$0")/.."
data=${XDG_DATA_HOME:-$HOME/.local/share}/kickback
mkdir -p "$(dirname "$data")"

# welcome ADDRESS: prints the addresses to open, here and on other devices.
welcome() {
    local here=${1/0.0.0.0/127.0.0.1} there
    printf '\n    Kickback is ready:  %s\n' "$here"
    if [ "$here" != "$1" ]; then
        for there in $(hostname -I 2>/dev/null); do
            case $there in *:*) ;; *) printf '    on other devices:   %s\n' "${1/0.0.0.0/$there}" ;; esac
        done
    fi
    printf '\n    Games are kept in %s. Ctrl-C ends it.\n\n' "$data"
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open >/dev/null; then
        xdg-open "$here" >/dev/null 2>&1 &
    fi
}

build/kickback serve --data "$data" --listen "${LISTEN:-127.0.0.1:8787}" | {
    trap '' INT # it stops the server; this reads until the server has ended
    while read -r line; do
        case $line in "listening on "*) welcome "${line#listening on }" ;; *) echo "$line" ;; esac
    done
}
