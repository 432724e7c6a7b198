package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The models that an agent offers for a conversation: as an option of its configuration, or in the
 * older way.
 *
 * @param option the option's id; empty for the older way
 */
record AcpModels(String option, List<Model> offered) {
    private static final int MAX_NAMED = 20;

    private record Model(String id, String name) {}

    /** What a conversation that was opened offers. */
    static AcpModels of(JsonNode opened) {
        var option =
                opened.path("configOptions")
                        .valueStream()
                        .filter(one -> one.path("type").asText().equals("select"))
                        .filter(AcpModels::isAboutModels)
                        .findFirst();
        return option.map(
                        one ->
                                new AcpModels(
                                        one.path("id").asText(),
                                        values(one.path("options")).toList()))
                .orElseGet(
                        () ->
                                new AcpModels(
                                        "",
                                        opened.at("/models/availableModels")
                                                .valueStream()
                                                .map(one -> model(one, "modelId"))
                                                .toList()));
    }

    /** A category is only a hint. */
    private static boolean isAboutModels(JsonNode option) {
        return option.path("category").asText().equals("model")
                || option.path("id").asText().equals("model");
    }

    private static Stream<Model> values(JsonNode options) {
        return options.valueStream()
                .flatMap(
                        one ->
                                one.has("options")
                                        ? values(one.path("options"))
                                        : Stream.of(model(one, "value")));
    }

    private static Model model(JsonNode json, String id) {
        return new Model(json.path(id).asText(), json.path("name").asText());
    }

    /** A request by which an agent is told what to use. */
    record Choice(String method, ObjectNode params) {}

    /** Chooses one by its id or its name; refuses what is not offered. */
    Choice choose(String session, String wanted) {
        var found =
                Stream.<java.util.function.Function<Model, String>>of(Model::id, Model::name)
                        .flatMap(by -> offered.stream().filter(one -> by.apply(one).equals(wanted)))
                        .findFirst()
                        .map(Model::id);
        var params = Json.object().put("sessionId", session);
        return found.map(
                        id ->
                                option.isEmpty()
                                        ? new Choice("session/set_model", params.put("modelId", id))
                                        : new Choice(
                                                "session/set_config_option",
                                                params.put("configId", option).put("value", id)))
                .orElseThrow(() -> unknown(wanted));
    }

    private ParleyException unknown(String wanted) {
        var names =
                Optional.of(
                                offered.stream()
                                        .map(Model::id)
                                        .limit(MAX_NAMED)
                                        .collect(Collectors.joining(", ")))
                        .filter(words -> !words.isEmpty())
                        .map(words -> "one of " + words)
                        .orElse("no choice of models; leave it out, or put it into args");
        return new ParleyException(
                Problem.AGENT_FAILED, "it has no model " + wanted + ", it offers " + names);
    }
}
