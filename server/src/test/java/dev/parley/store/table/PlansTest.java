package dev.parley.store.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked for costs what is answered, not what the store holds. */
class PlansTest {
    @TempDir Path folder = Path.of("");

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "run_1")
    void anAgentsRunsAreFoundAmongThoseOfOthersByIndexes(String before) throws Exception {
        assertThat(plan(RunTable.ofAgent(before)))
                .anyMatch(step -> step.contains("INDEX participants_by_agent (space=? AND agent=?"))
                .anyMatch(step -> step.contains("INDEX runs_by_protocol (space=? AND protocol=?"))
                .contains("SEARCH runs USING PRIMARY KEY (space=? AND run_id=?)")
                .noneMatch(step -> step.contains("B-TREE"))
                .filteredOn(step -> step.startsWith("SCAN"))
                .as("only the pages that were taken are gone through")
                .containsExactly("SCAN taking_part", "SCAN open_to_all");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "run_1")
    void runsAreFoundByHowTheyStand(String before) throws Exception {
        assertThat(plan(RunTable.inStatus(before)))
                .anyMatch(
                        step ->
                                step.contains(
                                        "COVERING INDEX runs_by_status (space=? AND status=?"))
                .contains("SEARCH runs USING PRIMARY KEY (space=? AND run_id=?)")
                .noneMatch(step -> step.startsWith("SCAN") || step.contains("B-TREE"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "run_1")
    void runsAreFoundByWhoTakesPart(String before) throws Exception {
        assertThat(plan(RunTable.withAgent(before)))
                .anyMatch(step -> step.contains("INDEX participants_by_agent (space=? AND agent=?"))
                .contains("SEARCH runs USING PRIMARY KEY (space=? AND run_id=?)")
                .noneMatch(step -> step.startsWith("SCAN") || step.contains("B-TREE"));
    }

    static List<String> ofAHandfulOfRuns() {
        return List.of(
                ParticipantTable.OF_RUNS,
                IntentTable.OF_RUNS,
                RunTable.OF_RUNS,
                MessageTable.FIRST,
                MessageTable.LAST_SPOKEN,
                MessageTable.BEFORE,
                ReceiptTable.BETWEEN);
    }

    @ParameterizedTest
    @MethodSource("ofAHandfulOfRuns")
    void whatAListShowsOfRunsIsReadByTheirKeys(String query) throws Exception {
        assertThat(plan(query))
                .isNotEmpty()
                .allMatch(step -> step.startsWith("SEARCH") && step.contains("run_id=?"));
    }

    @Test
    void openAcksAreTakenFromTheirIndexBeforeAnyMessageIsLookedAt() throws Exception {
        assertThat(plan(ReceiptTable.PENDING_ACKS))
                .anyMatch(step -> step.contains("INDEX receipts_unacked (space=? AND run_id=?)"))
                .anyMatch(
                        step ->
                                step.contains(
                                        "INDEX messages_by_seq (space=? AND run_id=? AND seq=?)"))
                .noneMatch(step -> step.contains("SCAN") || step.contains("B-TREE"));
    }

    @Test
    void theAgentsUnderAnAgentAreFoundByTheirParents() throws Exception {
        assertThat(plan(AgentTable.HEIGHT))
                .anyMatch(step -> step.contains("INDEX agents_by_parent (space=? AND parent=?)"))
                .noneMatch(step -> step.startsWith("SCAN child"));
    }

    @Test
    void instancesAreSummedUpByAgent() throws Exception {
        assertThat(plan(InstanceTable.SUMS))
                .anyMatch(step -> step.contains("PRIMARY KEY (space=? AND agent>? AND agent<?)"))
                .noneMatch(step -> step.contains("SCAN") || step.contains("B-TREE"));
    }

    @Test
    void whoOfSomeAgentsIsThereIsLookedUpByTheirNames() throws Exception {
        assertThat(plan(InstanceTable.LAST_SEEN))
                .anyMatch(step -> step.contains("PRIMARY KEY (space=? AND agent=?)"))
                .noneMatch(step -> step.contains("SCAN"));
    }

    @Test
    void instancesAreForgottenByAge() throws Exception {
        assertThat(plan(InstanceTable.FORGET))
                .anyMatch(step -> step.contains("INDEX instances_by_age (last_seen<?)"))
                .noneMatch(step -> step.startsWith("SCAN"));
    }

    static List<String> inboxQueries() {
        return List.of(
                InboxTable.AFTER,
                InboxTable.FIRST_QUEUED,
                InboxCursorTable.FURTHEST,
                UnreadTable.UP_TO,
                UnreadTable.AFTER,
                OutboxTable.BEFORE,
                DeadLetterTable.OF_AGENT);
    }

    @ParameterizedTest
    @MethodSource("inboxQueries")
    void inboxesAndOutboxesAreReadInTheirOwnOrderByIndexesAlone(String query) throws Exception {
        assertThat(plan(query))
                .isNotEmpty()
                .allMatch(step -> step.startsWith("SEARCH"))
                .first()
                .asString()
                .containsPattern("space=\\? AND (recipient|sender|agent)=\\?");
    }

    @Test
    void aPullInOneRunSkipsWhatIsForOthers() throws Exception {
        assertThat(plan(MessageTable.FOR_RECIPIENT))
                .allMatch(step -> step.startsWith("SEARCH"))
                .first()
                .asString()
                .contains("PRIMARY KEY (space=? AND run_id=? AND recipient=? AND seq>?)");
    }

    @Test
    void onlyOpenQuestionsAreGoneThroughToCountThem() throws Exception {
        assertThat(plan(QuestionTable.COUNT_OPEN))
                .anyMatch(step -> step.contains("COVERING INDEX questions_open"))
                .noneMatch(step -> step.equals("SCAN questions"));
    }

    @Test
    void whatAnAgentAwaitsIsFoundAmongWhatOthersDo() throws Exception {
        assertThat(plan(AwaitedTable.OPEN_OF))
                .anyMatch(
                        step -> step.contains("awaited_by_asker (space=? AND asker=? AND (run_id"))
                .contains("SEARCH awaited USING PRIMARY KEY (space=? AND run_id=? AND seq=?)")
                .noneMatch(step -> step.startsWith("SCAN"));
    }

    @Test
    void whereAnAgentWaitsIsFoundByWhatIsOpen() throws Exception {
        assertThat(plan(RunAgentTable.WAITING))
                .anyMatch(step -> step.contains("awaited_by_asker (space=? AND asker=?)"))
                .contains("SEARCH run_agents USING PRIMARY KEY (space=? AND run_id=? AND agent=?)")
                .noneMatch(step -> step.startsWith("SCAN"));
    }

    @Test
    void whoWaitsAtAllIsReadFromTheIndexOfWhatIsOpen() throws Exception {
        assertThat(plan(AwaitedTable.ASKERS)).allMatch(step -> step.contains("awaited_by_asker"));
    }

    @Test
    void theNewestDeadLettersOfASpaceAreFoundByTheirAge() throws Exception {
        assertThat(plan(DeadLetterTable.OF_SPACE))
                .singleElement()
                .asString()
                .contains("INDEX dead_letters_by_age (space=? AND (created_at,holder,n)<(?,?,?))");
    }

    @Test
    void newDeadLettersAreFoundByTheirAge() throws Exception {
        assertThat(plan(DeadLetterTable.AFTER))
                .singleElement()
                .asString()
                .contains("INDEX dead_letters_by_age (space=? AND (created_at,holder,n)>(?,?,?))");
    }

    @Test
    void whoIsThereIsFoundByWhenItWasLastSeen() throws Exception {
        assertThat(plan(InstanceTable.LIVE))
                .anyMatch(step -> step.contains("INDEX instances_by_age (last_seen>?)"))
                .doesNotContain("SCAN instances");
    }

    static List<String> countsOfTasks() {
        return List.of(TaskCounts.COUNT_IN_STATE, TaskCounts.OLDEST_IN_STATE);
    }

    @ParameterizedTest
    @MethodSource("countsOfTasks")
    void tasksAreCountedInTheIndexOfTheirState(String query) throws Exception {
        assertThat(plan(query))
                .anyMatch(
                        step -> step.contains("COVERING INDEX tasks_by_state (space=? AND state=?"))
                .doesNotContain("SCAN tasks");
    }

    @Test
    void theNewestCallsOfToolsAreFoundByTheirAge() throws Exception {
        assertThat(plan(ToolRecordTable.BEFORE))
                .anyMatch(step -> step.contains("COVERING INDEX tool_records_by_age (space=? AND"))
                .doesNotContain("SCAN tool_records");
    }

    @Test
    void callsOfToolsThatAreForgottenAreFoundByTheirAge() throws Exception {
        assertThat(plan(ToolRecordTable.FORGET))
                .anyMatch(step -> step.contains("COVERING INDEX tool_records_by_age (space=?"))
                .doesNotContain("SCAN tool_records");
    }

    static List<String> surveys() {
        return List.of(EventTable.NEWEST, EventTable.BEFORE, SubscriptionTable.OF_SPACE);
    }

    @ParameterizedTest
    @MethodSource("surveys")
    void whatWasPublishedIsLookedAtInItsOrder(String query) throws Exception {
        assertThat(plan(query))
                .singleElement()
                .asString()
                .startsWith("SEARCH")
                .contains("PRIMARY KEY (space=?");
    }

    @Test
    void whatIsOverdueIsFoundByWhenItWasDue() throws Exception {
        assertThat(plan(AckClockTable.DUE))
                .singleElement()
                .asString()
                .contains("INDEX ack_clocks_by_due (due");
    }

    @Test
    void whatIsToBeHandedOverAnewIsFoundAmongWhatWas() throws Exception {
        assertThat(plan(AckClockTable.TO_HAND))
                .allMatch(step -> step.startsWith("SEARCH"))
                .first()
                .asString()
                .contains("ack_clocks_to_hand (space=? AND run_id=? AND recipient=?");
    }

    @Test
    void whatThoseWhoAreGoneHoldIsFoundByWhoTheyAre() throws Exception {
        assertThat(plan(HeldTable.LEFT_BEHIND))
                .anyMatch(
                        step ->
                                step.contains(
                                        "INDEX inbox_held_by_instance"
                                                + " (space=? AND recipient=? AND instance=?)"))
                .noneMatch(step -> step.startsWith("SCAN h"));
    }

    @Test
    void whatWaitsForAnAgentIsCountedFromItsIndex() throws Exception {
        assertThat(plan(TaskTable.WAITING_FOR))
                .anyMatch(step -> step.contains("(space=? AND target=?"))
                .noneMatch(step -> step.startsWith("SCAN tasks"));
    }

    @Test
    void whatTheOtherInstancesOfAnAgentHoldIsCountedFromItsIndex() throws Exception {
        assertThat(plan(HeldTable.ELSEWHERE))
                .anyMatch(step -> step.contains("(space=? AND recipient=?"))
                .noneMatch(step -> step.startsWith("SCAN inbox_held"));
    }

    @Test
    void whatIsHeldIsGoneThroughInTheOrderOfItsKeys() throws Exception {
        assertThat(plan(HeldTable.PAGE))
                .allMatch(step -> step.startsWith("SEARCH"))
                .noneMatch(step -> step.contains("B-TREE"));
    }

    @Test
    void unreadDigestsAreCountedByTheirIndexAlone() throws Exception {
        assertThat(plan(UnreadTable.COUNT))
                .anyMatch(step -> step.contains("COVERING INDEX inbox_unread_by_position"))
                .noneMatch(step -> step.contains("SCAN inbox_unread"));
    }

    @Test
    void aBroadcastsReceiptsAreFoundThroughItsParticipants() throws Exception {
        assertThat(plan(ReceiptTable.OF_BROADCAST))
                .anyMatch(step -> step.startsWith("SEARCH p "))
                .anyMatch(
                        step ->
                                step.contains("SEARCH r USING PRIMARY KEY")
                                        && step.contains("recipient=? AND seq=?"))
                .noneMatch(step -> step.startsWith("SCAN"));
    }

    static List<Arguments> taskQueries() {
        return List.of(
                Arguments.of(FrontTable.byRoute(1), "f USING PRIMARY KEY (space=? AND route=?)"),
                Arguments.of(FrontTable.among(1), "fronts_by_target (space=? AND target=?)"),
                Arguments.of(OpenRouteTable.QUEUED, "tasks_by_route (space=? AND route=?)"),
                Arguments.of(TaskTable.ON_ROUTE, "tasks_by_route (space=? AND route=?)"),
                Arguments.of(TaskTable.OVERDUE, "tasks_by_due (due"),
                Arguments.of(TaskTable.LATE, "tasks_by_deadline (deadline_at"),
                Arguments.of(TaskTable.ofAgent(false), "tasks_by_requester (space=?"),
                Arguments.of(TaskTable.ofAgent(true), "tasks_by_holder (space=?"),
                Arguments.of(TaskTable.ofAgent(true), "tasks_waiting_for (space=?"),
                Arguments.of(TaskTable.IN_STATE, "tasks_by_state (space=? AND state=?"),
                Arguments.of(TaskCounts.OLDEST, "tasks_by_state (space=? AND state=?)"),
                Arguments.of(RouteTable.EMPTY, "tasks_held_by_route (space=? AND route=?"));
    }

    @ParameterizedTest
    @MethodSource("taskQueries")
    void tasksAreFoundByIndexesHoweverManyThereAre(String query, String index) throws Exception {
        assertThat(plan(query))
                .anyMatch(step -> step.contains(index))
                .noneMatch(step -> step.matches("SCAN (tasks|x|o|open_routes)( .*)?"));
    }

    @ParameterizedTest
    @ValueSource(strings = {TaskCounts.COUNT_QUEUED, TaskCounts.COUNT_HELD})
    void onlyTasksThatAreNotOverAreGoneThroughToCountThem(String query) throws Exception {
        assertThat(plan(query))
                .anyMatch(
                        step -> step.matches(".* INDEX tasks_(by_route|by_target|by_due|held).*"));
    }

    static List<Arguments> turnQueries() {
        return List.of(
                Arguments.of(TurnTable.NEXT_WAITING, "turns_due (state=? AND (space,agent)>(?,?))"),
                Arguments.of(TurnTable.DUE, "turns_due (state=? AND space=? AND agent=?)"),
                Arguments.of(TurnTable.RUNNING, "turns_due (state=?)"));
    }

    /** After every turn it is looked who comes next, however many turns there were or wait. */
    @ParameterizedTest
    @MethodSource("turnQueries")
    void whoseTurnItIsIsFoundByIndexesInTheirOrder(String query, String index) throws Exception {
        assertThat(plan(query))
                .anyMatch(step -> step.contains(index))
                .allMatch(step -> step.startsWith("SEARCH") || step.startsWith("CORRELATED"));
    }

    static List<Arguments> noticeQueries() {
        return List.of(
                Arguments.of(NoticeTable.RECEIVER, "notices_by_receiver (receiver>?)"),
                Arguments.of(
                        NoticeTable.DUE, "notices_by_receiver (receiver=? AND due>? AND due<?)"),
                Arguments.of(NoticeTable.FIRST_DUE, "notices_by_due (due>? AND due<?)"),
                Arguments.of(NoticeTable.WAITING, "INDEX notices_by_"),
                Arguments.of(NoticeTable.OF_RUN, "notices_by_run (space=? AND run_id=?)"));
    }

    @ParameterizedTest
    @MethodSource("noticeQueries")
    void noticesAreFoundByIndexesHoweverManyWereSent(String query, String index) throws Exception {
        assertThat(plan(query))
                .anyMatch(step -> step.contains(index))
                .noneMatch(step -> step.contains("B-TREE"));
    }

    private List<String> plan(String query) throws SQLException {
        var arguments = Collections.nCopies((int) query.chars().filter(c -> c == '?').count(), 1);
        try (var sql = new SqliteStores(folder).dialect().openReader()) {
            return sql.rows(
                    "EXPLAIN QUERY PLAN " + query, row -> row.getString(4), arguments.toArray());
        }
    }
}
