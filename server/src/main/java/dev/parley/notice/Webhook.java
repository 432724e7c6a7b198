package dev.parley.notice;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/** Tells programs, by a signed POST. */
final class Webhook implements Channel, AutoCloseable {
    /** What a receiver may take for all of it. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int GONE = 410;

    private final Seal seal;
    private final Destinations destinations;
    private final InstantSource clock;
    private final ScheduledExecutorService watch =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("parley-webhooks").daemon().factory());

    Webhook(Seal seal, Destinations destinations, InstantSource clock) {
        this.seal = seal;
        this.destinations = destinations;
        this.clock = clock;
    }

    @Override
    public void send(Letter letter) throws Undelivered {
        if (seal.isMissing()) {
            throw Undelivered.forNow("notify.secret is not set");
        }
        var notice = letter.notice();
        var to = destinations.find(WebhookUrl.read(notice.address()), notice.attempts() - 1);
        byte[] body = letter.json();
        int status = post(to, headers(notice.key().id(), body), body);
        if (status == GONE) {
            throw Undelivered.forEver("the receiver answered 410: nobody listens there any more");
        }
        if (status / 100 != 2) {
            throw Undelivered.forNow("the receiver answered " + status);
        }
    }

    private int post(Destinations.Destination to, Map<String, String> headers, byte[] body)
            throws Undelivered {
        var tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
        try {
            return new Post(tls, PATIENCE, watch).send(to, headers, body);
        } catch (SocketTimeoutException _) {
            throw Undelivered.forNow(
                    "the receiver did not answer within " + PATIENCE.toSeconds() + " seconds");
        } catch (SSLException failed) {
            throw Undelivered.forNow("no trusted connection: " + failed.getMessage());
        } catch (IOException failed) {
            throw Undelivered.forNow("no answer: " + failed.getMessage());
        }
    }

    private Map<String, String> headers(String id, byte[] body) {
        long now = clock.instant().getEpochSecond();
        var headers = new LinkedHashMap<String, String>();
        headers.put("User-Agent", "Parley");
        headers.put("Content-Type", "application/json");
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(now));
        headers.put("webhook-signature", seal.sign(id, now, body));
        return headers;
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
