package dev.parley.protocol.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is sent is either understood or refused, and never breaks anything. */
class HostileInputTest {
    private static final List<ObjectNode> SAMPLES = samples();

    private final Random random = new Random(42);
    private final RandomMessages chance = new RandomMessages(random);

    @Test
    void brokenBytesAreReadOrRefused() {
        int refused = 0;
        for (int i = 0; i < 6_000; i++) {
            var bytes = Json.bytes(sample());
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] =
                        random.nextBoolean()
                                ? (byte) "{}[]\",:\\0e.-u".charAt(random.nextInt(13))
                                : (byte) random.nextInt();
            }
            refused += isRefused(bytes) ? 1 : 0;
        }
        assertThat(refused).isBetween(1_000, 5_900);
    }

    @Test
    void wrongValuesInTheRightPlacesAreReadOrRefused() {
        int refused = 0;
        for (int i = 0; i < 6_000; i++) {
            var object = sample();
            mutate(object);
            refused += isRefused(Json.write(object).getBytes(UTF_8)) ? 1 : 0;
        }
        assertThat(refused).isBetween(500, 5_900);
    }

    private boolean isRefused(byte[] bytes) {
        try {
            var object = Json.parseObject(bytes);
            var draft = Format.of(object).draft(object);
            CanonicalJson.digest(Envelope.fields(draft));
            Envelope.read(object);
            return false;
        } catch (ParleyException e) {
            assertThat(e.detail()).isNotBlank().doesNotContain("java.", "jackson");
            Json.bytes(ProblemJson.write(e));
            return true;
        }
    }

    private ObjectNode sample() {
        return chance.pick(SAMPLES).deepCopy();
    }

    private static List<ObjectNode> samples() {
        var samples = new ArrayList<ObjectNode>();
        for (var json : ProtocolObjectsTest.SIX) {
            samples.add(Json.parseObject(json));
        }
        samples.add(Events.write(Examples.message()));
        samples.addAll(Collections.nCopies(4, Examples.envelope()));
        return samples;
    }

    /** Puts something random somewhere, or takes something away. */
    private void mutate(JsonNode node) {
        switch (node) {
            case ObjectNode object when !object.isEmpty() -> {
                var names = object.properties().stream().map(Map.Entry::getKey).toList();
                var name = chance.pick(names);
                if (random.nextInt(3) == 0) {
                    mutate(object.get(name));
                } else if (random.nextInt(5) == 0) {
                    object.remove(name);
                } else {
                    object.set(name, chance.json(3));
                }
            }
            case ArrayNode array -> array.add(chance.json(2));
            default -> {}
        }
    }
}
