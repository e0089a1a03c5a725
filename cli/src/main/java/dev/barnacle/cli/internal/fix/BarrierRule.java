package dev.barnacle.cli.internal.fix;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A barrier's flags, or a barrier more, for races within a work-group. */
final class BarrierRule implements EditRule {
  static final Pattern BARRIER = Pattern.compile("\\b(?:work_group_)?barrier\\s*\\(([^()]*)\\)");

  private static final Pattern FENCE =
      Pattern.compile("\\b(?:atomic_work_item_fence|mem_fence)\\s*\\(([^,()]*)");

  private static final Pattern MACRO =
      Pattern.compile("^\\s*#\\s*define\\s+(\\w+)(\\(\\s*\\))?\\s+(.*?);?\\s*$");

  private static final int MOST_PLACES = 24;

  /** Returns whether a statement is a barrier and no more. */
  static boolean isBarrier(String statement) {
    return BARRIER.matcher(statement.strip().replaceFirst(";$", "")).matches();
  }

  @Override
  public List<Edit> edits(Finding finding, Code code) {
    List<Integer> all = Places.lines(finding, code);
    boolean race = finding.kind() == FindingKind.DATA_RACE;
    if (race && !all.isEmpty() && !Places.isInOneGroup(finding)) {
      List<Edit> edits = new ArrayList<>();
      flags(finding, code, all.getFirst(), edits);
      return edits;
    }
    boolean early =
        finding.kind() == FindingKind.UNINITIALIZED_READ
            && finding.suggestion().contains("barrier");
    List<Integer> lines = Places.lines(finding, code);
    if (!(race || early) || lines.isEmpty()) {
      return List.of();
    }
    List<Edit> edits = new ArrayList<>();
    flags(finding, code, lines.getFirst(), edits);
    subGroups(finding, code, lines, edits);
    List<Edit> inserted = inserted(finding, code, lines);
    edits.addAll(inserted);
    for (int i = 0; i < Math.min(6, inserted.size()); i++) {
      for (int j = i + 1; j < Math.min(6, inserted.size()); j++) {
        Edit one = inserted.get(i);
        Edit two = inserted.get(j);
        edits.add(
            one.changes().getFirst().line() < two.changes().getFirst().line()
                ? one.and(two)
                : two.and(one));
      }
    }
    return edits;
  }

  private static void flags(Finding finding, Code code, int of, List<Edit> edits) {
    fences(finding, code, of, edits);
    String flag = Places.flag(finding);
    for (int line : code.linesWith(of, BARRIER)) {
      Matcher barrier = BARRIER.matcher(code.line(line));
      if (barrier.find() && !barrier.group(1).contains(flag)) {
        String first = barrier.group(1).split(",", -1)[0].strip();
        String both = barrier.group(1).replace(first, first + " | " + flag);
        String text =
            code.line(line).substring(0, barrier.start(1))
                + both
                + code.line(line).substring(barrier.end(1));
        edits.add(
            Edit.replace(
                "add " + flag + " to the barrier in line " + line, 0, code.file(), line, text));
      }
    }
    macros(code, of, flag, edits);
  }

  /** A barrier that a macro stands for is written out where it is used. */
  private static void macros(Code code, int of, String flag, List<Edit> edits) {
    for (int at = 1; at <= code.size(); at++) {
      Matcher macro = MACRO.matcher(code.line(at));
      if (!macro.matches()) {
        continue;
      }
      Matcher barrier = BARRIER.matcher(macro.group(3));
      if (!barrier.matches() || barrier.group(1).contains(flag)) {
        continue;
      }
      Pattern use =
          Pattern.compile(
              "\\b" + macro.group(1) + "\\b" + (macro.group(2) == null ? "" : "\\s*\\(\\s*\\)"));
      String first = barrier.group(1).split(",", -1)[0].strip();
      String more = macro.group(3).replace(first, first + " | " + flag);
      for (int line : code.linesWith(of, use)) {
        String text = use.matcher(code.line(line)).replaceFirst(Matcher.quoteReplacement(more));
        String whole = text.strip().endsWith(")") ? text.stripTrailing() + ";" : text;
        edits.add(
            Edit.replace(
                "add " + flag + " to the barrier in line " + line, 0, code.file(), line, whole));
      }
    }
  }

  /** All fences of the function are of the memory too. */
  private static void fences(Finding finding, Code code, int of, List<Edit> edits) {
    String flag = Places.flag(finding);
    @Nullable Edit all = null;
    for (int line : code.linesWith(of, FENCE)) {
      Matcher fence = FENCE.matcher(code.line(line));
      if (fence.find() && !fence.group(1).contains(flag)) {
        String text = code.line(line);
        String more =
            text.substring(0, fence.end(1)).stripTrailing()
                + " | "
                + flag
                + text.substring(fence.end(1));
        Edit one =
            Edit.replace(
                "add " + flag + " to the fence in line " + line, 0, code.file(), line, more);
        all = all == null ? one : all.and(one);
      }
    }
    if (all != null) {
      edits.add(all);
    }
  }

  /** Work-items of a sub-group need its barrier alone. */
  private static void subGroups(Finding finding, Code code, List<Integer> lines, List<Edit> edits) {
    Pattern used = Pattern.compile("\\bget_sub_group_\\w+");
    if (code.linesWith(lines.getFirst(), used).isEmpty()) {
      return;
    }
    String barrier = "sub_group_barrier(" + Places.flag(finding) + ");";
    for (int line : lines) {
      for (int place : new int[] {code.start(line), after(code, line)}) {
        edits.add(
            Edit.insert(
                "put " + barrier.replace(";", "") + " before line " + place,
                0,
                code.file(),
                place,
                code.indent(code.start(line)) + barrier));
      }
    }
  }

  /** Returns a barrier before and after each statement and loop's end that may be between. */
  private static List<Edit> inserted(Finding finding, Code code, List<Integer> lines) {
    Set<Integer> places = new LinkedHashSet<>();
    TreeSet<Integer> ordered = new TreeSet<>(lines);
    for (int line : ordered.descendingSet()) {
      places.add(outOfBranches(code, code.start(line)));
      places.add(code.start(line));
    }
    for (int line : ordered) {
      places.add(after(code, line));
      for (Code.Block block : code.around(line)) {
        if (block.isLoop()) {
          places.add(block.close()); // before the next round
          places.add(block.head());
          places.add(block.close() + 1);
          places.add(block.open() + 1);
        }
      }
    }
    for (int line = ordered.first();
        line <= ordered.last() && places.size() < MOST_PLACES;
        line++) {
      places.add(code.start(line));
    }
    List<Edit> edits = new ArrayList<>();
    for (int place : places) {
      if (place >= 2 && place <= code.size()) {
        String indent = code.indent(indentOf(code, place));
        edits.add(
            Edit.insert(
                "put barrier(" + Places.flag(finding) + ") before line " + place,
                code.isInLoop(place) ? 2 : 1,
                code.file(),
                place,
                indent + "barrier(" + Places.flag(finding) + ");"));
      }
    }
    return edits;
  }

  /** Returns a line whose indentation a line that is put before another has. */
  private static int indentOf(Code code, int place) {
    boolean closes = code.bare(place).strip().startsWith("}");
    return closes && place > 1 && !code.bare(place - 1).strip().endsWith("{")
        ? code.start(place - 1)
        : place;
  }

  /** Returns the head of the outermost branch below any loop that holds a line. */
  private static int outOfBranches(Code code, int line) {
    int place = line;
    for (Code.Block block : code.around(line)) {
      if (!block.isBranch()) {
        break;
      }
      place = block.head();
    }
    return single(code, place);
  }

  /** A statement that is a branch without braces begins with its head. */
  private static int single(Code code, int line) {
    int before = line - 1;
    boolean head = code.bare(before).strip().matches("(else\\s+)?(if|for|while)\\b.*\\)|else");
    return head ? before : line;
  }

  /** Returns the line after a statement and after the branches that hold it. */
  private static int after(Code code, int line) {
    int place = code.end(line) + 1;
    for (Code.Block block : code.around(line)) {
      if (!block.isBranch()) {
        break;
      }
      place = block.close() + 1;
    }
    return place;
  }
}
