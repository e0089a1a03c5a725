package dev.barnacle.cli.internal.report;

import dev.barnacle.ir.ByteText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A page that stands alone: a list of what was found, then each source with line numbers, and under
 * a line what was found there; a finding of two lines is told under one, with links both ways.
 */
final class HtmlOutput implements Output {
  private static final String STYLE =
      """
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em;
        color: #1b1f24; background: #fff; }
      h2 { margin-top: 2em; font-size: 1.1em; }
      table { border-collapse: collapse; width: 100%; font: 13px/1.5 ui-monospace, monospace; }
      td { padding: 0 .6em; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere;
        tab-size: 4; }
      td.n { text-align: right; width: 3em; user-select: none; overflow-wrap: normal; }
      td.n a { color: #6e7781; text-decoration: none; }
      tr.hit td { background: #fff4e5; }
      tr:target td, .f:target { outline: 2px solid #c77700; }
      mark { background: #ffcf70; }
      .f { font: 14px/1.45 system-ui, sans-serif; margin: .3em 0 .6em; padding: .5em .8em; white-space: normal;
        border-left: 5px solid var(--c); background: #f6f6f6;
        background: color-mix(in srgb, var(--c) 9%, white); }
      .f b, li b { color: var(--c); }
      .f div { margin-left: 1em; }
      .memory { --c: #b3261e; } .race { --c: #9a3fb5; } .barrier { --c: #0b62a8; } .value { --c: #8a5a00; }
      .note { font-size: 13px; }
      code { font: 13px ui-monospace, monospace; }
      @media (prefers-color-scheme: dark) {
        body { color: #e3e6ea; background: #16181b; }
        a { color: #8ab4f8; } td.n a { color: #8b949e; }
        tr.hit td { background: #33291a; } mark { background: #6b4e12; color: inherit; }
        .f { background: #202327; background: color-mix(in srgb, var(--c) 16%, #16181b); }
        .memory { --c: #ff8a80; } .race { --c: #d7a1e6; } .barrier { --c: #7cb7f0; } .value { --c: #e0b050; }
      }
      """;

  private final List<Answer> answers = new ArrayList<>();
  private final Sources sources;
  private final Supplier<String> figures;
  private final List<String> files = new ArrayList<>();
  private final IdentityHashMap<Issue, Integer> numbers = new IdentityHashMap<>();
  private final StringBuilder html = new StringBuilder();

  /** An issue at a line; {@code part} says which of its spots that is. */
  private record Entry(Answer answer, Issue issue, int part) {}

  /** Makes a page with these sources. */
  HtmlOutput(Sources sources) {
    this(sources, () -> "");
  }

  /**
   * Makes a page with figures before all else.
   *
   * @param figures gives them, as HTML, when all answers are there
   */
  HtmlOutput(Sources sources, Supplier<String> figures) {
    this.sources = sources;
    this.figures = figures;
  }

  @Override
  public void answer(Answer answer, PrintWriter out) {
    if (answer.verdict() != Answer.Verdict.ERROR) {
      answers.add(answer);
      answer.issues().forEach(issue -> numbers.put(issue, numbers.size() + 1));
    }
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    files.addAll(files(answers));
    out.print(ByteText.unicode(page(run)));
  }

  private String page(RunFacts run) {
    String title = "barnacle " + run.command();
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>" + title + "</title>\n<style>\n")
        .append(STYLE)
        .append("</style></head>\n<body>\n<h1>" + title + "</h1>\n<p><b>")
        .append(HtmlText.escape(run.summary()))
        .append("</b></p>\n")
        .append(figures.get());
    launches();
    withoutPlace();
    files.forEach(this::source);
    return html.append("</body></html>\n").toString();
  }

  private void launches() {
    html.append("<ul>\n");
    for (Answer answer : answers) {
      html.append("<li>")
          .append(
              answer.kernel().isEmpty()
                  ? "commands"
                  : "kernel <code>" + HtmlText.escape(answer.kernel()) + "</code>")
          .append(" of <code>")
          .append(HtmlText.escape(answer.source()))
          .append("</code>: ")
          .append(HtmlText.escape(answer.summary()));
      if (!answer.given().isEmpty()) {
        html.append("; given <code>").append(HtmlText.escape(answer.given())).append("</code>");
      }
      contents(answer);
      html.append("</li>\n");
    }
    html.append("</ul>\n");
  }

  /** The findings of a launch, to go to. */
  private void contents(Answer answer) {
    if (answer.issues().isEmpty()) {
      return;
    }
    html.append("\n<ol>\n");
    for (Issue issue : answer.issues()) {
      html.append("<li class=\"").append(colour(issue)).append("\">");
      if (issue.place().isKnown()) {
        html.append(place(issue.place(), "")).append(": ");
      }
      html.append("<a href=\"#e")
          .append(numbers.get(issue))
          .append("\"><b>")
          .append(HtmlText.escape(issue.title()))
          .append("</b></a> ")
          .append(HtmlText.escape(issue.message()))
          .append("</li>\n");
    }
    html.append("</ol>");
  }

  /** Writes the issues that are at no line of a source, such as a launch that is stopped. */
  private void withoutPlace() {
    for (Answer answer : answers) {
      for (Issue issue : answer.issues()) {
        if (!issue.place().isKnown()) {
          issue(new Entry(answer, issue, 0), "");
        }
      }
    }
  }

  private static Set<String> files(List<Answer> answers) {
    Set<String> files = new LinkedHashSet<>();
    for (Answer answer : answers) {
      files.add(answer.source());
      for (Issue issue : answer.issues()) {
        for (Spot spot : issue.spots()) {
          add(spot, files);
          spot.callers().forEach(call -> add(call, files));
        }
      }
    }
    return files;
  }

  private static void add(Spot spot, Set<String> files) {
    if (spot.isKnown()) {
      files.add(spot.file());
    }
  }

  private void source(String file) {
    Map<Integer, List<Entry>> entries = entries(file);
    List<String> lines = sources.lines(file);
    if (lines.isEmpty() && entries.isEmpty()) {
      return;
    }
    html.append("<h2>").append(HtmlText.escape(file)).append("</h2>\n<table>\n");
    for (int i = 1; i <= lines.size(); i++) {
      List<Entry> here = entries.getOrDefault(i, List.of());
      html.append(here.isEmpty() ? "<tr" : "<tr class=\"hit\"")
          .append(" id=\"")
          .append(anchor(file, i))
          .append("\"><td class=\"n\"><a href=\"#")
          .append(anchor(file, i))
          .append("\">")
          .append(i)
          .append("</a></td><td>")
          .append(HtmlText.marked(lines.get(i - 1), columns(here)))
          .append("</td></tr>\n");
      issues(here, file);
    }
    // What the compiler places elsewhere, or in a source that cannot be read any more.
    entries.forEach((line, here) -> issues(isIn(line, lines) ? List.of() : here, file));
    html.append("</table>\n");
  }

  private static boolean isIn(int line, List<String> lines) {
    return line >= 1 && line <= lines.size();
  }

  private void issues(List<Entry> here, String file) {
    if (!here.isEmpty()) {
      html.append("<tr><td></td><td>");
      here.forEach(entry -> issue(entry, file));
      html.append("</td></tr>\n");
    }
  }

  /** Returns where in its line something is marked: all spots of these issues there. */
  private static Set<Integer> columns(List<Entry> here) {
    Set<Integer> columns = new TreeSet<>();
    for (Entry entry : here) {
      Spot line = entry.issue().spots().get(entry.part());
      for (Spot spot : entry.issue().spots()) {
        if (spot.line() == line.line() && spot.file().equals(line.file())) {
          columns.add(spot.column());
        }
      }
    }
    return columns;
  }

  private Map<Integer, List<Entry>> entries(String file) {
    Map<Integer, List<Entry>> entries = new TreeMap<>();
    for (Answer answer : answers) {
      for (Issue issue : answer.issues()) {
        Set<Integer> lines = new LinkedHashSet<>();
        for (int part = 0; part < issue.spots().size(); part++) {
          Spot at = issue.spots().get(part);
          if (at.file().equals(file) && lines.add(at.line())) {
            entries
                .computeIfAbsent(at.line(), l -> new ArrayList<>())
                .add(new Entry(answer, issue, part));
          }
        }
      }
    }
    return entries;
  }

  /** Returns whether an issue is told in full here: where its first spot with a place is. */
  private static boolean isTold(Entry entry) {
    return entry.issue().spots().stream().limit(entry.part()).noneMatch(Spot::isKnown);
  }

  private void issue(Entry entry, String file) {
    Issue issue = entry.issue();
    boolean told = isTold(entry);
    html.append("<div class=\"f ").append(colour(issue)).append('"');
    if (told) {
      html.append(" id=\"e").append(numbers.get(issue)).append('"');
    }
    html.append("><b>").append(HtmlText.escape(issue.title())).append("</b> ");
    html.append(HtmlText.escape(issue.message()));
    String kernel = entry.answer().kernel();
    if (!kernel.isEmpty()) {
      html.append(" <span class=\"note\">kernel ")
          .append(HtmlText.escape(kernel))
          .append("</span>");
    }
    if (told) {
      issue.spots().forEach(spot -> spot(spot, file));
      issue.rows().forEach(row -> row(row.label().equals("count") ? "" : row.label() + ": ", row));
    } else {
      html.append("<div>the other place; <a href=\"#e")
          .append(numbers.get(issue))
          .append("\">see there</a></div>");
    }
    html.append("</div>\n");
  }

  private void spot(Spot spot, String file) {
    html.append("<div>");
    if (spot.isKnown()) {
      html.append(place(spot, file)).append(": ");
    }
    html.append(HtmlText.escape(spot.words()));
    for (Spot call : spot.callers()) {
      html.append(", called from ").append(place(call, file));
    }
    html.append("</div>");
  }

  /** Returns a link to a place, with its file where that is another one. */
  private String place(Spot at, String file) {
    int column = at.isWord() ? 0 : at.column();
    String unit = at.isWord() ? "word " : "line ";
    String words = unit + at.line() + (column > 0 ? ", column " + column : "");
    String link =
        sources.line(at.file(), at.line()).isEmpty()
            ? words
            : "<a href=\"#" + anchor(at.file(), at.line()) + "\">" + words + "</a>";
    return at.file().equals(file) || files.size() == 1
        ? link
        : link + " of " + HtmlText.escape(at.file());
  }

  private String anchor(String file, int line) {
    return "f" + (files.indexOf(file) + 1) + "l" + line;
  }

  private void row(String label, Issue.Row row) {
    html.append("<div>").append(label).append(HtmlText.escape(row.words())).append("</div>");
  }

  private static String colour(Issue issue) {
    return Rule.of(issue).family().name().toLowerCase(Locale.ROOT);
  }
}
