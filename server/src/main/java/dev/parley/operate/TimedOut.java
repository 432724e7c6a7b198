package dev.parley.operate;

import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.run.GivenUp;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunStatus;
import java.util.HashSet;
import java.util.Set;

/** Which receipts of a run have timed out, as its log tells it. */
final class TimedOut {
    private final Set<Told> told = new HashSet<>();

    private record Told(String recipient, long seq) {}

    void follow(Message message) {
        if (message.act() != Act.SYSTEM) {
            return;
        }
        var payload = message.payload();
        var unacked =
                new Told(payload.path("recipient").asText(), payload.path("unacked").asLong());
        switch (payload.path("change").asText()) {
            case "timed_out" ->
                    told.add(
                            new Told(
                                    payload.path("asked").asText(),
                                    payload.path("awaited").asLong()));
            case GivenUp.UNACKED -> told.add(unacked);
            case GivenUp.REQUEUED -> told.remove(unacked);
            default -> {}
        }
    }

    /** Whether a receipt may stand as it does; an ack or a reply counts at any time. */
    boolean agrees(ReceiptTable.Row receipt, RunStatus run) {
        boolean isTold = told.contains(new Told(receipt.key().recipient(), receipt.key().seq()));
        return switch (receipt.state()) {
            case QUEUED, DELIVERED -> !isTold;
            case ACKED, ANSWERED -> true;
            case TIMED_OUT -> isTold;
            case DEAD -> run == RunStatus.CANCELLED;
        };
    }
}
