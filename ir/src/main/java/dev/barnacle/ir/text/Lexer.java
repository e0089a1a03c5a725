package dev.barnacle.ir.text;

import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Splits the text form into tokens, without regular expressions: they are slow at first. */
final class Lexer {
  private static final String SIGNS = "=,:(){}[]<>!@+";

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
    } else if (c == '%' || (c == '@' && !isDigit(position + 1))) {
      name(c == '%' ? Kind.LOCAL : Kind.GLOBAL);
    } else if (isDigit(position) || (c == '-' && isDigit(position + 1))) {
      take(Kind.NUMBER, endOfNumber());
    } else if (text.startsWith("->", position)) {
      take(Kind.SIGN, position + 2);
    } else if (SIGNS.indexOf(c) >= 0) {
      take(Kind.SIGN, position + 1);
    } else if (isWordStart(position) || (c == '-' && isWordStart(position + 1))) {
      take(Kind.WORD, endOfWord(position + 1));
    } else {
      throw error("expected a token, found " + Quoting.quoted(text.substring(start, start + 1)));
    }
  }

  private void name(Kind kind) {
    int start = position++;
    if (position < text.length() && text.charAt(position) == '"') {
      add(kind, string(), true, start);
      return;
    }
    int end;
    if (kind == Kind.LOCAL && isDigit(position)) {
      end = endOfDigits(position);
    } else if (isWordStart(position)) {
      end = endOfWord(position);
    } else {
      throw error("expected a name");
    }
    String name = text.substring(position, end);
    position = end;
    add(kind, name, false, start);
  }

  private void take(Kind kind, int end) {
    add(kind, text.substring(position, end), false, position);
    position = end;
  }

  /** Where the number ends that begins here: hexadecimal, or decimal, with an exponent or not. */
  private int endOfNumber() {
    if (text.startsWith("0x", position) && isHexDigit(position + 2)) {
      int end = position + 2;
      while (isHexDigit(end)) {
        end++;
      }
      return end;
    }
    int end = endOfDigits(position + 1);
    if (end < text.length() && text.charAt(end) == '.' && isDigit(end + 1)) {
      end = endOfDigits(end + 1);
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int exponent = text.startsWith("-", end + 1) ? end + 2 : end + 1;
      end = isDigit(exponent) ? endOfDigits(exponent) : end;
    }
    return end;
  }

  private int endOfDigits(int start) {
    int end = start;
    while (isDigit(end)) {
      end++;
    }
    return end;
  }

  private int endOfWord(int start) {
    int end = start;
    while (isWordStart(end) || isDigit(end)) {
      end++;
    }
    return end;
  }

  private boolean isDigit(int at) {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private boolean isHexDigit(int at) {
    return at < text.length()
        && text.charAt(at) < 0x80
        && Character.digit(text.charAt(at), 16) >= 0;
  }

  private boolean isWordStart(int at) {
    if (at >= text.length()) {
      return false;
    }
    char c = text.charAt(at);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
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
    boolean comment = false;
    for (; position < text.length(); position++) {
      char c = text.charAt(position);
      if (c == '\n') {
        line++;
        lineStart = position + 1;
        comment = false;
      } else if (c == ';') {
        comment = true;
      } else if (!comment && c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  private void add(Kind kind, String tokenText, boolean quoted, int start) {
    tokens.add(new Token(kind, tokenText, quoted, line, start - lineStart + 1));
  }

  private ParseException error(String message) {
    return new ParseException(file, line, position - lineStart + 1, message);
  }
}
