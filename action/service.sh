#!/bin/sh
# "start" starts the Wallet Capture that this file is part of, and prints its address once it is ready. "stop" ends it.
set -u
place=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/wallet-capture-service
case ${1:-} in
  start)
    root=$(cd "$(dirname "$0")/.." && pwd) && mkdir -p "$place" || exit 2
    # Only the campaign is of interest here.
    export PORT="${PORT:-3000}" DATA_DIR="${DATA_DIR:-$place/data}" BUILT_IN_PIPELINES="${BUILT_IN_PIPELINES:-off}"
    address=${BASE_URL:-http://localhost:$PORT}
    (cd "$root" && exec node scripts/start.mjs) >"$place/service.log" 2>&1 </dev/null &
    echo "$!" >"$place/pid"
    left=900
    until curl -s --fail -o /dev/null "$address/readyz"; do
      left=$((left - 1))
      kill -0 "$!" 2>/dev/null && [ "$left" -gt 0 ] || { tail -n 50 "$place/service.log" >&2; exit 2; }
      sleep 2
    done
    echo "$address"
    ;;
  stop)
    [ -f "$place/pid" ] || exit 0
    pid=$(cat "$place/pid")
    rm "$place/pid"
    kill "$pid" 2>/dev/null
    left=30
    while kill -0 "$pid" 2>/dev/null && [ "$left" -gt 0 ]; do
      left=$((left - 1))
      sleep 1
    done
    ;;
  *)
    echo 'sh service.sh start|stop' >&2
    exit 2
    ;;
esac
