package dev.barnacle.cli.internal.report;

import java.io.PrintWriter;
import java.util.List;

/** Writes issues as a compiler writes errors: the place, the source line, a caret, and why. */
public final class IssueText {
  /** The number of others of one cause that are told. */
  private static final int MOST_ALSO = 4;

  private static final String ALSO = "also";

  private final PrintWriter out;
  private final Sources sources;

  /** Shows lines of these sources. */
  public IssueText(PrintWriter out, Sources sources) {
    this.out = out;
    this.sources = sources;
  }

  /**
   * Writes the issues of a kernel, each with an empty line below it.
   *
   * @param source what is named where no place is known
   * @param kernel its name; empty where there is none
   */
  public void print(String source, String kernel, List<Issue> issues) {
    Causes causes = new Causes();
    for (Issue issue : issues) {
      Spot first =
          issue.spots().isEmpty() ? new Spot("", 0, 0, "", List.of()) : issue.spots().getFirst();
      out.println(
          place(source, first)
              + "error: "
              + issue.title()
              + ": "
              + issue.message()
              + (kernel.isEmpty() ? "" : " [kernel " + kernel + "]"));
      if (causes.isKnown(issue)) {
        shortly(source, issue);
      } else {
        inFull(source, issue);
      }
      issue.fixes().forEach(this::fix);
      out.println();
    }
  }

  /** Writes a fix as a unified diff without context. */
  private void fix(SourceFix fix) {
    line("fix", fix.description());
    String file = "";
    int moved = 0;
    for (SourceFix.Change change : fix.changes()) {
      if (!change.file().equals(file)) {
        file = change.file();
        moved = 0;
        out.println("--- " + file);
        out.println("+++ " + file);
      }
      int size = change.lines().size();
      int from = change.count() == 0 ? change.line() - 1 : change.line();
      int to = change.line() + moved - (size == 0 ? 1 : 0);
      out.printf("@@ -%d,%d +%d,%d @@%n", from, change.count(), to, size);
      for (int i = 0; i < change.count(); i++) {
        out.println("-" + sources.line(file, change.line() + i).orElse(""));
      }
      change.lines().forEach(text -> out.println("+" + text));
      moved += size - change.count();
    }
  }

  private void inFull(String source, Issue issue) {
    for (int i = 0; i < issue.spots().size(); i++) {
      spot(source, issue.spots().get(i), i);
    }
    rows(issue.rows());
  }

  private void rows(List<Issue.Row> rows) {
    long others = rows.stream().filter(row -> row.label().equals(ALSO)).count();
    long told = others <= MOST_ALSO + 1 ? others : MOST_ALSO;
    long at = 0;
    for (Issue.Row row : rows) {
      if (!row.label().equals(ALSO) || at++ < told) {
        line(row.label(), row.words());
      } else if (at == others) {
        line(ALSO, (others - told) + " more, which --json and --html have");
      }
    }
  }

  /** Tells no more than what others of the same cause have not told. */
  private void shortly(String source, Issue issue) {
    for (Spot spot : issue.spots().stream().skip(1).toList()) {
      out.println(place(source, spot) + "note: the other place");
    }
    rows(issue.rows().stream().filter(row -> row.label().equals("object")).toList());
    line("why", "the same as of others above");
    rows(issue.rows().stream().filter(row -> isOfItsOwn(row.label())).toList());
  }

  private static boolean isOfItsOwn(String label) {
    return label.equals(ALSO)
        || label.equals("count")
        || label.equals("shrunk")
        || label.equals("replay");
  }

  private void spot(String source, Spot spot, int number) {
    if (number > 0) {
      out.println(place(source, spot) + "note: the other place");
    }
    excerpt(spot, spot.words());
    for (Spot call : spot.callers()) {
      out.println(place(source, call) + "note: called from here");
      excerpt(call, "");
    }
  }

  private static String place(String source, Spot spot) {
    return (spot.isKnown() ? spot.place() : source) + ": ";
  }

  private void excerpt(Spot spot, String words) {
    String text = spot.isWord() ? null : sources.line(spot.file(), spot.line()).orElse(null);
    if (text == null) {
      line("who", words);
      return;
    }
    out.printf("%5d | %s%n", spot.line(), text);
    out.println("      | " + Sources.indent(text, spot.column()) + ("^ " + words).stripTrailing());
  }

  private void line(String label, String words) {
    if (!words.isEmpty()) {
      out.println("      = " + label + (words.startsWith("\n") ? ":" : ": ") + words);
    }
  }
}
