#!/usr/bin/env bash
# play.sh: a server for this machine, its address shown and opened. LISTEN=0.0.0.0:8787 lets in who is on the same network.
set -euo pipefail
cd "$(dirname "$0")/.."
data=${XDG_DATA_HOME:-$HOME/.local/share}/kickback
mkdir -p "$(dirname "$data")"

# welcome ADDRESS: what to open, here and on other devices.
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
    trap '' INT # the server ends by it, and this reads until it has
    while read -r line; do
        case $line in "listening on "*) welcome "${line#listening on }" ;; *) echo "$line" ;; esac
    done
}
