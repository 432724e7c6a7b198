/** Request-response: one agent asks another, and waits for the answer. */
void main() throws IOException {
    try (var team = new Team()) {
        var calculator = team.agent("calculator");
        calculator.processMessage(message -> Optional.of("" + sum(message.text())));

        var coordinator = team.agent("coordinator");
        var answer = coordinator.ask("calculator", "2 + 3 + 4", Duration.ofSeconds(30));

        IO.println("calculator answers " + answer.orElseThrow().text());
    }
}

int sum(String terms) {
    return Arrays.stream(terms.split("\\+")).map(String::strip).mapToInt(Integer::parseInt).sum();
}
