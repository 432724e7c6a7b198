package dev.parley.run.conduct;

/** What can happen to an agent in a run. */
public enum Trigger {
    PROMPTED("gets a prompt or an assignment"),
    ACTED("says something else"),
    PROGRESSED("tells of its progress"),
    DELEGATED("gives an assignment"),
    ASKED_PARENT("asks whoever gave it the work, or is blocked"),
    ASKED_USER("asks the user"),
    RESUMED("gets what it waited for"),
    REPORTED("reports its last assignment as done"),
    HANDED_BACK("reports its last assignment as not done"),
    FINISHED("gives the final response"),
    STOPPED("has its last assignment cancelled"),
    FAILED("waits in vain");

    private final String words;

    Trigger(String words) {
        this.words = words;
    }

    /** What happens, in words that follow the agent's name. */
    public String words() {
        return words;
    }
}
