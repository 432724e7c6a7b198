package dev.parley.http.api;

import static dev.parley.access.Permission.AUDIT;
import static dev.parley.access.Permission.OPERATE;
import static dev.parley.access.Permission.READ;
import static dev.parley.access.Permission.SURVEY;

import dev.parley.http.Routes;

/** What an operator and a monitor ask for. */
public record OperationApi(
        HealthRoutes health,
        OpenApiRoutes openApi,
        MetricRoutes metrics,
        TokenRoutes tokens,
        AuditRoutes audit,
        ConfigRoutes config,
        OperationRoutes operations) {

    public void addTo(Routes routes) {
        if (metrics.isOpen()) {
            routes.open("GET", "/metrics", metrics::get);
        } else {
            routes.get("/metrics", READ, metrics::get);
        }
        routes.open("GET", "/health", health::get)
                .open("GET", "/openapi.yaml", openApi::get)
                .post("/api/tokens", OPERATE, tokens::create)
                .get("/api/tokens", OPERATE, tokens::list)
                .get("/api/tokens/self", READ, tokens::self)
                .delete("/api/tokens/{token}", OPERATE, tokens::revoke)
                .get("/api/metrics/history", SURVEY, metrics::history)
                .get("/api/traffic", READ, metrics::traffic)
                .get("/api/audit", AUDIT, audit::list)
                .get("/api/audit/verify", OPERATE, audit::verify)
                .get("/api/config", OPERATE, config::get)
                .get("/api/backup", OPERATE, operations::backup)
                .get("/api/check", OPERATE, operations::check)
                .get("/api/usage", OPERATE, operations::usage);
    }
}
