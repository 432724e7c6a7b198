package dev.parley.client;

import dev.parley.protocol.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tokens: who may act on the hub, and as whom. */
public final class Tokens {
    private final Transport transport;

    Tokens(Transport transport) {
        this.transport = transport;
    }

    /** The answer is the only place where the secret is ever shown. */
    public IssuedToken create(NewToken token) {
        return IssuedToken.read(transport.postOnce(Target.of("api", "tokens"), token.json()));
    }

    /** Every token of the client's own space that lets somebody in. */
    public List<TokenView> list() {
        return list(Optional.empty());
    }

    /** The same of another space, for the owner of the hub. */
    public List<TokenView> list(Optional<Space> space) {
        var tokens = new ArrayList<TokenView>();
        Optional<String> next = Optional.empty();
        do {
            var page = transport.get(target(next, space));
            page.list("items").forEach(item -> tokens.add(TokenView.read(item)));
            next = page.maybeText("next");
        } while (next.isPresent());
        return tokens;
    }

    private static Target target(Optional<String> after, Optional<Space> space) {
        var target = Target.of("api", "tokens").with("limit", 500);
        after.ifPresent(place -> target.with("after", place));
        space.ifPresent(named -> target.with("space", named));
        return target;
    }

    public void revoke(String tokenId) {
        revoke(tokenId, Optional.empty());
    }

    /** The same in another space, for the owner of the hub. */
    public void revoke(String tokenId, Optional<Space> space) {
        var target = Target.of("api", "tokens", tokenId);
        space.ifPresent(named -> target.with("space", named));
        transport.delete(target);
    }
}
