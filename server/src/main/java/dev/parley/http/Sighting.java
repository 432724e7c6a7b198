package dev.parley.http;

import dev.parley.access.FormerBearer;
import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known of a request: more and more on its way through the door. */
public final class Sighting {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final String method;
    private final String remote;
    private @Nullable Route route;
    private @Nullable Principal caller;
    private String target = "";
    private String detail = "";
    private boolean isAct;
    private boolean isKept;

    Sighting(String method, String remote) {
        this.remote = remote;
        this.method = METHODS.contains(method) ? method : "OTHER";
    }

    void at(Route found, List<String> path) {
        route = found;
        isAct = !found.method().equals("GET");
        var template = found.template().segments();
        var values = new ArrayList<String>();
        for (int i = 0; i < template.size(); i++) {
            if (PathTemplate.isName(template.get(i))) {
                values.add(path.get(i));
            }
        }
        target = String.join("/", values);
    }

    void by(Principal known) {
        caller = known;
    }

    /** Whoever was refused may have been known once. */
    void byFormer(ParleyException refusal) {
        if (refusal.getCause() instanceof FormerBearer bearer) {
            by(bearer.principal());
        }
    }

    void isAbout(String what, String more) {
        target = what;
        detail = more;
        isAct = true;
    }

    /** It is stored, or will be with the command that it is about. */
    void keep() {
        isKept = true;
    }

    /** Who calls, as far as that is known. */
    public Optional<Principal> caller() {
        return Optional.ofNullable(caller);
    }

    /** The method and the address's template; of these there are few, whatever clients send. */
    public String action() {
        var found = route;
        return found == null ? method + " ?" : found.toString();
    }

    /** The address that it comes from, as far as the connection tells. */
    public String remote() {
        return remote;
    }

    /** What it is done to: the values in the address, unless the handler knew better. */
    public String target() {
        return target;
    }

    public String detail() {
        return detail;
    }

    /** Whether it does something, rather than only look. */
    public boolean isAct() {
        return isAct;
    }

    public boolean isKept() {
        return isKept;
    }
}
