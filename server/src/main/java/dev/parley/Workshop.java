package dev.parley;

import dev.parley.budget.Spending;
import dev.parley.clock.Every;
import dev.parley.host.Counsel;
import dev.parley.host.Minds;
import dev.parley.host.Tools;
import dev.parley.model.Models;
import dev.parley.notice.Notices;
import dev.parley.notice.Postman;
import dev.parley.operate.Upkeep;
import dev.parley.session.Troupe;
import dev.parley.task.Claims;
import dev.parley.task.Leases;
import dev.parley.task.RouteSweep;
import dev.parley.task.TaskClock;
import dev.parley.task.TaskView;
import dev.parley.task.Tasks;
import dev.parley.task.Why;
import dev.parley.task.Work;
import dev.parley.tool.Gateway;
import dev.parley.tool.ToolClock;
import dev.parley.topic.Retention;
import dev.parley.topic.Subscriptions;
import dev.parley.topic.Topics;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where work waits for whoever can do it, where news are published and tools are used.
 *
 * @param tools what agents that are models are offered, once the door for tools is built
 */
record Workshop(
        Tasks tasks,
        TaskClock taskClock,
        TaskView view,
        Claims claims,
        Leases leases,
        Work work,
        Notices notices,
        Topics topics,
        Subscriptions subscriptions,
        Gateway gateway,
        Company company,
        Counsel counsel,
        AtomicReference<Tools> tools) {

    Troupe troupe() {
        return company.troupe();
    }

    static Workshop on(Ground ground, Conversation conversation) {
        var store = ground.store();
        var clock = ground.clock();
        var time = ground.time();
        var runs = conversation.runs();
        var chronicle = conversation.chronicle();
        var why = new Why(store, time);
        var taskClock = new TaskClock(store, time, clock, why, chronicle);
        ground.everySecond("tasks", taskClock::round);
        var tasks = new Tasks(store, ground.waits(), runs, chronicle, clock);
        var sweep = new RouteSweep(store, clock, time::now);
        ground.every("routes", RouteSweep.PERIOD, sweep::round);
        var claims = new Claims(store, ground.waits(), time, chronicle);
        ground.every("crews", Ground.ATTENDANCE, claims::refresh);
        Gauges.bindTasks(ground.metrics(), ground.store(), tasks, clock, ground.nanos());

        var topics = new Topics(store);
        var kept = ground.config().topics();
        var retention = new Retention(store, clock, kept.retention(), kept.retentionSize());
        ground.parts().add(new Every("retention", Ground.SECOND, Upkeep.PERIOD, retention::round));
        var tools = new AtomicReference<Tools>();
        var minds = minds(ground, tools);
        var asked = ground.config().counsel();
        var counsel = new Counsel(asked.model(), asked.answers(), minds);
        return new Workshop(
                tasks,
                taskClock,
                new TaskView(store, why),
                claims,
                new Leases(store, runs, time, chronicle),
                new Work(store, clock),
                notices(ground),
                topics,
                new Subscriptions(store, ground.waits(), topics),
                gateway(ground, conversation),
                Company.on(ground, conversation, minds, counsel),
                counsel,
                tools);
    }

    private static Minds minds(Ground ground, AtomicReference<Tools> tools) {
        var config = ground.config();
        return new Minds(
                ground.parts().add(new Models(config.models(), ground.metrics())),
                new Spending(ground.store(), ground.clock(), config.budgets()),
                tools::get);
    }

    private static Gateway gateway(Ground ground, Conversation conversation) {
        var store = ground.store();
        var chronicle = conversation.chronicle();
        var clock = new ToolClock(store, ground.time(), chronicle, ground.metrics());
        clock.begin();
        ground.every("tool-calls", ToolClock.PERIOD, clock::round);
        var base =
                new Gateway.Base(
                        store,
                        ground.waits(),
                        conversation.runs(),
                        conversation.payloads(),
                        chronicle,
                        ground.audit(),
                        ground.metrics(),
                        ground.time(),
                        ground.nanos(),
                        ground.ids(),
                        ground.tokens());
        var tools = ground.config().tools();
        return ground.parts().add(new Gateway(base, tools.servers(), tools.policy()));
    }

    private static Notices notices(Ground ground) {
        var means = ground.config().notices();
        var notices = new Notices(ground.store(), means.mail(), means.secret(), means.allow());
        Gauges.bindNotices(ground.metrics(), notices, ground.nanos());
        ground.parts()
                .add(
                        Postman.start(
                                ground.store(),
                                ground.time(),
                                ground.clock(),
                                ground.wakeups(),
                                new Postman.Means(means.mail(), means.secret(), means.allow())));
        return notices;
    }
}
