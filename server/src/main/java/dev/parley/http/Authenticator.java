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

    /**
     * The name of the cookie that stands for somebody; empty when none does.
     *
     * @param origin the hub's address as the caller sees it
     */
    default String cookie(String origin) {
        return "";
    }

    /**
     * The same for that cookie's value.
     *
     * @throws dev.parley.protocol.ParleyException {@code UNAUTHENTICATED} when it names nobody
     */
    default Principal recognise(String cookie) {
        return authenticate("");
    }
}
