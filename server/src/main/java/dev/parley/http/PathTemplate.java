package dev.parley.http;

import java.util.HashSet;
import java.util.List;

/** A route's address, such as {@code /api/runs/{run}}. */
public final class PathTemplate {
    private final String text;
    private final List<String> segments;

    PathTemplate(String text) {
        this.text = text;
        this.segments = RequestPath.split(text);
        var names = new HashSet<String>();
        for (var segment : segments) {
            if (segment.isEmpty() || (isName(segment) && !names.add(segment))) {
                throw new IllegalArgumentException("not a path template: " + text);
            }
        }
    }

    List<String> segments() {
        return segments;
    }

    /** Where in a matching path the named value stands. */
    int position(String name) {
        for (int i = 0; i < segments.size(); i++) {
            var segment = segments.get(i);
            if (segment.length() == name.length() + 2
                    && isName(segment)
                    && segment.startsWith(name, 1)) {
                return i;
            }
        }
        throw new IllegalArgumentException(text + " has no {" + name + '}');
    }

    static boolean isName(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathTemplate template && template.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
