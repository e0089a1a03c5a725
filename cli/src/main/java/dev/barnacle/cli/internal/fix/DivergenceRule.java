package dev.barnacle.cli.internal.fix;

import dev.barnacle.cli.internal.report.SourceFix;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/** A barrier out of a branch: moved, the branch taken away, or cut in two at the barrier. */
final class DivergenceRule implements EditRule {
  @Override
  public List<Edit> edits(Finding finding, Code code) {
    List<Edit> edits = new ArrayList<>();
    for (int line : Places.linesOfDivergence(finding, code)) {
      for (int barrier : code.linesWith(line, BarrierRule.BARRIER)) {
        if (BarrierRule.isBarrier(code.bare(barrier))) {
          moves(code, barrier, edits);
          cuts(code, barrier, edits);
        } else {
          alone(code, barrier, edits);
        }
      }
      allCuts(code, line, edits);
    }
    return edits;
  }

  private static void moves(Code code, int barrier, List<Edit> edits) {
    String text = code.line(barrier).strip();
    int function = code.function(barrier).map(Code.Block::head).orElse(0);
    for (Code.Block block : code.around(barrier)) {
      if (block.head() == function) {
        break;
      }
      String moved = code.indent(block.head()) + text;
      SourceFix.Change gone = new SourceFix.Change(code.file(), barrier, 1, List.of());
      SourceFix.Change after =
          new SourceFix.Change(code.file(), block.close() + 1, 0, List.of(moved));
      SourceFix.Change before = new SourceFix.Change(code.file(), block.head(), 0, List.of(moved));
      String what = "move the barrier of line " + barrier;
      edits.add(
          new Edit(
              what + " after the block that ends in line " + block.close(),
              0,
              List.of(gone, after)));
      edits.add(new Edit(what + " before line " + block.head(), 0, List.of(before, gone)));
      if (block.isBranch()) {
        unwraps(code, block, edits);
      }
    }
    if (isBranchHead(code.bare(barrier - 1))) {
      edits.add(
          new Edit(
              "run the barrier of line " + barrier + " without the branch",
              0,
              List.of(
                  new SourceFix.Change(
                      code.file(), barrier - 1, 2, List.of(code.indent(barrier - 1) + text)))));
    }
  }

  private static boolean isBranchHead(String line) {
    return line.strip().matches("(?:else\\s+)?if\\b.*\\)|else");
  }

  /** All work-items run what was in a branch. */
  private static void unwraps(Code code, Code.Block block, List<Edit> edits) {
    String last = code.bare(block.close()).strip();
    if (!last.equals("}")) {
      return;
    }
    List<String> inner = new ArrayList<>();
    String more = "  ";
    for (int line = block.open() + 1; line < block.close(); line++) {
      String text = code.line(line);
      inner.add(text.startsWith(more) ? text.substring(more.length()) : text);
    }
    int count = block.close() - block.head() + 1;
    edits.add(
        new Edit(
            "run the block of line " + block.head() + " without the branch",
            0,
            List.of(new SourceFix.Change(code.file(), block.head(), count, inner))));
  }

  /** A branch that ends before a barrier, and goes on after it. */
  private static void cuts(Code code, int barrier, List<Edit> edits) {
    cut(code, barrier)
        .ifPresent(
            change ->
                edits.add(
                    new Edit(
                        "cut the branch in two at the barrier of line " + barrier,
                        0,
                        List.of(change))));
  }

  private static Optional<SourceFix.Change> cut(Code code, int barrier) {
    List<Code.Block> around = code.around(barrier);
    if (around.isEmpty() || !around.getFirst().isBranch()) {
      return Optional.empty();
    }
    Code.Block block = around.getFirst();
    String indent = code.indent(block.head());
    String head = code.text(block.head(), block.open()).strip();
    if (head.startsWith("}") || head.startsWith("else")) {
      return Optional.empty();
    }
    List<String> lines = new ArrayList<>(List.of(indent + "}"));
    lines.add(indent + code.line(barrier).strip());
    lines.add(indent + head);
    return Optional.of(new SourceFix.Change(code.file(), barrier, 1, lines));
  }

  /** All branches of the function with a barrier in them. */
  private static void allCuts(Code code, int line, List<Edit> edits) {
    List<SourceFix.Change> changes = new ArrayList<>();
    for (int barrier : code.linesWith(line, BarrierRule.BARRIER)) {
      cut(code, barrier).ifPresent(changes::add);
    }
    if (changes.size() > 1) {
      edits.add(new Edit("cut each branch in two at its barrier", 0, changes));
    }
  }

  /** A barrier behind a condition in one line. */
  private static void alone(Code code, int line, List<Edit> edits) {
    Matcher barrier = BarrierRule.BARRIER.matcher(code.line(line));
    if (code.bare(line).strip().startsWith("if") && barrier.find()) {
      edits.add(
          Edit.replace(
              "run the barrier of line " + line + " without the branch",
              0,
              code.file(),
              line,
              code.indent(line) + barrier.group() + ";"));
    }
  }
}
