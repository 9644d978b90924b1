#!/bin/sh
# Stops the servers that services-start.sh started, and deletes their data.
set -eu
cd "$(dirname "$0")/.."
home="$PWD/.ci/services-data"
for server in 1 2; do
  pidfile="$home/$server/pid"
  [ -f "$pidfile" ] || continue
  pid="$(cat "$pidfile")"
  kill "$pid" 2>/dev/null || continue
  tries=0
  while kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 40 ]; do
    tries=$((tries + 1))
    sleep 0.25
  done
  if kill -0 "$pid" 2>/dev/null; then kill -9 "$pid"; fi
done
rm -rf "$home"
