package dev.parley.e2e;

import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Somebody who types a page's commands as they stand there, in a folder of their own. */
record Shell(Path folder) {
    private static final String USUAL = "http://127.0.0.1:7420";

    /** Where the hub that is spoken to keeps everything. */
    Path data() {
        return folder.resolve("data");
    }

    /** Runs commands, with this hub in place of the usual one. */
    Command run(Hub hub, String commands) throws IOException {
        var script =
                commands.replace("./parley ", parley() + " ").replace(USUAL, hub.url().toString());
        var file = folder.resolve("commands.sh");
        Files.writeString(file, "cd '" + folder + "'\n" + script);
        return Command.run(List.of("bash", "-eu", "-o", "pipefail", file.toString()));
    }

    /** A page of this repository. */
    static String page(String name) throws IOException {
        return Files.readString(Path.of(System.getProperty("parley.home"), name));
    }

    private Path parley() throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var text =
                "#!/bin/sh\nPARLEY_DATA='%s' exec '%s' -jar '%s' \"$@\"\n"
                        .formatted(data(), java, System.getProperty("parley.jar"));
        var file = Files.writeString(folder.resolve("parley"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
