package dev.parley.client;

import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionsTest {
    @Test
    void oneRequestListsSessionsWithHowEachStands() {
        try (var peer =
                        new ScriptedPeer(
                                json(
                                        200,
                                        """
                                        {"items":[
                                         {"sessionId":"ses_2","runId":"run_2","agent":"coder",
                                          "status":"error","waiting":0,"closed":false,
                                          "error":"it ended with code 3",
                                          "lastMessage":{"role":"user","content":"hello"}},
                                         {"sessionId":"ses_1","runId":"run_1","agent":"coder",
                                          "status":"idle","waiting":0,"closed":true,
                                          "lastMessage":null}],"next":"more"}"""));
                var client = peer.client()) {
            var page = client.sessions().list(2);

            assertThat(page.items())
                    .extracting(SessionView::state)
                    .containsExactly("error", "closed");
            assertThat(page.items().getFirst().error()).contains("it ended with code 3");
            assertThat(page.items().getFirst().lastWords()).contains("hello");
            assertThat(page.items().getLast().lastWords()).isEmpty();
            assertThat(page.next()).contains("more");
            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::target)
                    .containsExactly("/api/sessions?limit=2");
        }
    }
}
