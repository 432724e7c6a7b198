package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.URI;

/**
 * Where a hub is and how to be let in.
 *
 * @param tokenSource where the token was found, for whoever has to mend it
 */
record HubAddress(URI url, String token, String tokenSource) {
    ParleyClient connect(Patience patience) {
        return ParleyClient.connect(url, token, patience);
    }

    /** The same problem, with what can be done about it. */
    ParleyException explain(ParleyException e) {
        return switch (e.problem()) {
            case UNAUTHENTICATED ->
                    new ParleyException(
                            Problem.UNAUTHENTICATED,
                            "the hub at "
                                    + url
                                    + " does not know the token from "
                                    + tokenSource
                                    + "; give another with --token or PARLEY_TOKEN",
                            e);
            case UNREACHABLE ->
                    new ParleyException(
                            Problem.UNREACHABLE,
                            e.detail() + "; is it running? ./parley serve starts one",
                            e);
            default -> e;
        };
    }

    @Override
    public String toString() {
        return url + " with the token from " + tokenSource;
    }
}
