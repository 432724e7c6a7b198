package dev.parley.notice;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/** Which addresses belong to the internet rather than to somebody's own network or machine. */
final class PublicAddress {
    /** What IANA keeps for special purposes; metadata services are among the link-local ones. */
    private static final List<AddressRange> NOT_IPV4 =
            ranges(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4");

    /** All that is handed out lies here, so whatever else there is needs no list. */
    private static final AddressRange IPV6 = AddressRange.of("2000::/3");

    /** Among them, ways to reach IPv4 addresses, and what is for documentation. */
    private static final List<AddressRange> NOT_IPV6 =
            ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

    private PublicAddress() {}

    /** An IPv4 address within an IPv6 one ({@code ::ffff:10.0.0.1}) was made IPv4 by the JDK. */
    static boolean is(InetAddress address) {
        return address instanceof Inet4Address
                ? NOT_IPV4.stream().noneMatch(range -> range.contains(address))
                : IPV6.contains(address)
                        && NOT_IPV6.stream().noneMatch(range -> range.contains(address));
    }

    private static List<AddressRange> ranges(String... texts) {
        return Stream.of(texts).map(AddressRange::of).toList();
    }
}
