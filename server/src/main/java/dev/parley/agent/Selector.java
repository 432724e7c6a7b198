package dev.parley.agent;

import dev.parley.store.table.AgentTable;
import java.text.Normalizer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Chooses agents for a task by the words that its text shares with their cards: the same cards and
 * the same task always give the same choice.
 */
final class Selector {
    /** What a capability counts for; a word of the name or description counts for one. */
    static final int CAPABILITY = 3;

    /** Two words of a description alone may be chance's; below this nobody is chosen. */
    static final int ENOUGH = 3;

    private static final int MIN_WORD = 3;
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");

    /** Words that say nothing about what a task is about. */
    private static final Set<String> EMPTY_WORDS =
            Set.of(
                    "about", "agent", "all", "and", "any", "are", "but", "can", "does", "for",
                    "from", "has", "have", "how", "into", "its", "not", "our", "please", "task",
                    "that", "the", "their", "then", "them", "this", "what", "when", "where",
                    "which", "will", "with", "work", "you", "your");

    private Selector() {}

    /** Those whose cards fit, the best first; nobody when no card does. */
    static List<Choice> select(String task, List<AgentTable.Row> cards, int limit) {
        var wanted = words(task);
        return cards.stream()
                .map(card -> judge(wanted, card))
                .filter(choice -> choice.score() >= ENOUGH)
                .sorted(
                        Comparator.comparingInt(Choice::score)
                                .reversed()
                                .thenComparing(choice -> choice.agent().value()))
                .limit(limit)
                .toList();
    }

    /** What speaks for those whom somebody else has chosen. */
    static List<Choice> describe(String task, List<AgentTable.Row> cards) {
        var wanted = words(task);
        return cards.stream().map(card -> judge(wanted, card)).toList();
    }

    private static Choice judge(Set<String> wanted, AgentTable.Row card) {
        var capabilities =
                card.capabilities().stream().filter(word -> isMeant(wanted, word)).toList();
        var told = words(card.key().name() + " " + card.description());
        told.retainAll(wanted);
        told.removeIf(word -> word.length() < MIN_WORD || EMPTY_WORDS.contains(word));
        capabilities.forEach(capability -> told.removeAll(words(capability)));
        return new Choice(card.key().name(), capabilities, List.copyOf(told));
    }

    /** A capability of several words is meant when the task has all of them. */
    private static boolean isMeant(Set<String> wanted, String capability) {
        var words = words(capability);
        return !words.isEmpty() && wanted.containsAll(words);
    }

    /** In lower case, and a plural as its singular as far as a final s makes it one. */
    private static Set<String> words(String text) {
        var plain = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return BETWEEN_WORDS
                .splitAsStream(plain)
                .filter(word -> !word.isEmpty())
                .map(Selector::singular)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String singular(String word) {
        return word.length() > MIN_WORD && word.endsWith("s") && !word.endsWith("ss")
                ? word.substring(0, word.length() - 1)
                : word;
    }
}
