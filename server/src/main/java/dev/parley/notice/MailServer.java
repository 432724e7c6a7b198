package dev.parley.notice;

import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The server that takes mail for the whole world.
 *
 * @param user empty when it asks for none
 * @param from the address that notices come from
 */
public record MailServer(
        String host, int port, Security security, String user, String password, String from) {
    /** What an SMTP conversation may take between two words, in milliseconds. */
    private static final String PATIENCE = "5000";

    /** One address and nothing else: no name, no second one, no way into another header. */
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "[\\p{Alnum}!#$%&'*+/=?^_`{|}~-]+(\\.[\\p{Alnum}!#$%&'*+/=?^_`{|}~-]+)*"
                            + "@\\p{Alnum}([\\p{Alnum}-]*\\p{Alnum})?"
                            + "(\\.\\p{Alnum}([\\p{Alnum}-]*\\p{Alnum})?)*");

    private static final int MAX_LENGTH = 254;

    /** How the conversation is kept from others. */
    public enum Security {
        /** It begins in the open and must go over to TLS. */
        STARTTLS,
        /** TLS from the first byte. */
        TLS,
        /** For a server on the same machine. */
        NONE
    }

    public static boolean isAddress(String text) {
        return text.length() <= MAX_LENGTH && ADDRESS.matcher(text).matches();
    }

    public boolean isMissing() {
        return host.isEmpty();
    }

    String protocol() {
        return security == Security.TLS ? "smtps" : "smtp";
    }

    Properties properties() {
        var prefix = "mail." + protocol() + ".";
        var set = new Properties();
        set.setProperty(prefix + "connectiontimeout", PATIENCE);
        set.setProperty(prefix + "timeout", PATIENCE);
        set.setProperty(prefix + "writetimeout", PATIENCE);
        set.setProperty(prefix + "auth", Boolean.toString(!user.isEmpty()));
        set.setProperty(prefix + "starttls.enable", Boolean.toString(isUpgraded()));
        set.setProperty(prefix + "starttls.required", Boolean.toString(isUpgraded()));
        set.setProperty(prefix + "ssl.checkserveridentity", "true");
        set.setProperty("mail.from", from);
        return set;
    }

    private boolean isUpgraded() {
        return security == Security.STARTTLS;
    }

    @Override
    public String toString() {
        return isMissing() ? "no mail server" : host + ":" + port;
    }
}
