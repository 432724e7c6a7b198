package dev.parley.audit;

/**
 * Something that the audit keeps; what is not known is an empty text. Texts are made safe here, so
 * that whatever a client sent, no secret gets into the chain.
 *
 * @param principal as logs name it: {@code person:ann}
 * @param action the method and the address's template, {@code POST /api/tokens}
 * @param target what it was done to: the id of a run, a token
 * @param outcome {@link #OK}, or the code of the problem
 */
public record Happening(
        String space,
        String principal,
        String tokenId,
        String action,
        String target,
        String outcome,
        String detail) {
    public static final String OK = "ok";

    /** Who acts when nobody asked: the hub itself. */
    public static final String HUB = "system:hub";

    private static final int MAX_TARGET = 160;
    private static final int MAX_DETAIL = 240;

    /** What was done may be done to many at once, and each of them is named. */
    private static final int MAX_DONE = 32_000;

    public Happening {
        principal = Discreet.text(principal, MAX_TARGET);
        action = Discreet.text(action, MAX_TARGET);
        target = Discreet.text(target, MAX_TARGET);
        detail = Discreet.text(detail, outcome.equals(OK) ? MAX_DONE : MAX_DETAIL);
    }

    /** Something that the hub did of its own accord. */
    public static Happening ofHub(String action, String target, String detail) {
        return new Happening("", HUB, "", action, target, OK, detail);
    }

    /** A guard has stopped what somebody sent to a run. */
    public static Happening ofGuard(
            String space, String principal, String run, String code, String detail) {
        return new Happening(space, principal, "", "guard", run, code, detail);
    }

    /** Repetitions of one kind are counted rather than told. */
    record Kind(String space, String principal, String tokenId, String action, String outcome) {}

    Kind kind() {
        return new Kind(space, principal, tokenId, action, outcome);
    }
}
