package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.litmus.LitmusTest.Dialect;

/**
 * The text of a litmus test, cut into its header and the rest. In the rest, all that is neither C
 * nor the initial or final state is replaced by blanks, so that places stay what they are.
 *
 * @param body the rest, as long as the whole text
 */
record LitmusSource(Dialect dialect, String name, String body) {

  static LitmusSource of(String text) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    int end = text.indexOf('\n', start);
    end = end < 0 ? text.length() : end;
    String header = text.substring(start, end).strip();
    int blank = 0;
    while (blank < header.length() && !Character.isWhitespace(header.charAt(blank))) {
      blank++;
    }
    Dialect dialect = dialect(header.substring(0, blank), text, start);
    char[] out = text.toCharArray();
    blank(out, 0, end);
    new Blanker(out, end).run();
    return new LitmusSource(dialect, header.substring(blank).strip(), new String(out));
  }

  private static Dialect dialect(String word, String text, int at) {
    return switch (word) {
      case "C" -> Dialect.C;
      case "OPENCL", "OpenCL" -> Dialect.OPENCL;
      default -> {
        int line = 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
        throw new LitmusErrors.LitmusError(
            line, 1, "expected the header 'C name' or 'OPENCL name', found '" + word + "'");
      }
    };
  }

  private static void blank(char[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      if (out[i] != '\n') {
        out[i] = ' ';
      }
    }
  }

  /** Blanks what stands before the initial state, and comments of ML outside the threads. */
  private static final class Blanker {
    private final char[] out;
    private int at;
    private int depth;
    private int blocks;

    Blanker(char[] out, int at) {
      this.out = out;
      this.at = at;
    }

    void run() {
      while (at < out.length) {
        if (outside() && is('(', '*')) {
          mlComment();
        } else if (is('/', '*')) {
          skipTo('*', '/');
        } else if (is('/', '/')) {
          skipLine();
        } else {
          other(out[at]);
        }
      }
    }

    private boolean outside() {
      return depth == 0 || blocks == 1;
    }

    private boolean is(char a, char b) {
      return at + 1 < out.length && out[at] == a && out[at + 1] == b;
    }

    private void other(char c) {
      if (c == '{') {
        blocks += depth == 0 ? 1 : 0;
        depth++;
      } else if (c == '}') {
        depth--;
      } else if (blocks == 0 && c == '"') {
        int end = at + 1;
        while (end < out.length && out[end] != '"') {
          end++;
        }
        blank(out, at, Math.min(end + 1, out.length));
        at = Math.min(end, out.length - 1);
      } else if (blocks == 0 && c != '\n') {
        out[at] = ' ';
      }
      at++;
    }

    private void mlComment() {
      int start = at;
      int nesting = 0;
      do {
        if (is('(', '*')) {
          nesting++;
          at += 2;
        } else if (is('*', ')')) {
          nesting--;
          at += 2;
        } else {
          at++;
        }
      } while (nesting > 0 && at < out.length);
      blank(out, start, Math.min(at, out.length));
    }

    private void skipTo(char a, char b) {
      int start = at;
      at += 2;
      while (at < out.length && !is(a, b)) {
        at++;
      }
      at = Math.min(at + 2, out.length);
      if (blocks == 0) {
        blank(out, start, at);
      }
    }

    private void skipLine() {
      int start = at;
      while (at < out.length && out[at] != '\n') {
        at++;
      }
      if (blocks == 0) {
        blank(out, start, at);
      }
    }
  }
}
