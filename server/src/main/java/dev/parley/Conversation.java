package dev.parley;

import dev.parley.agent.Agents;
import dev.parley.agent.Hosted;
import dev.parley.guard.Guards;
import dev.parley.guard.Rates;
import dev.parley.host.AgentSpec;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.DeadLetters;
import dev.parley.inbox.Inbox;
import dev.parley.inbox.Oldest;
import dev.parley.inbox.Outbox;
import dev.parley.inbox.Receipts;
import dev.parley.inbox.Sharing;
import dev.parley.metric.Lately;
import dev.parley.question.Questions;
import dev.parley.run.AckClock;
import dev.parley.run.Admission;
import dev.parley.run.Chronicle;
import dev.parley.run.Circles;
import dev.parley.run.Clocks;
import dev.parley.run.Control;
import dev.parley.run.Dispatch;
import dev.parley.run.Intents;
import dev.parley.run.Payloads;
import dev.parley.run.ReplyClock;
import dev.parley.run.Runs;
import dev.parley.run.Selections;
import dev.parley.run.Steering;
import dev.parley.session.TurnBook;
import java.util.List;

/**
 * Agents, their runs, what they get to read, what waits for a person, and the clocks over all of
 * it.
 */
record Conversation(
        Agents agents,
        Runs runs,
        Payloads payloads,
        Chronicle chronicle,
        Selections selections,
        Questions questions,
        Intents intents,
        Control control,
        Steering steering,
        ReplyClock replies,
        AckClock acks,
        Sharing sharing,
        Inbox inbox,
        AgentInbox agentInbox,
        Receipts receipts,
        Outbox outbox,
        Lately<List<Oldest.Waiting>> unread,
        Dispatch dispatch,
        DeadLetters deadLetters) {

    static Conversation on(Ground ground) {
        var config = ground.config();
        var store = ground.store();
        var waits = ground.waits();
        var ids = ground.ids();
        var presence = ground.presence();
        var patience = config.acks();
        var clocks = new Clocks(ground.time()::now, patience.patience(), patience.redeliveries());
        var admission = admission(ground);
        var limits =
                new Payloads.Limits(config.limits().inlineSize(), config.limits().payloadSize());
        var payloads = new Payloads(ground.blobs(), limits);
        var hosted = new Hosted();
        config.agents().stream()
                .map(AgentSpec::resident)
                .forEach(one -> hosted.add(one.space(), one.name()));
        var book = new TurnBook(hosted, ids, store, config.sessions().roots().getFirst());
        var runs = new Runs(store, waits, payloads, config.kinds(), ids, admission, clocks, book);
        var replies = new ReplyClock(store, presence, ground.clock(), ids, clocks);
        ground.everySecond("replies", replies::round);
        if (config.guards().cycle()) {
            var circles =
                    new Circles(
                            store, ground.time(), ground.suspects(), ground.audit(), ids, clocks);
            ground.everySecond("circles", circles::round);
        }
        var acks = new AckClock(store, presence, clocks, ids);
        ground.everySecond("acks", acks::round);
        var sharing = new Sharing(store, presence, clocks);
        ground.every("sharing", Ground.ATTENDANCE, sharing::round);
        var dispatch = new Dispatch(store, runs);
        var chronicle = new Chronicle(ids, clocks);
        var questions = new Questions(store, waits, runs);
        var unread =
                new Lately<List<Oldest.Waiting>>(
                        List.of(), new Oldest(store)::look, ground.nanos());
        ground.metrics().counter("parley.acks.timed.out", "Messages never acked", acks::timedOut);
        ground.metrics().history().count("ack_timeouts", acks::timedOut);
        Gauges.bindWaiting(ground.metrics(), questions, unread, ground.clock(), ground.nanos());
        return new Conversation(
                new Agents(store, presence, hosted),
                runs,
                payloads,
                chronicle,
                new Selections(store, runs, chronicle, admission.rates()),
                questions,
                new Intents(store, runs, ids),
                new Control(store, runs, ids, clocks),
                new Steering(store, runs),
                replies,
                acks,
                sharing,
                new Inbox(store, waits, runs, sharing, clocks),
                new AgentInbox(store, waits, runs, sharing, clocks),
                new Receipts(store, waits, runs),
                new Outbox(store),
                unread,
                dispatch,
                new DeadLetters(store, dispatch, acks, admission.rates()));
    }

    private static Admission admission(Ground ground) {
        var rules = ground.config().guards();
        var limits = ground.config().limits();
        var guards =
                new Guards(
                        rules.traceHops(),
                        rules.internalLoop(),
                        rules.clarificationLoop(),
                        rules.cycle());
        var rates =
                new Rates(new Rates.Limits(limits.pairRate(), limits.agentRate()), ground.nanos());
        return new Admission(guards, rates, ground.audit());
    }
}
