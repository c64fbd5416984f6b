#!/bin/sh
# Run by the image of PostgreSQL at the very first start: the role and the two databases.
set -eu
: "${GROUPLESS_PASSWORD:=$(cat /run/secrets/groupless_password)}"
export GROUPLESS_PASSWORD
psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -f /etc/groupless/create-databases.sql
