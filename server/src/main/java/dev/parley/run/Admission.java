package dev.parley.run;

import dev.parley.audit.Audit;
import dev.parley.guard.Guards;
import dev.parley.guard.Rates;

/** What agents' messages are held against before they are added, and where it is noted. */
public record Admission(Guards guards, Rates rates, Audit audit) {}
