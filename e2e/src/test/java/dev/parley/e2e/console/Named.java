package dev.parley.e2e.console;

import com.microsoft.playwright.Page;

/** What is called exactly this by those who hear rather than see it. */
final class Named extends Page.GetByRoleOptions {
    Named(String name) {
        setName(name);
    }
}
