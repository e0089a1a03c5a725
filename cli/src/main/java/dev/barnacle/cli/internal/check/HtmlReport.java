package dev.barnacle.cli.internal.check;

import dev.barnacle.cli.internal.InputFiles;
import dev.barnacle.ir.ByteText;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A page that stands alone: a list of what was found, then each source with line numbers, and under
 * a line what was found there; a finding of two lines is told under one, with links both ways.
 */
public final class HtmlReport {
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
      """;

  private final List<CheckResult> results;
  private final Sources sources;
  private final List<String> files;
  private final IdentityHashMap<Finding, Integer> numbers = new IdentityHashMap<>();
  private final StringBuilder html = new StringBuilder();

  /** A finding at a line; {@code part} says which of its accesses that is. */
  private record Entry(CheckResult result, Finding finding, int part) {}

  /** Makes a page. */
  public HtmlReport(List<CheckResult> results) {
    this(results, new Sources());
  }

  /** Makes a page with these sources. */
  public HtmlReport(List<CheckResult> results, Sources sources) {
    this.results = results;
    this.sources = sources;
    this.files = List.copyOf(files(results));
    for (CheckResult result : results) {
      result.findings().forEach(f -> numbers.put(f, numbers.size() + 1));
    }
  }

  /** Writes the page to a file. */
  public void write(Path file) {
    InputFiles.access(file, () -> Files.writeString(file, ByteText.unicode(page())));
  }

  private String page() {
    html.setLength(0);
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>barnacle check</title>\n<style>\n")
        .append(STYLE)
        .append("</style></head>\n<body>\n<h1>barnacle check</h1>\n<p><b>")
        .append(HtmlText.escape(TextReport.totals(results)))
        .append("</b></p>\n");
    launches();
    withoutPlace();
    files.forEach(this::source);
    return html.append("</body></html>\n").toString();
  }

  private void launches() {
    html.append("<ul>\n");
    for (CheckResult result : results) {
      html.append("<li>")
          .append(
              result.kernel().isEmpty()
                  ? "commands"
                  : "kernel <code>" + HtmlText.escape(result.kernel()) + "</code>")
          .append(" of <code>")
          .append(HtmlText.escape(result.source().toString()))
          .append("</code>: ")
          .append(HtmlText.escape(TextReport.totals(List.of(result))));
      if (!result.defaultsText().isEmpty()) {
        html.append("; given <code>")
            .append(HtmlText.escape(result.defaultsText()))
            .append("</code>");
      }
      contents(result);
      html.append("</li>\n");
    }
    html.append("</ul>\n");
  }

  /** The findings of a launch, to go to. */
  private void contents(CheckResult result) {
    if (result.findings().isEmpty()) {
      return;
    }
    html.append("\n<ol>\n");
    for (Finding finding : result.findings()) {
      html.append("<li class=\"").append(colour(finding)).append("\">");
      finding.accesses().stream()
          .map(Finding.Access::location)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(at -> html.append(place(at, "")).append(": "));
      html.append("<a href=\"#e")
          .append(numbers.get(finding))
          .append("\"><b>")
          .append(HtmlText.escape(finding.kind().title()))
          .append("</b></a> ")
          .append(HtmlText.escape(finding.message()))
          .append("</li>\n");
    }
    html.append("</ol>");
  }

  /** What is found at no line of a source: a launch that is stopped. */
  private void withoutPlace() {
    for (CheckResult result : results) {
      for (Finding finding : result.findings()) {
        if (finding.accesses().stream().allMatch(a -> a.location() == null)) {
          finding(new Entry(result, finding, 0), "");
        }
      }
    }
  }

  private static Set<String> files(List<CheckResult> results) {
    Set<String> files = new LinkedHashSet<>();
    for (CheckResult result : results) {
      files.add(result.source().toString());
      result.findings().stream()
          .flatMap(f -> f.accesses().stream())
          .forEach(
              a -> {
                for (Location at = a.location(); at != null; at = at.inlinedAt()) {
                  files.add(at.file());
                }
              });
    }
    return files;
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
      findings(here, file);
    }
    // What the compiler places elsewhere, or in a source that cannot be read any more.
    entries.forEach((line, here) -> findings(isIn(line, lines) ? List.of() : here, file));
    html.append("</table>\n");
  }

  private static boolean isIn(int line, List<String> lines) {
    return line >= 1 && line <= lines.size();
  }

  private void findings(List<Entry> here, String file) {
    if (!here.isEmpty()) {
      html.append("<tr><td></td><td>");
      here.forEach(entry -> finding(entry, file));
      html.append("</td></tr>\n");
    }
  }

  /** Returns where in its line something is marked: all accesses of these findings there. */
  private static Set<Integer> columns(List<Entry> here) {
    Set<Integer> columns = new TreeSet<>();
    for (Entry entry : here) {
      Location line = entry.finding().accesses().get(entry.part()).location();
      for (Finding.Access access : entry.finding().accesses()) {
        Location at = access.location();
        if (at != null
            && line != null
            && at.line() == line.line()
            && at.file().equals(line.file())) {
          columns.add(at.column());
        }
      }
    }
    return columns;
  }

  private Map<Integer, List<Entry>> entries(String file) {
    Map<Integer, List<Entry>> entries = new TreeMap<>();
    for (CheckResult result : results) {
      for (Finding finding : result.findings()) {
        Set<Integer> lines = new LinkedHashSet<>();
        for (int part = 0; part < finding.accesses().size(); part++) {
          Location at = finding.accesses().get(part).location();
          if (at != null && at.file().equals(file) && lines.add(at.line())) {
            entries
                .computeIfAbsent(at.line(), l -> new ArrayList<>())
                .add(new Entry(result, finding, part));
          }
        }
      }
    }
    return entries;
  }

  /** Returns whether a finding is told in full here: where its first access with a place is. */
  private static boolean isTold(Entry entry) {
    for (int i = 0; i < entry.part(); i++) {
      if (entry.finding().accesses().get(i).location() != null) {
        return false;
      }
    }
    return true;
  }

  private void finding(Entry entry, String file) {
    Finding finding = entry.finding();
    boolean told = isTold(entry);
    html.append("<div class=\"f ").append(colour(finding)).append('"');
    if (told) {
      html.append(" id=\"e").append(numbers.get(finding)).append('"');
    }
    html.append("><b>").append(HtmlText.escape(finding.kind().title())).append("</b> ");
    html.append(HtmlText.escape(finding.message()));
    String kernel = entry.result().kernel();
    if (!kernel.isEmpty()) {
      html.append(" <span class=\"note\">kernel ")
          .append(HtmlText.escape(kernel))
          .append("</span>");
    }
    if (told) {
      finding.accesses().forEach(access -> access(access, file));
      row("object: ", new ObjectWords(entry.result().parameters()).words(finding));
      row("why: ", finding.explanation());
      row("help: ", finding.suggestion());
      row("note: ", finding.note());
      finding.also().forEach(other -> row("also: ", other.toString()));
      row("", finding.countWords());
    } else {
      html.append("<div>the other place; <a href=\"#e")
          .append(numbers.get(finding))
          .append("\">see there</a></div>");
    }
    html.append("</div>\n");
  }

  private void access(Finding.Access access, String file) {
    Location at = access.location();
    html.append("<div>");
    if (at != null) {
      html.append(place(at, file)).append(": ");
    }
    html.append(HtmlText.escape(access.access() + " by " + access.who()));
    for (Location call = at == null ? null : at.inlinedAt();
        call != null;
        call = call.inlinedAt()) {
      html.append(", called from ").append(place(call, file));
    }
    html.append("</div>");
  }

  /** Returns a link to a place, with its file where that is another one. */
  private String place(Location at, String file) {
    int column = at.knownColumn();
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

  private void row(String label, String words) {
    if (!words.isEmpty()) {
      html.append("<div>").append(label).append(HtmlText.escape(words)).append("</div>");
    }
  }

  private static String colour(Finding finding) {
    return switch (finding.kind()) {
      case DATA_RACE, COMMAND_RACE, MISSING_FENCE -> "race";
      case BARRIER_DIVERGENCE, NO_PROGRESS, TIMEOUT -> "barrier";
      case OUT_OF_BOUNDS,
          USE_AFTER_FREE,
          UNDECLARED_ACCESS,
          MISALIGNED,
          NULL_DEREFERENCE,
          WRITE_TO_CONSTANT,
          READ_OF_WRITE_ONLY,
          INVALID_RESERVATION,
          UNCOMMITTED_RESERVATION ->
          "memory";
      case UNINITIALIZED_READ, INVALID_ARGUMENT, DIVISION_BY_ZERO, TRAP -> "value";
    };
  }
}
