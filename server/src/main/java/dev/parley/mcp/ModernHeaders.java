package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Call;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Headers repeat what the body says, for whoever routes by them: the two must agree. */
final class ModernHeaders {
    static final String VERSION = "MCP-Protocol-Version";

    private static final String META = "io.modelcontextprotocol/";
    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";

    private ModernHeaders() {}

    /** Whether a request says which version it is, as only those of the new protocol do. */
    static boolean isModern(Call call, Rpc.Request request) {
        if (request.params().path("_meta").has(META + "protocolVersion")) {
            return true;
        }
        return !request.method().equals("initialize")
                && call.header(VERSION)
                        .filter(version -> !Introduction.OLD.contains(version))
                        .isPresent();
    }

    static void check(Call call, Rpc.Request request) {
        var meta = request.params().path("_meta");
        var version = meta.path(META + "protocolVersion").asText();
        if (version.isEmpty()) {
            requireKnown(call);
        }
        if (version.isEmpty() || !meta.path(META + "clientCapabilities").isObject()) {
            throw Methods.bad(
                    "every request says in params._meta which "
                            + META
                            + "protocolVersion it is of, and which "
                            + META
                            + "clientCapabilities there are");
        }
        requireSame(call, VERSION, version);
        if (!version.equals(Introduction.NEW)) {
            throw unsupported(version);
        }
        requireSame(call, "Mcp-Method", request.method());
        switch (request.method()) {
            case "tools/call", "prompts/get" -> requireName(call, request.params(), "name");
            case "resources/read" -> requireName(call, request.params(), "uri");
            default -> {}
        }
    }

    /** Whoever speaks a version that is not known may say so in another place as well. */
    private static void requireKnown(Call call) {
        var version = call.header(VERSION).orElse(Introduction.NEW);
        if (!Introduction.ALL.contains(version)) {
            throw unsupported(version);
        }
    }

    static ParleyException unsupported(String version) {
        return new ParleyException(
                Problem.UNSUPPORTED_VERSION,
                "Unsupported protocol version: " + Names.quote(version),
                Map.of("supported", List.copyOf(Introduction.ALL), "requested", version));
    }

    private static void requireName(Call call, ObjectNode params, String field) {
        requireSame(call, "Mcp-Name", Methods.text(params, field));
    }

    private static void requireSame(Call call, String header, String said) {
        var sent =
                call.header(header)
                        .orElseThrow(() -> mismatch("the header " + header + " is missing"));
        if (!decoded(sent).equals(said)) {
            throw mismatch(
                    "the header "
                            + header
                            + " says "
                            + Names.quote(sent)
                            + ", the body "
                            + Names.quote(said));
        }
    }

    /** A value that no header can hold comes as {@code =?base64?…?=}. */
    static String decoded(String sent) {
        if (!sent.startsWith(BEGIN) || !sent.endsWith(END) || sent.length() < 11) {
            return sent;
        }
        try {
            var coded = sent.substring(BEGIN.length(), sent.length() - END.length());
            if (coded.length() % 4 != 0) {
                throw new IllegalArgumentException("padding is missing");
            }
            return new String(Base64.getDecoder().decode(coded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw mismatch("a header's value is not good base64");
        }
    }

    static ParleyException mismatch(String detail) {
        return new ParleyException(Problem.HEADER_MISMATCH, "Header mismatch: " + detail);
    }
}
