package dev.parley.operate;

import dev.parley.audit.Walk;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import java.sql.SQLException;
import java.util.Optional;

/** Follows the audit's chain. */
final class AuditCheck {
    private final Sql sql;
    private final Findings findings;

    AuditCheck(Sql sql, Findings findings) {
        this.sql = sql;
        this.findings = findings;
    }

    void examine() throws SQLException {
        var walk = new Walk(Optional.empty());
        while (walk.page(sql)) {}
        var verdict = walk.verdict();
        findings.count("audit", verdict.entries());
        verdict.fault()
                .ifPresent(
                        fault ->
                                findings.report(
                                        "audit entry "
                                                + fault.n()
                                                + " is "
                                                + Wire.name(fault.kind()).replace('_', ' ')
                                                + ": "
                                                + fault.sentence()));
    }
}
