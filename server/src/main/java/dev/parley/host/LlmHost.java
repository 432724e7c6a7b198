package dev.parley.host;

import dev.parley.model.Model;
import dev.parley.model.ModelRef;
import dev.parley.model.Terms;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.session.Answer;
import dev.parley.session.Ear;
import dev.parley.session.Host;
import dev.parley.session.Turn;
import java.time.Duration;

/** An agent that is a model: asked, given the results of the tools it wants, and asked again. */
final class LlmHost implements Host {
    private static final String CUT = "\n\n[The answer is cut off here: max-tokens is reached.]";

    private final AgentSpec spec;
    private final LlmSpec llm;
    private final Latchkeys keys;
    private final Minds minds;

    LlmHost(AgentSpec spec, LlmSpec llm, Latchkeys keys, Minds minds) {
        this.spec = spec;
        this.llm = llm;
        this.keys = keys;
        this.minds = minds;
    }

    @Override
    public int atOnce() {
        return spec.atOnce();
    }

    @Override
    public boolean retries() {
        return spec.retry();
    }

    @Override
    public Answer take(Turn turn, Ear ear) throws InterruptedException {
        long until = System.nanoTime() + spec.timeout().toNanos();
        var model = minds.models().of(ref(turn));
        try (var key = keys.lend(Latchkeys.bearer(turn))) {
            var toolkit = new Toolkit(minds.tools().get(), key.pass().bearer(), llm);
            return new Answer(answer(model, turn, toolkit, ear, until), null);
        }
    }

    private String answer(Model model, Turn turn, Toolkit toolkit, Ear ear, long until)
            throws InterruptedException {
        var messages = Prompt.of(spec.resident().name().value(), llm, turn);
        var terms =
                new Terms(
                        toolkit.specifications(),
                        llm.maxTokens(),
                        llm.temperature(),
                        llm.maxOutputChars());
        var spending = minds.spending();
        var account = spending.account(turn.session(), turn.message(), llm.budget());
        for (int round = 0; round <= llm.maxToolRounds(); round++) {
            spending.requireLeft(account, model);
            var said =
                    model.ask(
                            messages,
                            terms,
                            left(until),
                            ear::said,
                            used -> spending.add(account, used));
            if (!said.message().hasToolExecutionRequests()) {
                return said.isCut() ? said.words() + CUT : said.words();
            }
            messages.add(said.message());
            for (var wanted : said.message().toolExecutionRequests()) {
                messages.add(toolkit.use(wanted, left(until)));
            }
        }
        throw new ParleyException(
                Problem.AGENT_FAILED,
                "it has used tools %d times and not answered yet; max-tool-rounds allows more"
                        .formatted(llm.maxToolRounds()));
    }

    private static Duration left(long until) {
        return Duration.ofNanos(Math.max(1, until - System.nanoTime()));
    }

    private ModelRef ref(Turn turn) {
        var asked = turn.session().model();
        return asked == null ? llm.model() : ModelRef.read(asked);
    }
}
