package dev.parley.access;

import dev.parley.store.Command;
import dev.parley.store.Meta;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that all nodes of a hub share, made once: by it the hub knows again what it has handed
 * to somebody else to keep.
 */
public final class HubKey {
    private static final String ROW = "hub-key";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final SecretKeySpec key;

    private HubKey(String value) {
        this.key = new SecretKeySpec(Base64.getDecoder().decode(value), ALGORITHM);
    }

    public static HubKey of(Store store) {
        var known = store.read(sql -> Meta.TABLE.value(sql, ROW));
        return new HubKey(known.orElseGet(() -> store.write(new Ensure())));
    }

    /** Over a text, such that nobody else can make it. */
    public byte[] mac(String text) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private record Ensure() implements Command<String> {
        @Override
        public void touches(Touches touches) {
            touches.row(Meta.TABLE, ROW);
            touches.lock(ROW);
        }

        @Override
        public String decide(Tx tx) throws SQLException {
            var meta = tx.rows(Meta.TABLE);
            var known = meta.find(ROW);
            if (known.isPresent()) {
                return known.get().value();
            }
            byte[] random = new byte[BYTES];
            new SecureRandom().nextBytes(random);
            var made = Base64.getEncoder().encodeToString(random);
            meta.put(new Meta.Entry(ROW, made));
            return made;
        }
    }
}
