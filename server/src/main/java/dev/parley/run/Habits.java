package dev.parley.run;

import java.time.Duration;

/**
 * What every append of a hub has in common.
 *
 * @param patience how long a reply is awaited when its asker does not say
 */
record Habits(
        HubLines lines,
        Duration patience,
        Admission admission,
        Clocks clocks,
        Residents residents) {}
