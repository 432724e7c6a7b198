package dev.parley.host;

import dev.parley.budget.Spending;
import dev.parley.model.Models;
import java.util.function.Supplier;

/**
 * What agents need that are models.
 *
 * @param tools what the hub has to offer them, once its doors are built
 */
public record Minds(Models models, Spending spending, Supplier<Tools> tools) {}
