package dev.parley.demo;

import dev.parley.cli.Shell;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The same story over and over, in a new run each time, for whoever watches and joins in. */
public final class Demo implements AutoCloseable {
    private final Cast cast;
    private final Pace pace;
    private final InstantSource clock;
    private final Narrator narrator;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable Scene current;

    private Demo(Cast cast, Pace pace, InstantSource clock, Narrator narrator) {
        this.cast = cast;
        this.pace = pace;
        this.clock = clock;
        this.narrator = narrator;
        this.thread = Thread.ofVirtual().name("demo").unstarted(this::play);
    }

    /** Begins on a hub whose owner has this token; goes on until it is closed. */
    public static Demo start(URI hub, String owner, Pace pace, InstantSource clock, Shell shell) {
        var demo = new Demo(new Cast(hub, owner), pace, clock, new Narrator(shell, clock));
        demo.thread.start();
        return demo;
    }

    private void play() {
        var story = Story.badge();
        int unattended = 0;
        for (int number = 1; !isClosed(); number++) {
            unattended = isAttended(story, number) ? 0 : unattended + 1;
            rest(unattended);
        }
    }

    private boolean isAttended(Story story, int number) {
        try {
            var scene = new Scene(cast, pace, clock, narrator);
            current = scene;
            narrator.begins(number, scene.run());
            return scene.play(story);
        } catch (RuntimeException failed) {
            if (!isClosed()) {
                narrator.fails(String.valueOf(failed.getMessage()));
                end();
            }
            return false;
        }
    }

    private void end() {
        var scene = current;
        if (scene != null) {
            scene.end();
        }
    }

    private void rest(int unattended) {
        var time = pace.restAfter(unattended);
        if (isClosed()) {
            return;
        }
        narrator.rests(time);
        try {
            closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            closed.countDown();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Everybody leaves, wherever the story is. */
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        end();
        cast.close();
    }
}
