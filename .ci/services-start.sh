#!/bin/sh
# Starts what the engine tests need: two ClickHouse servers on loopback, each with its own configuration and data,
# and a cluster `passgap_two` over both; of `passgap_dead`, the second server does not exist. Sets
# PASSGAP_TEST_CLICKHOUSE when sourced, as .ci/run does. By hand:
#     eval "$(.ci/services-start.sh)"; npm test; .ci/services-stop.sh
# PASSGAP_SERVICES_PORT (18123) is the first of the ports; the servers take that port and the eleven after it, or the
# next twelve that are free.
set -eu
cd "$(dirname "${BASH_SOURCE:-$0}")/.."
home="$PWD/.ci/services-data"

if ! command -v clickhouse-server >/dev/null; then
  echo 'installing clickhouse-server' >&2
  as_root=''
  [ "$(id -u)" -eq 0 ] || as_root='sudo'
  $as_root apt-get update -qq >&2
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends clickhouse-server >&2
fi

answers() { node -e "fetch('http://127.0.0.1:$1/ping').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"; }
# Does anything listen on one of the twelve ports from $1?
taken() {
  node -e "
    const { connect } = require('node:net');
    for (let port = $1; port < $1 + 12; port++) {
      connect(port, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => {});
    }
    process.exitCode = 1;"
}

# Servers of an earlier call go on with their ports.
if [ -f "$home/base" ]; then
  base="$(cat "$home/base")"
else
  base="${PASSGAP_SERVICES_PORT:-18123}"
  while taken "$base"; do base=$((base + 12)); done
  mkdir -p "$home"
  echo "$base" >"$home/base"
fi

# http, tcp and interserver port of server 1 or 2
http() { echo $((base + $1 - 1)); }
tcp() { echo $((base + 3 + $1)); }
interserver() { echo $((base + 7 + $1)); }

write_config() {
  dir="$home/$1"
  mkdir -p "$dir/data" "$dir/tmp"
  cat >"$dir/config.xml" <<XML
<?xml version="1.0"?>
<yandex>
  <logger><level>warning</level><log>$dir/server.log</log><errorlog>$dir/error.log</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>$(http "$1")</http_port>
  <tcp_port>$(tcp "$1")</tcp_port>
  <interserver_http_port>$(interserver "$1")</interserver_http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <path>$dir/data/</path>
  <tmp_path>$dir/tmp/</tmp_path>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>67108864</mark_cache_size>
  <timezone>UTC</timezone>
  <remote_servers>
    <passgap_two>
      <shard><replica><host>127.0.0.1</host><port>$(tcp 1)</port></replica></shard>
      <shard><replica><host>127.0.0.1</host><port>$(tcp 2)</port></replica></shard>
    </passgap_two>
    <passgap_dead>
      <shard><replica><host>127.0.0.1</host><port>$(tcp 1)</port></replica></shard>
      <shard><replica><host>127.0.0.1</host><port>$((base + 11))</port></replica></shard>
    </passgap_dead>
  </remote_servers>
</yandex>
XML
  # `reader` may only read and may change no setting, as accounts on a shared warehouse often are; `lossy` has a
  # setting under which the server gives part of a result without saying so; `narrow` has little memory. The
  # password guards made-up data.
  cat >"$dir/users.xml" <<XML
<?xml version="1.0"?>
<yandex>
  <profiles>
    <default><max_memory_usage>2000000000</max_memory_usage><max_threads>2</max_threads></default>
    <readonly><readonly>1</readonly></readonly>
    <lossy><skip_unavailable_shards>1</skip_unavailable_shards></lossy>
    <narrow><max_memory_usage>20000000</max_memory_usage></narrow>
  </profiles>
  <quotas><default></default></quotas>
  <users>
    <default>
      <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
    </default>
    <reader>
      <password>only-for-tests</password><networks><ip>127.0.0.1</ip></networks><profile>readonly</profile><quota>default</quota>
    </reader>
    <lossy>
      <password></password><networks><ip>127.0.0.1</ip></networks><profile>lossy</profile><quota>default</quota>
    </lossy>
    <narrow>
      <password></password><networks><ip>127.0.0.1</ip></networks><profile>narrow</profile><quota>default</quota>
    </narrow>
  </users>
</yandex>
XML
}

for server in 1 2; do
  port="$(http "$server")"
  pidfile="$home/$server/pid"
  if [ -f "$pidfile" ] && kill -0 "$(cat "$pidfile")" 2>/dev/null && answers "$port"; then continue; fi
  rm -rf "${home:?}/$server"
  write_config "$server"
  (
    cd "$home/$server"
    exec setsid clickhouse-server --config-file=config.xml </dev/null >stdout.log 2>&1
  ) &
  echo "$!" >"$pidfile"
done

for server in 1 2; do
  port="$(http "$server")"
  tries=0
  until answers "$port"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 60 ]; then
      echo "ClickHouse server $server does not answer on port $port; its log:" >&2
      tail -n 20 "$home/$server/stdout.log" "$home/$server/error.log" >&2 || true
      exit 1
    fi
    sleep 0.5
  done
done
export PASSGAP_TEST_CLICKHOUSE="127.0.0.1:$(http 1),127.0.0.1:$(http 2)"
echo "export PASSGAP_TEST_CLICKHOUSE=$PASSGAP_TEST_CLICKHOUSE"
