package dev.parley.client;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tokens: who may act on the hub, and as whom. */
public final class Tokens {
    private static final int ATTEMPTS = 3;

    private final Transport transport;

    Tokens(Transport transport) {
        this.transport = transport;
    }

    /**
     * The answer is the only place where the secret is ever shown. When it was lost on its way, the
     * token that nobody can use is revoked and another one made.
     */
    public IssuedToken create(NewToken token) {
        for (int attempt = 1; ; attempt++) {
            var answer = transport.postOnce(Target.of("api", "tokens"), token.json());
            if (!answer.flag("duplicate")) {
                return IssuedToken.read(answer);
            }
            var lost = answer.text("token_id");
            revoke(lost, token.space());
            if (attempt == ATTEMPTS) {
                throw new ParleyException(
                        Problem.OUTCOME_UNKNOWN,
                        "the answer with the new token was lost, again and again; every token made"
                                + " so was revoked, "
                                + lost
                                + " the last");
            }
        }
    }

    /** The token that this client came with. */
    public TokenView self() {
        return TokenView.read(transport.get(Target.of("api", "tokens", "self")));
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
