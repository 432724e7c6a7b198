package dev.parley.console;

import dev.parley.access.Bearer;
import dev.parley.access.Logins;
import dev.parley.access.Secret;
import dev.parley.guard.Guesses;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import java.io.IOException;

/** Logging in and out at the console. */
final class Entrance {
    private final Logins logins;
    private final Bearer bearer;
    private final Doorkeeper doorkeeper;
    private final Guesses guesses;

    Entrance(Logins logins, Bearer bearer, Doorkeeper doorkeeper, Guesses guesses) {
        this.logins = logins;
        this.bearer = bearer;
        this.doorkeeper = doorkeeper;
        this.guesses = guesses;
    }

    /** With a token, or with the link that somebody who has one was given. */
    Answer login(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var token = fields.text("token");
        var link = fields.text("link");
        if ((token == null) == (link == null)) {
            throw new ParleyException(Problem.BAD_VALUE, "log in with a token or with a link");
        }
        var opened =
                guesses.attempt(
                        call.remote(),
                        () ->
                                link != null
                                        ? logins.redeem(new Secret(link))
                                        : logins.open(bearer.authenticate("Bearer " + token)));
        call.isBy(opened.caller());
        call.act("", link != null ? "by a link" : "by a token");
        return keeping(call, opened.secret().value());
    }

    Answer logout(Call call) {
        logins.end(call.caller());
        return keeping(call, "");
    }

    /** For the owner, who is let in anyway. */
    Answer link(Call call) {
        var link = logins.link(call.caller());
        call.act("", "a link to the console");
        return Answer.created(
                Json.object()
                        .put("link", link.value())
                        .put("url", call.origin() + Console.address(link))
                        .put("expires_in", Logins.UNOPENED.toSeconds()));
    }

    private Answer keeping(Call call, String value) {
        return Answer.noContent().with("Set-Cookie", doorkeeper.remember(value, call.origin()));
    }
}
