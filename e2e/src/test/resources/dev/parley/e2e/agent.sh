# An agent of any host that runs processes: sh agent.sh HOST. It notes when it begins and ends, and
# leaves a child behind, in a session of its own, of which nobody knows.
who=${NAME:-$PARLEY_SESSION}

note() { printf '%s %s %s\n' "$1" "$who" "$PARLEY_PROGRAM" >> "$NOTES/log"; }

if read -r last 2>/dev/null < "$NOTES/$who.pid" && grep -qs PARLEY_PROGRAM "/proc/$last/environ"; then
    note twice
fi
echo $$ > "$NOTES/$who.pid"
note begin
(setsid sleep 60 < /dev/null > /dev/null 2>&1 &)

case $1 in
command)
    read -r words
    sleep 0.2
    printf '%s\n' "$words"
    ;;
stdio)
    while read -r line; do
        id=${line#*\"request_id\":\"}
        words=${line#*\"remote_message\":\"}
        echo busy > "$NOTES/$who.turn"
        sleep 0.2
        : > "$NOTES/$who.turn"
        printf '{"type":"desktop.local_prompt.response","request_id":"%s","status":"ok","draft_message":"%s"}\n' \
            "${id%%\"*}" "${words%%\"*}"
    done
    ;;
acp)
    python3 "$NOTES/acp_agent.py"
    ;;
esac
note end
