package dev.barnacle.cli.internal.explore;

import dev.barnacle.command.input.InputException;
import dev.barnacle.explore.KernelOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a condition on final memory, by C's precedence. */
final class AssertionReader {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(0[xX][0-9a-fA-F]+|\\d+\\.(?!\\.)\\d*(?:[eE][-+]?\\d+)?f?|\\d+|[A-Za-z_]\\w*"
              + "|==>|\\.\\.|&&|\\|\\||[=!<>]=|<<|>>|[-+*/%<>!~&|^()\\[\\]:,])");

  /** The operators on two operands, the loosest first. */
  private static final List<List<String>> LEVELS =
      List.of(
          List.of("==>"),
          List.of("||"),
          List.of("&&"),
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!="),
          List.of("<", "<=", ">", ">="),
          List.of("<<", ">>"),
          List.of("+", "-"),
          List.of("*", "/", "%"));

  /** Gives a number, a Long or a Double. */
  private interface Term {
    Number of(KernelOutcome.State state, Map<String, Long> names);
  }

  private final String option;
  private final String text;
  private final ExploredMemory memory;
  private final List<String> tokens = new ArrayList<>();

  /** The names that are bound by nothing, with the objects that they are an index of. */
  private final Map<String, Long> free = new LinkedHashMap<>();

  private final List<String> bound = new ArrayList<>();
  private int next;

  AssertionReader(String option, String text, ExploredMemory memory) {
    this.option = option;
    this.text = text;
    this.memory = memory;
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    while (matcher.lookingAt()) {
      tokens.add(matcher.group(1));
      at = matcher.end();
      matcher.region(at, text.length());
    }
    if (!text.substring(at).isBlank()) {
      throw error("'" + text.substring(at).strip().charAt(0) + "' is not understood");
    }
  }

  private InputException error(String what) {
    return new InputException(option + " '" + text + "': " + what);
  }

  /** Reads it whole; names that are bound by nothing are bound by forall. */
  Assertion.Condition read() {
    Term term = term();
    if (next < tokens.size()) {
      throw error("'" + tokens.get(next) + "' is not expected here");
    }
    Term all = term;
    for (Map.Entry<String, Long> name : free.entrySet()) {
      long count = name.getValue();
      if (count < 0) {
        throw error("there is no '" + name.getKey() + "'");
      }
      all = quantified(true, name.getKey(), 0, count - 1, all);
    }
    Term whole = all;
    return (state, names) -> isTrue(whole.of(state, names));
  }

  private static boolean isTrue(Number value) {
    return value instanceof Double d ? d != 0 : value.longValue() != 0;
  }

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : "";
  }

  private boolean accept(String token) {
    boolean is = peek().equals(token);
    next += is ? 1 : 0;
    return is;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw error(
          "'" + token + "' is expected" + (peek().isEmpty() ? "" : " before '" + peek() + "'"));
    }
  }

  private Term term() {
    if (peek().equals("forall") || peek().equals("exists")) {
      return quantifier();
    }
    return level(0);
  }

  private Term quantifier() {
    boolean all = tokens.get(next++).equals("forall");
    String name = peek();
    next++;
    if (!name.matches("[A-Za-z_]\\w*")) {
      throw error("a name is expected after " + (all ? "forall" : "exists"));
    }
    Term first = null;
    Term last = null;
    if (accept("in")) {
      first = level(9);
      expect("..");
      last = level(9);
    }
    expect(":");
    bound.add(name);
    Long outer = free.remove(name);
    Term body = term();
    bound.removeLast();
    Long count = free.remove(name);
    if (outer != null) {
      free.put(name, outer);
    }
    if (first != null && last != null) {
      Term from = first;
      Term to = last;
      return (state, names) ->
          quantified(
                  all,
                  name,
                  from.of(state, names).longValue(),
                  to.of(state, names).longValue(),
                  body)
              .of(state, names);
    }
    if (count == null || count < 0) {
      throw error("say what '" + name + "' goes over: " + name + " in FIRST..LAST");
    }
    return quantified(all, name, 0, count - 1, body);
  }

  private static Term quantified(boolean all, String name, long first, long last, Term body) {
    return (state, names) -> {
      Long before = names.get(name);
      boolean result = all;
      for (long i = first; i <= last && result == all; i++) {
        names.put(name, i);
        result = isTrue(body.of(state, names));
      }
      if (before == null) {
        names.remove(name);
      } else {
        names.put(name, before);
      }
      return result ? 1L : 0L;
    };
  }

  private Term level(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    Term left = level(level + 1);
    while (LEVELS.get(level).contains(peek())) {
      String operator = tokens.get(next++);
      Term a = left;
      Term b = level == 0 ? term() : level(level + 1);
      left =
          switch (operator) {
            case "&&" -> (s, n) -> isTrue(a.of(s, n)) && isTrue(b.of(s, n)) ? 1L : 0L;
            case "||" -> (s, n) -> isTrue(a.of(s, n)) || isTrue(b.of(s, n)) ? 1L : 0L;
            case "==>" -> (s, n) -> !isTrue(a.of(s, n)) || isTrue(b.of(s, n)) ? 1L : 0L;
            default -> (s, n) -> apply(operator, a.of(s, n), b.of(s, n));
          };
    }
    return left;
  }

  private Number apply(String operator, Number a, Number b) {
    if (a instanceof Double || b instanceof Double) {
      return floats(operator, a.doubleValue(), b.doubleValue());
    }
    long x = a.longValue();
    long y = b.longValue();
    if (y == 0 && (operator.equals("/") || operator.equals("%"))) {
      throw error("division by zero");
    }
    return switch (operator) {
      case "+" -> x + y;
      case "-" -> x - y;
      case "*" -> x * y;
      case "/" -> x / y;
      case "%" -> x % y;
      case "<<" -> x << y;
      case ">>" -> x >> y;
      case "&" -> x & y;
      case "|" -> x | y;
      case "^" -> x ^ y;
      default -> compare(operator, Long.compare(x, y));
    };
  }

  private Number floats(String operator, double x, double y) {
    return switch (operator) {
      case "+" -> x + y;
      case "-" -> x - y;
      case "*" -> x * y;
      case "/" -> x / y;
      case "==" -> x == y ? 1L : 0L;
      case "!=" -> x != y ? 1L : 0L;
      case "<" -> x < y ? 1L : 0L;
      case "<=" -> x <= y ? 1L : 0L;
      case ">" -> x > y ? 1L : 0L;
      case ">=" -> x >= y ? 1L : 0L;
      default -> throw error("'" + operator + "' is for integers");
    };
  }

  private static Number compare(String operator, int sign) {
    boolean holds =
        switch (operator) {
          case "==" -> sign == 0;
          case "!=" -> sign != 0;
          case "<" -> sign < 0;
          case "<=" -> sign <= 0;
          case ">" -> sign > 0;
          default -> sign >= 0;
        };
    return holds ? 1L : 0L;
  }

  private Term unary() {
    if (accept("!")) {
      Term a = unary();
      return (s, n) -> isTrue(a.of(s, n)) ? 0L : 1L;
    }
    if (accept("-")) {
      Term a = unary();
      return (s, n) -> apply("-", 0L, a.of(s, n));
    }
    if (accept("~")) {
      Term a = unary();
      return (s, n) -> apply("^", -1L, a.of(s, n));
    }
    if (accept("(")) {
      Term a = term();
      expect(")");
      return a;
    }
    String token = peek();
    next++;
    if (token.isEmpty()) {
      throw error("something is missing at the end");
    }
    if (Character.isDigit(token.charAt(0))) {
      Number value = number(token);
      return (s, n) -> value;
    }
    if (!Character.isJavaIdentifierStart(token.charAt(0))) {
      throw error("'" + token + "' is not expected here");
    }
    return named(token);
  }

  private static Number number(String token) {
    if (token.startsWith("0x") || token.startsWith("0X")) {
      return Long.parseUnsignedLong(token.substring(2), 16);
    }
    return token.contains(".")
        ? (Number) Double.valueOf(token.replace("f", ""))
        : (Number) Long.valueOf(token);
  }

  private Term named(String name) {
    int object = memory.object(name);
    if (object >= 0) {
      return element(name, object);
    }
    if (peek().equals("[")) {
      throw error("there is no buffer '" + name + "'");
    }
    if (!bound.contains(name)) {
      free.putIfAbsent(name, -1L);
    }
    return (s, n) -> n.getOrDefault(name, 0L);
  }

  private Term element(String name, int object) {
    if (!accept("[")) {
      Element first = memory.element(object, 0);
      return (s, n) -> value(first, s);
    }
    String index = peek();
    boolean simple = index.matches("[A-Za-z_]\\w*") && memory.object(index) < 0;
    Term at = level(1);
    expect("]");
    if (simple && (bound.contains(index) || free.containsKey(index))) {
      free.merge(index, memory.count(object), (a, b) -> a < 0 ? b : Math.min(a, b));
    }
    return (s, n) -> {
      long i = at.of(s, n).longValue();
      if (i < 0 || i >= memory.count(object)) {
        throw error(name + "[" + i + "] is outside of " + name);
      }
      return value(memory.element(object, i), s);
    };
  }

  private static Number value(Element element, KernelOutcome.State state) {
    Number value = element.value(state);
    return value instanceof Float f ? (Number) Double.valueOf(f) : value;
  }
}
