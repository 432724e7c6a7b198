package dev.parley.program;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Has a process on Linux stand still until it is ended; what stands still starts nothing more. */
final class Standstill {
    private static final int SIGSTOP = 19;

    @SuppressWarnings("restricted")
    private static final MethodHandle KILL =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT));

    private Standstill() {}

    /** One that is gone by now needs nothing. */
    static void of(ProcessHandle process) {
        try {
            int _ = (int) KILL.invokeExact((int) process.pid(), SIGSTOP);
        } catch (Throwable impossible) {
            throw new LinkageError("kill(2) cannot be called", impossible);
        }
    }
}
