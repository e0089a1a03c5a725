package dev.barnacle.cli.internal.fix;

import dev.barnacle.cli.internal.report.SourceFix;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bounds: a guard, a loop's end, a wider type for a product that wrapped, a divisor's guard. */
final class GuardRule implements EditRule {
  private static final Set<FindingKind> KINDS =
      Set.of(
          FindingKind.OUT_OF_BOUNDS,
          FindingKind.DATA_RACE,
          FindingKind.UNINITIALIZED_READ,
          FindingKind.DIVISION_BY_ZERO,
          FindingKind.INVALID_ARGUMENT);
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\b(?:int|uint|long|ulong|size_t|short|ushort|unsigned)\\s+(\\w+)\\s*(?=[,)])");
  private static final Pattern SUBSCRIPT = Pattern.compile("(\\w+)\\s*\\[");
  private static final Pattern AT_MOST = Pattern.compile("<=");
  private static final Pattern NARROW =
      Pattern.compile(
          "^(\\s*)((?:const\\s+)?)(?:unsigned"
              + " int|unsigned|int|uint|short|ushort|char|uchar)(\\s+\\w+\\s*=)(.*)$");
  private static final Pattern DIVISION = Pattern.compile("([/%])\\s*(\\w+(?:\\[[^\\]]*\\])?)");

  @Override
  public List<Edit> edits(Finding finding, Code code) {
    if (!KINDS.contains(finding.kind())) {
      return List.of();
    }
    List<Edit> edits = new ArrayList<>();
    List<Integer> lines = Places.lines(finding, code);
    if (lines.isEmpty()) {
      return List.of();
    }
    if (finding.kind() == FindingKind.DIVISION_BY_ZERO) {
      divisor(code, lines.getFirst(), edits);
      return edits;
    }
    int line = lines.getFirst();
    loops(code, line, edits);
    widen(code, line, edits);
    if (finding.kind() == FindingKind.OUT_OF_BOUNDS || finding.kind() == FindingKind.DATA_RACE) {
      for (int each : Set.copyOf(lines)) {
        guards(finding, code, each, edits);
      }
    }
    return edits;
  }

  private static void loops(Code code, int line, List<Edit> edits) {
    for (Code.Block block : code.around(line)) {
      for (int head = block.head(); head <= block.open(); head++) {
        Matcher most = AT_MOST.matcher(code.line(head));
        if ((block.isLoop() || block.isBranch()) && most.find()) {
          edits.add(
              Edit.replace(
                  "write < in line " + head, 0, code.file(), head, most.replaceFirst("<")));
        }
      }
    }
    if (code.bare(line).contains("<=")) {
      edits.add(
          Edit.replace(
              "write < in line " + line,
              0,
              code.file(),
              line,
              AT_MOST.matcher(code.line(line)).replaceFirst("<")));
    }
  }

  /** Products of {@code int}, and indices in small types, are computed in {@code size_t}. */
  private static void widen(Code code, int line, List<Edit> edits) {
    code.function(line)
        .ifPresent(
            function -> {
              for (int at = function.open() + 1; at <= line; at++) {
                Matcher narrow = NARROW.matcher(code.line(at));
                if (narrow.matches()) {
                  String value = narrow.group(4);
                  String wide =
                      value.contains("*")
                          ? value.replaceFirst("(\\w+(?:\\([^()]*\\))?)\\s*\\*", "(size_t)$1 *")
                          : value;
                  edits.add(
                      Edit.replace(
                          "compute line " + at + " in size_t",
                          0,
                          code.file(),
                          at,
                          narrow.group(1) + narrow.group(2) + "size_t" + narrow.group(3) + wide));
                }
              }
            });
  }

  private static void divisor(Code code, int line, List<Edit> edits) {
    Matcher division = DIVISION.matcher(code.line(line));
    while (division.find()) {
      String by = division.group(2);
      String guarded = code.indent(line) + "if (" + by + " != 0)";
      edits.add(Edit.insert("divide only by what is not 0", 0, code.file(), line, guarded));
    }
  }

  private static void guards(Finding finding, Code code, int line, List<Edit> edits) {
    int start = code.start(line);
    int end = code.end(line);
    String statement = code.text(start, end).strip();
    List<String> bounds = bounds(finding, code, line);
    returns(code, line, bounds, edits);
    borders(code, line, edits);
    images(code, line, edits);
    vectors(code, line, bounds, edits);
    Optional<String> index = index(finding, code, line);
    if (index.isEmpty() || statement.endsWith("{")) {
      return;
    }
    boolean declares = statement.matches("(?:const\\s+)?\\w+\\s+\\w+\\s*=.*");
    for (String bound : bounds) {
      for (String lower : List.of("", "0 <= " + index.get() + " && ")) {
        String condition = lower + index.get() + " < " + bound;
        if (declares) {
          int equals = code.line(line).indexOf('=');
          String text = code.line(line);
          int semicolon = text.lastIndexOf(';');
          if (start == end && equals > 0 && semicolon > equals) {
            edits.add(
                Edit.replace(
                    "read in line " + line + " only within the bounds",
                    0,
                    code.file(),
                    line,
                    text.substring(0, equals + 1)
                        + " "
                        + condition
                        + " ?"
                        + text.substring(equals + 1, semicolon)
                        + " : 0;"));
          }
        } else {
          edits.add(
              Edit.insert(
                  "guard the access in line " + line + " by its bounds",
                  0,
                  code.file(),
                  start,
                  code.indent(start) + "if (" + condition + ")"));
        }
      }
    }
  }

  /** A border less in the conditions around. */
  private static void borders(Code code, int line, List<Edit> edits) {
    Pattern less = Pattern.compile("<\\s*(\\w+)(?=\\s*(?:\\)|&&|;))");
    for (int at : heads(code, line)) {
      Matcher bound = less.matcher(code.line(at));
      while (bound.find()) {
        String text =
            code.line(at).substring(0, bound.end()) + " - 1" + code.line(at).substring(bound.end());
        edits.add(
            Edit.replace(
                "end one before " + bound.group(1) + " in line " + at, 0, code.file(), at, text));
      }
    }
  }

  /** Returns the lines of the conditions and loops that a line is in. */
  private static List<Integer> heads(Code code, int line) {
    List<Integer> heads = new ArrayList<>();
    for (Code.Block block : code.around(line)) {
      for (int at = block.head(); at <= block.open(); at++) {
        if (block.isLoop() || block.isBranch()) {
          heads.add(at);
        }
      }
    }
    for (int at = code.start(line); at <= line; at++) {
      if (code.bare(at).strip().matches("(?:else\\s+)?(?:if|for|while)\\b.*")) {
        heads.add(at);
      }
    }
    return heads;
  }

  private static void images(Code code, int line, List<Edit> edits) {
    Pattern access =
        Pattern.compile(
            "\\b(?:read|write)_image\\w*\\(\\s*(\\w+)\\s*,(?:\\s*\\w+\\s*,)?\\s*\\(int2\\)\\s*\\(([^,()]+),([^()]+)\\)");
    Matcher found = access.matcher(code.bare(line));
    while (found.find()) {
      String image = found.group(1);
      edits.add(
          Edit.insert(
              "leave out what is outside of " + image,
              0,
              code.file(),
              code.start(line),
              code.indent(code.start(line))
                  + "if (%s < get_image_width(%s) && %s < get_image_height(%s))"
                      .formatted(found.group(2).strip(), image, found.group(3).strip(), image)));
    }
  }

  private static void vectors(Code code, int line, List<String> bounds, List<Edit> edits) {
    Pattern access = Pattern.compile("\\bv(?:load|store)(2|3|4|8|16)\\s*\\(");
    Matcher found = access.matcher(code.bare(line));
    while (found.find()) {
      List<String> arguments = arguments(code.bare(line), found.end());
      int at = code.bare(line).startsWith("vload", found.start()) ? 0 : 1;
      if (arguments.size() > at) {
        String index = arguments.get(at).strip();
        String first = index.matches("\\w+") ? index : "(" + index + ")";
        for (String bound : bounds) {
          String condition =
              found.group(1) + " * " + first + " + " + found.group(1) + " <= " + bound;
          edits.add(
              Edit.insert(
                  "guard the vector of line " + line + " by " + bound,
                  0,
                  code.file(),
                  code.start(line),
                  code.indent(code.start(line)) + "if (" + condition + ")"));
        }
      }
    }
  }

  private static List<String> arguments(String text, int from) {
    List<String> arguments = new ArrayList<>();
    int depth = 0;
    int start = from;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (depth == 0 && (c == ',' || c == ')')) {
        arguments.add(text.substring(start, i));
        start = i + 1;
        if (c == ')') {
          break;
        }
      }
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    }
    return arguments;
  }

  /** A guard of the whole kernel, where that has no barrier. */
  private static void returns(Code code, int line, List<String> bounds, List<Edit> edits) {
    Pattern id = Pattern.compile("\\b(\\w+)\\s*=\\s*get_global_id\\s*\\(");
    if (!code.linesWith(line, BarrierRule.BARRIER).isEmpty()) {
      return;
    }
    List<String> names = new ArrayList<>();
    int last = 0;
    for (int at : code.linesWith(line, id)) {
      Matcher found = id.matcher(code.bare(at));
      while (found.find()) {
        names.add(found.group(1));
      }
      last = code.end(at);
    }
    for (String name : names) {
      for (String bound : bounds) {
        if (!bound.equals(name)) {
          edits.add(returned(code, last, name, name + " >= " + bound));
          for (String other : names) {
            for (String second : bounds) {
              if (!other.equals(name)
                  && !second.equals(bound)
                  && names.indexOf(other) > names.indexOf(name)) {
                String both = name + " >= " + bound + " || " + other + " >= " + second;
                edits.add(returned(code, last, name + " or " + other, both));
              }
            }
          }
        }
      }
    }
  }

  private static Edit returned(Code code, int after, String name, String condition) {
    String indent = code.indent(after);
    return new Edit(
        "return where " + name + " is no index",
        0,
        List.of(
            new SourceFix.Change(
                code.file(),
                after + 1,
                0,
                List.of(indent + "if (" + condition + ")", indent + "  return;"))));
  }

  /** Returns the integers that are parameters, and the object's size where it is an array. */
  private static List<String> bounds(Finding finding, Code code, int line) {
    List<String> bounds = new ArrayList<>();
    code.function(line)
        .ifPresent(
            function -> {
              Matcher parameter = PARAMETER.matcher(function.text());
              while (parameter.find()) {
                bounds.add(parameter.group(1));
              }
            });
    int parameters = bounds.size();
    for (int i = 0; i < Math.min(4, parameters); i++) {
      for (int k = i + 1; k < Math.min(4, parameters); k++) {
        bounds.add(bounds.get(i) + " * " + bounds.get(k));
      }
    }
    if (finding.names().elements() > 0 && !finding.names().type().isEmpty()) {
      bounds.add(String.valueOf(finding.names().elements()));
    }
    return bounds;
  }

  /** Returns the subscript of the object in a line: of the access's column, or the first of it. */
  private static Optional<String> index(Finding finding, Code code, int line) {
    String text = code.bare(line);
    String best = null;
    Matcher subscript = SUBSCRIPT.matcher(text);
    while (subscript.find()) {
      int close = closing(text, subscript.end() - 1);
      if (close > 0 && (best == null || isAt(finding, line, subscript.start(), close))) {
        best = text.substring(subscript.end(), close).strip();
      }
    }
    return Optional.ofNullable(best).map(i -> i.matches("\\w+") ? i : "(" + i + ")");
  }

  private static boolean isAt(Finding finding, int line, int from, int to) {
    Location at = finding.accesses().getFirst().location();
    return at != null && at.line() == line && at.column() - 1 >= from && at.column() - 1 <= to;
  }

  private static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '[' ? 1 : text.charAt(i) == ']' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }
}
