package dev.parley.model;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.parley.metric.Metrics;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Every model that can be asked. */
public final class Models implements AutoCloseable {
    static final Duration CONNECT = Duration.ofSeconds(10);

    private final Map<String, Provider> providers = new TreeMap<>();
    private final Metrics metrics;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();

    /** Made when there is something to ask, so that no start waits for it. */
    private @Nullable HttpClient http;

    public Models(List<Provider> providers, Metrics metrics) {
        providers.forEach(one -> this.providers.put(one.name(), one));
        this.metrics = metrics;
    }

    /** The model of that name; refuses one of a provider that nobody has configured. */
    public Model of(ModelRef ref) {
        var provider = providers.get(ref.provider());
        if (provider == null) {
            throw new ParleyException(
                    Problem.AGENT_FAILED,
                    "nobody has configured the provider of model "
                            + ref
                            + "; models: in parley.yaml has "
                            + (providers.isEmpty()
                                    ? "none"
                                    : String.join(", ", providers.keySet())));
        }
        return new Model(this, provider, ref);
    }

    ExecutorService calls() {
        return calls;
    }

    Metrics metrics() {
        return metrics;
    }

    /**
     * What speaks the provider's language for one call.
     *
     * @param hearing is told how far the request has come
     */
    StreamingChatModel speaking(Provider provider, ModelRef ref, Terms terms, Hearing hearing) {
        boolean isEvents = provider.api() != Provider.Api.OLLAMA;
        var wire = new Wire(http(), terms.maxBytes(), isEvents, hearing);
        var url = provider.url().toString();
        return switch (provider.api()) {
            case OPENAI -> openAi(provider, url, ref, terms, wire);
            case ANTHROPIC ->
                    AnthropicStreamingChatModel.builder()
                            .httpClientBuilder(wire)
                            .baseUrl(url)
                            .apiKey(provider.key())
                            .modelName(ref.model())
                            .maxTokens(terms.maxTokens())
                            .temperature(terms.temperature())
                            .build();
            case OLLAMA ->
                    OllamaStreamingChatModel.builder()
                            .httpClientBuilder(wire)
                            .baseUrl(url)
                            .modelName(ref.model())
                            .numPredict(terms.maxTokens())
                            .temperature(terms.temperature())
                            .build();
        };
    }

    private static StreamingChatModel openAi(
            Provider provider, String url, ModelRef ref, Terms terms, Wire wire) {
        var builder =
                OpenAiStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(provider.key())
                        .modelName(ref.model())
                        .temperature(terms.temperature());
        // OpenAI itself has given the limit another name, which others do not know.
        boolean isOpenAi = provider.url().getHost().endsWith("openai.com");
        return (isOpenAi
                        ? builder.maxCompletionTokens(terms.maxTokens())
                        : builder.maxTokens(terms.maxTokens()))
                .build();
    }

    private synchronized HttpClient http() {
        if (http == null) {
            http =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .connectTimeout(CONNECT)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .build();
        }
        return http;
    }

    @Override
    public synchronized void close() {
        calls.shutdownNow();
        if (http != null) {
            http.shutdownNow();
        }
    }
}
