package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.parley.TestParley;
import dev.parley.http.Log;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People hear by mail how their tasks end. */
@Timeout(60)
class EmailTest {
    private static final String PASSWORD = "hunter2-hunter2";

    private final GreenMail server = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
    private TestParley parley;
    private Told told;

    @BeforeEach
    void start() {
        server.setUser("parley@example.com", "parley", PASSWORD);
        server.start();
        parley = hub(server.getSmtp().getPort(), "none");
        told = new Told(parley);
    }

    private static TestParley hub(int port, String tls) {
        return TestParley.with("mail.host", "127.0.0.1")
                .with("mail.port", Integer.toString(port))
                .with("mail.tls", tls)
                .with("mail.user", "parley")
                .with("mail.password", PASSWORD)
                .with("mail.from", "parley@example.com")
                .start();
    }

    @AfterEach
    void stop() {
        parley.close();
        server.stop();
    }

    @Test
    void aMailTellsHowATaskEnded() throws Exception {
        var task = told.task("notify_email", "ann@example.com");
        told.complete(task, "Grüße\\nBcc: eve@example.com\\n\\n.\\nQUIT");
        var seen = told.await(task, "sent");
        var mail = only();
        assertThat(mail.getSubject()).isEqualTo("Task " + task + " is completed");
        assertThat(mail.getAllRecipients()).hasSize(1);
        assertThat(mail.getAllRecipients()[0]).hasToString("ann@example.com");
        assertThat(mail.getFrom()[0]).hasToString("parley@example.com");
        assertThat(mail.getMessageID())
                .isEqualTo("<" + seen.path("notice_id").asText() + "@example.com>");
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(mail.getContentType()).startsWith("text/plain");
        assertThat(mail.getContent().toString())
                .contains("Task " + task + " is completed.")
                .contains("Grüße Bcc: eve@example.com . QUIT")
                .contains(task.replace("task_", "run_"));
        assertThat(seen.path("to").asText()).isEqualTo("ann@example.com");
    }

    @Test
    void whatAnAgentWroteIsBounded() throws Exception {
        var task = told.task("notify_email", "ann@example.com");
        told.complete(task, "x".repeat(10_000));
        told.await(task, "sent");
        assertThat(only().getContent().toString()).hasSizeLessThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ann",
                "ann@",
                "@example.com",
                "ann@example.com, eve@example.com",
                "Ann <ann@example.com>",
                "ann@example.com\r\nBcc: eve@example.com",
                "ann@exam ple.com",
                "\"ann\"@example.com",
                "ann@-example.com",
                "ann..b@example.com"
            })
    void whatIsNotOneAddressIsRefused(String address) {
        var body = Json.object().put("message", "m").put("notify_email", address);
        told.alice().post("/api/tasks", body.toString()).expect(Problem.BAD_VALUE);
    }

    @Test
    void aServerThatIsDownGetsItLater() throws Exception {
        var setup = new ServerSetup(server.getSmtp().getPort(), "127.0.0.1", "smtp");
        server.stop();
        var task = told.task("notify_email", "ann@example.com");
        told.complete(task, "m");
        assertThat(told.awaitFailures(task, 1).path("last_error").asText())
                .contains("the mail server did not take it");
        var again = new GreenMail(setup);
        again.setUser("parley@example.com", "parley", PASSWORD);
        again.start();
        try {
            parley.watch(Duration.ofSeconds(13));
            told.await(task, "sent");
            assertThat(again.getReceivedMessages()).hasSize(1);
        } finally {
            again.stop();
        }
    }

    @Test
    void aServerThatOffersNoTlsGetsNeitherMailNorPassword() {
        try (var log = Log.capture();
                var strict = hub(server.getSmtp().getPort(), "starttls")) {
            var asked = new Told(strict);
            var task = asked.task("notify_email", "ann@example.com");
            asked.complete(task, "m");
            assertThat(asked.awaitFailures(task, 1).path("last_error").asText())
                    .containsIgnoringCase("starttls");
            assertThat(server.getReceivedMessages()).isEmpty();
            var config = strict.owner().get("/api/config").text();
            assertThat(config).contains("mail.password").doesNotContain(PASSWORD);
            assertThat(log.text()).doesNotContain(PASSWORD);
        }
    }

    @Test
    void withoutAMailServerItIsSaidWhichKeysToSet() {
        try (var bare = TestParley.start()) {
            var alice = bare.agent("alice");
            var refused =
                    alice.post(
                                    "/api/tasks",
                                    "{\"message\":\"m\",\"notify_email\":\"ann@example.com\"}")
                            .expect(Problem.NOT_CONFIGURED);
            assertThat(refused.text("detail")).contains("mail.host", "mail.from");
            var unsigned =
                    alice.post(
                                    "/api/tasks",
                                    "{\"message\":\"m\",\"notify_webhook\":\"https://example.com/\"}")
                            .expect(Problem.NOT_CONFIGURED);
            assertThat(unsigned.text("detail")).contains("notify.secret");
        }
    }

    private MimeMessage only() {
        assertThat(server.getReceivedMessages()).hasSize(1);
        return server.getReceivedMessages()[0];
    }
}
