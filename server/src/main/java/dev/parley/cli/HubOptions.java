package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.protocol.ParleyException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which hub a command talks to, and as whom: flags, then environment, then the data folder. */
final class HubOptions {
    /** Somebody sits in front of it: long enough for a busy moment, too short to wonder. */
    private static final Patience INTERACTIVE = Patience.standard().within(Duration.ofSeconds(4));

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "the hub's address, else PARLEY_URL, else the hub of the data folder")
    private @Nullable String url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "whom to act as, else PARLEY_TOKEN, else the owner of the data folder")
    private @Nullable String token;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "the hub's data folder, else PARLEY_DATA, else ~/.parley")
    private @Nullable String data;

    HubAddress resolve(Shell shell) {
        return new LocalHub(folder(shell), shell).address(url(shell), token(shell));
    }

    /** Whom it was told to act as, if anybody. */
    Optional<String> token(Shell shell) {
        return Optional.ofNullable(token).or(() -> shell.variable("PARLEY_TOKEN"));
    }

    Path folder(Shell shell) {
        return Optional.ofNullable(data).map(shell::path).orElseGet(shell::hubFolder);
    }

    private Optional<String> url(Shell shell) {
        return Optional.ofNullable(url).or(() -> shell.variable("PARLEY_URL"));
    }

    /** Whether it is the hub of the data folder, whose configuration is there. */
    boolean isLocal(Shell shell) {
        return url(shell).isEmpty();
    }

    /** What a command that goes on with the same hub must be given too; never a token. */
    String again() {
        return (url == null ? "" : " --url " + Quoted.word(url))
                + (data == null ? "" : " --data " + Quoted.word(data));
    }

    /** The same, also where no hub is running: one is started for the moment. */
    <T> T askOrStart(Shell shell, Function<ParleyClient, T> question) {
        var folder = folder(shell);
        if (url(shell).isPresent() || !new LocalHub(folder, shell).isStopped()) {
            return ask(shell, question);
        }
        shell.say(
                "no hub is running on " + shell.shown(folder) + "; starting one for this command");
        try (var _ = shell.hubs().start(folder)) {
            return ask(shell, question);
        }
    }

    /** Asks the hub something; problems of getting there come with what to do about them. */
    <T> T ask(Shell shell, Function<ParleyClient, T> question) {
        var address = resolve(shell);
        try (var client = address.connect(INTERACTIVE)) {
            return question.apply(client);
        } catch (ParleyException e) {
            throw address.explain(e);
        }
    }

    /** A client that finds the hub of the data folder wherever it is after a restart. */
    ParleyClient follow(Shell shell, Patience patience) {
        var bearer = resolve(shell).token();
        return ParleyClient.connect(() -> resolve(shell).url(), bearer, patience);
    }
}
