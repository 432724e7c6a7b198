package dev.parley.client;

/**
 * An event that is on the hub's disk.
 *
 * @param topic its full name, which subscribers match
 * @param position its place among all events of the space
 */
public record Published(String topic, long position) {
    static Published read(Answer answer) {
        return new Published(answer.text("topic"), answer.number("position"));
    }
}
