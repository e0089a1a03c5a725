package dev.barnacle.ir.text;

import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits the text form into tokens. */
final class Lexer {
  private static final Pattern BLANK = Pattern.compile("(?:[ \\t\\r\\n]++|;[^\\n]*+)");
  private static final Pattern WORD = Pattern.compile("-?[A-Za-z_.$][A-Za-z0-9_.$]*");
  private static final Pattern NUMBER =
      Pattern.compile("0x[0-9a-fA-F]+|-?[0-9]+(?:\\.[0-9]+)?(?:[eE]-?[0-9]+)?");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern SIGN = Pattern.compile("->|[=,:(){}\\[\\]<>!@+]");

  private final String file;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int position;
  private int line = 1;
  private int lineStart;

  Lexer(String file, String text) {
    this.file = file;
    this.text = text;
  }

  /** Returns the tokens, the last one being END. */
  List<Token> tokens() {
    skipBlank();
    while (position < text.length()) {
      token();
      skipBlank();
    }
    add(Kind.END, "", false, position);
    return tokens;
  }

  private void token() {
    int start = position;
    char c = text.charAt(position);
    if (c == '"') {
      add(Kind.STRING, string(), true, start);
    } else if (c == '%' || (c == '@' && !matches(DIGITS, position + 1))) {
      name(c == '%' ? Kind.LOCAL : Kind.GLOBAL);
    } else if (matches(NUMBER, position)) {
      add(Kind.NUMBER, take(NUMBER), false, start);
    } else if (matches(SIGN, position)) {
      add(Kind.SIGN, take(SIGN), false, start);
    } else if (matches(WORD, position)) {
      add(Kind.WORD, take(WORD), false, start);
    } else {
      throw error("expected a token, found " + Quoting.quoted(text.substring(start, start + 1)));
    }
  }

  private void name(Kind kind) {
    int start = position++;
    if (position < text.length() && text.charAt(position) == '"') {
      add(kind, string(), true, start);
    } else if (kind == Kind.LOCAL && matches(DIGITS, position)) {
      add(kind, take(DIGITS), false, start);
    } else if (matches(WORD, position) && text.charAt(position) != '-') {
      add(kind, take(WORD), false, start);
    } else {
      throw error("expected a name");
    }
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    position++;
    while (true) {
      if (position >= text.length() || text.charAt(position) == '\n') {
        throw error("expected '\"' at the end of the string");
      }
      char c = text.charAt(position++);
      if (c == '"') {
        return out.toString();
      }
      out.append(c == '\\' ? escape() : c);
    }
  }

  private char escape() {
    char c = position < text.length() ? text.charAt(position++) : ' ';
    return switch (c) {
      case '"', '\\' -> c;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'x' -> hex(2);
      case 'u' -> hex(4);
      default -> throw error("expected an escape: \\\" \\\\ \\n \\t \\xHH \\uHHHH");
    };
  }

  private char hex(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = position < text.length() ? Character.digit(text.charAt(position), 16) : -1;
      if (digit < 0 || text.charAt(position) >= 0x80) {
        throw error("expected " + digits + " hexadecimal digits");
      }
      value = value * 16 + digit;
      position++;
    }
    return (char) value;
  }

  private void skipBlank() {
    for (Matcher blank = BLANK.matcher(text).region(position, text.length());
        blank.lookingAt();
        blank.region(position, text.length())) {
      for (int i = position; i < blank.end(); i++) {
        if (text.charAt(i) == '\n') {
          line++;
          lineStart = i + 1;
        }
      }
      position = blank.end();
    }
  }

  private boolean matches(Pattern pattern, int start) {
    return start < text.length() && pattern.matcher(text).region(start, text.length()).lookingAt();
  }

  private String take(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(position, text.length());
    if (!matcher.lookingAt()) {
      throw error("expected a token");
    }
    position = matcher.end();
    return matcher.group();
  }

  private void add(Kind kind, String tokenText, boolean quoted, int start) {
    tokens.add(new Token(kind, tokenText, quoted, line, start - lineStart + 1));
  }

  private ParseException error(String message) {
    return new ParseException(file, line, position - lineStart + 1, message);
  }
}
