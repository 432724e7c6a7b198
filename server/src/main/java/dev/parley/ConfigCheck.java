package dev.parley;

import dev.parley.cli.Shell;
import dev.parley.config.Lacks;
import dev.parley.config.Setting;
import dev.parley.store.DataFolder;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code parley config check}: what the hub would be set up with, and from where. */
@Command(
        name = "check",
        description =
                "Say what is wrong with the configuration, or list every key as it is in effect.")
final class ConfigCheck implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final ServeOptions options = new ServeOptions();

    ConfigCheck(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var config = options.resolve(shell);
        var settings = config.settings();
        int key = width(settings.stream().map(Setting::key).toList());
        int value = width(settings.stream().map(Setting::value).toList());
        var row = "%-" + key + "s  %-" + value + "s  %-11s  %s";
        for (var setting : settings) {
            shell.print(
                    row.formatted(setting.key(), setting.value(), setting.from(), setting.doc())
                            .stripTrailing());
        }
        DataFolder.running(config.data())
                .map(DataFolder.Holder::url)
                .filter(url -> !url.isBlank())
                .ifPresent(
                        url ->
                                shell.say(
                                        "the hub that runs on "
                                                + shell.shown(config.data())
                                                + " listens on "
                                                + url
                                                + ", whatever it would be started with now"));
        var lacks = Lacks.of(config, shell.env());
        lacks.forEach(shell::say);
        return lacks.isEmpty() ? 0 : 1;
    }

    private static int width(List<String> words) {
        return words.stream().mapToInt(String::length).max().orElse(1);
    }
}
