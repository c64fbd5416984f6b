#!/bin/sh
# A Docker Engine for `npm run test:containers` on a Debian machine that has none and cannot pull images: made of Debian's
# packages, in a mount and a network namespace of its own, so that nothing of it is left on the machine. As root:
#
#   docker/test/engine.sh run npm run test:containers          starts the engine, runs the command, ends the engine
#   CPUS=0 docker/test/engine.sh run npm run test:containers   the same on one core
#
# What it downloads stays in CONTAINERS_CACHE (about 4 GB with what was built). It needs debootstrap and util-linux.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
CONTAINERS_CACHE=${CONTAINERS_CACHE:-"${XDG_CACHE_HOME:-$HOME/.cache}/groupless-containers"}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
export CONTAINERS_CACHE
root=$CONTAINERS_CACHE/engine

say() { echo "engine: $*" >&2; }

missing() {
  for program in debootstrap unshare nsenter taskset; do
    command -v "$program" >/dev/null || echo "$program"
  done
  [ "$(id -u)" = 0 ] || echo 'the rights of root'
  [ -e /dev/net/tun ] || echo /dev/net/tun
}

# debian <suite> <folder> <packages>: a file system of Debian's packages.
debian() {
  [ -e "$2.made" ] && return
  say "makes $2 ($1)"
  rm -rf "$2"
  # Newer suites than this machine's debootstrap knows are made as sid is.
  debootstrap --variant=minbase --include="$3" "$1" "$2" "$MIRROR" "${DEBOOTSTRAP_DIR:-/usr/share/debootstrap}/scripts/sid" >"$2.log"
  touch "$2.made"
}

in_engine() {
  nsenter -t "$engine" -m -r -n sh -c 'cd "$0" && exec "$@"' "$@"
}

start() {
  mkdir -p "$CONTAINERS_CACHE/bin"
  debian trixie "$root" ca-certificates,iptables,docker.io,docker-cli,docker-compose,docker-buildx,slirp4netns,iproute2
  debian forky "$CONTAINERS_CACHE/base" ca-certificates,nginx-light,postgresql-18,wget
  # A chroot is not enough: runc cannot pivot_root within one. The project and the tests' folders have the same paths inside.
  taskset -c "${CPUS:-0-$(($(nproc) - 1))}" unshare --mount --net --propagation private sh -c '
    set -e
    root=$1 project=$2
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"; mount --rbind /sys "$root/sys"; mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/run"
    for folder in "$project" /tmp; do mkdir -p "$root/$folder"; mount --bind "$folder" "$root/$folder"; done
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    mkdir -p "$root/old"; cd "$root"; pivot_root . old; umount -l /old
    ip link set lo up
    until ip route | grep -q default; do sleep 0.1; done
    exec dockerd --pidfile /run/docker.pid --userland-proxy=true >/var/log/dockerd.log 2>&1
  ' engine "$root" "$project" &
  engine=$!
  # Until it sees its own file system.
  until nsenter -t "$engine" -m -r test -d /old 2>/dev/null; do
    kill -0 "$engine" || return 1
    sleep 0.1
  done
  # The way out, for what is built: through a process of the machine, without a rule in its firewall.
  nsenter -t "$engine" -m -r slirp4netns --configure --mtu=1500 "$engine" tap0 >"$CONTAINERS_CACHE/slirp4netns.log" 2>&1 &
  way_out=$!
  tries=0
  until in_engine / docker info >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 "$engine" 2>/dev/null; then
      tail -5 "$root/var/log/dockerd.log" >&2
      return 1
    fi
    sleep 0.2
  done
  # What the tests call `docker` is the engine's.
  cat >"$CONTAINERS_CACHE/bin/docker" <<WRAPPER
#!/bin/sh
exec nsenter -t $engine -m -r sh -c 'cd "\$0" 2>/dev/null; exec /usr/bin/docker "\$@"' "\$PWD" "\$@"
WRAPPER
  chmod +x "$CONTAINERS_CACHE/bin/docker"
}

stop() {
  trap - EXIT INT TERM
  for process in $engine $way_out; do
    kill "$process" 2>/dev/null && wait "$process" 2>/dev/null || true
  done
}

case "${1:-}" in
  run)
    shift
    lacks=$(missing)
    if [ -n "$lacks" ]; then
      say "lacks $(echo $lacks)"
      exit 3
    fi
    engine='' way_out=''
    trap 'stop' EXIT INT TERM
    start
    PATH="$CONTAINERS_CACHE/bin:$PATH"
    export PATH
    "$here/base-images.sh"
    nsenter -t "$engine" -n -- taskset -c "${CPUS:-0-$(($(nproc) - 1))}" "$@"
    ;;
  *)
    sed -n '2,8p' "$0" >&2
    exit 2
    ;;
esac
