package dev.parley.access;

/** Why somebody is not let in who once was: the token is known, and good no more. */
public final class FormerBearer extends RuntimeException {
    // Never serialized: it is caught where the request is.
    private final transient Principal principal;

    FormerBearer(Principal principal) {
        super("the token has expired or was revoked", null, false, false);
        this.principal = principal;
    }

    /** Whose token it was. */
    public Principal principal() {
        return principal;
    }
}
