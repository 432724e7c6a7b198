package dev.parley.stream;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.table.FeedTable.Position;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One stream's place in the feed. Its thread catches up by pages of its own, then takes what the
 * tail hands over; when its queue was full it has left the tail, and catches up again.
 */
final class Subscriber {
    /** How many frames may wait; who is further behind reads them from the store. */
    static final int MAX_QUEUED = 256;

    private final Feed feed;
    private final Tail tail;
    private final Traffic traffic;
    private final Outlet out;
    private final BlockingQueue<Item> queue = new ArrayBlockingQueue<>(MAX_QUEUED);

    // Only its own thread changes these, and only while it is not live.
    private Gate gate = Gate.ALL;
    private volatile Set<Interest> interests = Set.of();
    private Position position = Position.START;
    private @Nullable Welcome welcome;

    // Guarded by the tail's lock, but that its own thread may look.
    private volatile boolean live;
    private Position offered = Position.START;

    private volatile boolean ended;
    private volatile long busySince;

    Subscriber(Feed feed, Tail tail, Traffic traffic, Outlet out) {
        this.feed = feed;
        this.tail = tail;
        this.traffic = traffic;
        this.out = out;
    }

    Set<Interest> interests() {
        return interests;
    }

    boolean isLive() {
        return live;
    }

    void joined(Position place) {
        live = true;
        offered = place;
    }

    void left() {
        live = false;
    }

    /** Takes a frame if it is new and there is room; false when there is none. */
    boolean offer(Frame frame) {
        if (frame.position().compareTo(offered) <= 0) {
            return true;
        }
        offered = frame.position();
        return queue.offer(frame);
    }

    /** Takes something that is not kept, if there is room. */
    void hear(Item.Aside aside) {
        if (live) {
            boolean _ = queue.offer(aside);
        }
    }

    /** A sign of life is due; who has been stuck with the last thing for so long is cut. */
    void pulse(Item.Pulse pulse, Duration patience) {
        long since = busySince;
        if (since != 0 && System.nanoTime() - since > patience.toNanos()) {
            traffic.cut();
            cut();
        } else {
            queue.offer(pulse);
        }
    }

    /** Has something done between two frames. */
    void ask(Item.Task task) {
        if (!queue.offer(task)) {
            throw new ParleyException(
                    Problem.RATE_LIMITED, "more is waiting to be sent to you than may wait");
        }
    }

    /** Has it look whether it may stay; a queue that is full keeps it awake anyway. */
    void nudge() {
        queue.offer(Item.Nudge.NUDGE);
    }

    /** Ends it after what is being written. */
    void end() {
        ended = true;
        nudge();
    }

    /** Ends it in the midst of whatever it is stuck in. */
    void cut() {
        end();
        out.cut();
    }

    /** Sends until the end, on the calling thread. */
    void run(Welcome welcome) throws IOException, InterruptedException {
        this.welcome = welcome;
        tail.enter(this);
        traffic.opened(out.kind());
        try {
            while (mayStay()) {
                step();
            }
            out.end();
        } finally {
            traffic.closed(out.kind());
            tail.exit(this);
        }
    }

    private boolean mayStay() {
        return !ended && welcome != null && welcome.lasts();
    }

    private void step() throws IOException, InterruptedException {
        busySince = System.nanoTime();
        var item = queue.poll();
        if (item == null && !live && !interests.isEmpty()) {
            catchUp();
        } else if (item == null) {
            out.flush();
            busySince = 0;
            item = queue.take();
            busySince = System.nanoTime();
        }
        // What came meanwhile is told to nobody who may not have it any more.
        if (item != null && mayStay()) {
            handle(item);
        }
    }

    private void handle(Item item) throws IOException {
        switch (item) {
            case Frame frame -> send(withFollowing(frame));
            case Item.Pulse(var reached) -> {
                out.pulse(reached == null ? null : feed.id(reached));
                reach(reached);
                gate.pulse();
            }
            case Item.Aside(var event) -> out.tell(event);
            case Item.Task task -> task.run();
            case Item.Nudge _ -> {}
        }
    }

    /** What lies behind a frame goes with it where a gate decides about them. */
    private List<Frame> withFollowing(Frame first) {
        if (gate.equals(Gate.ALL)) {
            return List.of(first);
        }
        var frames = new ArrayList<>(List.of(first));
        while (queue.peek() instanceof Frame next) {
            frames.add(next);
            queue.poll();
        }
        return frames;
    }

    private void send(List<Frame> frames) throws IOException {
        var news = frames.stream().filter(one -> one.position().compareTo(position) > 0).toList();
        if (!news.isEmpty()) {
            write(news, interests);
            position = news.getLast().position();
        }
    }

    private void write(List<Frame> frames, Set<Interest> wanted) throws IOException {
        for (var frame : gate.pass(frames, wanted)) {
            busySince = System.nanoTime();
            out.send(frame);
            traffic.wrote();
        }
    }

    private void reach(@Nullable Position reached) {
        if (reached != null && reached.compareTo(position) > 0) {
            position = reached;
        }
    }

    /** One page towards the tail; joins it when nothing lies between. */
    private void catchUp() throws IOException {
        var page = feed.after(position, interests);
        write(told(page.changes().stream(), interests), interests);
        reach(page.end());
        if (page.isLast()) {
            boolean _ = tail.join(this, position);
        }
    }

    private List<Frame> told(Stream<Change> changes, Set<Interest> wanted) {
        return changes.filter(change -> change.isWantedBy(wanted))
                .flatMap(change -> feed.frame(change).stream())
                .toList();
    }

    /** Sends only some of what it wants; before it runs. */
    void sendOnly(Gate some) {
        gate = some;
    }

    /** Begins with these interests after this place; before it runs, or aside. */
    void begin(Set<Interest> wanted, Position after) {
        interests = Set.copyOf(wanted);
        position = after;
    }

    /** Its own thread: wants more, from a place that may lie before or after its own. */
    void widen(Set<Interest> more, Position start) throws IOException {
        stepAside();
        var known = interests;
        if (known.isEmpty()) {
            begin(more, start);
            return;
        }
        var added = new HashSet<>(more);
        added.removeAll(known);
        replay(added, start, position);
        replay(known, position, start);
        var all = new HashSet<>(known);
        all.addAll(more);
        begin(all, start.compareTo(position) > 0 ? start : position);
    }

    /** Its own thread: wants less. */
    void narrow(Set<Interest> less) throws IOException {
        stepAside();
        var rest = new HashSet<>(interests);
        rest.removeAll(less);
        begin(rest, position);
    }

    /** Sends what was handed over, and gets nothing more until it joins again. */
    private void stepAside() throws IOException {
        var reached = tail.leave(this);
        var waiting = new ArrayList<Item>();
        queue.drainTo(waiting);
        for (var item : waiting) {
            switch (item) {
                case Item.Task task -> ask(task);
                case Frame _, Item.Pulse _, Item.Aside _, Item.Nudge _ -> handle(item);
            }
        }
        reach(reached);
    }

    /** Sends what some interests have between two places, if the first lies before the second. */
    private void replay(Set<Interest> wanted, Position after, Position upTo) throws IOException {
        var from = after;
        while (mayStay() && !wanted.isEmpty() && from.compareTo(upTo) < 0) {
            busySince = System.nanoTime();
            var page = feed.after(from, wanted);
            var until =
                    page.changes().stream()
                            .filter(change -> change.position().compareTo(upTo) <= 0);
            write(told(until, wanted), wanted);
            if (page.isLast()) {
                return;
            }
            from = page.end();
        }
    }
}
