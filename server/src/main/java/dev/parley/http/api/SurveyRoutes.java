package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.table.EventTable;
import dev.parley.topic.Survey;
import dev.parley.topic.Surveys;
import dev.parley.topic.Topics;

/** What was published lately, for whoever looks on. */
public final class SurveyRoutes {
    private final Surveys surveys;

    public SurveyRoutes(Surveys surveys) {
        this.surveys = surveys;
    }

    Answer list(Call call) {
        var survey = surveys.of(call.caller());
        var body = Json.object();
        var items = body.putArray("items");
        survey.topics().forEach(topic -> items.add(describe(topic)));
        var subscriptions = body.putArray("subscriptions");
        for (var lag : survey.subscriptions()) {
            subscriptions.add(
                    TopicRoutes.describe(lag.subscription())
                            .put("holder", lag.subscription().key().holder())
                            .put("behind", lag.behind()));
        }
        return Answer.ok(
                body.put("looked_at", survey.lookedAt())
                        .put("newest", survey.head())
                        .put("gone", survey.gone()));
    }

    private static ObjectNode describe(Survey.OnTopic topic) {
        var at = topic.newestAt();
        return Json.object()
                .put("topic", topic.topic().value())
                .put("events", topic.events())
                .put("newest", topic.newest())
                .set("newest_at", at == null ? null : Times.epochSeconds(at));
    }

    /** Looking moves no subscription. */
    Answer events(Call call) {
        var wanted = Topics.patterns(call.queries("topic"));
        long before = call.number("before", Long.MAX_VALUE, 1, Long.MAX_VALUE);
        var page = surveys.newest(call.caller(), wanted, before, Pages.limit(call));
        return Answer.ok(Pages.page(page.events(), SurveyRoutes::describe, Pages.seq(page.next())));
    }

    private static ObjectNode describe(EventTable.Row event) {
        var item =
                Json.object()
                        .put("position", event.key().seq())
                        .put("topic", event.topic().value());
        item.set("created_at", Times.epochSeconds(event.createdAt()));
        return item.set("event", Json.parseTrusted(event.frame()));
    }
}
