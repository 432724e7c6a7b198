package dev.parley.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./parley bench} without a command: says what can be measured, and how. */
@Command(
        name = "./parley bench",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Measures Parley, always beside something to compare with.",
            "",
            "A rate alone says more about the machine than about the program. So each figure"
                    + " stands beside the same work done without Parley, in the same minute, on"
                    + " the same disk, and what counts is the ratio of the two."
        },
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley bench store --quick        a first impression, about two minutes",
            "  ./parley bench store                figures worth keeping, eight minutes",
            "  ./parley bench store --gate         exit code 1 when a demand is missed",
            "  ./parley bench store --only reads   one part of it",
            "  ./parley bench delivery             how fast readers get what is sent",
            "  ./parley bench claim                how fast tasks are claimed",
            "  ./parley bench mcp                  how fast tools are called",
            "  ./parley bench sessions             what agents cost that the hub runs",
            "  ./parley bench start                how fast a hub starts, its memory",
            "",
            "Let the machine be quiet: the load average stands below the table. What is",
            "measured, and what the other side of each ratio does, is in",
            "docs/performance.md."
        })
final class Bench implements Runnable {
    private final Voice voice;

    @Spec private CommandSpec spec = CommandSpec.create();

    Bench(Voice voice) {
        this.voice = voice;
    }

    @Override
    public void run() {
        spec.commandLine().usage(voice.out());
    }
}
