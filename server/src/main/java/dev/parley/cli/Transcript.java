package dev.parley.cli;

import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.Part;
import dev.parley.protocol.Priority;
import dev.parley.protocol.Source;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A run's log as people read it: one line per message, and below it what does not fit there. */
final class Transcript {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final String MARGIN = "         │ ";
    private static final int MAX_LINES = 40;
    private static final int MAX_JSON = 500;

    private final ZoneId zone;
    private final boolean colour;
    private final boolean full;
    private @Nullable LocalDate day;

    /**
     * @param full show long messages to their end
     */
    Transcript(ZoneId zone, boolean colour, boolean full) {
        this.zone = zone;
        this.colour = colour;
        this.full = full;
    }

    /** The message, and its date when that is not the date of the one before. */
    String show(Message message) {
        var body = body(message);
        var text = new StringBuilder();
        var sent = message.createdAt().atZone(zone);
        if (!sent.toLocalDate().equals(day)) {
            day = sent.toLocalDate();
            text.append(Paint.FAINT.on("── " + day, colour)).append('\n');
        }
        text.append(Paint.FAINT.on(TIME.format(sent) + " #" + message.seq(), colour))
                .append("  ")
                .append(route(message))
                .append("  ")
                .append(Printable.line(message.kind()))
                .append(marks(message));
        var summary = Printable.line(message.summary());
        if (!summary.isEmpty() && !isRepeated(message)) {
            text.append("  ").append(summary);
        }
        int shown = full ? body.size() : Math.min(body.size(), MAX_LINES);
        body.subList(0, shown).forEach(line -> append(text, line));
        if (shown < body.size()) {
            append(text, "… " + (body.size() - shown) + " more lines; --full shows them");
        }
        return text.append('\n').toString();
    }

    private void append(StringBuilder text, String line) {
        text.append('\n').append(Paint.FAINT.on(MARGIN, colour)).append(line);
    }

    private String route(Message message) {
        var route = Printable.line(message.fromAgent() + " → " + message.toAgent());
        if (message.act() == Act.SYSTEM || message.act() == Act.ACK) {
            return Paint.FAINT.on(route, colour);
        }
        boolean isPerson =
                message.source() == Source.USER
                        || message.fromAgent().isUser()
                        || message.toAgent().isUser();
        return (isPerson ? Paint.PERSON : Paint.AGENTS).on(route, colour);
    }

    private static String marks(Message message) {
        var priority =
                message.priority().equals(Priority.NORMAL)
                        ? ""
                        : " [" + message.priority().name() + "]";
        return priority + (message.requiresAck() ? " [ack]" : "");
    }

    private List<String> body(Message message) {
        var lines = new ArrayList<String>();
        for (var part : message.parts()) {
            if (!isText(part)) {
                lines.add(Printable.line("[" + part.type() + "] " + compact(part)));
            } else if (!part.content().textValue().equals(message.summary())) {
                lines.addAll(List.of(Printable.lines(part.content().textValue())));
            }
        }
        if (!message.payload().isEmpty()) {
            lines.add(Printable.line(cut(json(Json.bytes(message.payload())))));
        }
        var ref = message.payloadRef();
        if (ref != null) {
            lines.add("[payload] " + Printable.line(ref.blobId() + ", " + Size.of(ref.size())));
        }
        return lines;
    }

    /** Whether the summary only says what the text below it says in full. */
    private static boolean isRepeated(Message message) {
        return message.parts().stream()
                .filter(Transcript::isText)
                .map(part -> part.content().textValue())
                .anyMatch(
                        text ->
                                !text.equals(message.summary())
                                        && OneLine.summary(text).equals(message.summary()));
    }

    private static boolean isText(Part part) {
        return part.type().equals("text") && part.content().isTextual();
    }

    private String compact(Part part) {
        return cut(
                part.content().isTextual()
                        ? part.content().textValue()
                        : json(Json.bytes(part.content())));
    }

    private String cut(String text) {
        return full || text.length() <= MAX_JSON ? text : text.substring(0, MAX_JSON) + "…";
    }

    private static String json(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
