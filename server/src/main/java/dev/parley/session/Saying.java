package dev.parley.session;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import org.jspecify.annotations.Nullable;

/**
 * What somebody says in a session.
 *
 * @param source what sort of sender says it; null for whatever the credential says
 * @param applet the name of the applet that says it for somebody
 * @param from the session that it comes from
 */
public record Saying(
        String words,
        @Nullable Source source,
        @Nullable String applet,
        @Nullable SessionId from,
        @Nullable MessageId id) {}
