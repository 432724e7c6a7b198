package dev.parley.store.sqlite;

import dev.parley.store.StoreContract;
import dev.parley.store.TestStores;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContract {
    @TempDir Path folder;

    @Override
    protected TestStores stores() {
        return new SqliteStores(folder);
    }
}
