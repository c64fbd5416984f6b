#!/bin/sh
# Makes the images that the Dockerfiles and compose.yml start from, of Debian's packages and npm's, under the same names;
# what is there already stays. Run by engine.sh, for a machine that cannot pull them. They stand in for the official ones:
# the same programs, users, places and first start, on another Debian.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
base=$CONTAINERS_CACHE/base
stand_in=groupless-test-base

named() { sed -n "s/^ *\(FROM\|image:\) \($1:[^ ]*\).*/\2/p" "$project"/docker/*.Dockerfile "$project/docker/compose.yml" | sort -u; }
has() { docker image inspect "$1" >/dev/null 2>&1; }

if ! has "$stand_in"; then
  npm install --silent --no-audit --no-fund --global --prefix "$base/usr/local" npm@11
  cp "$project/node_modules/node/bin/node" "$base/usr/local/bin/node"
  # A machine behind a company's proxy may trust an authority that Debian does not know.
  cp -L "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$base/etc/ssl/certs/ca-certificates.crt"
  chroot "$base" sh -c 'usermod -o -u 999 postgres && groupmod -o -g 999 postgres &&
    mkdir -p /docker-entrypoint-initdb.d && chown -R postgres:postgres /var/lib/postgresql && rm -rf /var/lib/postgresql/*'
  install -m 755 "$here/postgres-entrypoint.sh" "$base/usr/local/bin/docker-entrypoint.sh"
  tar -C "$base" --exclude=./proc --exclude=./sys -c . | docker import - "$stand_in"
fi

# make <name> <lines of a Dockerfile>
make() {
  has "$1" || printf 'FROM %s\n%s\n' "$stand_in" "$2" | docker build --quiet --tag "$1" - >&2
}
make "$(named node)" 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'
make "$(named nginx)" 'STOPSIGNAL SIGQUIT'
make "$(named postgres)" 'ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]'
