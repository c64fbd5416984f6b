#!/bin/sh
# What the official image of PostgreSQL does at a start, as far as compose.yml needs it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  # Options of one variable: they are several words.
  # shellcheck disable=SC2086
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses=''" start
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export PGPASSWORD
  for script in /docker-entrypoint-initdb.d/*.sh; do "$script"; done
  unset PGPASSWORD
  pg_ctl -D "$PGDATA" -w stop
fi
exec "$@" -c listen_addresses='*'
