package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.crash.CrashTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub that is killed under load keeps what it has acknowledged. */
final class CrashIT {
    private static final int CYCLES = 20;

    @TempDir Path folder;

    @Test
    void nothingIsLostDoubledOrMisplacedWhenTheHubIsKilledUnderLoad() {
        long seed = Long.getLong("parley.seed", System.nanoTime());

        var result =
                new CrashTrial(folder.resolve("data"), CYCLES, seed, System.out::println).run();

        System.out.println(result);
        assertThat(result.isClean()).as("seed %d: %s", seed, result).isTrue();
        assertThat(result.acknowledged()).isGreaterThan(CYCLES);
    }
}
