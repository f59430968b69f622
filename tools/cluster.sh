#!/usr/bin/env bash
# cluster.sh: three servers behind HAProxy, on PostgreSQL with a replica, all on this machine and in one folder.
set -euo pipefail

# shellcheck disable=SC2016 # the names of variables are for the reader
usage='usage: cluster.sh start [PROGRAM [FLAG…]]   start everything and print the address; PROGRAM is build/kickback unless given,
                                             the flags are passed to `kickback serve`
       cluster.sh status                     show who is up
       cluster.sh update [PROGRAM [FLAG…]]   a rolling update: stop and start the servers, one after the other
       cluster.sh failover                   kill -9 the primary database and promote the replica
       cluster.sh stop                       stop everything and remove the folder

Needs the Debian packages postgresql and haproxy. Everything is in the folder $KICKBACK_CLUSTER (default:
kickback-cluster-USER in $TMPDIR or /tmp), so several clusters can run at once. HAProxy listens on 127.0.0.1, on a free port or on $PORT.'

root=$(cd "$(dirname "$0")/.." && pwd)
folder=${KICKBACK_CLUSTER:-${TMPDIR:-/tmp}/kickback-cluster-$(id -un)}
postgres=$root/tools/postgres.sh
nodes=(1 2 3)
[ -x /usr/sbin/haproxy ] && PATH=$PATH:/usr/sbin # Debian does not put it into the path of an ordinary user

fail() {
    echo "cluster.sh: $1" >&2
    exit 1
}

# --- processes ------------------------------------------------------------------------------------------

# A process NAME has its number in NAME.pid and its messages in NAME.messages.
launch() {
    local name=$1
    shift
    setsid "$@" >"$folder/$name.messages" 2>&1 </dev/null &
    echo $! >"$folder/$name.pid"
}

is_running() {
    local pid
    pid=$(cat "$folder/$1.pid" 2>/dev/null) && kill -0 "$pid" 2>/dev/null && ! grep -q '^State:[[:space:]]*Z' "/proc/$pid/status" 2>/dev/null
}

# terminate NAME: SIGTERM, and waits until it has ended. A server needs ten seconds at most.
terminate() {
    is_running "$1" || return 0
    kill "$(cat "$folder/$1.pid")" 2>/dev/null || true
    for _ in {1..6000}; do
        is_running "$1" || return 0
        sleep 0.02
    done
    fail "$1 does not stop"
}

# await WHAT COMMAND…: waits until the command succeeds.
await() {
    local what=$1
    shift
    for _ in {1..6000}; do
        "$@" 2>/dev/null && return 0
        sleep 0.02
    done
    fail "$what"
}

# get PORT PATH: prints the answer to an HTTP request.
get() {
    (
        exec 3<>"/dev/tcp/127.0.0.1/$1"
        printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&3
        cat <&3
    ) 2>/dev/null
}

# on_free_port NAME COMMAND: calls the command with ports until it is up. Ports above 32767 may be taken by outgoing connections.
on_free_port() {
    local port
    for _ in {1..50}; do
        port=$((20000 + RANDOM % 12000))
        if "$2" "$1" "$port"; then
            return 0
        fi
        grep -qi 'address already in use\|cannot bind' "$folder/$1.messages" || break
    done
    fail "$1 does not start: $(tail -n 3 "$folder/$1.messages")"
}

# --- the parts ------------------------------------------------------------------------------------------

has_started() {
    grep -q '^listening on' "$folder/$1.messages" || ! is_running "$1"
}

# start_node NAME PORT: the program and its flags are in the file `command`.
start_node() {
    local command
    mapfile -t command <"$folder/command"
    launch "$1" env KICKBACK_LOG="postgresql://kickback@/kickback?host=$folder/primary,$folder/replica&target_session_attrs=read-write" \
        KICKBACK_LISTEN="127.0.0.1:$2" KICKBACK_NODE="$1" KICKBACK_TRUST_PROXY=127.0.0.1 \
        "${command[0]}" serve "${command[@]:1}"
    await "$1 does not start" has_started "$1"
    is_running "$1" || return 1
    echo "$2" >"$folder/$1.port"
}

# start_haproxy NAME PORT: its page of status is at the next port.
start_haproxy() {
    local i
    for i in "${nodes[@]}"; do
        export "KICKBACK_NODE$i=127.0.0.1:$(cat "$folder/node$i.port")"
    done
    KICKBACK_BIND=127.0.0.1:$2 KICKBACK_STATUS=127.0.0.1:$(($2 + 1)) launch "$1" haproxy -db -f "$root/packaging/cluster/haproxy.cfg"
    echo "$2" >"$folder/$1.port"
    until get $(($2 + 1)) /metrics | grep -q '^haproxy_'; do
        is_running "$1" || return 1
        sleep 0.02
    done
}

# uses NODE: whether HAProxy sends people to this node.
uses() {
    get $(($(cat "$folder/haproxy.port") + 1)) '/;csv' | grep -q "^kickback,$1,.*,UP,"
}

start_database() {
    "$postgres" create "$folder/primary"
    "$postgres" start "$folder/primary"
    "$postgres" replicate "$folder/primary" "$folder/replica"
    "$postgres" start "$folder/replica"
    # From now on a commit is acknowledged when both have it on disk. The replica has no replica of its own.
    "$postgres" run psql -q -h "$folder/primary" -U kickback -d postgres -c "ALTER SYSTEM SET synchronous_standby_names = 'replica'" \
        -c "SELECT pg_reload_conf()" >/dev/null
    "$postgres" run createdb -h "$folder/primary" -U kickback kickback
}

# --- commands -------------------------------------------------------------------------------------------

# set_command [PROGRAM [FLAG…]]
set_command() {
    local program=${1:-$root/build/kickback}
    [ -x "$program" ] || fail "$program: no such program; run 'make build' first"
    printf '%s\n' "$(realpath "$program")" "${@:2}" >"$folder/command"
}

start() {
    command -v haproxy >/dev/null || fail "haproxy is not installed: run 'tools/install.sh test'"
    mkdir -m 755 "$folder" 2>/dev/null || fail "$folder exists already: run 'cluster.sh stop' first"
    trap stop EXIT # removes what is there if something fails
    set_command "$@"
    start_database
    for i in "${nodes[@]}"; do
        on_free_port "node$i" start_node
    done
    if [ -n "${PORT:-}" ]; then
        start_haproxy haproxy "$PORT" || fail "haproxy does not start: $(tail -n 3 "$folder/haproxy.messages")"
    else
        on_free_port haproxy start_haproxy
    fi
    for i in "${nodes[@]}"; do
        await "HAProxy does not find node$i" uses "node$i"
    done
    trap - EXIT
    echo "http://127.0.0.1:$(cat "$folder/haproxy.port")/"
}

# state NODE: what its /healthz says.
state() {
    get "$(cat "$folder/$1.port")" /healthz | sed -n 's/.*"state":"\([a-z]*\)".*/\1/p'
}

status() {
    local i name
    is_running haproxy && echo "haproxy  http://127.0.0.1:$(cat "$folder/haproxy.port")/, its status at http://127.0.0.1:$(($(cat "$folder/haproxy.port") + 1))/" ||
        echo 'haproxy  stopped'
    for i in "${nodes[@]}"; do
        is_running "node$i" && echo "node$i    http://127.0.0.1:$(cat "$folder/node$i.port")/ $(state "node$i")" || echo "node$i    stopped"
    done
    for name in primary replica; do
        echo "$name  $("$postgres" run psql -h "$folder/$name" -U kickback -d postgres -Atc \
            "SELECT CASE WHEN pg_is_in_recovery() THEN 'follows the primary' ELSE 'accepts writes' END" 2>/dev/null || echo stopped)"
    done
}

update() {
    [ $# -eq 0 ] || set_command "$@"
    for i in "${nodes[@]}"; do
        terminate "node$i"
        start_node "node$i" "$(cat "$folder/node$i.port")" || fail "node$i does not start: $(tail -n 3 "$folder/node$i.messages")"
        await "HAProxy does not find node$i" uses "node$i"
    done
}

failover() {
    "$postgres" kill "$folder/primary"
    "$postgres" promote "$folder/replica"
}

stop() {
    for name in haproxy "${nodes[@]/#/node}"; do
        terminate "$name"
    done
    for name in replica primary; do
        [ ! -e "$folder/$name/data/postmaster.pid" ] || "$postgres" stop "$folder/$name"
    done
    rm -rf "$folder"
}

case "${1:---help}" in
start) start "${@:2}" ;;
status | update | failover | stop)
    [ -d "$folder" ] || fail "there is no cluster in $folder"
    "$@"
    ;;
--help) echo "$usage" ;;
*)
    echo "$usage" >&2
    exit 2
    ;;
esac
