#!/bin/sh
# Run by the image of PostgreSQL at the very first start: the roles and the two databases.
set -eu
GROUPLESS_PASSWORD=${GROUPLESS_PASSWORD:-$(cat /run/secrets/groupless_password)}
GROUPLESS_SERVER_PASSWORD=${GROUPLESS_SERVER_PASSWORD:-$(cat /run/secrets/groupless_server_password)}
GROUPLESS_AUDIT_PASSWORD=${GROUPLESS_AUDIT_PASSWORD:-$(cat /run/secrets/groupless_audit_password)}
export GROUPLESS_PASSWORD GROUPLESS_SERVER_PASSWORD GROUPLESS_AUDIT_PASSWORD
psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -f /etc/groupless/create-databases.sql
