package dev.parley.tool;

import dev.parley.access.Principal;
import dev.parley.access.Tokens;
import dev.parley.agent.ToolRole;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import dev.parley.tool.server.Tool;
import dev.parley.tool.server.ToolServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which tools there are, and for whom. */
record Catalogue(Store store, Runs runs, Tokens tokens, Toolbox toolbox, Policy policy) {
    Offers of(Principal caller, @Nullable AgentName agent, @Nullable RunId in) {
        requireOwn(caller, agent);
        var run = in == null ? null : runs.get(caller, in);
        var roles = agent == null ? List.<Optional<ToolRole>>of() : roles(caller, agent, run);
        var tools = new ArrayList<Offer>();
        var ailing = new TreeMap<String, String>();
        for (var look : toolbox.look(caller.space())) {
            var spec = look.server().spec();
            look.ailment().ifPresent(why -> ailing.put(spec.name(), why));
            for (var tool : look.tools()) {
                var name = Toolbox.fullName(spec, tool.name());
                var handling = spec.handling(tool.name(), tool);
                var objection =
                        agent == null
                                ? Optional.of("tools are used by agents")
                                : objection(
                                        roles,
                                        role -> policy.objection(agent, role, name, handling));
                tools.add(new Offer(name, spec.name(), tool, handling, objection.orElse(null)));
            }
        }
        return new Offers(List.copyOf(tools), ailing);
    }

    /** The roles that an agent may come with; its own are those of the token it came with. */
    private List<Optional<ToolRole>> roles(Principal caller, AgentName agent, @Nullable Run run) {
        var held =
                caller.speaksFor().isPresent()
                        ? Set.of(caller.role())
                        : tokens.roles(caller.space(), agent);
        var given =
                held.isEmpty()
                        ? Stream.of(Optional.<ToolRole>empty())
                        : held.stream().map(ToolRole::of);
        return given.map(role -> of(caller, agent, run, role)).distinct().toList();
    }

    private Optional<ToolRole> of(
            Principal caller, AgentName agent, @Nullable Run run, Optional<ToolRole> token) {
        return store.read(sql -> ToolRoles.of(sql, caller, agent, run, token));
    }

    private static Optional<String> objection(
            List<Optional<ToolRole>> roles, Function<Optional<ToolRole>, Optional<String>> policy) {
        var all = roles.stream().map(policy).flatMap(Optional::stream).toList();
        return all.stream()
                .findFirst()
                .map(why -> all.size() == roles.size() ? why : "it depends on the token: " + why);
    }

    /**
     * One by its full name, as far as is known without asking its server; nothing when that has
     * none of that name.
     */
    Optional<Offer> find(Principal caller, String name) {
        return toolbox.find(caller.space(), name).flatMap(place -> known(place, name));
    }

    private static Optional<Offer> known(Toolbox.Place place, String name) {
        var server = place.server();
        var spec = server.spec();
        var tool = server.known().flatMap(tools -> ToolServer.find(tools, place.tool()));
        if (tool.isEmpty() && !server.isFresh()) {
            tool = Tool.unseen(place.tool());
        }
        return tool.map(
                one -> new Offer(name, spec.name(), one, spec.handling(one.name(), one), null));
    }

    private static void requireOwn(Principal caller, @Nullable AgentName agent) {
        var own = caller.speaksFor();
        if (agent != null && own.isPresent() && !own.get().equals(agent)) {
            throw new ParleyException(
                    Problem.FORBIDDEN, "an agent may see its own tools only, not " + agent + "'s");
        }
    }
}
