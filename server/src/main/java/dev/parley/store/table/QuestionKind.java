package dev.parley.store.table;

/** What a person is asked for. */
public enum QuestionKind {
    /** Words, or one of some choices. */
    QUESTION,
    /** A yes or no to one exact action. */
    APPROVAL
}
