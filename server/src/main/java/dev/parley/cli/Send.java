package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.client.NewRun;
import dev.parley.client.ParleyClient;
import dev.parley.client.Sent;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley send}: puts one message into a run, opening the run when none is named. */
@Command(
        name = "send",
        description = "Send a message.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley send --to worker \"hello\"",
            "  ./parley send --run RUN --to worker --kind intent_brief \"fix the build\"",
            "  git diff | ./parley send --run RUN --to reviewer -"
        })
public final class Send implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--run", paramLabel = "RUN", description = "the run; else a new open one")
    private @Nullable RunId run;

    @Option(names = "--from", paramLabel = "AGENT", description = "as whom (an owner may choose)")
    private @Nullable Address from;

    @Option(
            names = "--to",
            paramLabel = "ADDRESS",
            description = "agent, agent/instance, user or broadcast (${DEFAULT-VALUE})",
            defaultValue = "broadcast")
    private Address to = Address.BROADCAST;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "what it is (${DEFAULT-VALUE})",
            defaultValue = "message")
    private String kind = "message";

    @Option(names = "--payload", paramLabel = "JSON", description = "an object for machines")
    private @Nullable String payload;

    @Option(names = "--reply-to", paramLabel = "ID", description = "the message this answers")
    private @Nullable MessageId replyTo;

    @Option(
            names = "--message-id",
            paramLabel = "ID",
            description = "its id; sending the same one again changes nothing")
    private @Nullable MessageId messageId;

    @Option(names = "--ack", description = "ask the addressee for an ack")
    private boolean ack;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Parameters(paramLabel = "TEXT", description = "what to say; - reads it from standard input")
    private List<String> words = List.of();

    public Send(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var draft = draft();
        return hub.ask(
                shell,
                client -> {
                    var into = run == null ? open(client) : run;
                    print(into, client.messages().send(into, draft));
                    return 0;
                });
    }

    private Draft draft() {
        var text = new TextArgument(shell).read(words);
        if (text.isEmpty() && payload == null) {
            throw new BadUsage("there is nothing to send: give TEXT, - or --payload");
        }
        var part = new Part("text", TextNode.valueOf(text));
        return Draft.to(to, kind)
                .from(from)
                .messageId(messageId)
                .summary(OneLine.summary(text))
                .parts(text.isEmpty() ? List.of() : List.of(part))
                .payload(payload == null ? JsonNodeFactory.instance.objectNode() : parse(payload))
                .parent(replyTo)
                .requiresAck(ack ? Boolean.TRUE : null)
                .build();
    }

    private RunId open(ParleyClient client) {
        var opened = client.runs().create(NewRun.of(RunProtocol.OPEN)).runId();
        shell.say("opened " + opened + "; follow it with ./parley tail " + opened + hub.again());
        return opened;
    }

    private void print(RunId into, Sent sent) {
        if (json) {
            var object =
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("run_id", into.value())
                            .put("message_id", sent.messageId().value())
                            .put("seq", sent.seq())
                            .put("duplicate", sent.duplicate());
            sent.recipients().ifPresent(count -> object.put("recipients", count));
            sent.note().ifPresent(note -> object.put("note", note));
            shell.print(JsonText.of(object));
        } else {
            shell.print(
                    sent.messageId()
                            + " #"
                            + sent.seq()
                            + (sent.duplicate() ? " (was there already)" : ""));
            sent.note().ifPresent(shell::say);
        }
    }

    private static ObjectNode parse(String payload) {
        try {
            return Json.parseObject(payload.getBytes(StandardCharsets.UTF_8));
        } catch (ParleyException e) {
            throw new BadUsage("--payload must be a JSON object: " + e.detail());
        }
    }
}
