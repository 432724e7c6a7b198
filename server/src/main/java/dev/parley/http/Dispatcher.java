package dev.parley.http;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.bus.OpenLine;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Handler.Abstract;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Request.Handler.AbortException;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads every request the same way: through the gate, past the host rule, to its route, past
 * identity and permission, into the handler; and its answer or problem back.
 */
final class Dispatcher extends Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final HttpSettings settings;
    private final Routes routes;
    private final Identity identity;
    private final Gate gate;
    private final HostRule hosts;
    private final ProblemAnswers problems;
    private final Watch watch;
    private final Pace pace;

    Dispatcher(
            HttpSettings settings,
            Routes routes,
            Authenticator authenticator,
            Gate gate,
            Incidents incidents,
            Watch watch) {
        this.settings = settings;
        this.routes = routes;
        this.gate = gate;
        this.hosts = new HostRule(settings);
        this.identity = new Identity(authenticator, hosts);
        this.problems = new ProblemAnswers(incidents);
        this.watch = watch;
        this.pace = new Pace(settings.bodyGrace());
    }

    @Override
    public boolean handle(Request request, Response response, Callback completion) {
        var visit = gate.enter();
        var seen = new Sighting(request.getMethod(), Request.getRemoteAddr(request));
        long begun = System.nanoTime();
        var callback =
                Callback.from(
                        completion,
                        () -> {
                            visit.leave();
                            watch.ended(seen, response.getStatus(), System.nanoTime() - begun);
                        });
        // A handler may think for longer than a silent connection may live.
        request.addIdleTimeoutListener(timeout -> false);
        var body = new Body(request, pace);
        try {
            send(answer(visit, request, body, seen), request, response, body, callback);
        } catch (Throwable thrown) {
            tell(seen, thrown);
            fail(thrown, request, response, body, callback);
        }
        return true;
    }

    private void tell(Sighting seen, Throwable thrown) {
        if (thrown instanceof ParleyException problem) {
            seen.byFormer(problem);
            watch.refused(seen, problem);
        }
    }

    private void send(
            Answer answer, Request request, Response response, Body body, Callback callback)
            throws Exception {
        boolean last = gate.isClosed();
        AnswerWriter.send(
                last ? answer.with("Connection", "close") : answer,
                request,
                response,
                body,
                callback);
    }

    private void fail(
            Throwable thrown, Request request, Response response, Body body, Callback callback) {
        if (ClientGone.isBehind(thrown)) {
            LOG.debug("event=client-gone path={}", request.getHttpURI().getPath());
            callback.failed(new AbortException(thrown));
        } else if (thrown instanceof HttpException) {
            callback.failed(thrown);
        } else if (response.isCommitted()) {
            problems.of(request, thrown);
            callback.failed(new AbortException(thrown));
        } else {
            try {
                response.reset();
                send(problems.of(request, thrown), request, response, body, callback);
            } catch (Throwable again) {
                callback.failed(new AbortException(again));
            }
        }
    }

    private Answer answer(Gate.Visit visit, Request request, Body body, Sighting seen)
            throws Exception {
        Call call;
        try {
            call = admit(visit, request, body, seen);
        } catch (ParleyException refused) {
            visit.giveUpPlace();
            throw refused;
        }
        var answer =
                OpenLine.with(
                        () -> requireThere(request), () -> call.route().handler().handle(call));
        if (answer.isUnbounded()) {
            visit.giveUpPlace();
        }
        watch.done(seen);
        return answer;
    }

    /** Ends what is done for a client that has hung up. */
    private static void requireThere(Request request) {
        var connection = request.getConnectionMetaData().getConnection();
        if (connection.getEndPoint() instanceof WatchfulEndPoint endPoint && endPoint.isHungUp()) {
            throw new UncheckedIOException(new ClientGone(new EOFException()));
        }
    }

    private Call admit(Gate.Visit visit, Request request, Body body, Sighting seen) {
        if (visit.welcome() == Gate.Welcome.CLOSED) {
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
        hosts.check(request);
        var path = RequestPath.segments(request.getHttpURI().getPath());
        var route = routes.find(request.getMethod(), path);
        // What is open to everyone tells how the hub is, most of all when it is full.
        if (visit.welcome() == Gate.Welcome.FULL && (route == null || !route.isOpen())) {
            throw new ParleyException(
                    Problem.TOO_BUSY, "more than " + settings.maxRequests() + " requests are open");
        }
        if (route == null) {
            throw notHere(request.getMethod(), path);
        }
        seen.at(route, path);
        var needed = route.permission();
        var caller = needed == null ? null : caller(visit, request, body, needed, seen);
        return new Call(
                request, route, path, caller, identity, body, settings.maxJsonBytes(), watch, seen);
    }

    private ParleyException notHere(String method, List<String> path) {
        var methods = String.join(", ", routes.methods(path));
        return methods.isEmpty()
                ? new ParleyException(
                        Problem.NOT_FOUND,
                        "there is no such path; GET /openapi.yaml lists all there are")
                : new ParleyException(
                        Problem.METHOD_NOT_ALLOWED,
                        method + " is not offered here, but " + methods,
                        Map.of(ProblemAnswers.ALLOW, methods));
    }

    private Principal caller(
            Gate.Visit visit, Request request, Body body, Permission needed, Sighting seen) {
        var caller = identity.of(request);
        seen.by(caller);
        body.comesFromSomebodyKnown();
        if (!visit.isWithinShareOf(caller.tokenId())) {
            throw new ParleyException(
                    Problem.RATE_LIMITED,
                    "more than " + Gate.MAX_PER_TOKEN + " requests of this token are open");
        }
        caller.require(needed);
        return caller;
    }
}
