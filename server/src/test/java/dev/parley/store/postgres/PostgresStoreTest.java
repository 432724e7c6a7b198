package dev.parley.store.postgres;

import dev.parley.store.StoreContract;
import dev.parley.store.TestStores;

class PostgresStoreTest extends StoreContract {
    @Override
    protected TestStores stores() {
        return new PostgresStores();
    }
}
