package dev.parley.notice;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;

/** Tells people, by mail. */
final class Email implements Channel {
    private static final int PERMANENT = 500;

    private final MailServer server;

    Email(MailServer server) {
        this.server = server;
    }

    @Override
    public void send(Letter letter) throws Undelivered {
        if (server.isMissing()) {
            throw Undelivered.forNow("mail.host is not set");
        }
        var session = Session.getInstance(server.properties());
        try (var transport = session.getTransport(server.protocol())) {
            var mail = mail(session, letter);
            if (server.user().isEmpty()) {
                transport.connect(server.host(), server.port(), null, null);
            } else {
                transport.connect(server.host(), server.port(), server.user(), server.password());
            }
            transport.sendMessage(mail, mail.getAllRecipients());
        } catch (SendFailedException refused) {
            var why = "the mail server refused it: " + refused.getMessage();
            throw isPermanent(refused) ? Undelivered.forEver(why) : Undelivered.forNow(why);
        } catch (MessagingException failed) {
            throw Undelivered.forNow("the mail server did not take it: " + failed.getMessage());
        }
    }

    /** A refusal hides the ones of each recipient behind it. */
    private static boolean isPermanent(MessagingException refusal) {
        int code =
                switch (refusal) {
                    case SMTPAddressFailedException address -> address.getReturnCode();
                    case SMTPSendFailedException whole -> whole.getReturnCode();
                    default -> 0;
                };
        return code >= PERMANENT
                || (refusal.getNextException() instanceof MessagingException next
                        && isPermanent(next));
    }

    private MimeMessage mail(Session session, Letter letter) throws MessagingException {
        var notice = letter.notice();
        var mail = new Identified(session, notice.key().id(), server.from());
        mail.setFrom(new InternetAddress(server.from(), true));
        mail.setRecipient(Message.RecipientType.TO, new InternetAddress(notice.address(), true));
        mail.setSubject(letter.subject(), StandardCharsets.UTF_8.name());
        mail.setSentDate(Date.from(notice.createdAt()));
        mail.setHeader("Auto-Submitted", "auto-generated");
        mail.setText(letter.text(), StandardCharsets.UTF_8.name());
        return mail;
    }

    /** Keeps the same id however often it is sent, so that mail programs show it once. */
    private static final class Identified extends MimeMessage {
        private final String id;

        Identified(Session session, String notice, String from) {
            super(session);
            this.id = "<" + notice + from.substring(from.indexOf('@')) + ">";
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
        }
    }
}
