package dev.parley.client;

/** A new token and its secret, which the hub itself cannot show again. */
public record IssuedToken(TokenView view, String secret) {
    static IssuedToken read(Answer answer) {
        var secret = answer.text("token");
        var shown = answer.json().deepCopy();
        shown.remove("token");
        return new IssuedToken(TokenView.read(new Answer(shown)), secret);
    }

    @Override
    public String toString() {
        return view.tokenId() + " (secret withheld)";
    }
}
