package dev.parley.console;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/** A package from npm that modules of the console import by its name. */
enum Library {
    LIT("lit", "org.mvnpm/lit", "index.js", "index.js"),
    LIT_ELEMENT("lit-element", "org.mvnpm/lit-element", "index.js", "lit-element.js"),
    LIT_HTML("lit-html", "org.mvnpm/lit-html", "lit-html.js", "lit-html.js", "is-server.js"),
    REACTIVE_ELEMENT(
            "@lit/reactive-element",
            "org.mvnpm.at.lit/reactive-element",
            "reactive-element.js",
            "reactive-element.js",
            "css-tag.js");

    private final String name;
    private final String artifact;
    private final String main;
    private final List<String> parts;
    private final String version;

    /**
     * A library.
     *
     * @param artifact the folder in META-INF/maven that tells its version
     * @param main the file that the name alone stands for
     * @param parts what importing lit loads of it
     */
    Library(String name, String artifact, String main, String... parts) {
        this.name = name;
        this.artifact = artifact;
        this.main = main;
        this.parts = List.of(parts);
        this.version = version(artifact);
    }

    private static String version(String artifact) {
        var path = "META-INF/maven/" + artifact + "/pom.properties";
        var properties = new Properties();
        try {
            properties.load(new StringReader(new String(Shelf.read(path), StandardCharsets.UTF_8)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Objects.requireNonNull(properties.getProperty("version"), path);
    }

    String importName() {
        return name;
    }

    /** Where its files are, for browsers. */
    String folder() {
        return "/_static/" + artifact.substring(artifact.indexOf('/') + 1) + '/' + version + '/';
    }

    String main() {
        return folder() + main;
    }

    List<String> parts() {
        return parts.stream().map(part -> folder() + part).toList();
    }
}
