package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.internal.words.SourceTokens.Kind;
import dev.barnacle.watch.internal.words.SourceTokens.Token;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An operation as the source has it: its operator stands where the operation's place is, and around
 * it are its operands. Of what a macro makes, or of what cannot be told from the text alone (a
 * parenthesis may be a cast), there is none.
 */
final class SourceOperation {
  private static final int MOST_LENGTH = 160;
  private static final int UNARY = 11;
  private static final int ADDITIVE = 9;

  private static final Map<String, Integer> PRECEDENCE =
      Map.ofEntries(
          Map.entry("*", UNARY - 1),
          Map.entry("/", UNARY - 1),
          Map.entry("%", UNARY - 1),
          Map.entry("+", ADDITIVE),
          Map.entry("-", ADDITIVE),
          Map.entry("<<", 8),
          Map.entry(">>", 8),
          Map.entry("<", 7),
          Map.entry(">", 7),
          Map.entry("<=", 7),
          Map.entry(">=", 7),
          Map.entry("==", 6),
          Map.entry("!=", 6),
          Map.entry("&", 5),
          Map.entry("^", 4),
          Map.entry("|", 3),
          Map.entry("&&", 2),
          Map.entry("||", 1));

  private static final Set<String> PREFIXES = Set.of("-", "+", "!", "~", "*", "&", "++", "--");

  /** Words behind which no operand ends. */
  private static final Set<String> STATEMENTS =
      Set.of("if", "while", "for", "switch", "return", "case", "else", "do", "goto");

  private static final Pattern TYPE =
      Pattern.compile(
          "(?:(?:const|volatile|unsigned|signed|private|local|global|constant|__\\w+)\\s*)*"
              + "(?:bool|u?(?:char|short|int|long)\\d*|half\\d*|float\\d*|double\\d*"
              + "|size_t|ptrdiff_t|u?intptr_t|unsigned|signed)(?:\\s*(?:const|volatile|\\*))*");

  private static final Pattern NAME = Pattern.compile("\\w+");

  private final SourceTokens tokens;
  private final List<Token> all;

  /**
   * The words of the source.
   *
   * @param text the operation
   * @param first its first operand
   * @param changed the variable that it changes; empty for none
   */
  record Words(String text, String first, String changed) {}

  /** The place of an operand, or of an operation: from one token to another one. */
  private record Span(int from, int to) {}

  /** Tells that the text alone does not say what something is. */
  private static final class UnsureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsureException() {
      super("", null, false, false);
    }
  }

  private SourceOperation(SourceTokens tokens) {
    this.tokens = tokens;
    this.all = tokens.all();
  }

  /**
   * Returns an operation's words.
   *
   * @param texts the sources in memory, by the names that places have; others are looked for on
   *     disk
   * @return null where they are not known for sure
   */
  static @Nullable Words of(Binary operation, Map<String, String> texts) {
    Location at = operation.location();
    if (at == null || at.line() < 1 || at.knownColumn() < 1) {
      return null;
    }
    SourceTokens own = SourceTokens.of(at.file(), texts);
    Words words = own == null ? null : of(operation, at, own);
    if (words != null || texts.containsKey(at.file())) {
      return words;
    }
    for (Map.Entry<String, String> each : texts.entrySet()) { // one may say that it is of the file
      if (each.getValue().contains(at.file())) {
        return of(operation, at, SourceTokens.of(each.getKey(), each.getValue()));
      }
    }
    return null;
  }

  private static @Nullable Words of(Binary operation, Location at, SourceTokens tokens) {
    int found = -1;
    for (int i = 0; i < tokens.all().size(); i++) {
      Token token = tokens.all().get(i);
      if (token.line() == at.line()
          && token.column() == at.column()
          && token.file().equals(at.file())
          && token.kind() != Kind.DIRECTIVE) {
        if (found >= 0) {
          return null; // two places of one name
        }
        found = i;
      }
    }
    try {
      return found < 0 ? null : new SourceOperation(tokens).words(found, operation);
    } catch (UnsureException e) {
      return null;
    }
  }

  private @Nullable Words words(int operator, Binary operation) {
    String sign = all.get(operator).text();
    String plain =
        switch (operation.op()) {
          case ADD -> "+";
          case SUB -> "-";
          case MUL -> "*";
          case SHL -> "<<";
          default -> "";
        };
    boolean steps = sign.equals("++") || sign.equals("--");
    if (!(sign.equals(plain) || sign.equals(plain + "=") || (steps && plain.matches("[-+]")))) {
      return null;
    }
    boolean negates = operation.operand(0) instanceof IntConstant zero && zero.unsigned() == 0;
    if (steps) {
      return step(operator);
    }
    if (!sign.equals(plain)) {
      Span changed = leftOperand(operator, UNARY, true);
      return words(new Span(changed.from(), restOf(operator + 1)), changed);
    }
    if (!isBinary(operator, negates)) {
      return negates && sign.equals("-")
          ? words(new Span(operator, operand(operator).to()), null)
          : null;
    }
    int precedence = PRECEDENCE.getOrDefault(sign, 0);
    int from = leftOperand(operator, precedence, true).from();
    return words(new Span(from, rightOperand(operator + 1, precedence + 1)), null);
  }

  private @Nullable Words step(int operator) {
    if (operator > 0 && isOperandEnd(operator - 1)) {
      Span changed = leftOperand(operator, UNARY, false);
      return words(new Span(changed.from(), operator), changed);
    }
    Span changed = operand(operator + 1);
    return words(new Span(operator, changed.to()), changed);
  }

  private @Nullable Words words(Span span, @Nullable Span changed) {
    String text = text(span);
    return text.length() > MOST_LENGTH
        ? null
        : new Words(text, text(firstIn(span)), changed == null ? "" : text(changed));
  }

  /** Returns the text without comments and with no more than a blank between tokens. */
  private String text(Span span) {
    StringBuilder text = new StringBuilder();
    for (int i = span.from(); i <= span.to(); i++) {
      Token token = all.get(i);
      if (token.kind() == Kind.DIRECTIVE || tokens.isTorn(token.text())) {
        throw new UnsureException();
      }
      text.append(i > span.from() && token.apart() ? " " : "").append(token.text());
    }
    return text.toString();
  }

  private Token at(int index) {
    if (index < 0 || index >= all.size()) {
      throw new UnsureException();
    }
    return all.get(index);
  }

  private boolean is(int index, String sign) {
    return index >= 0 && index < all.size() && all.get(index).text().equals(sign);
  }

  private boolean isOperandEnd(int index) {
    Token token = at(index);
    return switch (token.kind()) {
      case NAME -> !STATEMENTS.contains(token.text());
      case NUMBER, LITERAL -> true;
      case SIGN -> token.text().equals(")") || token.text().equals("]") || isStepBehind(index);
      case DIRECTIVE -> false;
    };
  }

  private boolean isStepBehind(int index) {
    return (is(index, "++") || is(index, "--")) && index > 0 && isOperandEnd(index - 1);
  }

  private boolean isOperandStart(int index) {
    Token token = at(index);
    return token.text().equals("(")
        || (token.kind() == Kind.NAME && !STATEMENTS.contains(token.text()))
        || token.kind() == Kind.NUMBER
        || token.kind() == Kind.LITERAL;
  }

  /** Returns whether a sign stands between two operands, not before the one that it belongs to. */
  private boolean isBinary(int sign, boolean mayNegate) {
    if (sign == 0 || !isOperandEnd(sign - 1)) {
      return false;
    }
    if (!is(sign - 1, ")") || !PREFIXES.contains(at(sign).text())) {
      return true;
    }
    int open = openOf(sign - 1);
    if (isStatement(open - 1)) {
      return false;
    }
    if (isOperandEnd(open - 1)) {
      return true; // a call
    }
    return switch (cast(open, sign - 1)) {
      case YES -> false;
      case NO -> true;
      case MAYBE -> {
        if (mayNegate) {
          throw new UnsureException();
        }
        yield true;
      }
    };
  }

  private boolean isStatement(int index) {
    return index >= 0
        && all.get(index).kind() == Kind.NAME
        && STATEMENTS.contains(all.get(index).text());
  }

  private enum Answer {
    YES,
    NO,
    MAYBE
  }

  /** Returns whether what stands in parentheses is a type. */
  private Answer cast(int open, int close) {
    StringBuilder inner = new StringBuilder();
    for (int i = open + 1; i < close; i++) {
      inner.append(inner.isEmpty() ? "" : " ").append(all.get(i).text());
    }
    String text = inner.toString();
    return TYPE.matcher(text).matches()
        ? Answer.YES
        : NAME.matcher(text).matches() || text.endsWith("*") ? Answer.MAYBE : Answer.NO;
  }

  private int openOf(int close) {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
      depth += is(i, ")") || is(i, "]") ? 1 : is(i, "(") || is(i, "[") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new UnsureException();
  }

  private int closeOf(int open) {
    int depth = 0;
    for (int i = open; i < all.size(); i++) {
      depth += is(i, "(") || is(i, "[") ? 1 : is(i, ")") || is(i, "]") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new UnsureException();
  }

  // ---- to the left ----

  /**
   * Returns what stands left of an operator and belongs to it.
   *
   * @param least the precedence that operators in it have at least
   * @param prefixes whether it has the signs before it
   */
  private Span leftOperand(int operator, int least, boolean prefixes) {
    int from = primary(operator - 1);
    while (prefixes) {
      from = prefixed(from);
      String before = from == 0 ? "" : all.get(from - 1).text();
      if (PRECEDENCE.getOrDefault(before, 0) < least) {
        break;
      }
      from = primary(from - 2);
    }
    return new Span(from, operator - 1);
  }

  /** Returns where what ends at a token begins: a name or parentheses, with what is behind. */
  private int primary(int end) {
    int i = end;
    while (true) {
      if (isStepBehind(i)) {
        i--;
      } else if (is(i, "]")) {
        i = openOf(i) - 1;
      } else if (is(i, ")")) {
        int open = openOf(i);
        if (open == 0 || isStatement(open - 1) || !isOperandEnd(open - 1)) {
          return open;
        }
        if (is(open - 1, ")") && cast(openOf(open - 1), open - 1) == Answer.YES) {
          return open;
        }
        if (is(open - 1, ")")) {
          throw new UnsureException(); // a cast, a call, or a condition's end
        }
        i = open - 1;
      } else if (isOperandEnd(i)) {
        if (!is(i - 1, ".") && !is(i - 1, "->")) {
          return i;
        }
        i -= 2;
      } else {
        throw new UnsureException();
      }
    }
  }

  /** Returns where an operand begins with the signs and casts before it. */
  private int prefixed(int from) {
    int i = from;
    while (i > 0) {
      if (is(i - 1, ")")) {
        int open = openOf(i - 1);
        if (isStatement(open - 1)) {
          return i; // a condition's end
        }
        i = open;
      } else if (PREFIXES.contains(all.get(i - 1).text()) && !isBinary(i - 1, true)) {
        i--;
      } else {
        return i;
      }
    }
    return i;
  }

  // ---- to the right ----

  /** Returns where the operand that begins at a token ends. */
  private int rightOperand(int from, int least) {
    int to = operand(from).to();
    while (to + 2 < all.size() && PRECEDENCE.getOrDefault(all.get(to + 1).text(), 0) >= least) {
      to = operand(to + 2).to();
    }
    return to;
  }

  /** Returns an operand with the signs and casts before it and the calls and indices behind. */
  private Span operand(int from) {
    int i = from;
    while (true) {
      if (PREFIXES.contains(at(i).text())) {
        i++;
      } else if (is(i, "(")) {
        int close = closeOf(i);
        Answer cast = cast(i, close);
        boolean sign = PREFIXES.contains(at(close + 1).text());
        boolean behind = isOperandStart(close + 1);
        if (cast == Answer.MAYBE && sign) {
          throw new UnsureException();
        }
        if (!(cast == Answer.YES || (behind && !is(close + 1, "(")))) {
          return new Span(from, suffixed(close));
        }
        i = close + 1;
      } else if (isOperandStart(i)) {
        return new Span(from, suffixed(i));
      } else {
        throw new UnsureException();
      }
    }
  }

  private int suffixed(int end) {
    int i = end;
    while (i + 1 < all.size()) {
      if (is(i + 1, "(") || is(i + 1, "[")) {
        i = closeOf(i + 1);
      } else if (is(i + 1, "++") || is(i + 1, "--")) {
        i++;
      } else if (is(i + 1, ".") || is(i + 1, "->")) {
        i += 2;
      } else {
        return i;
      }
    }
    throw new UnsureException();
  }

  /** Returns where what is assigned ends. */
  private int restOf(int from) {
    int i = from;
    while (!is(i, ";") && !is(i, ",") && !is(i, ")") && !is(i, "]") && !is(i, "}")) {
      i = is(i, "(") || is(i, "[") ? closeOf(i) + 1 : i + 1;
      at(i);
    }
    return i - 1;
  }

  /** Returns the operand that an operation begins with, out of its parentheses and casts. */
  private Span firstIn(Span span) {
    int i = span.from();
    while (is(i, "(")) {
      i = is(closeOf(i) + 1, "(") || isOperandStart(closeOf(i) + 1) ? closeOf(i) + 1 : i + 1;
    }
    return new Span(i, operand(i).to());
  }
}
