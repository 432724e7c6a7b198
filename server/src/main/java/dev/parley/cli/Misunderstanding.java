package dev.parley.cli;

import dev.parley.config.NearMiss;
import java.util.Collection;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in our words why a command line was not understood, and what may have been meant. */
final class Misunderstanding {
    private static final Set<Class<?>> WHOLE_NUMBERS =
            Set.of(Long.class, long.class, Integer.class, int.class);

    private Misunderstanding() {}

    static String sentence(Exception e, CommandLine command) {
        return switch (e) {
            case UnmatchedArgumentException unmatched ->
                    unmatched(unmatched.getUnmatched().getFirst(), command);
            case ParameterException bad
                    when bad.getValue() != null
                            && bad.getArgSpec() instanceof OptionSpec option
                            && WHOLE_NUMBERS.contains(option.type()) ->
                    option.longestName() + " needs a whole number, was " + shown(bad.getValue());
            default -> String.valueOf(e.getMessage());
        };
    }

    private static String shown(String value) {
        return value.isBlank() ? "nothing" : value;
    }

    private static String unmatched(String word, CommandLine command) {
        if (word.startsWith("-")) {
            var name = word.replaceFirst("=.*", "");
            return "there is no option "
                    + name
                    + hint(name, command.getCommandSpec().optionsMap().keySet());
        }
        var commands = command.getSubcommands().keySet();
        return commands.isEmpty()
                ? word + " is one word too many"
                : "there is no command " + word + hint(word, commands);
    }

    private static String hint(String word, Collection<String> known) {
        return NearMiss.meant(word, known).map(name -> " (did you mean " + name + "?)").orElse("");
    }
}
