package dev.parley.config;

/**
 * One key as it is in effect.
 *
 * @param value as text, without secrets
 * @param from where it was set: {@code --port}, {@code PARLEY_HTTP_PORT}, {@code
 *     /etc/parley.yaml:3} or {@code default}
 */
public record Setting(String key, String value, String from, String doc) {
    /** What {@link #from} says of a key that nobody set. */
    public static final String DEFAULT = "default";

    /** What set it: {@code flag}, {@code environment}, {@code file} or {@code default}. */
    public String source() {
        if (isDefault()) {
            return DEFAULT;
        }
        return from.startsWith("--") ? "flag" : from.startsWith("PARLEY_") ? "environment" : "file";
    }

    public boolean isDefault() {
        return from.equals(DEFAULT);
    }
}
