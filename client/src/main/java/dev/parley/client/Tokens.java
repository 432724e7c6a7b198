package dev.parley.client;

import java.util.List;

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

    public List<TokenView> list() {
        return transport.get(Target.of("api", "tokens")).list("items").stream()
                .map(TokenView::read)
                .toList();
    }

    public void revoke(String tokenId) {
        transport.delete(Target.of("api", "tokens", tokenId));
    }
}
