package dev.parley.http;

import dev.parley.access.Principal;

/** Tells who stands behind a credential. */
@FunctionalInterface
public interface Authenticator {
    /**
     * @param authorization the Authorization header as sent, or the empty string
     * @throws dev.parley.protocol.ParleyException {@code UNAUTHENTICATED} when it names nobody
     */
    Principal authenticate(String authorization);
}
