package dev.parley.client;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where a hub is, which may be elsewhere after a restart. */
final class Whereabouts {
    private final Supplier<URI> hub;
    private volatile @Nullable URI last;

    Whereabouts(Supplier<URI> hub) {
        this.hub = hub;
    }

    URI now() {
        var place = hub.get();
        requireHub(place);
        last = place;
        return place;
    }

    static void requireHub(URI place) {
        var scheme = place.getScheme();
        if (place.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a hub's address is http://host:port or https://…, not " + place);
        }
    }

    /** Where it was last, for whoever is told that it is not there. */
    @Override
    public String toString() {
        return String.valueOf(last);
    }
}
