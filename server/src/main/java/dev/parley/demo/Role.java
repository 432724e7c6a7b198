package dev.parley.demo;

import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import java.util.List;
import java.util.stream.Stream;

/** Who plays in the story; each agent bears the name of its role. */
enum Role {
    USER("user", "", ""),
    MANAGER("manager", "manager", "Speaks with you, keeps what you want, judges what comes of it"),
    WORKER("worker", "worker", "Builds, measures and orders"),
    PCB("specialist:pcb", "worker", "Knows circuit boards"),
    INSPECTOR("inspector", "worker", "Looks over what others have made");

    private final String word;
    private final String token;
    private final String card;

    Role(String word, String token, String card) {
        this.word = word;
        this.token = token;
        this.card = card;
    }

    /** Whoever is called that in a story. */
    static Role of(String word) {
        return Stream.of(values())
                .filter(role -> role.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody plays " + word));
    }

    static List<Role> agents() {
        return List.of(MANAGER, WORKER, PCB, INSPECTOR);
    }

    /** Those who take part in the run; others are given tasks. */
    static List<Role> onStage() {
        return List.of(MANAGER, WORKER, PCB);
    }

    /** How it is addressed. */
    Address address() {
        return new Address(word);
    }

    AgentName agent() {
        return new AgentName(word);
    }

    /** The role that its token has. */
    String token() {
        return token;
    }

    /** What it says of itself. */
    String card() {
        return card;
    }
}
