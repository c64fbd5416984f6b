#!/bin/sh
# Makes the secrets of compose.yml and compose.backup.yml, each in a file of docker/secrets. What is there already stays as it is, so it may be
# run again, also after an upgrade that needs another secret. Nothing is printed but names.
set -eu
folder=${1:-"$(dirname "$0")/secrets"}

# Only their owner can enter the folder. The files themselves can be read by anybody who gets to them: in a container
# that is its own user, to whom Compose cannot give them.
mkdir -p "$folder"
chmod 700 "$folder"
umask 022

# Letters and digits only: they stand in URLs as well.
random_text() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

# keep <name> <value>
keep() {
  [ -s "$folder/$1" ] && return
  printf '%s\n' "$2" >"$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $folder/$1"
}

for name in postgres_password groupless_password groupless_server_password groupless_audit_password admin_password \
  jwt_secret switch_api_key agent_api_key workflow_api_key memory_api_key backup_key; do
  keep "$name" "$(random_text)"
done
keep credentials_key "$(head -c 32 /dev/urandom | base64)"

# One role serves requests, another one owns the tables and migrates them.
server="groupless_server:$(cat "$folder/groupless_server_password")@postgres:5432"
keep panel_database_url "postgres://$server/groupless"
keep memory_database_url "postgres://$server/assistant_memory"
owner="groupless:$(cat "$folder/groupless_password")@postgres:5432"
keep panel_database_owner_url "postgres://$owner/groupless"
keep memory_database_owner_url "postgres://$owner/assistant_memory"

echo "The first admin is admin@localhost; the password is in $folder/admin_password."
