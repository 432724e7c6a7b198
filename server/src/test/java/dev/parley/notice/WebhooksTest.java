package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.http.Log;
import dev.parley.protocol.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs outside hear how their tasks end, whatever happens to them or to the hub meanwhile. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class WebhooksTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Told told;
    private Receiver receiver;

    @BeforeEach
    void start() throws Exception {
        parley =
                TestParley.on(database)
                        .with("notify.secret", Told.SECRET)
                        .with("notify.allow", "127.0.0.1, localhost")
                        .start();
        told = new Told(parley);
        receiver = new Receiver();
    }

    @AfterEach
    void stop() {
        receiver.close();
        parley.close();
    }

    @Test
    void aWebhookTellsHowATaskEndedUnderASignature() throws Exception {
        var task = task();
        told.complete(task, "all is well");
        var call = receiver.next();
        var body = call.json();
        assertThat(body.path("type").asText()).isEqualTo("task.completed");
        assertThat(body.path("task_id").asText()).isEqualTo(task);
        assertThat(body.path("run_id").asText()).isEqualTo(task.replace("task_", "run_"));
        assertThat(body.path("state").asText()).isEqualTo("completed");
        assertThat(body.path("summary").asText()).isEqualTo("all is well");
        assertThat(body.path("event_id").asText()).isEqualTo(call.id());
        assertThat(body.path("created_at").asDouble()).isPositive();
        var signed = call.id() + "." + call.headers().getFirst("webhook-timestamp") + ".";
        assertThat(call.headers().getFirst("webhook-signature"))
                .isEqualTo("v1," + hmac(signed + call.body()));
        var seen = told.await(task, "sent");
        assertThat(seen.path("attempts").asInt()).isEqualTo(1);
        assertThat(seen.path("to").asText())
                .isEqualTo("http://127.0.0.1:" + receiver.port() + "/…");
    }

    /** As a receiver in any language would. */
    private static String hmac(String text) throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        var key = Base64.getDecoder().decode(Told.SECRET.substring("whsec_".length()));
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return Base64.getEncoder()
                .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aTaskThatNeedsInputSaysWhatIsAsked() throws Exception {
        var task = task();
        long fence = told.claim(task);
        told.work(task, fence, "ask", ",\"question\":\"Blue or green?\"");
        var asked = receiver.next().json();
        assertThat(asked.path("state").asText()).isEqualTo("needs_input");
        assertThat(asked.path("summary").asText()).contains("Blue or green?");
        var question = asked.path("question_id").asText();
        parley.person("ann")
                .post("/api/questions/" + question + "/answer", "{\"answer\":\"blue\"}")
                .expect(201);
        told.work(task, fence, "complete", ",\"message\":\"painted\"");
        assertThat(receiver.next().json().path("state").asText()).isEqualTo("completed");
    }

    @Test
    void everyOtherEndIsToldWithItsReason() throws Exception {
        for (var deed : new String[] {"fail", "reject"}) {
            var task = task();
            told.work(task, told.claim(task), deed, ",\"reason\":\"no paint\"");
            assertThat(receiver.next().json().path("summary").asText()).contains("no paint");
        }
        var task = task();
        told.alice()
                .post("/api/tasks/" + task + "/cancel", "{\"reason\":\"changed my mind\"}")
                .expect(200);
        var cancelled = receiver.next().json();
        assertThat(cancelled.path("type").asText()).isEqualTo("task.cancelled");
        assertThat(cancelled.path("summary").asText()).isEqualTo("changed my mind");
    }

    @Test
    void aReceiverThatFailsGetsItAgainUnderTheSameId() throws Exception {
        receiver.answering(500, 302);
        var task = task();
        told.complete(task, "m");
        var first = receiver.next();
        assertThat(told.awaitFailures(task, 1).path("last_error").asText())
                .isEqualTo("the receiver answered 500");
        parley.watch(Duration.ofSeconds(13));
        assertThat(receiver.next().id()).isEqualTo(first.id());
        // Where it points to is not followed.
        told.await(
                task,
                notice -> notice.path("last_error").asText().equals("the receiver answered 302"));
        parley.watch(Duration.ofSeconds(37));
        assertThat(receiver.next().body()).isEqualTo(first.body());
        told.await(task, "sent");
        assertThat(receiver.left()).isZero();
        var metrics = parley.owner().get("/metrics").text();
        assertThat(metrics)
                .contains("parley_notices_total{channel=\"webhook\",state=\"sent\"} 1.0")
                .contains("parley_notices_total{channel=\"webhook\",state=\"waiting\"} 2.0");
    }

    @Test
    void whoIsGoneIsGivenUpOnAtOnce() throws Exception {
        receiver.answering(410);
        var task = task();
        told.complete(task, "m");
        var failed = told.await(task, "failed");
        assertThat(failed.path("last_error").asText()).contains("410");
        assertThat(failed.path("attempts").asInt()).isEqualTo(1);
    }

    @Test
    void aReceiverThatNeverAnswersDelaysNobodyElse() throws Exception {
        try (var slow = new Receiver().answering(Receiver.NEVER, Receiver.NEVER, Receiver.NEVER)) {
            var stuck = told.task("notify_webhook", slow.url());
            told.complete(stuck, "m");
            told.complete(told.task("notify_webhook", slow.url()), "m");
            told.complete(told.task("notify_webhook", slow.url()), "m");
            slow.next();
            slow.next();
            told.complete(task(), "m");
            receiver.next();
            assertThat(told.await(stuck, "waiting").path("attempts").asInt()).isEqualTo(1);
            assertThat(told.awaitFailures(stuck, 1).path("last_error").asText())
                    .isEqualTo("the receiver did not answer within 5 seconds");
        }
    }

    @Test
    void anAddressThatIsNotPublicIsRefusedByName() {
        var refused =
                told.alice()
                        .post(
                                "/api/tasks",
                                "{\"message\":\"m\",\"notify_webhook\":"
                                        + "\"https://169.254.169.254/latest\"}")
                        .expect(Problem.ADDRESS_REFUSED);
        assertThat(refused.text("detail")).contains("169.254.169.254", "notify.allow");
    }

    @Test
    void neitherSecretsNorAddressesAreLoggedOrShown() throws Exception {
        try (var log = Log.capture()) {
            receiver.answering(500);
            var task = task();
            told.complete(task, "m");
            var seen = told.awaitFailures(task, 1);
            var config = parley.owner().get("/api/config").text();
            assertThat(config).contains("notify.secret").doesNotContain(Told.SECRET);
            assertThat(seen.toString()).doesNotContain("secret-path");
            assertThat(log.text()).doesNotContain("secret-path", Told.SECRET, "whsec_");
        }
    }

    private String task() {
        return told.task("notify_webhook", receiver.url());
    }
}
