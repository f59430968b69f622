#!/usr/bin/env bash
# postgres.sh: PostgreSQL servers of our own, each in a folder and reached only by a Unix socket in that folder. The tests
# and cluster.sh use it. PostgreSQL refuses to run as root; root runs it as the user that its package creates.
set -euo pipefail

usage='usage: postgres.sh create FOLDER          initialise a server with the superuser kickback in a new folder
       postgres.sh replicate FROM FOLDER  make a new folder with a streaming replica of the server in FROM
       postgres.sh start FOLDER           start it and wait until it answers
       postgres.sh kill FOLDER            kill -9 all its processes, as a power cut would
       postgres.sh promote FOLDER         make a replica accept writes
       postgres.sh stop FOLDER            stop it; clients are disconnected
       postgres.sh run PROGRAM ARGUMENT…  run a program of the newest installed PostgreSQL, such as psql

The server in FOLDER has its files in FOLDER/data and writes to FOLDER/messages. A replica names itself after its folder.'

fail() {
    echo "postgres.sh: $1" >&2
    exit 1
}

owner=$(id -un)
[ "$(id -u)" -ne 0 ] || owner=postgres
as_owner=()
[ "$owner" = "$(id -un)" ] || as_owner=(setpriv --reuid "$owner" --regid "$owner" --init-groups)

# Prints the path of a program of the newest PostgreSQL. Debian puts most of them into a folder for each version.
tool() {
    local found
    found=$(printf '%s\n' /usr/lib/postgresql/*/bin/"$1" | sort -V | tail -n 1)
    [ -x "$found" ] || found=$(command -v "$1") || fail "$1 is not installed: install the package postgresql"
    echo "$found"
}

# run PROGRAM ARGUMENT…, in a folder that the owner can read. It does not return.
run() {
    local path
    path=$(tool "$1")
    cd /
    exec "${as_owner[@]}" "$path" "${@:2}"
}

make_folder() {
    [ ! -e "$1" ] || fail "$1 exists already"
    mkdir "$1"
    [ ${#as_owner[@]} -eq 0 ] || chown "$owner" "$1"
}

# setting NAME VALUE: a line for postgresql.conf.
setting() {
    echo "$1 = '$2'"
}

create() {
    make_folder "$1"
    (run initdb -D "$1/data" -U kickback -A trust -E UTF8 --locale=C --no-sync >/dev/null)
    {
        setting listen_addresses ''
        setting unix_socket_directories "$1"
        setting unix_socket_permissions 0700
        setting shared_buffers 16MB
        setting recovery_init_sync_method syncfs # after a crash, not file by file
    } >>"$1/data/postgresql.conf"
}

replicate() {
    make_folder "$2"
    (run pg_basebackup -d "host=$1 user=kickback application_name=${2##*/}" -D "$2/data" --write-recovery-conf --checkpoint=fast --no-sync)
    setting unix_socket_directories "$2" >>"$2/data/postgresql.conf"
}

start() {
    (run pg_ctl -D "$1/data" -l "$1/messages" -w -t 120 start >/dev/null) || fail "PostgreSQL does not start: $(tail -n 5 "$1/messages" 2>&1)"
}

is_alive() {
    [ -e "/proc/$1" ] && ! grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null
}

kill_all() {
    local server children process
    server=$(head -n 1 "$1/data/postmaster.pid")
    kill -STOP "$server" # it starts no more
    read -ra children <"/proc/$server/task/$server/children" || true
    kill -KILL "$server" "${children[@]}" 2>/dev/null || true
    for process in "$server" "${children[@]}"; do
        while is_alive "$process"; do sleep 0.01; done
    done
    rm -f "$1/data/postmaster.pid" "$1"/.s.PGSQL.* # the next start would believe these if a number was reused
}

case "${1:---help} $#" in
"create 2") create "$2" ;;
"replicate 3") replicate "$2" "$3" ;;
"start 2") start "$2" ;;
"kill 2") kill_all "$2" ;;
"promote 2") run pg_ctl -D "$2/data" -w -t 120 promote >/dev/null ;;
"stop 2") run pg_ctl -D "$2/data" -m fast -w -t 120 stop >/dev/null ;;
"run 1") fail "run: expected the name of a program" ;;
"run "*) run "${@:2}" ;;
"--help "*) echo "$usage" ;;
*)
    echo "$usage" >&2
    exit 2
    ;;
esac
