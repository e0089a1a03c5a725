package dev.barnacle.cli.internal.json;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plain words for what Jackson says of a text that is not JSON. */
final class JsonWords {
  private static final Pattern CHARACTER =
      Pattern.compile("Unexpected character \\('(.)' \\(code .*?\\)\\)(.*)", Pattern.DOTALL);

  private static final Pattern TOKEN = Pattern.compile("Unrecognized token '(.*?)'.*");

  private static final Pattern ESCAPE =
      Pattern.compile("Unrecognized character escape '?(.)'?.*", Pattern.DOTALL);

  /** What may stand in the place of a character, by words of Jackson's. */
  private static final List<List<String>> EXPECTED =
      List.of(
          List.of("double-quote to start field name", ", expected a name in double quotes"),
          List.of("colon", ", expected ':'"),
          List.of("Object entries", ", expected ',' or '}'"),
          List.of("Array entries", ", expected ',' or ']'"));

  private JsonWords() {}

  /** Returns the words for a message. */
  static String of(String message) {
    if (message.startsWith("Unexpected end-of-input") || message.contains("end-of-String")) {
      return "the text ends before " + unfinished(message);
    }
    Matcher character = CHARACTER.matcher(message);
    if (character.matches()) {
      return "unexpected '" + character.group(1) + "'" + expected(character.group(2));
    }
    Matcher token = TOKEN.matcher(message);
    if (token.matches()) {
      return "'" + token.group(1) + "' is no JSON value (a text is in double quotes)";
    }
    Matcher escape = ESCAPE.matcher(message);
    if (escape.matches()) {
      return "JSON has no escape '\\" + escape.group(1) + "'";
    }
    if (message.startsWith("Illegal unquoted character")) {
      return "a text goes over the end of its line, or has a control character (write \\n"
          + ", \\u0009)";
    }
    if (message.startsWith("Invalid numeric value") || message.contains("numeric value")) {
      return "this is no JSON number";
    }
    return "this is not JSON";
  }

  private static String unfinished(String message) {
    return message.contains("Object")
        ? "an object is closed with '}'"
        : message.contains("Array") ? "an array is closed with ']'" : "a value is complete";
  }

  private static String expected(String rest) {
    return EXPECTED.stream()
        .filter(row -> rest.contains(row.getFirst()))
        .map(row -> row.getLast())
        .findFirst()
        .orElse("");
  }
}
