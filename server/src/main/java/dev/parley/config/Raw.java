package dev.parley.config;

/** A value as somebody wrote it, and where. */
record Raw(String text, String from) {}
