package dev.parley.bench.report;

/** What was measured of both sides, one right after the other. */
public record Pair<T>(T ours, T bare) {}
