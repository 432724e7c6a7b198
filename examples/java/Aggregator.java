/** Aggregator: many agents send what they found to one, which puts it together. */
void main() throws Exception {
    try (var team = new Team()) {
        var sources = Map.of("weather-north", 11, "weather-south", 25, "weather-west", 18);
        var readings = new ConcurrentHashMap<String, Integer>();
        var complete = new CountDownLatch(sources.size());

        var aggregator = team.agent("aggregator");
        aggregator.processMessage(
                message -> {
                    if (readings.put(message.from(), Integer.parseInt(message.text())) == null) {
                        complete.countDown();
                    }
                    return Optional.empty();
                });

        for (var source : sources.entrySet()) {
            var agent = team.agent(source.getKey());
            agent.sendMessageToAgent("aggregator", "" + source.getValue());
        }

        complete.await(30, TimeUnit.SECONDS);
        IO.println("readings: " + new TreeMap<>(readings));
        IO.println("average: " + readings.values().stream().mapToInt(n -> n).average().orElseThrow());
    }
}
