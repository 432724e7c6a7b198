package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.notice.Destinations.Resolver;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.InetAddress;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody reaches through the hub what only those inside can. */
class DestinationsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "100.64.0.1",
                "127.0.0.1",
                "2130706433",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "[::]",
                "[::1]",
                "[::127.0.0.1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:a00:1]",
                "[64:ff9b::a00:1]",
                "[64:ff9b:1::1]",
                "[100::1]",
                "[2001::1]",
                "[2001:db8::1]",
                "[2002:a00:1::1]",
                "[fc00::1]",
                "[fd00:ec2::254]",
                "[fe80::1]",
                "[fec0::1]",
                "[ff02::1]"
            })
    void addressesThatAreNotPublicAreRefusedAndNamed(String host) {
        var url = WebhookUrl.read("https://" + host + "/hook");
        var address = url.literal().orElseThrow().getHostAddress();
        assertThatThrownBy(() -> guard("").check(url))
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refused -> {
                            assertThat(refused.problem()).isEqualTo(Problem.ADDRESS_REFUSED);
                            assertThat(refused.detail()).contains(address);
                        });
        assertThatThrownBy(() -> guard("", address).find(named(), 0))
                .as("a name that stands for it")
                .hasMessageContaining("address-refused")
                .hasMessageContaining(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "100.63.255.255",
                "172.32.0.1",
                "[2606:4700::1111]",
                "[2a00::1]",
                "[::ffff:8.8.8.8]"
            })
    void publicAddressesAreFine(String host) throws Exception {
        var url = WebhookUrl.read("https://" + host + "/");
        assertThat(guard("").find(url, 0).address()).isEqualTo(url.literal().orElseThrow());
    }

    @Test
    void oneAddressThatIsNotPublicIsOneTooMany() {
        assertThatThrownBy(() -> guard("", "8.8.8.8", "10.0.0.1").find(named(), 0))
                .hasMessageContaining("hooks.example.com is 10.0.0.1");
    }

    @Test
    void aNameIsLookedUpOnceAndTheCheckedAddressIsWhereItGoes() throws Exception {
        var looked = new int[1];
        var guard =
                new Destinations(
                        Allowed.read("").orElseThrow(),
                        _ -> {
                            var first = looked[0]++ == 0;
                            return Arrays.asList(
                                    InetAddress.ofLiteral(first ? "8.8.8.8" : "127.0.0.1"));
                        });
        assertThat(guard.find(named(), 0).address()).isEqualTo(InetAddress.ofLiteral("8.8.8.8"));
        assertThat(looked[0]).isEqualTo(1);
    }

    @Test
    void eachAttemptGoesToAnotherOfSeveralAddresses() throws Exception {
        var guard = guard("", "8.8.8.8", "8.8.4.4");
        assertThat(guard.find(named(), 1).address()).isEqualTo(InetAddress.ofLiteral("8.8.4.4"));
        assertThat(guard.find(named(), 2).address()).isEqualTo(InetAddress.ofLiteral("8.8.8.8"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://example.com/", "https://example.com:8080/"})
    void withoutTlsOrToAnotherPortItGoesOnlyWhereThatIsAllowed(String url) {
        assertThatThrownBy(() -> guard("").check(WebhookUrl.read(url)))
                .hasMessageContaining("example.com");
        guard("example.com").check(WebhookUrl.read(url));
    }

    @Test
    void hostsAndRangesMayBeAllowed() throws Exception {
        var guard = guard("hooks.example.com, 10.1.0.0/16, fd00::/8", "192.168.0.1");
        guard.find(named(), 0);
        guard.check(WebhookUrl.read("http://10.1.2.3:9000/"));
        guard.check(WebhookUrl.read("http://[fd00::1]/"));
        assertThatThrownBy(() -> guard.check(WebhookUrl.read("http://10.2.0.1/")))
                .hasMessageContaining("10.2.0.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com/hook",
                "ftp://example.com/",
                "file:///etc/passwd",
                "https:///hook",
                "https://user:secret@example.com/",
                "https://example.com/#there",
                "https://example.com:0/",
                "https://example.com:70000/",
                "https://127.1/",
                "https://exam ple.com/",
                "https://example.com/\\r\\nHost: other",
                "https://example.com/ü"
            })
    void whatIsNoPlainUrlIsRefused(String url) {
        assertThatThrownBy(() -> WebhookUrl.read(url))
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refused -> assertThat(refused.problem()).isEqualTo(Problem.BAD_VALUE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/x", "http://example.com", "a b", "::/129"})
    void whatIsNeitherHostNorRangeIsNotAllowed(String text) {
        assertThat(Allowed.read(text)).isEmpty();
    }

    private static WebhookUrl named() {
        return WebhookUrl.read("https://hooks.example.com/");
    }

    private static Destinations guard(String allowed, String... addresses) {
        Resolver resolver = _ -> Arrays.stream(addresses).map(InetAddress::ofLiteral).toList();
        return new Destinations(Allowed.read(allowed).orElseThrow(), resolver);
    }
}
