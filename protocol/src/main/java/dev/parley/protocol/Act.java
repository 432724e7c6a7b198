package dev.parley.protocol;

/** What a message does, whatever its sender calls it; this alone drives behaviour. */
public enum Act {
    ASSIGN("assignee analyzing, assigner waiting_for_child"),
    RESULT("judged; answers its assignment"),
    ASK("up: asker waiting_for_parent; down: no change"),
    ANSWER("resumes the asker"),
    ASK_USER("opens a question; asker waiting_for_user"),
    USER_ANSWER("closes the question; resumes the asker"),
    PROGRESS("user-visible progress resets the loop guard"),
    BLOCKED("managed: the manager decides; else opens a question"),
    DECIDE("recorded in the intent"),
    FINAL("ends the run once its acceptance criteria are judged"),
    CANCEL("stops the assignment and its descendants"),
    ACK("moves the receipt"),
    SAY("none"),
    SYSTEM("none");

    private final String effect;

    Act(String effect) {
        this.effect = effect;
    }

    /** What it changes, in words; printed into the documentation. */
    public String effect() {
        return effect;
    }

    /** Acks and system entries are bookkeeping: nobody pulls or acks them. */
    public boolean isBookkeeping() {
        return this == ACK || this == SYSTEM;
    }
}
