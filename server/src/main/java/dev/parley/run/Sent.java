package dev.parley.run;

import dev.parley.protocol.RunId;

/** Where a message that need not name its run has gone. */
public record Sent(RunId run, Posted posted) {}
