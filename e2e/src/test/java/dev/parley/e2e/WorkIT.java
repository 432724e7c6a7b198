package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.work.WorkTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many tasks, many workers, and a hub that is killed twice. */
final class WorkIT {
    @TempDir Path folder;

    @Test
    void everyTaskIsCompletedOnceByAWorkerThatMayThoughAllAreKilledNowAndThen() {
        long seed = Long.getLong("parley.seed", System.nanoTime());

        var result =
                new WorkTrial(folder.resolve("data"), 12, 120, 2, seed, System.out::println).run();

        System.out.println(result);
        assertThat(result.isClean()).as("seed %d: %s", seed, result).isTrue();
    }
}
