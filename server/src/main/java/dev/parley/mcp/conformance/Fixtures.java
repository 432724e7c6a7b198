package dev.parley.mcp.conformance;

import dev.parley.bus.Wakeups;
import dev.parley.mcp.Catalogue;
import dev.parley.mcp.Offers;
import dev.parley.mcp.Tool;
import java.util.List;
import java.util.stream.Stream;

/** Everything that the suite expects to find. */
public final class Fixtures {
    private Fixtures() {}

    /** The same, and what the suite expects. */
    public static Catalogue beside(Catalogue offered, Offers offers, Wakeups wakeups) {
        var watched = new Watched(wakeups);
        List<Tool> tools =
                Stream.concat(
                                new PlainTools(offers, watched).all().stream(),
                                AskingTools.all().stream())
                        .toList();
        var prompts = Prompts.all();
        return offered.with(
                new Catalogue(
                        List.of(_ -> tools),
                        List.of(new Resources(watched)),
                        List.of(_ -> prompts)));
    }
}
