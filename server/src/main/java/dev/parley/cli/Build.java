package dev.parley.cli;

import java.util.Optional;

/** Which build of Parley this is. */
public final class Build {
    private Build() {}

    public static String version() {
        return Optional.ofNullable(Build.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
