import dev.parley.client.agent.Agent;

/** Pipeline: each agent does its part and hands the rest on; what went in first comes out first. */
void main() throws Exception {
    try (var team = new Team()) {
        var reports = new LinkedBlockingQueue<String>();
        stage(team.agent("processor"), "analyst", text -> text.toUpperCase(Locale.ROOT));
        stage(team.agent("analyst"), "reporter", text -> text + " has " + text.length() + " letters");
        var reporter = team.agent("reporter");
        reporter.processMessage(
                message -> {
                    reports.add("report: " + message.text());
                    return Optional.empty();
                });

        var collector = team.agent("collector");
        for (var word : List.of("ant", "bear", "camel")) {
            collector.sendMessageToAgent("processor", word);
        }

        for (int i = 0; i < 3; i++) {
            IO.println(reports.poll(30, TimeUnit.SECONDS));
        }
    }
}

/** Does its part of each message, and hands what came of it to the next. */
void stage(Agent agent, String next, UnaryOperator<String> part) {
    agent.processMessage(
            message -> {
                agent.sendMessageToAgent(next, part.apply(message.text()));
                return Optional.empty();
            });
}
