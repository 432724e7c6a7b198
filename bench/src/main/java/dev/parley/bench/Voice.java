package dev.parley.bench;

import java.io.PrintWriter;

/** Where figures go, and where what is said meanwhile goes. */
record Voice(PrintWriter out, PrintWriter err) {
    void print(String text) {
        out.println(text);
        out.flush();
    }

    void say(String sentence) {
        err.println("parley: " + sentence);
        err.flush();
    }
}
