package dev.barnacle.ir.text;

import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the text form into tokens. What a cold check reads is read by the JVM's interpreter: so
 * there are no regular expressions, and one look at a table for each character.
 */
final class Lexer {
  private static final String SIGNS = "=,:(){}[]<>!@+";
  private static final String[] SIGN_TEXTS = new String[128];
  private static final byte[] CLASSES = new byte[128];
  private static final int DIGIT = 1;
  private static final int LETTER = 2;
  private static final int SIGN = 4;

  /** Behind the end of the text; of no class. */
  private static final char NOTHING = '\0';

  static {
    classify(SIGNS, SIGN);
    classify("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.$", LETTER);
    classify("0123456789", DIGIT);
    for (int i = 0; i < SIGNS.length(); i++) {
      SIGN_TEXTS[SIGNS.charAt(i)] = SIGNS.substring(i, i + 1).intern();
    }
  }

  private final String file;
  private final String text;
  private final char[] chars;
  private final List<Token> tokens = new ArrayList<>();
  private int position;
  private int line = 1;
  private int lineStart;

  private static void classify(String chars, int as) {
    for (int i = 0; i < chars.length(); i++) {
      CLASSES[chars.charAt(i)] = (byte) as;
    }
  }

  Lexer(String file, String text) {
    this.file = file;
    this.text = text;
    this.chars = new char[text.length() + 1];
    text.getChars(0, text.length(), chars, 0);
    chars[text.length()] = NOTHING;
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
    char c = chars[position];
    int is = classOf(c);
    if (is == LETTER) {
      take(Kind.WORD, endOfWord(position + 1));
    } else if (is == DIGIT) {
      take(Kind.NUMBER, endOfNumber());
    } else if (c == '%' || (c == '@' && classOf(chars[position + 1]) != DIGIT)) {
      name(c == '%' ? Kind.LOCAL : Kind.GLOBAL);
    } else if (is == SIGN) {
      position++;
      add(Kind.SIGN, SIGN_TEXTS[c], false, start);
    } else if (c == '"') {
      add(Kind.STRING, string(), true, start);
    } else if (c == '-') {
      behindMinus();
    } else {
      throw error("expected a token, found " + Quoting.quoted(text.substring(start, start + 1)));
    }
  }

  /** Reads a negative number, a word such as {@code -inf}, or an arrow. */
  private void behindMinus() {
    switch (classOf(chars[position + 1])) {
      case DIGIT -> take(Kind.NUMBER, endOfNumber());
      case LETTER -> take(Kind.WORD, endOfWord(position + 1));
      default -> {
        if (chars[position + 1] != '>') {
          throw error("expected a token, found \"-\"");
        }
        take(Kind.SIGN, position + 2);
      }
    }
  }

  private void name(Kind kind) {
    int start = position++;
    char c = chars[position];
    if (c == '"') {
      add(kind, string(), true, start);
      return;
    }
    int end;
    if (kind == Kind.LOCAL && classOf(c) == DIGIT) {
      end = endOfDigits(position);
    } else if (classOf(c) == LETTER) {
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

  /**
   * Returns where the number ends that begins here: hexadecimal, or decimal, with an exponent or
   * not.
   */
  private int endOfNumber() {
    if (chars[position] == '0' && chars[position + 1] == 'x' && isHexDigit(position + 2)) {
      int end = position + 2;
      while (isHexDigit(end)) {
        end++;
      }
      return end;
    }
    int end = endOfDigits(position + 1);
    if (chars[end] == '.' && isDigit(end + 1)) {
      end = endOfDigits(end + 1);
    }
    if (chars[end] == 'e' || chars[end] == 'E') {
      int exponent = chars[end + 1] == '-' ? end + 2 : end + 1;
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
    while ((classOf(chars[end]) & (LETTER | DIGIT)) != 0) {
      end++;
    }
    return end;
  }

  private static int classOf(char c) {
    return c < CLASSES.length ? CLASSES[c] : 0;
  }

  private boolean isDigit(int at) {
    return classOf(chars[at]) == DIGIT;
  }

  private boolean isHexDigit(int at) {
    return chars[at] < 0x80 && Character.digit(chars[at], 16) >= 0;
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
    int length = chars.length - 1;
    for (; position < length; position++) {
      char c = chars[position];
      if (c == ' ') {
        continue;
      }
      if (c == '\n') {
        line++;
        lineStart = position + 1;
        comment = false;
      } else if (c == ';') {
        comment = true;
      } else if (!comment && c != '\t' && c != '\r') {
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
