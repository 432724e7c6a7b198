package dev.parley.notice;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Names;
import dev.parley.protocol.NoticeChannel;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Store;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.NoticeTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who outside is told of a task, and whether they were. */
public final class Notices {
    private static final int MAX_SHOWN = 50;
    private static final int MAX_COUNTED = 10_000;

    private final Store store;
    private final MailServer mail;
    private final Seal seal;
    private final Destinations destinations;

    public Notices(Store store, MailServer mail, Seal seal, Allowed allowed) {
        this.store = store;
        this.mail = mail;
        this.seal = seal;
        this.destinations = new Destinations(allowed, _ -> List.of());
    }

    /** Who is to be told; those whom this hub could not or would not reach are refused. */
    public TaskRow.Contacts contacts(@Nullable String email, @Nullable String webhook) {
        if (email != null) {
            requireMail(email);
        }
        if (webhook != null) {
            requireWebhook(webhook);
        }
        return new TaskRow.Contacts(email, webhook);
    }

    private void requireMail(String email) {
        if (mail.isMissing()) {
            throw new ParleyException(
                    Problem.NOT_CONFIGURED,
                    "notify_email needs a mail server: set mail.host and mail.from, and as it asks"
                            + " for them mail.port, mail.tls, mail.user and mail.password");
        }
        if (!MailServer.isAddress(email)) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "notify_email must be one address such as ann@example.com, was "
                            + Names.quote(email));
        }
    }

    private void requireWebhook(String webhook) {
        if (seal.isMissing()) {
            throw new ParleyException(
                    Problem.NOT_CONFIGURED,
                    "notify_webhook needs a secret to sign with: set notify.secret to whsec_ and"
                            + " the base64 of 32 random bytes");
        }
        destinations.check(WebhookUrl.read(webhook));
    }

    /** What is told of a task, newest first. */
    public ArrayNode of(RunKey task) {
        var shown = Json.array();
        store.read(sql -> NoticeTable.TABLE.of(sql, task, MAX_SHOWN))
                .forEach(notice -> shown.add(describe(notice)));
        return shown;
    }

    private static ObjectNode describe(NoticeRow notice) {
        var body =
                Json.object()
                        .put("notice_id", notice.key().id())
                        .put("channel", Wire.name(notice.channel()))
                        .put("to", shown(notice))
                        .put("about", Wire.name(notice.about()))
                        .put("state", Wire.name(notice.state()))
                        .put("attempts", notice.attempts());
        body.set("created_at", Times.epochSeconds(notice.createdAt()));
        if (notice.lastError() != null) {
            body.put("last_error", notice.lastError());
        }
        return body;
    }

    private static String shown(NoticeRow notice) {
        return notice.channel() == NoticeChannel.WEBHOOK
                ? WebhookUrl.shown(notice.address())
                : notice.address();
    }

    /** How many wait to be sent in all spaces, up to ten thousand. */
    public long waiting() {
        return store.read(sql -> NoticeTable.TABLE.waiting(sql, MAX_COUNTED));
    }
}
