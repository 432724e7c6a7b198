package dev.parley.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** A database whose next commits fail as they are told to. */
public final class FaultyDialect {
    private final Dialect real;
    private final Queue<Optional<SQLException>> commits = new ArrayDeque<>();

    public FaultyDialect(Dialect real) {
        this.real = real;
    }

    /** One of the coming commits works. */
    public synchronized FaultyDialect thenWorks() {
        commits.add(Optional.empty());
        return this;
    }

    /** One of the coming commits fails; those after the last that was spoken of work. */
    public synchronized FaultyDialect thenFails(SQLException error) {
        commits.add(Optional.of(error));
        return this;
    }

    private synchronized Optional<SQLException> next() {
        return Optional.ofNullable(commits.poll()).flatMap(told -> told);
    }

    public Dialect dialect() {
        return (Dialect)
                Proxy.newProxyInstance(
                        Dialect.class.getClassLoader(),
                        new Class<?>[] {Dialect.class},
                        (_, method, arguments) -> {
                            var error =
                                    method.getName().equals("commit")
                                            ? next()
                                            : Optional.<SQLException>empty();
                            if (error.isPresent()) {
                                throw error.get();
                            }
                            try {
                                return method.invoke(real, arguments);
                            } catch (InvocationTargetException failed) {
                                throw failed.getTargetException();
                            }
                        });
    }
}
