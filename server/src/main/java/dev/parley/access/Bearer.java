package dev.parley.access;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;

/** Reads the credential out of an {@code Authorization} header. */
public final class Bearer {
    private static final String SCHEME = "bearer ";
    private static final int MAX_LENGTH = 512;

    private final Tokens tokens;

    public Bearer(Tokens tokens) {
        this.tokens = tokens;
    }

    public Principal authenticate(String authorization) {
        boolean bearer =
                authorization.length() <= MAX_LENGTH
                        && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        if (!bearer) {
            throw new ParleyException(
                    Problem.UNAUTHENTICATED,
                    "send Authorization: Bearer TOKEN; ./parley token create --agent NAME makes"
                            + " one");
        }
        return tokens.authenticate(new Secret(authorization.substring(SCHEME.length()).strip()));
    }
}
