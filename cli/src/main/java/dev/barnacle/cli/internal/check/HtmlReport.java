package dev.barnacle.cli.internal.check;

import dev.barnacle.cli.internal.InputFiles;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A page that stands alone: each source with line numbers, and under a line what was found there.
 */
public final class HtmlReport {
  private static final String STYLE =
      """
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em;
        color: #1b1f24; background: #fff; }
      h2 { margin-top: 2em; font-size: 1.1em; }
      table { border-collapse: collapse; width: 100%; font: 13px/1.5 ui-monospace, monospace; }
      td { padding: 0 .6em; vertical-align: top; white-space: pre-wrap; tab-size: 4; }
      td.n { text-align: right; color: #6e7781; width: 3em; user-select: none; }
      tr.hit td { background: #fff4e5; }
      .f { font: 14px/1.45 system-ui, sans-serif; margin: .3em 0 .6em; padding: .5em .8em; white-space: normal;
        border-left: 5px solid var(--c); background: color-mix(in srgb, var(--c) 9%, white); }
      .f b { color: var(--c); }
      .f div { margin-left: 1em; }
      .memory { --c: #b3261e; } .race { --c: #9a3fb5; } .barrier { --c: #0b62a8; } .value { --c: #8a5a00; }
      .note { font-size: 13px; }
      code { font: 13px ui-monospace, monospace; }
      """;

  private final List<CheckResult> results;
  private final Sources sources;

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
  }

  /** Writes the page to a file. */
  public void write(Path file) {
    InputFiles.access(file, () -> Files.writeString(file, page()));
  }

  private String page() {
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>barnacle check</title>\n<style>\n")
        .append(STYLE)
        .append("</style></head>\n<body>\n<h1>barnacle check</h1>\n<p><b>")
        .append(escape(TextReport.totals(results)))
        .append("</b></p>\n");
    launches(html);
    withoutPlace(html);
    files().forEach(file -> source(html, file));
    return html.append("</body></html>\n").toString();
  }

  private void launches(StringBuilder html) {
    html.append("<ul>\n");
    for (CheckResult result : results) {
      html.append("<li>")
          .append(
              result.kernel().isEmpty()
                  ? "commands"
                  : "kernel <code>" + escape(result.kernel()) + "</code>")
          .append(" of <code>")
          .append(escape(result.source().toString()))
          .append("</code>: ")
          .append(escape(TextReport.totals(List.of(result))));
      if (!result.defaultsText().isEmpty()) {
        html.append("; given <code>").append(escape(result.defaultsText())).append("</code>");
      }
      html.append("</li>\n");
    }
    html.append("</ul>\n");
  }

  /** What is found at no line of a source: a launch that is stopped. */
  private void withoutPlace(StringBuilder html) {
    for (CheckResult result : results) {
      for (Finding finding : result.findings()) {
        if (finding.accesses().stream().allMatch(a -> a.location() == null)) {
          finding(html, new Entry(result, finding, 0));
        }
      }
    }
  }

  private Set<String> files() {
    Set<String> files = new LinkedHashSet<>();
    for (CheckResult result : results) {
      files.add(result.source().toString());
      result.findings().stream()
          .flatMap(f -> f.accesses().stream())
          .forEach(
              a -> {
                Location at = a.location();
                if (at != null) {
                  files.add(at.file());
                }
              });
    }
    return files;
  }

  private void source(StringBuilder html, String file) {
    Map<Integer, List<Entry>> entries = entries(file);
    if (sources.lines(file).isEmpty() && entries.isEmpty()) {
      return;
    }
    html.append("<h2>").append(escape(file)).append("</h2>\n<table>\n");
    List<String> lines = sources.lines(file);
    for (int i = 1; i <= lines.size(); i++) {
      List<Entry> here = entries.getOrDefault(i, List.of());
      html.append(here.isEmpty() ? "<tr>" : "<tr class=\"hit\">")
          .append("<td class=\"n\">")
          .append(i)
          .append("</td><td>")
          .append(escape(lines.get(i - 1)))
          .append("</td></tr>\n");
      if (!here.isEmpty()) {
        html.append("<tr><td></td><td>");
        here.forEach(entry -> finding(html, entry));
        html.append("</td></tr>\n");
      }
    }
    html.append("</table>\n");
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

  private static void finding(StringBuilder html, Entry entry) {
    Finding finding = entry.finding();
    html.append("<div class=\"f ").append(colour(finding)).append("\"><b>");
    html.append(escape(finding.kind().title())).append("</b> ").append(escape(finding.message()));
    String kernel = entry.result().kernel();
    html.append(" <span class=\"note\">")
        .append(kernel.isEmpty() ? "" : "kernel " + escape(kernel) + " ");
    if (entry.part() > 0) {
      html.append("see line ").append(line(finding.accesses().getFirst()));
    }
    html.append("</span>");
    if (entry.part() == 0) {
      for (Finding.Access access : finding.accesses()) {
        String at = access.location() == null ? "" : "line " + line(access) + ": ";
        row(html, at, access.access() + " by " + access.who());
      }
      row(html, "object: ", new ObjectWords(entry.result().parameters()).words(finding));
      row(html, "why: ", finding.explanation());
      row(html, "help: ", finding.suggestion());
      row(html, "note: ", finding.note());
      row(html, "", finding.count() > 1 ? "met " + finding.count() + " times" : "");
    }
    html.append("</div>\n");
  }

  private static String line(Finding.Access access) {
    Location at = access.location();
    return at == null ? "?" : String.valueOf(at.line());
  }

  private static void row(StringBuilder html, String label, String words) {
    if (!words.isEmpty()) {
      html.append("<div>").append(label).append(escape(words)).append("</div>");
    }
  }

  private static String colour(Finding finding) {
    return switch (finding.kind()) {
      case DATA_RACE, COMMAND_RACE -> "race";
      case BARRIER_DIVERGENCE, NO_PROGRESS, TIMEOUT -> "barrier";
      case OUT_OF_BOUNDS,
          USE_AFTER_FREE,
          MISALIGNED,
          NULL_DEREFERENCE,
          WRITE_TO_CONSTANT,
          READ_OF_WRITE_ONLY ->
          "memory";
      case UNINITIALIZED_READ, INVALID_ARGUMENT, DIVISION_BY_ZERO -> "value";
    };
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
