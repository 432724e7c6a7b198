package dev.parley.tool;

import java.util.List;
import java.util.Map;

/**
 * What there is for somebody.
 *
 * @param ailing why a server offers nothing just now, by its name
 */
public record Offers(List<Offer> tools, Map<String, String> ailing) {}
