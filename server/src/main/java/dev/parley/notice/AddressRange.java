package dev.parley.notice;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Addresses that begin with the same bits.
 *
 * @param bits how many
 */
record AddressRange(InetAddress base, int bits) {
    /** {@code 10.0.0.0/8}, {@code fd00::/8}, or a single address. */
    static Optional<AddressRange> read(String text) {
        int slash = text.indexOf('/');
        var base = literal(slash < 0 ? text : text.substring(0, slash));
        if (base.isEmpty()) {
            return Optional.empty();
        }
        int all = base.get().getAddress().length * Byte.SIZE;
        if (slash < 0) {
            return Optional.of(new AddressRange(base.get(), all));
        }
        try {
            int bits = Integer.parseInt(text.substring(slash + 1));
            return bits < 0 || bits > all
                    ? Optional.empty()
                    : Optional.of(new AddressRange(base.get(), bits));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    static AddressRange of(String text) {
        return read(text).orElseThrow();
    }

    /** The address that a text is, without asking anybody what a name stands for. */
    static Optional<InetAddress> literal(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    boolean contains(InetAddress address) {
        byte[] mine = base.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if (((mine[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return base.getHostAddress() + "/" + bits;
    }
}
