package dev.parley.question;

import dev.parley.store.table.QuestionTable;

/** A question with its answer, and whether it had that very answer already. */
public record Answered(QuestionTable.Row question, boolean duplicate) {}
