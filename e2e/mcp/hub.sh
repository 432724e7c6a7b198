# Sourced by what proves the MCP door: packages of npm, and a hub that ends with whoever started it.
# shellcheck shell=bash

START_SECONDS=120

say() { printf 'mcp: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Installs exactly these packages, each NAME@VERSION, into a folder, unless they are there.
install() {
    local into=$1 package missing=
    shift
    for package in "$@"; do
        grep -qs "\"version\": *\"${package##*@}\"" "$into/node_modules/${package%@*}/package.json" || missing=yes
    done
    [ -n "$missing" ] || return 0
    command -v npm >/dev/null || fail "npm is needed (Debian, Ubuntu: apt-get install npm; macOS: brew install node)."
    mkdir -p "$into"
    npm install --prefix "$into" --no-package-lock --no-save --no-audit --no-fund --loglevel=error "$@" \
        >"$into/npm.log" 2>&1 </dev/null || { cat "$into/npm.log" >&2 && fail "npm could not install what is needed."; }
}

# The first number after this sign in a file that somebody is about to write.
await_port() {
    local file=$1 before=$2 found
    for _ in $(seq $((START_SECONDS * 10))); do
        found=$(sed -n "s/.*$before\([0-9][0-9]*\).*/\1/p" "$file" | head -n 1)
        [ -z "$found" ] || { printf '%s' "$found" && return; }
        sleep 0.1
    done
    cat "$file" >&2
    return 1
}

started=()
folder=$(mktemp -d)
stop() {
    [ ${#started[@]} = 0 ] || kill "${started[@]}" 2>/dev/null || true
    wait
    rm -rf "$folder"
}
trap stop EXIT

# Starts a hub by a command, and sets its port.
start_hub() {
    "$@" serve --data "$folder/data" --port 0 >"$folder/hub.log" 2>&1 </dev/null &
    started+=($!)
    port=$(await_port "$folder/hub.log" 'listening on http:..127.0.0.1:') || fail "the hub does not start."
}
