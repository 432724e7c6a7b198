package dev.parley.console;

import dev.parley.access.Bearer;
import dev.parley.access.Logins;
import dev.parley.access.Principal;
import dev.parley.access.Secret;
import dev.parley.http.Authenticator;
import dev.parley.protocol.Sha256;
import java.util.HexFormat;

/** Knows people by the token that they bring, or by the cookie of their console session. */
public final class Doorkeeper implements Authenticator {
    private final Bearer bearer;
    private final Logins logins;
    private final String cookie;

    /**
     * Begins.
     *
     * @param hub what only this hub is called: browsers keep cookies by host, whatever the port,
     *     and hubs on one machine must not take each other's
     */
    public Doorkeeper(Bearer bearer, Logins logins, String hub) {
        this.bearer = bearer;
        this.logins = logins;
        this.cookie = "parley_" + HexFormat.of().formatHex(Sha256.of(hub), 0, 4);
    }

    @Override
    public Principal authenticate(String authorization) {
        return bearer.authenticate(authorization);
    }

    /** Over https browsers take a name with this prefix only from this very host. */
    @Override
    public String cookie(String origin) {
        return isSecure(origin) ? "__Host-" + cookie : cookie;
    }

    private static boolean isSecure(String origin) {
        return origin.startsWith("https:");
    }

    @Override
    public Principal recognise(String value) {
        return logins.authenticate(new Secret(value));
    }

    /** Has a browser keep a secret for as long as it runs; an empty one is forgotten at once. */
    String remember(String value, String origin) {
        return cookie(origin)
                + '='
                + value
                + "; Path=/; HttpOnly; SameSite=Strict"
                + (isSecure(origin) ? "; Secure" : "")
                + (value.isEmpty() ? "; Max-Age=0" : "");
    }
}
