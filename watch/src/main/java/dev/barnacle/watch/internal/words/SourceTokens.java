package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.ByteText;
import dev.barnacle.ir.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A text of OpenCL C in tokens, each with its place as {@code #line} says it. */
final class SourceTokens {
  private static final Pattern SPACE =
      Pattern.compile(
          "\\s++|\\\\\\r?\\n|//(?:[^\\n\\\\]++|\\\\(?:\\r\\n|(?s:.)))*+|/\\*(?s:.*?)\\*/");

  private static final Pattern DIRECTIVE =
      Pattern.compile("#(?:[^\\n\\\\/]++|\\\\(?:\\r\\n|(?s:.))|/\\*(?s:.*?)\\*/|/)*+");

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<name>[A-Za-z_$][\\w$]*)|(?<number>\\.?\\d(?:[eEpP][+-]|[\\w.])*)|(?<literal>\"(?:[^\"\\\\\\n"
              + "]++|\\\\.)*+\"|'(?:[^'\\\\\\n"
              + "]|\\\\.)*')"
              + "|(?<sign><<=|>>=|\\.\\.\\.|->|\\+\\+|--|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=|.)",
          Pattern.DOTALL);

  private static final Pattern LINE =
      Pattern.compile("#\\s*(?:line\\s+)?(\\d{1,9})(?:\\s+\"([^\"]+)\".*)?\\s*");

  private static final Pattern MACRO =
      Pattern.compile("#\\s*define\\s+(\\w+)(?:\\([^)]*\\))?(.*)", Pattern.DOTALL);

  /** A word, which is one operand wherever a macro of that text stands. */
  private static final Pattern WORD = Pattern.compile("\\s*[\\w.]+\\s*");

  private final String text;
  private final List<Token> all = new ArrayList<>();
  private final Set<String> torn = new HashSet<>();
  private String file;
  private int line = 1;
  private int column = 1;

  /** The kinds of tokens. */
  enum Kind {
    NAME,
    NUMBER,
    LITERAL,
    SIGN,
    DIRECTIVE
  }

  /**
   * A token.
   *
   * @param file as {@code #line} says
   * @param line from 1, the same
   * @param column from 1, in bytes
   * @param apart whether something stands between it and the token before
   */
  record Token(Kind kind, String text, String file, int line, int column, boolean apart) {}

  private SourceTokens(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * Reads a source.
   *
   * @param texts those in memory; others are looked for on disk
   * @return null where it is not at hand
   */
  static @Nullable SourceTokens of(String file, Map<String, String> texts) {
    String known = texts.get(file);
    try {
      return of(file, known != null ? known : ByteText.decode(Files.readAllBytes(Path.of(file))));
    } catch (IOException | InvalidPathException e) {
      return null; // a name made by #line, or a file that has gone
    }
  }

  /** Reads a text. */
  static SourceTokens of(String file, String text) {
    SourceTokens tokens = new SourceTokens(file, text);
    tokens.read();
    return tokens;
  }

  /** Returns all, in order. */
  List<Token> all() {
    return all;
  }

  /**
   * Returns where a local variable is declared; null where no statement, or more than one, begins
   * with {@code local} and declares the name.
   */
  @Nullable Location localVariable(String name) {
    Token found = null;
    boolean starts = true; // a statement
    boolean local = false;
    for (Token token : all) {
      String read = token.text();
      local = starts ? read.equals("local") || read.equals("__local") : local;
      if (local && read.equals(name) && token.kind() == Kind.NAME) {
        if (found != null) {
          return null;
        }
        found = token;
      }
      starts = token.kind() == Kind.DIRECTIVE || read.matches("[;{}]");
      local &= !starts;
    }
    return found == null ? null : new Location(found.file(), found.line(), found.column());
  }

  /** Returns whether a name is one of a macro that may become more than one operand. */
  boolean isTorn(String name) {
    return torn.contains(name);
  }

  private void read() {
    Matcher space = SPACE.matcher(text);
    Matcher directive = DIRECTIVE.matcher(text);
    Matcher token = TOKEN.matcher(text);
    boolean first = true; // of its line
    int at = 0;
    while (at < text.length()) {
      boolean apart = false;
      while (space.region(at, text.length()).lookingAt()) {
        apart = true;
        String skipped = space.group();
        first |= skipped.indexOf('\n') >= 0;
        move(skipped);
        at = space.end();
      }
      if (first && directive.region(at, text.length()).lookingAt()) {
        add(Kind.DIRECTIVE, directive.group(), true);
        at = directive.end();
        direct(directive.group());
      } else if (token.region(at, text.length()).lookingAt()) {
        add(kind(token), token.group(), apart);
        at = token.end();
      }
      first = false;
    }
  }

  private static Kind kind(Matcher token) {
    return token.group("name") != null
        ? Kind.NAME
        : token.group("number") != null
            ? Kind.NUMBER
            : token.group("literal") != null ? Kind.LITERAL : Kind.SIGN;
  }

  private void add(Kind kind, String read, boolean apart) {
    all.add(new Token(kind, read, file, line, column, apart));
    move(read);
  }

  private void move(String passed) {
    int last = passed.lastIndexOf('\n');
    if (last < 0) {
      column += ByteText.encode(passed).length;
      return;
    }
    line += (int) passed.chars().filter(c -> c == '\n').count();
    column = 1 + ByteText.encode(passed.substring(last + 1)).length;
  }

  private void direct(String directive) {
    Matcher place = LINE.matcher(directive);
    Matcher macro = MACRO.matcher(directive);
    if (place.matches()) {
      line = Integer.parseInt(place.group(1)) - 1; // that of the next line
      file = place.group(2) == null ? file : place.group(2);
    } else if (macro.matches() && !isOneOperand(macro.group(2).strip())) {
      torn.add(macro.group(1));
    }
  }

  private static boolean isOneOperand(String body) {
    int depth = 0;
    for (int i = 0; i < body.length(); i++) {
      depth += body.charAt(i) == '(' ? 1 : body.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return (i == body.length() - 1 && body.charAt(i) == ')') || WORD.matcher(body).matches();
      }
    }
    return false;
  }
}
