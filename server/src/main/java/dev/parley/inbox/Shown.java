package dev.parley.inbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Entry;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.UnreadTable;

/** An entry of an inbox as it can be shown: whole, or as a digest. */
record Shown(InboxTable.Delivery delivery, Message message, ObjectNode envelope, String recipient) {
    static Shown of(InboxTable.Delivery delivery, String recipient) {
        var message = Entry.message(delivery.message());
        return new Shown(delivery, message, Format.ENVELOPE.write(message), recipient);
    }

    long position() {
        return delivery.position();
    }

    ReceiptTable.Key receipt() {
        return new ReceiptTable.Key(
                delivery.message().key().run(), recipient, delivery.message().seq());
    }

    Fresh fresh() {
        return new Fresh(receipt(), delivery.message().createdAt());
    }

    ObjectNode whole() {
        var item =
                Json.object()
                        .put("position", delivery.position())
                        .put("attempt", delivery.attempt());
        item.set("message", envelope);
        return item;
    }

    ObjectNode digest() {
        long tokens = Look.tokens(Json.bytes(envelope).length);
        return Digest.of(message, delivery.position(), tokens);
    }

    UnreadTable.Row unread() {
        return new UnreadTable.Row(receipt(), position(), Json.write(digest()));
    }

    Selection.Size size() {
        return new Selection.Size(message.priority().value(), bytes(whole()), bytes(digest()));
    }

    /** What something takes in a list, with the comma behind it. */
    static long bytes(ObjectNode listed) {
        return Json.bytes(listed).length + 1L;
    }
}
