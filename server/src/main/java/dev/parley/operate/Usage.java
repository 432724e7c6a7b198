package dev.parley.operate;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Store;
import dev.parley.store.table.BlobTotalTable;
import dev.parley.store.table.MessageTable;
import java.sql.SQLException;
import java.util.List;

/** What takes how much room. */
public record Usage(List<MessageTable.Sum> kinds, long databaseBytes, long blobBytes) {
    /** Looks at every message on a connection of its own, which takes its time. */
    public static Usage of(Store store) {
        try (var sql = store.dialect().openReader()) {
            var kinds = MessageTable.TABLE.sums(sql);
            long blobs =
                    BlobTotalTable.TABLE.all(sql).values().stream()
                            .mapToLong(Long::longValue)
                            .sum();
            return new Usage(kinds, store.dialect().bytes(sql), blobs);
        } catch (SQLException failed) {
            throw new ParleyException(Problem.INTERNAL, "usage could not be read", failed);
        }
    }
}
