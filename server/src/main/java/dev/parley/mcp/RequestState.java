package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.HubKey;
import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Json;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * What a client keeps for the hub between two rounds of one call: what it has answered so far.
 * Sealed, so that it is good only for whom, for what and for as long as it was made.
 */
final class RequestState {
    /** A person may need a while for an answer. */
    private static final Duration GOOD_FOR = Duration.ofMinutes(30);

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final HubKey key;
    private final InstantSource clock;

    RequestState(HubKey key, InstantSource clock) {
        this.key = key;
        this.clock = clock;
    }

    String write(Principal caller, Rpc.Request request, ObjectNode answers) {
        var facts =
                Json.object()
                        .put("by", caller.tokenId())
                        .put("of", digest(request))
                        .put("until", clock.instant().plus(GOOD_FOR).getEpochSecond());
        facts.set("answers", answers);
        var text = ENCODER.encodeToString(Json.bytes(facts));
        return text + '.' + ENCODER.encodeToString(key.mac(text));
    }

    /** What was answered in the rounds before this one. */
    ObjectNode read(Principal caller, Rpc.Request request, String state) {
        int dot = state.indexOf('.');
        if (dot < 0 || !isSealed(state.substring(0, dot), state.substring(dot + 1))) {
            throw refused("it was not made here");
        }
        var facts = Json.parseTrusted(Base64.getUrlDecoder().decode(state.substring(0, dot)));
        if (!facts.path("by").asText().equals(caller.tokenId())) {
            throw refused("it was made for somebody else");
        }
        if (!facts.path("of").asText().equals(digest(request))) {
            throw refused("it belongs to another request");
        }
        if (clock.instant().getEpochSecond() >= facts.path("until").asLong()) {
            throw refused("it has expired");
        }
        return facts.withObject("/answers");
    }

    private boolean isSealed(String text, String seal) {
        try {
            return MessageDigest.isEqual(key.mac(text), Base64.getUrlDecoder().decode(seal));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** What is asked for, but for what changes from round to round. */
    private static String digest(Rpc.Request request) {
        var asked = Json.object().put("method", request.method());
        var params = request.params().deepCopy();
        params.remove(List.of("_meta", "inputResponses", "requestState"));
        asked.set("params", params);
        return HexFormat.of().formatHex(CanonicalJson.digest(asked));
    }

    private static ParleyException refused(String why) {
        return Methods.bad("the requestState is not good: " + why + "; begin the call anew");
    }
}
