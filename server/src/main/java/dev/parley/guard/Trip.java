package dev.parley.guard;

import dev.parley.protocol.Problem;

/** A guard has found agents talking in circles; a person must say how it goes on. */
public record Trip(Problem problem, String detail) {}
