#!/bin/sh
# Runs a program of Patroni with the passwords, which it takes from its environment alone: `with-passwords.sh patronictl …`.
set -eu
PATRONI_SUPERUSER_PASSWORD=$(cat /run/secrets/postgres_password)
PATRONI_REPLICATION_PASSWORD=$(cat /run/secrets/replication_password)
PATRONI_RESTAPI_PASSWORD=$(cat /run/secrets/patroni_password)
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_RESTAPI_PASSWORD
exec "$@"
