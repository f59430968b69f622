#!/usr/bin/env bash
# database.sh primary | database.sh replica PRIMARY: runs PostgreSQL in a container. The first start initialises it. The user
# kickback owns the database kickback; its password is in PGPASSWORD.
set -euo pipefail
PATH=$PATH:$(echo /usr/lib/postgresql/*/bin)
data=${PGDATA:-/var/lib/postgresql/kickback}
settings=(-c unix_socket_directories="$data")

initialise_primary() {
    initdb -D "$data.new" -A scram-sha-256 --pwfile=<(echo "$PGPASSWORD") -E UTF8 --locale=C
    echo "CREATE ROLE kickback LOGIN REPLICATION PASSWORD '$PGPASSWORD'" | postgres --single -D "$data.new" postgres >/dev/null
    echo "CREATE DATABASE kickback OWNER kickback" | postgres --single -D "$data.new" postgres >/dev/null
    echo "host all,replication kickback samenet scram-sha-256" >>"$data.new/pg_hba.conf"
    printf '%s\n' "listen_addresses = '*'" "synchronous_standby_names = 'replica'" >>"$data.new/postgresql.conf"
}

initialise_replica() {
    until pg_isready -q -d "host=$1 user=kickback dbname=kickback"; do sleep 1; done
    pg_basebackup -d "host=$1 user=kickback application_name=replica" -D "$data.new" --write-recovery-conf --checkpoint=fast
}

if [ ! -e "$data" ]; then
    rm -rf "$data.new" # of a start that was interrupted
    "initialise_$1" "${@:2}"
    mv "$data.new" "$data"
fi
# The replica has no replica of its own. Once it is promoted, it must not wait for one.
[ "$1" = primary ] || settings+=(-c synchronous_standby_names=)
exec postgres -D "$data" "${settings[@]}"
