package dev.parley.console;

import static dev.parley.access.Permission.OPERATE;
import static dev.parley.access.Permission.READ;

import dev.parley.access.Bearer;
import dev.parley.access.Logins;
import dev.parley.access.Secret;
import dev.parley.guard.Guesses;
import dev.parley.http.Routes;

/** The web console's table of contents. */
public final class Console {
    private final ConsoleFiles files = new ConsoleFiles();
    private final Entrance entrance;

    public Console(Logins logins, Bearer bearer, Doorkeeper doorkeeper, Guesses guesses) {
        this.entrance = new Entrance(logins, bearer, doorkeeper, guesses);
    }

    /**
     * Where a link is opened. What follows the {@code #} stays in the browser, out of every log on
     * the way.
     */
    public static String address(Secret link) {
        return "/ui/login#" + link.value();
    }

    public void addTo(Routes routes) {
        routes.open("GET", "/", files::page)
                .open("GET", "/ui", files::page)
                .open("GET", "/ui/{view}", files::page)
                .open("GET", "/ui/{view}/{id}", files::page)
                .open("GET", "/ui/{view}/{id}/{part}", files::page)
                .open("GET", "/_console/{file}", files::own)
                .open("GET", "/_console/{folder}/{file}", files::ownInFolder)
                .open("GET", "/_static/{library}/{version}/{file}", files::library)
                .open("GET", "/_static/{library}/{version}/{folder}/{file}", files::libraryInFolder)
                .open("POST", "/api/console/login", entrance::login)
                .post("/api/console/logout", READ, entrance::logout)
                .post("/api/console/links", OPERATE, entrance::link);
    }
}
