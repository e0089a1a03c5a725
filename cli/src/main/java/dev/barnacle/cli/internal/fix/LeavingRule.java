package dev.barnacle.cli.internal.fix;

import dev.barnacle.cli.internal.report.SourceFix;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Work-items that leave before a barrier or a collective, by a return or by a loop's end, come to
 * it: what is between runs for the others alone.
 */
final class LeavingRule implements EditRule {
  private static final Pattern EARLY = Pattern.compile("\\breturn\\s*;");
  private static final Pattern CONDITION =
      Pattern.compile("^\\s*if\\s*\\((.*)\\)\\s*\\{?\\s*return\\s*;\\s*\\}?\\s*$");
  private static final Pattern LOOP =
      Pattern.compile(
          "^(\\s*)for\\s*\\(\\s*((?:\\w+\\s+)+?)(\\w+)\\s*=\\s*([^;]+);\\s*(\\w+)\\s*<\\s*([^;]+);([^;]*)\\)(\\s*\\{)$");
  private static final Pattern COLLECTIVE =
      Pattern.compile("\\b((?:work|sub)_group_(?!barrier)\\w+)\\s*\\(");
  private static final Pattern DECLARES =
      Pattern.compile("^(?:const\\s+)?(?:unsigned\\s+)?[a-z]\\w*\\s+\\*?\\w+\\s*(?:[=\\[;,].*)$");

  @Override
  public List<Edit> edits(Finding finding, Code code) {
    List<Edit> edits = new ArrayList<>();
    for (int line : Places.linesOfDivergence(finding, code)) {
      for (int early : code.linesWith(line, EARLY)) {
        returned(code, early).ifPresent(edits::add);
      }
      for (int head : code.linesWith(line, LOOP)) {
        looped(code, head).ifPresent(edits::add);
      }
    }
    return edits;
  }

  private static Optional<Edit> returned(Code code, int early) {
    int first = code.start(early);
    if (!code.bare(first).strip().startsWith("if") && first > 1) {
      first = code.start(first - 1);
    }
    int last =
        code.bare(early + 1).strip().equals("}")
                && code.bare(early).indexOf('{') < 0
                && code.text(first, early).contains("{")
            ? early + 1
            : early;
    Matcher returns = CONDITION.matcher(code.text(first, last));
    if (!returns.matches()) {
      return Optional.empty();
    }
    int end =
        code.around(first).stream()
            .filter(block -> block.head() < code.start(early) && !block.isBranch())
            .findFirst()
            .map(Code.Block::close)
            .orElse(0);
    List<SourceFix.Change> changes = new ArrayList<>();
    changes.add(new SourceFix.Change(code.file(), first, last - first + 1, List.of()));
    String condition = negated(returns.group(1).strip());
    return guarded(code, last + 1, end, condition, changes)
        ? Optional.of(
            new Edit(
                "let all work-items come to the barriers: what follows the return of line "
                    + early
                    + " runs for the others alone",
                0,
                changes))
        : Optional.empty();
  }

  private static String negated(String condition) {
    Matcher simple =
        Pattern.compile("^(\\w+)\\s*(>=|<|>|<=)\\s*([\\w\\s*+()-]+)$").matcher(condition);
    if (!simple.matches()) {
      return "!(" + condition + ")";
    }
    String other =
        switch (simple.group(2)) {
          case ">=" -> "<";
          case "<" -> ">=";
          case ">" -> "<=";
          default -> ">";
        };
    return simple.group(1) + " " + other + " " + simple.group(3);
  }

  /** A loop that begins at the work-item's id goes round as often for all. */
  private static Optional<Edit> looped(Code code, int head) {
    Matcher loop = LOOP.matcher(code.line(head));
    if (!loop.matches() || !loop.group(3).equals(loop.group(5))) {
      return Optional.empty();
    }
    Code.Block block =
        code.around(head + 1).stream().filter(b -> b.open() == head).findFirst().orElse(null);
    if (block == null) {
      return Optional.empty();
    }
    String name = loop.group(3);
    String start = loop.group(4).strip();
    String from = start.matches("\\w+") ? start : "(" + start + ")";
    String again =
        loop.group(1)
            + "for ("
            + loop.group(2)
            + name
            + " = "
            + start
            + "; "
            + name
            + " - "
            + from
            + " < "
            + loop.group(6)
            + ";"
            + loop.group(7)
            + ")"
            + loop.group(8);
    List<SourceFix.Change> changes = new ArrayList<>();
    changes.add(new SourceFix.Change(code.file(), head, 1, List.of(again)));
    String condition = name + " < " + loop.group(6).strip();
    return guarded(code, head + 1, block.close(), condition, changes)
        ? Optional.of(
            new Edit("let the loop of line " + head + " go round as often for all", 0, changes))
        : Optional.empty();
  }

  /** Guards the statements from a line to another, but for barriers and declarations. */
  private static boolean guarded(
      Code code, int from, int to, String condition, List<SourceFix.Change> changes) {
    int line = from;
    while (line > 0 && line < to) {
      int end = code.end(line);
      String text = code.text(line, end).strip();
      Matcher collective = COLLECTIVE.matcher(text);
      if (text.isEmpty() || text.equals("}") || BarrierRule.isBarrier(text)) {
        line = end + 1;
      } else if (collective.find() && line == end) {
        changes.add(
            new SourceFix.Change(code.file(), line, 1, List.of(given(code, line, condition))));
        line++;
      } else if (text.endsWith("{")) {
        line = block(code, line, end, condition, changes);
      } else {
        if (!DECLARES.matcher(text).matches() || text.contains("[")) {
          guard(code, line, end, text, condition, changes);
        }
        line = end + 1;
      }
    }
    return line > 0;
  }

  private static void guard(
      Code code, int line, int end, String text, String condition, List<SourceFix.Change> changes) {
    Matcher declared =
        Pattern.compile("^((?:const\\s+)?\\w+\\s+\\w+\\s*=)\\s*([^;]*);$").matcher(text);
    String guarded =
        declared.matches()
            ? declared.group(1) + " " + condition + " ? " + declared.group(2) + " : 0;"
            : "if (" + condition + ") " + text;
    changes.add(
        new SourceFix.Change(
            code.file(), line, end - line + 1, List.of(code.indent(line) + guarded)));
  }

  /** The argument of a collective is 0 for those that would not have come. */
  private static String given(Code code, int line, String condition) {
    String text = code.line(line);
    Matcher collective = COLLECTIVE.matcher(text);
    if (!collective.find()) {
      return text;
    }
    int close = text.lastIndexOf(')');
    String argument = text.substring(collective.end(), close);
    return text.substring(0, collective.end())
        + condition
        + " ? "
        + argument
        + " : 0"
        + text.substring(close);
  }

  /** Guards a block without barriers, or goes into it; returns the line to go on with, or -1. */
  private static int block(
      Code code, int line, int end, String condition, List<SourceFix.Change> changes) {
    Code.Block block =
        code.around(end + 1).stream().filter(b -> b.open() == end).findFirst().orElse(null);
    if (block == null) {
      return -1;
    }
    if (BarrierRule.BARRIER.matcher(code.text(line, block.close())).find()) {
      return end + 1;
    }
    String head = code.text(line, end).strip();
    changes.add(
        new SourceFix.Change(
            code.file(),
            line,
            end - line + 1,
            List.of(code.indent(line) + "if (" + condition + ") " + head)));
    return block.close() + 1;
  }
}
