package dev.parley.host;

import dev.parley.program.LastLines;
import dev.parley.program.Program;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.session.Answer;
import dev.parley.session.Ear;
import dev.parley.session.Host;
import dev.parley.session.Turn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An agent that is one process for each turn: text in, text out. */
final class CommandHost implements Host {
    private static final String MESSAGE = "{message}";
    private static final String SESSION = "{session}";
    private static final Pattern PLACE = Pattern.compile("\\{(message|session|model|cwd)}");

    private final AgentSpec spec;
    private final AgentSpec.Command command;
    private final Latchkeys keys;

    CommandHost(AgentSpec spec, AgentSpec.Command command, Latchkeys keys) {
        this.spec = spec;
        this.command = command;
        this.keys = keys;
    }

    @Override
    public int atOnce() {
        return spec.atOnce();
    }

    @Override
    public boolean retries() {
        return spec.retry();
    }

    @Override
    public Answer take(Turn turn, Ear ear) throws InterruptedException {
        var known = turn.session().ref();
        var template =
                known == null || command.resumeArgs().isEmpty()
                        ? command.args()
                        : command.resumeArgs();
        boolean isNamed = template.stream().anyMatch(arg -> arg.contains(SESSION));
        var ref = known == null && isNamed ? UUID.randomUUID().toString() : known;
        try (var key = keys.lend(Latchkeys.bearer(turn))) {
            var program =
                    Program.start(
                            new Program.Spec(
                                    Problem.AGENT_FAILED,
                                    command.command(),
                                    filled(template, turn, ref),
                                    key.env(environment(turn)),
                                    cwd(turn)));
            try {
                boolean isArgument = template.stream().anyMatch(arg -> arg.contains(MESSAGE));
                var output = run(program, isArgument ? "" : turn.words(), ear);
                return new Answer(output.strip(), found(output, ref));
            } finally {
                program.end();
            }
        }
    }

    private static @Nullable Path cwd(Turn turn) {
        var cwd = turn.session().cwd();
        return cwd == null ? null : Path.of(cwd);
    }

    private List<String> filled(List<String> template, Turn turn, @Nullable String ref) {
        var values = new HashMap<String, String>();
        values.put(MESSAGE, turn.words());
        values.put(SESSION, ref == null ? "" : ref);
        values.put("{model}", model(turn));
        values.put("{cwd}", turn.session().cwd() == null ? "" : turn.session().cwd());
        return template.stream()
                .map(
                        arg ->
                                PLACE.matcher(arg)
                                        .replaceAll(
                                                found ->
                                                        Matcher.quoteReplacement(
                                                                values.get(found.group()))))
                .toList();
    }

    private String model(Turn turn) {
        var asked = turn.session().model();
        return asked != null ? asked : spec.model() != null ? spec.model() : "";
    }

    private Map<String, String> environment(Turn turn) {
        var env = new HashMap<>(command.env());
        env.put("PARLEY_SESSION", turn.session().id().value());
        env.put("PARLEY_AGENT", spec.resident().name().value());
        env.put("PARLEY_RUN", turn.session().key().run().run().value());
        env.put("PARLEY_ROLE", turn.role());
        env.put("PARLEY_KIND", turn.message().kind());
        env.put("PARLEY_FROM", turn.message().fromAgent().value());
        env.put("PARLEY_MESSAGE", turn.message().messageId().value());
        return env;
    }

    private String run(Program program, String words, Ear ear) throws InterruptedException {
        var process = program.process();
        var said = new LastLines();
        platform("err", () -> said.follow(process.getErrorStream()));
        platform("in", () -> write(process.getOutputStream(), words));
        var output = new CommandOutput(process, command.maxOutput(), ear).follow();
        try {
            var text = output.get(spec.timeout().toMillis(), TimeUnit.MILLISECONDS);
            if (!process.waitFor(spec.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw tooLong(said);
            }
            if (process.exitValue() != 0) {
                said.settle();
                throw failed(program.ending() + said.words());
            }
            return text;
        } catch (TimeoutException _) {
            throw tooLong(said);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ParleyException known
                    ? known
                    : failed("its output cannot be read: " + e.getMessage());
        }
    }

    private ParleyException tooLong(LastLines said) {
        return failed(
                "it has not ended within "
                        + spec.timeout().toSeconds()
                        + " seconds"
                        + said.words());
    }

    private static void platform(String name, Runnable work) {
        Thread.ofPlatform().daemon().name("parley-agent-" + name).start(work);
    }

    private static void write(OutputStream to, String words) {
        try (to) {
            to.write(words.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // It need not read what it is told.
        }
    }

    /** The id that the agent has given the conversation, where it prints one. */
    private @Nullable String found(String output, @Nullable String otherwise) {
        var pattern = command.sessionPattern();
        if (pattern == null) {
            return otherwise;
        }
        var matcher = Pattern.compile(pattern).matcher(output);
        return matcher.find() ? matcher.group(1) : otherwise;
    }

    private static ParleyException failed(String why) {
        return new ParleyException(Problem.AGENT_FAILED, why);
    }
}
