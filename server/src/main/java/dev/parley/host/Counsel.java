package dev.parley.host;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.parley.access.Principal;
import dev.parley.agent.Adviser;
import dev.parley.agent.Candidates;
import dev.parley.budget.Account;
import dev.parley.budget.Budget;
import dev.parley.model.ModelRef;
import dev.parley.model.Terms;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.question.Examiner;
import dev.parley.run.Asked;
import dev.parley.session.Judge;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A model that is asked where a rule alone would decide: whom a task needs, whether a report brings
 * what was asked for, whether words answer a question. It knows what it is given and can do
 * nothing. Whenever it cannot be asked or understood it has no opinion, and the rule stands.
 */
public final class Counsel implements Adviser, Judge, Examiner {
    private static final Logger LOG = LoggerFactory.getLogger(Counsel.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A person waits meanwhile. */
    private static final Duration SHORT_PATIENCE = Duration.ofSeconds(9);

    /** More are not read with care. */
    private static final int MAX_CARDS = 200;

    /** Room for those that think before they answer. */
    private static final Terms TERMS = new Terms(List.of(), 2_048, 0.0, 16_000);

    private final Optional<ModelRef> model;
    private final boolean isForAnswers;
    private final Minds minds;

    /**
     * Counsel by a model, if there is one.
     *
     * @param isForAnswers whether it is asked about people's answers too
     */
    public Counsel(Optional<ModelRef> model, boolean isForAnswers, Minds minds) {
        this.model = model;
        this.isForAnswers = isForAnswers;
        this.minds = minds;
    }

    @Override
    public Optional<List<String>> choose(
            Principal caller, Candidates.Wanted wanted, List<AgentTable.Row> cards) {
        var agent = caller.speaksFor().orElse(null);
        var account = minds.spending().account(caller.space(), agent, wanted.run());
        return cards.size() > MAX_CARDS
                ? Optional.empty()
                : askForCaller(CounselQuestion.choice(wanted, cards), account, PATIENCE);
    }

    @Override
    public Optional<Opinion> judge(Case report) throws InterruptedException {
        var account = minds.spending().account(report.session(), report.report(), Budget.NONE);
        return ask(CounselQuestion.verdict(report), account, PATIENCE);
    }

    @Override
    public Optional<String> objection(RunKey run, Asked asked, String words) {
        var account = minds.spending().account(run.space(), null, run.run());
        return isForAnswers
                ? askForCaller(CounselQuestion.answer(asked, words), account, SHORT_PATIENCE)
                        .filter(opinion -> !opinion.completed())
                        .map(Opinion::reason)
                : Optional.empty();
    }

    private <T> Optional<T> askForCaller(
            CounselQuestion<T> question, Account account, Duration atMost) {
        try {
            return ask(question, account, atMost);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private <T> Optional<T> ask(CounselQuestion<T> question, Account account, Duration atMost)
            throws InterruptedException {
        if (model.isEmpty()) {
            return Optional.empty();
        }
        try {
            var asked = minds.models().of(model.get());
            minds.spending().requireLeft(account, asked);
            var said =
                    asked.ask(
                            List.of(
                                    SystemMessage.from(question.system()),
                                    UserMessage.from(Json.write(question.data()))),
                            TERMS,
                            atMost,
                            _ -> {},
                            used -> minds.spending().add(account, used));
            var opinion = question.read().apply(Json.parse(bare(said.words())));
            if (opinion.isEmpty()) {
                LOG.warn("counsel has no opinion: {} answers in another form", model.get());
            }
            return opinion;
        } catch (ParleyException | RejectedExecutionException none) {
            LOG.warn("counsel has no opinion: {}", none.getMessage());
            return Optional.empty();
        }
    }

    /** Many models put JSON into a fence, whatever they are told. */
    private static String bare(String words) {
        var text = words.strip();
        return text.startsWith("```") && text.endsWith("```") && text.indexOf('\n') > 0
                ? text.substring(text.indexOf('\n'), text.length() - "```".length())
                : text;
    }
}
