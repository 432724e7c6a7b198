package dev.parley.notice;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Hosts and ranges of addresses that webhooks may go to although they are not public.
 *
 * @param text as it was written
 */
public record Allowed(String text, Set<String> hosts, List<AddressRange> ranges) {
    private static final Pattern HOST =
            Pattern.compile("(?=.*\\p{Alpha})[\\p{Alnum}_-]+(\\.[\\p{Alnum}_-]+)*");

    public Allowed {
        hosts = Set.copyOf(hosts);
        ranges = List.copyOf(ranges);
    }

    /** Names, addresses and ranges separated by commas; empty when one of them is neither. */
    public static Optional<Allowed> read(String text) {
        var hosts = new HashSet<String>();
        var ranges = new ArrayList<AddressRange>();
        for (var word : Arrays.stream(text.split(",")).map(String::strip).toList()) {
            var range = AddressRange.read(word);
            if (range.isPresent()) {
                ranges.add(range.get());
            } else if (HOST.matcher(word).matches()) {
                hosts.add(word.toLowerCase(Locale.ROOT));
            } else if (!word.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of(new Allowed(text, hosts, ranges));
    }

    boolean has(String host) {
        return hosts.contains(host.toLowerCase(Locale.ROOT));
    }

    boolean has(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    @Override
    public String toString() {
        return text;
    }
}
