package dev.parley.operate;

import dev.parley.protocol.Sha256;
import dev.parley.store.Sql;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.Digests;
import dev.parley.store.table.BlobTable;
import dev.parley.store.table.BlobTotalTable;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** Reads every blob and compares it with what was uploaded and with who refers to it. */
final class BlobCheck {
    private static final int PAGE = 500;

    private final Sql sql;
    private final BlobBytes bytes;
    private final References references;
    private final Findings findings;
    private final Map<String, Long> totals = new TreeMap<>();

    BlobCheck(Sql sql, BlobBytes bytes, References references, Findings findings) {
        this.sql = sql;
        this.bytes = bytes;
        this.references = references;
        this.findings = findings;
    }

    void examine() throws SQLException {
        var space = "";
        var id = "";
        while (true) {
            var page = BlobTable.TABLE.page(sql, space, id, PAGE);
            for (var blob : page) {
                space = blob.key().space().value();
                id = blob.key().blob().value();
                totals.merge(space, blob.size(), Long::sum);
                examine(blob);
            }
            if (page.isEmpty()) {
                break;
            }
        }
        references.left().forEach(lost -> findings.report("a message refers to a lost " + lost));
        var stored = BlobTotalTable.TABLE.all(sql);
        if (!stored.equals(totals)) {
            findings.report("the sums of blobs are " + stored + " but should be " + totals);
        }
    }

    private void examine(BlobTable.Row blob) {
        findings.count("blobs", 1);
        var name = "blob " + blob.key().blob() + " in " + blob.key().space();
        long refs = references.take(blob.key());
        if (refs != blob.refs()) {
            findings.report(name + " counts " + blob.refs() + " messages, the logs have " + refs);
        }
        try {
            if (!isWhole(blob) && !bytes.isForgotten(blob.key())) {
                findings.report(name + " is not the bytes that were uploaded");
            }
        } catch (IOException unreadable) {
            findings.report(name + " cannot be read");
        }
    }

    private boolean isWhole(BlobTable.Row blob) throws IOException {
        var digest = Sha256.digest();
        try (var stream = new DigestInputStream(bytes.open(blob.key(), 0), digest)) {
            long size = stream.transferTo(OutputStream.nullOutputStream());
            return size == blob.size() && Digests.hex(digest).equals(blob.sha256());
        }
    }
}
