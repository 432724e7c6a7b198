# shellcheck shell=bash disable=SC2034
# Finds a JDK 25 or newer; sourced by ./parley and ./verify. Written for bash 3.2, which macOS still ships.

readonly JDK_MIN=25
readonly JDK_WANTED="a JDK $JDK_MIN or newer (Debian 13 and Ubuntu 25.10 or later: apt-get install openjdk-25-jdk-headless; macOS: brew install openjdk; elsewhere: https://adoptium.net)"

# Prints the value of a key in the JDK's `release` file.
jdk_fact() {
    local home=$1 key=$2 line
    [ -r "$home/release" ] || return 1
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
            "$key="*)
                line=${line#*=}
                line=${line%$'\r'}
                line=${line#\"}
                printf '%s\n' "${line%\"}"
                return 0
                ;;
        esac
    done <"$home/release"
    return 1
}

# Whether this folder is a JDK (not a JRE) that is new enough.
is_new_jdk() {
    local home=$1 version major
    [ -x "$home/bin/java" ] && [ -x "$home/bin/javac" ] || return 1
    version=$(jdk_fact "$home" JAVA_VERSION) ||
        version=$("$home/bin/javac" -version 2>/dev/null) || return 1
    version=${version#javac }
    major=${version%%[!0-9]*}
    [ -n "$major" ] && [ "$major" -ge "$JDK_MIN" ]
}

# Prints the folders in which a JDK may be, the user's own choice first.
jdk_candidates() {
    local java
    [ -z "${JAVA_HOME:-}" ] || printf '%s\n' "$JAVA_HOME"
    if java=$(command -v java); then
        java=$(readlink -f "$java" 2>/dev/null || printf '%s' "$java")
        printf '%s\n' "${java%/bin/java}"
    fi
    if [ -x /usr/libexec/java_home ]; then
        /usr/libexec/java_home -v "$JDK_MIN+" 2>/dev/null || true
    fi
    printf '%s\n' \
        "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/* \
        /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/*jdk* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "$HOME"/.jdks/* \
        "$HOME"/.local/share/mise/installs/java/* \
        "$HOME"/.asdf/installs/java/*
}

# Sets JDK to the folder of a JDK that is new enough; fails with nothing printed when there is none.
# PARLEY_JAVA_HOME is an order rather than a hint: when it is set, nothing else is looked at.
find_jdk() {
    local home
    JDK=
    if [ -n "${PARLEY_JAVA_HOME:-}" ]; then
        is_new_jdk "$PARLEY_JAVA_HOME" || return 1
        JDK=$PARLEY_JAVA_HOME
        return 0
    fi
    while IFS= read -r home; do
        if is_new_jdk "$home"; then
            JDK=$home
            return 0
        fi
    done < <(jdk_candidates)
    return 1
}

# Says in one sentence what is wrong when find_jdk found nothing.
explain_no_jdk() {
    if [ -n "${PARLEY_JAVA_HOME:-}" ]; then
        printf 'PARLEY_JAVA_HOME is %s, which is not %s.\n' "$PARLEY_JAVA_HOME" "$JDK_WANTED"
    else
        printf 'Parley needs %s; if you have one in an unusual place, set PARLEY_JAVA_HOME to it.\n' "$JDK_WANTED"
    fi
}
