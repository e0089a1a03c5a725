package dev.barnacle.cli.internal.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel within a program's text: its parameters, and the places between its statements.
 *
 * @param text the program
 * @param parametersEnd the index of the parenthesis behind its parameters
 * @param parameters the text between its parentheses
 * @param sites indices where a statement may be added, as far as braces tell
 */
public record KernelSource(String text, int parametersEnd, String parameters, List<Integer> sites) {
  public KernelSource {
    sites = List.copyOf(sites);
  }

  /** Finds a kernel; empty where macros hide it. */
  static Optional<KernelSource> find(String text, String kernel) {
    String plain = withoutComments(text);
    Matcher head =
        Pattern.compile(
                "\\b(__)?kernel\\b[^;{}]*?\\b" + Pattern.quote(kernel) + "\\s*\\(", Pattern.DOTALL)
            .matcher(plain);
    if (!head.find()) {
      return Optional.empty();
    }
    int close = end(plain, head.end() - 1, '(', ')');
    int open = close < 0 ? -1 : plain.indexOf('{', close);
    int last = open < 0 ? -1 : end(plain, open, '{', '}');
    if (last < 0 || plain.substring(close, open).contains(";")) {
      return Optional.empty();
    }
    String parameters = plain.substring(head.end(), close);
    return Optional.of(new KernelSource(text, close, parameters, sites(plain, open, last)));
  }

  /** Returns the index of what closes at a level; -1 where nothing does. */
  private static int end(String text, int from, char opens, char closes) {
    int depth = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == opens ? 1 : c == closes ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static List<Integer> sites(String text, int from, int to) {
    List<Integer> sites = new ArrayList<>();
    int parentheses = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      parentheses += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      boolean ends = c == ';' || c == '}' || (c == '{' && !isInitializer(text, i));
      if (ends && parentheses == 0 && mayFollow(text, i + 1)) {
        sites.add(i + 1);
      }
    }
    return sites;
  }

  /** Returns whether a brace opens a list of values. */
  private static boolean isInitializer(String text, int brace) {
    String before = text.substring(0, brace).stripTrailing();
    return before.endsWith("=") || before.endsWith(",") || before.endsWith("{");
  }

  /** Returns whether a statement may stand at an index: nothing there goes on with the last one. */
  private static boolean mayFollow(String text, int index) {
    String rest = text.substring(index, Math.min(text.length(), index + 200)).stripLeading();
    return !rest.startsWith(";")
        && !rest.startsWith(",")
        && !rest.startsWith(")")
        && !rest.matches("(?s)(else|while)\\b.*");
  }

  /** Returns the text with spaces for comments, strings and lines of the preprocessor. */
  private static String withoutComments(String text) {
    Matcher parts =
        Pattern.compile(
                "/\\*.*?\\*/|//[^\\n]*|\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'"
                    + "|^[ \\t]*#([^\\n\\\\]|\\\\.)*",
                Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(text);
    return parts.replaceAll(part -> part.group().replaceAll("[^\\n]", " "));
  }

  /** Returns the program with a parameter more, and statements at sites, which are in order. */
  String with(String parameter, List<Integer> places, List<String> statements) {
    StringBuilder out = new StringBuilder(text);
    for (int i = places.size() - 1; i >= 0; i--) {
      out.insert(places.get(i), statements.get(i));
    }
    boolean none = parameters.isBlank() || parameters.strip().equals("void");
    if (none) {
      return out.replace(parametersEnd - parameters.length(), parametersEnd, parameter).toString();
    }
    return out.insert(parametersEnd, ", " + parameter).toString();
  }
}
