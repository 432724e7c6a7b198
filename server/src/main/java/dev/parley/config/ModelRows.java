package dev.parley.config;

import dev.parley.model.Price;
import dev.parley.model.Provider;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What stands under {@code models:}: providers by name, each with what it understands. */
final class ModelRows {
    private static final List<String> PROVIDER =
            List.of("api", "base-url", "api-key", "api-key-file", "prices");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?");

    private ModelRows() {}

    static NamedRows<Provider> read(Row models) {
        return NamedRows.of(
                models,
                "providers by name, such as openai: {api-key: \"${OPENAI_API_KEY}\"}",
                ModelRows::provider);
    }

    private static Provider provider(String name, Row row) {
        if (!NAME.matcher(name).matches()) {
            throw Row.wrong(row.at() + " must be named by small letters, digits and - alone");
        }
        row.requireKnown(PROVIDER);
        var api = api(name, row);
        var prices = new HashMap<String, Price>();
        row.row("prices").rows().forEach((model, one) -> prices.put(model, price(one)));
        var key = key(row);
        if (key == null && api == Provider.Api.ANTHROPIC) {
            throw Row.wrong(row.at() + " needs an api-key or an api-key-file");
        }
        return new Provider(
                name, api, row.has("base-url") ? row.url("base-url") : api.usual(), key, prices);
    }

    /** Whoever is called as what it understands need not say so twice. */
    private static Provider.Api api(String name, Row row) {
        var said = row.word(Provider.Api.class, "api");
        if (said != null) {
            return said;
        }
        for (var api : Provider.Api.values()) {
            if (api.name().equalsIgnoreCase(name)) {
                return api;
            }
        }
        throw Row.wrong(row.at() + ".api must be one of openai, anthropic, ollama");
    }

    private static @Nullable String key(Row row) {
        if (row.has("api-key-file")) {
            row.refuse(List.of("api-key"), "api-key-file");
            try {
                return Files.readString(Path.of(row.requiredText("api-key-file"))).strip();
            } catch (IOException _) {
                throw Row.wrong(row.at() + ".api-key-file must be a file that can be read");
            }
        }
        return row.secret("api-key");
    }

    private static Price price(Row row) {
        row.requireKnown(List.of("input", "output"));
        return new Price(amount(row, "input"), amount(row, "output"));
    }

    private static BigDecimal amount(Row row, String field) {
        var amount = row.amount(field);
        return amount == null ? BigDecimal.ZERO : amount;
    }
}
