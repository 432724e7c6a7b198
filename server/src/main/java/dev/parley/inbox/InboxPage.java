package dev.parley.inbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;

/**
 * What somebody gets to see of an inbox.
 *
 * @param items messages with their positions
 * @param unread digests of messages whose whole has not been handed out
 * @param position the last position that this page covers
 * @param head the newest position of the inbox
 */
public record InboxPage(List<ObjectNode> items, List<ObjectNode> unread, long position, long head) {
    /** The position after which the rest follows; empty when there is none. */
    public OptionalLong next() {
        return position < head ? OptionalLong.of(position) : OptionalLong.empty();
    }
}
