package dev.parley.cli;

import dev.parley.protocol.NearMiss;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in our words why a command line was not understood, and what may have been meant. */
final class Misunderstanding {
    private static final Set<Class<?>> WHOLE_NUMBERS =
            Set.of(Long.class, long.class, Integer.class, int.class);

    /** Behind these, nothing is an option of ours. */
    private static final String DASHES = "--";

    private Misunderstanding() {}

    static String sentence(Exception e, CommandLine command) {
        return switch (e) {
            case UnmatchedArgumentException unmatched ->
                    unmatched(unmatched.getUnmatched().getFirst(), command);
            case MissingParameterException missing when !missing.getMissing().isEmpty() ->
                    missing.getMissing().stream()
                            .map(Misunderstanding::missing)
                            .collect(Collectors.joining("; "));
            case ParameterException bad
                    when bad.getValue() != null
                            && bad.getArgSpec() instanceof OptionSpec option
                            && WHOLE_NUMBERS.contains(option.type()) ->
                    option.longestName() + " needs a whole number, was " + shown(bad.getValue());
            default -> String.valueOf(e.getMessage());
        };
    }

    private static String missing(ArgSpec wanted) {
        var label = wanted.paramLabel();
        var name = wanted instanceof OptionSpec option ? option.longestName() : label;
        // Of a group that may be left out, each one is required; what is missing then is its value.
        return wanted.required() && wanted.group() == null
                ? name + " is missing: " + String.join(" ", wanted.description())
                : name + " needs a value, " + label;
    }

    private static String shown(String value) {
        return value.isBlank() ? "nothing" : value;
    }

    private static String unmatched(String word, CommandLine command) {
        if (word.startsWith("-")) {
            var name = word.replaceFirst("=.*", "");
            var spec = command.getCommandSpec();
            return "there is no option "
                    + name
                    + hint(name, spec.optionsMap().keySet())
                    + spec.positionalParameters().stream()
                            .map(ArgSpec::paramLabel)
                            .filter(label -> label.startsWith(DASHES))
                            .map(label -> "; one of the command's own comes after " + DASHES)
                            .collect(Collectors.joining());
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
