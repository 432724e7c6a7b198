#!/usr/bin/env bash
# Makes the JVM's ahead-of-time cache for one JDK and one jar: runs a hub in an empty folder, walks the usual
# path once, stops it, and keeps which classes that took. Called by ./parley.
#
#   train.sh JDK JAR CACHE JVM-OPTION...
set -euo pipefail

jdk=$1 jar=$2 cache=$3
shift 3
work=$(mktemp -d)
hub=
clean_up() {
    [ -z "$hub" ] || kill -KILL "$hub" 2>/dev/null || true
    rm -rf -- "$work" "$cache.new"
}
trap clean_up EXIT

# A hub that is only trained must not see the user's settings or data.
record() {
    exec env -i PATH="$PATH" HOME="$work" "$jdk/bin/java" "${options[@]}" \
        -XX:AOTMode=record -XX:AOTConfiguration="$work/classes" -jar "$jar" "$@"
}
options=("$@")

# Sends one request to the hub and reads the answer; a hub that says nothing for five seconds is given up.
request() {
    local method=$1 path=$2 body=${3:-} line
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
    printf '%s %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' \
        "$method" "$path" "$port" "$token" "${#body}" "$body" >&3
    answer=
    while IFS= read -r -t 5 line <&3 || [ -n "$line" ]; do
        answer+=$line$'\n'
        line=
    done
    exec 3>&-
    printf '%s %s: %s\n' "$method" "$path" "${answer%%$'\r'*}"
}

walk() {
    local run
    token=$(cat "$work/data/owner.token" 2>/dev/null || true)
    request GET /health
    request POST /api/runs '{"protocol":"open","participants":{"manager":"alice","worker":"bob"}}'
    run=$(printf '%s' "$answer" | sed -n 's/.*"run_id" *: *"\([^"]*\)".*/\1/p' | head -n 1)
    [ -n "$run" ] || return 0
    request POST "/api/runs/$run/messages" '{"from_agent":"alice","to_agent":"bob","kind":"message","summary":"hello"}'
    request POST "/api/runs/$run/pull" '{"agent_id":"bob","max_items":20,"after":0}'
    request GET "/api/runs/$run/messages"
}

(record serve --data "$work/data" --port 0) >"$work/output" 2>&1 &
hub=$!
port=
for _ in $(seq 300); do
    port=$(sed -n 's|.*http://[^:/ ]*:\([0-9][0-9]*\).*|\1|p' "$work/output" | head -n 1)
    if [ -n "$port" ] || ! kill -0 "$hub" 2>/dev/null; then break; fi
    sleep 0.1
done
if [ -n "$port" ]; then
    walk || true
    kill -TERM "$hub" 2>/dev/null || true
    for _ in $(seq 100); do
        kill -0 "$hub" 2>/dev/null || break
        sleep 0.1
    done
fi
cat "$work/output"

# A hub that did not start still leaves the cheap half: what it takes to read the command line.
[ -s "$work/classes" ] || (record --version)

"$jdk/bin/java" "${options[@]}" -XX:AOTMode=create -XX:AOTConfiguration="$work/classes" \
    -XX:AOTCache="$cache.new" -cp "$jar"
mv -f -- "$cache.new" "$cache"
