package dev.parley.host;

import dev.parley.model.ModelRef;
import dev.parley.model.Models;
import dev.parley.model.Terms;
import dev.parley.session.Answer;
import dev.parley.session.Ear;
import dev.parley.session.Host;
import dev.parley.session.Turn;
import java.util.List;

/** An agent that is a model. */
final class LlmHost implements Host {
    private static final String CUT = "\n\n[The answer is cut off here: max-tokens is reached.]";

    private final AgentSpec spec;
    private final LlmSpec llm;
    private final Models models;

    LlmHost(AgentSpec spec, LlmSpec llm, Models models) {
        this.spec = spec;
        this.llm = llm;
        this.models = models;
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
        var terms = new Terms(List.of(), llm.maxTokens(), llm.temperature(), llm.maxOutputChars());
        var said =
                models.of(ref(turn))
                        .ask(
                                Prompt.of(spec.resident().agent(), llm, turn),
                                terms,
                                spec.timeout(),
                                ear::said,
                                _ -> {});
        return new Answer(said.isCut() ? said.words() + CUT : said.words(), null);
    }

    private ModelRef ref(Turn turn) {
        var asked = turn.session().model();
        return asked == null ? llm.model() : ModelRef.read(asked);
    }
}
