package dev.parley.operate;

/** How a backup is laid out: a zip archive whose last entry says that it is whole. */
final class Archive {
    static final String MANIFEST = "manifest.json";
    static final String DATABASE = "parley.db";
    static final String BLOBS = "blobs/";
    static final String END = "complete";
    static final int FORMAT = 1;

    private Archive() {}
}
