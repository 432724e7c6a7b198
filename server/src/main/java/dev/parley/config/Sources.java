package dev.parley.config;

import dev.parley.protocol.NearMiss;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what was set, and where: flags before the environment, that before {@code parley.yaml}. */
final class Sources {
    private final Map<String, Raw> found = new LinkedHashMap<>();
    private final List<String> errors = new ArrayList<>();
    private final Map<String, String> environment;
    private YamlFile yaml = YamlFile.empty();

    private Sources(Map<String, String> environment) {
        this.environment = environment;
    }

    static Sources gather(Map<String, String> flags, Map<String, String> environment) {
        var sources = new Sources(environment);
        sources.addFlags(flags);
        sources.addVariables();
        sources.addFile();
        return sources;
    }

    /** What was written for this key, or its default. */
    Raw of(Key<?> key) {
        var raw = found.get(key.name());
        return raw != null ? raw : new Raw(expanded(key, key.fallback()), Setting.DEFAULT);
    }

    Map<String, String> environment() {
        return environment;
    }

    YamlFile yaml() {
        return yaml;
    }

    List<String> errors() {
        return errors;
    }

    private void addFlags(Map<String, String> flags) {
        var names = new ArrayList<String>();
        for (var key : Keys.all()) {
            put(key, flags.get(key.flag()), key.flag());
            put(key, flags.get(key.name()), "--set " + key.name());
            names.add(key.flag());
            names.add(key.name());
        }
        flags.keySet().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> errors.add(name + " is not known" + hint(name, names)));
    }

    private static String hint(String name, List<String> names) {
        var near = NearMiss.hint(name, names);
        return near.isEmpty() ? "; ./parley config check shows every key there is" : near;
    }

    /**
     * Takes the variables it knows. Of the others only near misses are refused: programs of the
     * same name, and orchestrators, set {@code PARLEY_…} variables of their own.
     */
    private void addVariables() {
        for (var key : Keys.all()) {
            var value = environment.get(key.variable());
            put(key, value == null || value.isEmpty() ? null : value, key.variable());
        }
        var names = Keys.all().stream().map(Key::variable).toList();
        environment.keySet().stream()
                .filter(name -> name.startsWith("PARLEY_") && !names.contains(name))
                .filter(name -> names.stream().anyMatch(known -> NearMiss.isTypo(name, known)))
                .sorted()
                .forEach(name -> errors.add(name + " is not known" + NearMiss.hint(name, names)));
    }

    private void addFile() {
        boolean named = found.containsKey(Keys.CONFIG.name());
        var file = named ? path(Keys.CONFIG) : path(Keys.DATA).map(d -> d.resolve("parley.yaml"));
        if (file.isEmpty()) {
            return;
        }
        put(Keys.CONFIG, file.get().toString(), Setting.DEFAULT);
        if (Files.exists(file.get())) {
            yaml = YamlFile.read(file.get());
            errors.addAll(yaml.errors());
            yaml.values().forEach((name, raw) -> addFromFile(name, raw, named));
        } else if (named) {
            errors.add(
                    "config must be a file that exists, was %s (from %s)"
                            .formatted(file.get(), of(Keys.CONFIG).from()));
        }
    }

    private void addFromFile(String name, Raw raw, boolean named) {
        var key = Keys.all().stream().filter(k -> k.name().equals(name)).findFirst();
        if (key.isEmpty()) {
            var names = Keys.all().stream().map(Key::name).toList();
            errors.add(
                    "%s is not known (from %s)%s".formatted(name, raw.from(), hint(name, names)));
        } else if (name.equals(Keys.CONFIG.name()) || (name.equals(Keys.DATA.name()) && !named)) {
            errors.add(
                    "%s cannot be set in the file that it leads to (from %s)"
                            .formatted(name, raw.from()));
        } else {
            put(key.get(), raw.text(), raw.from());
        }
    }

    private void put(Key<?> key, @Nullable String text, String from) {
        if (text != null) {
            found.putIfAbsent(key.name(), new Raw(expanded(key, text), from));
        }
    }

    private Optional<Path> path(Key<Path> key) {
        return key.rule().read().apply(of(key).text());
    }

    private String expanded(Key<?> key, String text) {
        boolean isPath = key.equals(Keys.DATA) || key.equals(Keys.CONFIG);
        if (!isPath || !(text.equals("~") || text.startsWith("~/"))) {
            return text;
        }
        var home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
        return home + text.substring(1);
    }
}
