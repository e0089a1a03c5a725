package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.plot.BarPlot;
import dev.barnacle.cli.internal.plot.TimePlot;
import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a campaign's page: findings by folder (by file where there is one folder) and by
 * size, each by kind, and the time of tasks over sizes, or by kind where tasks have none.
 */
final class CampaignPlots {
  private static final int MOST_ROWS = 24;
  private static final String OTHERS = "others";
  private static final String STYLE =
      """
      <style>
      figure { margin: 1.5em 0; } figcaption { font-weight: 600; margin-bottom: .3em; }
      .legend { font-size: 13px; margin: .2em 0; } .legend span { margin-right: 1.2em; white-space: nowrap; }
      .legend i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .35em; }
      svg.plot { font: 12px system-ui, sans-serif; max-width: 100%; height: auto; }
      svg.plot text { fill: currentColor; } svg.plot .axis { stroke: currentColor; opacity: .25; }
      svg.plot .grid { stroke: currentColor; opacity: .1; } svg.plot .soft { opacity: .55; }
      :root { --p0: #2a78d6; --p1: #eb6834; --p2: #1baf7a; --p3: #eda100; --p4: #e87ba4; --p5: #008300;
        --p6: #4a3aa7; --p7: #e34948; }
      @media (prefers-color-scheme: dark) { :root { --p0: #3987e5; --p1: #d95926; --p2: #199e70; --p3: #c98500;
        --p4: #d55181; --p5: #008300; --p6: #9085e9; --p7: #e66767; } }
      </style>
      """;

  private final Map<String, Map<String, Long>> byFolder = new TreeMap<>();
  private final Map<String, Map<String, Long>> byFile = new TreeMap<>();
  private final Map<Long, Map<String, Long>> bySize = new TreeMap<>();
  private final Map<String, List<double[]>> sized = new TreeMap<>();
  private final Map<String, List<double[]>> unsized = new TreeMap<>();

  /** Takes what came of a task. */
  void add(Task task, TaskResult result) {
    long size = size(task);
    (size > 0 ? sized : unsized)
        .computeIfAbsent(task.kind().keyword(), k -> new ArrayList<>())
        .add(new double[] {size, result.seconds()});
    for (Answer answer : result.answers()) {
      String file = answer.source().substring(answer.source().lastIndexOf('/') + 1);
      List<Map<String, Long>> rows = new ArrayList<>();
      rows.add(byFolder.computeIfAbsent(folder(answer.source()), f -> new TreeMap<>()));
      rows.add(byFile.computeIfAbsent(file, f -> new TreeMap<>()));
      if (size > 0) {
        rows.add(bySize.computeIfAbsent(size, s -> new TreeMap<>()));
      }
      for (Issue issue : answer.issues()) {
        rows.forEach(row -> row.merge(issue.rule(), 1L, Long::sum));
      }
    }
  }

  /** Returns the work-items that a task's name or command has; 0 where it has none. */
  private static long size(Task task) {
    int at = task.words().indexOf("--global");
    if (at < 0 || at + 1 == task.words().size()) {
      return 0;
    }
    long items = 1;
    for (String part : task.words().get(at + 1).split(",", -1)) {
      items *= Long.parseLong(part);
    }
    return items;
  }

  /** Returns the folder of a file; the word before a colon for what is no file. */
  private static String folder(String source) {
    int slash = source.lastIndexOf('/');
    if (slash > 0) {
      return Path.of(source.substring(0, slash)).normalize().toString();
    }
    int colon = source.indexOf(':');
    return colon > 0 ? source.substring(0, colon) : ".";
  }

  /** Returns the figures, as HTML. */
  String html() {
    if (sized.isEmpty() && unsized.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder(STYLE);
    List<String> kinds = kinds();
    if (!kinds.isEmpty()) {
      boolean one = byFolder.size() == 1;
      String title = one ? "Findings by file" : "Findings by folder";
      out.append(new BarPlot(title, kinds, rows(one ? byFile : shortened(), kinds)).html());
      if (bySize.size() > 1) {
        Map<String, Map<String, Long>> rows = new LinkedHashMap<>();
        bySize.forEach((size, counts) -> rows.put(size + " work-items", known(counts, kinds)));
        out.append(new BarPlot("Findings by size", kinds, rows).html());
      }
    }
    out.append(sized.isEmpty() ? "" : new TimePlot(true, sized).html());
    out.append(unsized.isEmpty() ? "" : new TimePlot(false, unsized).html());
    return out.toString();
  }

  /** Returns the kinds of findings, the most frequent first; those beyond are others. */
  private List<String> kinds() {
    Map<String, Long> counts = new TreeMap<>();
    byFolder.values().forEach(row -> row.forEach((kind, n) -> counts.merge(kind, n, Long::sum)));
    List<String> kinds = new ArrayList<>(counts.keySet());
    kinds.sort(Comparator.comparing(kind -> -counts.getOrDefault(kind, 0L)));
    if (kinds.size() > BarPlot.COLOURS) {
      kinds.subList(BarPlot.COLOURS - 1, kinds.size()).clear();
      kinds.add(OTHERS);
    }
    return kinds;
  }

  /** Returns counts in which kinds that have no colour are others. */
  private static Map<String, Long> known(Map<String, Long> counts, List<String> kinds) {
    Map<String, Long> known = new TreeMap<>();
    counts.forEach((kind, n) -> known.merge(kinds.contains(kind) ? kind : OTHERS, n, Long::sum));
    return known;
  }

  /** Returns the folders without what all of them begin with. */
  private Map<String, Map<String, Long>> shortened() {
    List<String> folders = byFolder.keySet().stream().filter(f -> f.contains("/")).toList();
    String common = folders.isEmpty() ? "" : folders.getFirst();
    for (String folder : folders) {
      while (!(folder + "/").startsWith(common + "/") && !common.isEmpty()) {
        common = common.contains("/") ? common.substring(0, common.lastIndexOf('/')) : "";
      }
    }
    int cut = common.contains("/") ? common.lastIndexOf('/') + 1 : 0;
    Map<String, Map<String, Long>> rows = new TreeMap<>();
    byFolder.forEach(
        (folder, counts) ->
            rows.put(folder.contains("/") ? folder.substring(cut) : folder, counts));
    return rows;
  }

  /** Returns those with most findings, and the others together. */
  private static Map<String, Map<String, Long>> rows(
      Map<String, Map<String, Long>> all, List<String> kinds) {
    Map<String, Map<String, Long>> rows = new LinkedHashMap<>();
    all.entrySet().stream()
        .sorted(
            Comparator.comparing(
                (Map.Entry<String, Map<String, Long>> e) -> -BarPlot.sum(e.getValue())))
        .forEach(
            e -> {
              String name = rows.size() < MOST_ROWS ? e.getKey() : OTHERS;
              Map<String, Long> row = rows.computeIfAbsent(name, n -> new TreeMap<>());
              known(e.getValue(), kinds).forEach((kind, n) -> row.merge(kind, n, Long::sum));
            });
    return rows;
  }
}
