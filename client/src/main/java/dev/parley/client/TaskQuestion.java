package dev.parley.client;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;

/**
 * A question to a person that a worker asked about its task.
 *
 * @param seq its place in the log of the task's run, behind which the answer comes
 */
public record TaskQuestion(String questionId, RunId runId, MessageId messageId, long seq) {}
