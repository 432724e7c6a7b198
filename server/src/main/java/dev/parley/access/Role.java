package dev.parley.access;

import static dev.parley.access.Permission.ANSWER;
import static dev.parley.access.Permission.OPERATE;
import static dev.parley.access.Permission.READ;
import static dev.parley.access.Permission.RECEIVE;
import static dev.parley.access.Permission.SEND;

import java.util.Set;

/** What a token lets its bearer do. */
public enum Role {
    OWNER(READ, SEND, RECEIVE, ANSWER, OPERATE),
    PERSON(READ, SEND, RECEIVE, ANSWER),
    MANAGER(READ, SEND, RECEIVE),
    WORKER(READ, SEND, RECEIVE),
    OBSERVER(READ);

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
