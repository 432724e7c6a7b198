package dev.parley.tool.server;

/** Which calls a person must approve first. */
public enum Approval {
    ALWAYS,
    NEVER,
    MUTATING;

    public boolean isNeededFor(ToolClass kind) {
        return switch (this) {
            case ALWAYS -> true;
            case NEVER -> false;
            case MUTATING -> kind == ToolClass.MUTATING;
        };
    }
}
