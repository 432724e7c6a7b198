import dev.parley.client.agent.Agent;

/** Hierarchical: a manager asks its team leads, each of them its workers; what they say rolls up. */
void main() throws Exception {
    try (var team = new Team()) {
        var manager = team.agent("manager");
        var leads = List.of("lead-design", "lead-code", "lead-test");
        for (var lead : leads) {
            var workers = List.of(lead + "-ann", lead + "-bob", lead + "-cid");
            for (var worker : workers) {
                team.agent(worker).processMessage(message -> Optional.of("" + worker.length() % 7));
            }
            var agent = team.agent(lead);
            agent.processMessage(message -> Optional.of("" + total(agent, workers, message.text())));
        }

        IO.println("open issues: " + total(manager, leads, "How many issues are open with you?"));
    }
}

/** Asks all of them at once and adds up what they say. */
int total(Agent who, List<String> others, String question) throws Exception {
    try (var asking = Executors.newVirtualThreadPerTaskExecutor()) {
        int total = 0;
        for (var answer : asking.invokeAll(others.stream().map(other -> asks(who, other, question)).toList())) {
            total += answer.get();
        }
        return total;
    }
}

Callable<Integer> asks(Agent who, String other, String question) {
    return () -> {
        int said = Integer.parseInt(who.ask(other, question, Duration.ofSeconds(60)).orElseThrow().text());
        IO.println(other + " tells " + said);
        return said;
    };
}
