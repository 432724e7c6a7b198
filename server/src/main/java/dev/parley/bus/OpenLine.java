package dev.parley.bus;

/**
 * The line to whoever a thread works for. A wait has it looked at before it goes on: who has hung
 * up meanwhile is given nothing that another could have.
 */
public final class OpenLine {
    private static final ScopedValue<Runnable> LOOK = ScopedValue.newInstance();

    private OpenLine() {}

    /**
     * Does something for somebody.
     *
     * @param look throws what ends the work when nobody is left to do it for
     */
    public static <R, X extends Throwable> R with(
            Runnable look, ScopedValue.CallableOp<? extends R, X> work) throws X {
        return ScopedValue.where(LOOK, look).call(work);
    }

    static void require() {
        if (LOOK.isBound()) {
            LOOK.get().run();
        }
    }
}
