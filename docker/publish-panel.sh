#!/bin/sh
# Puts the panel's files and nginx's configuration into a folder from which a running nginx serves:
#
#   publish-panel.sh <folder>
#
# index.html, which names all others, comes last. Files of earlier versions stay for a month: panels that are open
# still ask for them.
set -eu
files=${PANEL_FILES:-/usr/share/nginx/panel}
configuration=${NGINX_CONF:-/etc/nginx/nginx.conf}

# put <file> <place>: whole or not at all.
put() {
  cp "$1" "$2.new"
  mv "$2.new" "$2"
}

mkdir -p "$1/panel"
(cd "$files" && find . -type f ! -name 'index.html*') | while read -r name; do
  mkdir -p "$(dirname "$1/panel/$name")"
  put "$files/$name" "$1/panel/$name"
done
for index in "$files"/index.html*; do
  put "$index" "$1/panel/${index##*/}"
done
put "$configuration" "$1/nginx.conf"
find "$1/panel" -type f -mtime +30 -delete
