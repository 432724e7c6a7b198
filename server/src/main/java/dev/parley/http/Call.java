package dev.parley.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** One request as its handler sees it: who calls, which route, with what. */
public final class Call {
    /** The longest a call may wait for something to happen; whoever asks for more gets this. */
    public static final long MAX_WAIT_SECONDS = 55;

    private static final String INSTEAD =
            "; larger content goes to POST /api/blobs, and a message refers to it";

    private final Request request;
    private final Route route;
    private final List<String> segments;
    private final @Nullable Principal caller;
    private final Identity identity;
    private final Body body;
    private final int maxJsonBytes;
    private final Watch watch;
    private final Sighting seen;
    private @Nullable Query query;
    private byte[] sent = {};

    Call(
            Request request,
            Route route,
            List<String> segments,
            @Nullable Principal caller,
            Identity identity,
            Body body,
            int maxJsonBytes,
            Watch watch,
            Sighting seen) {
        this.request = request;
        this.route = route;
        this.segments = segments;
        this.caller = caller;
        this.identity = identity;
        this.body = body;
        this.maxJsonBytes = maxJsonBytes;
        this.watch = watch;
        this.seen = seen;
    }

    /** Who calls; an open route has no caller and may not ask. */
    public Principal caller() {
        if (caller == null) {
            throw new IllegalStateException(route + " is open and knows no caller");
        }
        return caller;
    }

    /** Who calls an open route, if it says so. */
    public Optional<Principal> known() {
        var known = identity.find(request);
        known.ifPresent(seen::by);
        return known;
    }

    /** It has turned out on the way who calls. */
    public void isBy(Principal known) {
        seen.by(known);
    }

    /** The hub's address as the caller sees it, such as {@code https://hub.example.com}. */
    public String origin() {
        return identity.origin(request);
    }

    public Route route() {
        return route;
    }

    public String method() {
        return request.getMethod();
    }

    /** What is asked for, with everything that follows the path. */
    public String address() {
        return request.getHttpURI().getPathQuery();
    }

    /** The address of the client, as far as the connection tells. */
    public String remote() {
        return Request.getRemoteAddr(request);
    }

    /** The value of a {@code {name}} in the route's template, decoded, never empty. */
    public String path(String name) {
        return segments.get(route.template().position(name));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    /**
     * Which running copy of an agent calls, from {@code X-Parley-Instance} or {@code ?instance};
     * one that names none is the only one.
     */
    public InstanceId instance() {
        var named = header("X-Parley-Instance");
        var asked = query("instance");
        if (named.isPresent() && asked.isPresent() && !named.equals(asked)) {
            throw new ParleyException(
                    Problem.CONFLICTING_FIELDS, "X-Parley-Instance and ?instance disagree");
        }
        return named.or(() -> asked).map(Call::instance).orElse(InstanceId.ONLY);
    }

    private static InstanceId instance(String given) {
        Names.requireId("instance", given);
        return new InstanceId(given);
    }

    /** A query value that may be given once. */
    public Optional<String> query(String name) {
        return query().one(name);
    }

    /** Every value of a query parameter that may be repeated, in order. */
    public List<String> queries(String name) {
        return query().all(name);
    }

    /** A whole number from the query; outside of the range it is refused. */
    public long number(String name, long otherwise, long least, long most) {
        return query().number(name, otherwise, least, most);
    }

    /** {@code ?name}, {@code =true} and {@code =1} are true; absent is false. */
    public boolean flag(String name) {
        return query().flag(name);
    }

    /** How long to wait, from {@code ?wait}; absent is 0, and more than the most is the most. */
    public long waitSeconds() {
        return waitSeconds(query().number("wait", 0));
    }

    /** The same for a wait that was asked for elsewhere, such as in the body. */
    public static long waitSeconds(long asked) {
        return Math.clamp(asked, 0, MAX_WAIT_SECONDS);
    }

    /** The body, which must be a JSON object. */
    public ObjectNode json() throws IOException {
        return optionalJson()
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.BAD_JSON, "the body must be a JSON object"));
    }

    /** The body, which may be left out but must otherwise be a JSON object. */
    public Optional<ObjectNode> optionalJson() throws IOException {
        if (sent.length > 0) {
            return Optional.of(Json.parseObject(sent));
        }
        if (body.isEmpty()) {
            return Optional.empty();
        }
        MediaType.requireJson(request.getHeaders());
        sent = body.bytes(maxJsonBytes, INSTEAD);
        return sent.length == 0 ? Optional.empty() : Optional.of(Json.parseObject(sent));
    }

    /** The body, which may be any JSON. */
    public JsonNode anyJson() throws IOException {
        MediaType.requireJson(request.getHeaders());
        sent = body.bytes(maxJsonBytes, INSTEAD);
        return Json.parse(sent);
    }

    /** The body as it was sent, once it has been read as JSON or found not to be any. */
    public byte[] sent() {
        return sent.clone();
    }

    /** The body as it arrives; reading beyond the limit is refused with {@code body-size}. */
    public InputStream body(long limit) {
        return body.stream(limit, "");
    }

    /** The body's length if the client told it. */
    public long length() {
        return request.getLength();
    }

    /** This does something worth noting, to what, and a few words on it; never a secret. */
    public void act(String target, String detail) {
        seen.isAbout(target, detail);
    }

    /** Something was refused after the call was answered, on a connection that lives on. */
    public void refused(@Nullable Principal by, ParleyException refusal) {
        if (by != null) {
            seen.by(by);
        }
        seen.byFormer(refusal);
        watch.refused(seen, refusal);
    }

    /** Whatever its method, it changes nothing that is worth noting. */
    public void isLook() {
        seen.keep();
    }

    /** It was done before: there is nothing new to note. */
    public void isRepeated() {
        seen.keep();
    }

    /**
     * The same command with whatever must be stored together with it, because this call is the act
     * of a person.
     *
     * @param name how what the command makes is called; null when it has made nothing
     */
    public <R> Command<R> noted(Command<R> command, Function<R, @Nullable String> name) {
        seen.keep();
        return watch.along(seen, command, name);
    }

    private Query query() {
        var known = query == null ? new Query(request) : query;
        query = known;
        return known;
    }
}
