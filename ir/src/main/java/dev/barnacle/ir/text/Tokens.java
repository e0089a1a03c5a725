package dev.barnacle.ir.text;

import dev.barnacle.ir.text.Token.Kind;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads tokens one after the other. */
final class Tokens {
  private final String file;
  private final List<Token> tokens;
  private int position;

  Tokens(String file, List<Token> tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  int position() {
    return position;
  }

  void moveTo(int newPosition) {
    position = newPosition;
  }

  Token peek() {
    return tokens.get(position);
  }

  Token next() {
    Token token = peek();
    if (token.kind() != Kind.END) {
      position++;
    }
    return token;
  }

  /** Returns whether the next token stands on another line than the last one. */
  boolean startsLine() {
    return position == 0 || tokens.get(position - 1).line() != peek().line();
  }

  /** Returns whether a colon stands behind the next token. */
  boolean colonFollows() {
    return position + 1 < tokens.size() && tokens.get(position + 1).is(Kind.SIGN, ":");
  }

  ParseException error(Token at, String message) {
    return new ParseException(file, at.line(), at.column(), message);
  }

  ParseException expected(String what) {
    return error(peek(), "expected " + what + ", found " + peek().shown());
  }

  boolean at(String signOrWord) {
    Token token = peek();
    return (token.kind() == Kind.SIGN || token.kind() == Kind.WORD)
        && token.text().equals(signOrWord);
  }

  boolean accept(String signOrWord) {
    boolean found = at(signOrWord);
    if (found) {
      position++;
    }
    return found;
  }

  void expect(String signOrWord) {
    if (!accept(signOrWord)) {
      throw expected("'" + signOrWord + "'");
    }
  }

  Token expect(Kind kind, String what) {
    if (peek().kind() != kind) {
      throw expected(what);
    }
    return next();
  }

  String string(String what) {
    return expect(Kind.STRING, what + " between quotes").text();
  }

  long number(String what) {
    Token token = expect(Kind.NUMBER, what);
    try {
      return Long.parseLong(token.text());
    } catch (NumberFormatException e) {
      throw error(token, "expected " + what + ", found '" + token.text() + "'");
    }
  }

  int smallNumber(String what) {
    Token token = peek();
    long number = number(what);
    if (number != (int) number) {
      throw error(token, "expected " + what + " of 32 bits, found '" + token.text() + "'");
    }
    return (int) number;
  }

  byte[] bytes() {
    Token token = expect(Kind.STRING, "bytes between quotes");
    try {
      return HexFormat.of().parseHex(token.text());
    } catch (IllegalArgumentException e) {
      throw error(token, "expected pairs of hexadecimal digits");
    }
  }

  /** Returns the constant that the next word is the keyword of. */
  <E extends Enum<E>> E keyword(Class<E> type, Function<E, String> keyword, String what) {
    E[] constants = type.getEnumConstants();
    for (E constant : constants) {
      if (peek().is(Kind.WORD, keyword.apply(constant))) {
        position++;
        return constant;
      }
    }
    String all = Arrays.stream(constants).map(keyword).collect(Collectors.joining(", "));
    throw expected(what + " (" + all + ")");
  }
}
