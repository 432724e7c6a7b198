package dev.parley.tool.server;

import dev.parley.program.Program;
import dev.parley.protocol.Problem;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a tool server is; in words it tells nothing that may be a secret. */
public sealed interface Reach {
    /**
     * A program that the hub runs and speaks to over its standard input and output.
     *
     * @param env what it gets to see beside the few variables that every program needs
     */
    record Stdio(String command, List<String> args, Map<String, String> env, @Nullable Path cwd)
            implements Reach {
        public Stdio {
            args = List.copyOf(args);
            env = Map.copyOf(env);
        }

        Program.Spec spec() {
            return new Program.Spec(Problem.TOOL_UNAVAILABLE, command, args, env, cwd);
        }

        @Override
        public String toString() {
            return command;
        }
    }

    /** A server that runs elsewhere. */
    record Http(URI url, Map<String, String> headers) implements Reach {
        public Http {
            headers = Map.copyOf(headers);
        }

        @Override
        public String toString() {
            int port = url.getPort();
            var path = url.getPath() == null ? "" : url.getPath();
            return url.getScheme() + "://" + url.getHost() + (port < 0 ? "" : ":" + port) + path;
        }
    }
}
