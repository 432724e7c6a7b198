package dev.parley.access;

import static dev.parley.access.Permission.APPEAR;
import static dev.parley.access.Permission.AUDIT;
import static dev.parley.access.Permission.CONTROL;
import static dev.parley.access.Permission.OPERATE;
import static dev.parley.access.Permission.READ;
import static dev.parley.access.Permission.RECEIVE;
import static dev.parley.access.Permission.SEND;
import static dev.parley.access.Permission.SURVEY;

import java.util.Set;

/** What a token lets its bearer do. */
public enum Role {
    OWNER(READ, SURVEY, SEND, RECEIVE, APPEAR, CONTROL, AUDIT, OPERATE),
    PERSON(READ, SURVEY, SEND, RECEIVE, CONTROL, AUDIT),
    MANAGER(READ, SEND, RECEIVE, APPEAR),
    WORKER(READ, SEND, RECEIVE, APPEAR),
    OBSERVER(READ, SURVEY);

    private final Set<Permission> permissions;

    Role(Permission... permissions) {
        this.permissions = Set.of(permissions);
    }

    public boolean may(Permission permission) {
        return permissions.contains(permission);
    }

    /** Whether a token of this role speaks for an agent rather than for a person. */
    public boolean isAgent() {
        return this == MANAGER || this == WORKER;
    }
}
