package dev.parley.tool.server;

import dev.parley.protocol.Space;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A tool server as it is configured.
 *
 * @param rules for all of its tools, unless one has its own
 * @param tools rules by the name of a tool
 * @param trustHints whether a tool that nobody has classified is what its server says it is
 * @param spaces whose agents may see it
 */
public record ServerSpec(
        String name,
        Reach reach,
        Rules rules,
        Map<String, Rules> tools,
        boolean trustHints,
        Set<Space> spaces) {
    public static final Duration TIMEOUT = Duration.ofSeconds(60);
    public static final long MAX_OUTPUT = 1 << 20;

    public ServerSpec {
        tools = Map.copyOf(tools);
        spaces = Set.copyOf(spaces);
    }

    /** What is said about tools; what is not said is null. */
    public record Rules(
            @Nullable ToolClass kind,
            @Nullable Approval approval,
            @Nullable Duration timeout,
            @Nullable Long maxOutput) {
        public static final Rules NONE = new Rules(null, null, null, null);
    }

    /**
     * How calls of one tool are handled.
     *
     * @param isClassified whether somebody has said what the tool does
     */
    public record Handling(
            ToolClass kind,
            boolean isClassified,
            Approval approval,
            Duration timeout,
            long maxOutput) {
        public boolean needsApproval() {
            return approval.isNeededFor(kind);
        }
    }

    /**
     * How calls of a tool are handled.
     *
     * @param listed as its server lists it, if that is known
     */
    public Handling handling(String tool, @Nullable Tool listed) {
        var own = tools.getOrDefault(tool, Rules.NONE);
        var said = own.kind == null ? rules.kind : own.kind;
        boolean isHinted = said == null && trustHints && listed != null && listed.saysReadOnly();
        var kind = isHinted ? ToolClass.READ : said == null ? ToolClass.MUTATING : said;
        return new Handling(
                kind,
                said != null || isHinted,
                first(own.approval, rules.approval, Approval.NEVER),
                first(own.timeout, rules.timeout, TIMEOUT),
                first(own.maxOutput, rules.maxOutput, MAX_OUTPUT));
    }

    /** The most that any of its tools may answer. */
    long largestOutput() {
        return Stream.concat(Stream.of(rules), tools.values().stream())
                .mapToLong(some -> some.maxOutput == null ? MAX_OUTPUT : some.maxOutput)
                .max()
                .orElse(MAX_OUTPUT);
    }

    private static <T> T first(@Nullable T own, @Nullable T all, T otherwise) {
        return own != null ? own : all != null ? all : otherwise;
    }
}
