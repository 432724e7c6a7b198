import dev.parley.protocol.codec.Json;

/** Publish-subscribe: an agent says that something happened, and whoever follows that hears of it. */
void main() throws Exception {
    try (var team = new Team()) {
        var heard = new LinkedBlockingQueue<String>();
        for (var name : List.of("dashboard", "archive", "alarm")) {
            var monitor = team.agent(name);
            monitor.subscribeToAgentEvents(
                    "agent.*.processing.complete",
                    event -> heard.add(name + ": " + event.publisher() + " has " + event.data().path("rows") + " rows"));
        }

        var processor = team.agent("processor");
        processor.publishEvent("processing.started", Json.object());
        processor.publishEvent("processing.complete", Json.object().put("rows", 42));

        var all = new TreeSet<String>();
        while (all.size() < 3) {
            all.add(heard.poll(30, TimeUnit.SECONDS));
        }
        all.forEach(IO::println);
    }
}
