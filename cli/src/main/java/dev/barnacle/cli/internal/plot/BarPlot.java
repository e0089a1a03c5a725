package dev.barnacle.cli.internal.plot;

import dev.barnacle.cli.internal.report.HtmlText;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Bars of counts, a row each, parted by kind; as HTML with SVG. */
public final class BarPlot {
  private static final int WIDTH = 900;
  private static final int LEFT = 260;
  private static final int ROW = 20;
  private static final int BAR = 13;
  private static final int MOST_LETTERS = 40;

  /** The colours that the page has, the last one for all kinds beyond. */
  public static final int COLOURS = 8;

  private final String title;
  private final List<String> kinds;
  private final Map<String, Map<String, Long>> rows;

  /**
   * Makes a plot.
   *
   * @param kinds the kinds, in the order of their colours
   * @param rows how many of each kind there are, by row
   */
  public BarPlot(String title, List<String> kinds, Map<String, Map<String, Long>> rows) {
    this.title = title;
    this.kinds = kinds;
    this.rows = rows;
  }

  /** Returns the sum of a row. */
  public static long sum(Map<String, Long> row) {
    return row.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the plot. */
  public String html() {
    long most = rows.values().stream().mapToLong(BarPlot::sum).max().orElse(0);
    double unit = (WIDTH - LEFT - 60.0) / Math.max(1, most);
    StringBuilder svg = new StringBuilder();
    int y = 4;
    for (Map.Entry<String, Map<String, Long>> row : rows.entrySet()) {
      int middle = y + BAR - 3;
      svg.append(text(LEFT - 8, middle, "end", shortened(row.getKey()), row.getKey()));
      double x = LEFT;
      for (String kind : kinds) {
        long count = row.getValue().getOrDefault(kind, 0L);
        if (count > 0) {
          svg.append(bar(x, y, count * unit, kind, row.getKey() + ": " + kind + ": " + count));
          x += count * unit;
        }
      }
      svg.append(text((int) x + 5, middle, "start", String.valueOf(sum(row.getValue())), ""));
      y += ROW;
    }
    svg.append(
        "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"0\" y2=\"%d\"/>%n".formatted(LEFT, LEFT, y));
    return figure(title, legend(kinds), y + 4, svg.toString());
  }

  private String bar(double x, int y, double width, String kind, String tip) {
    double gap = width > 3 ? 1 : 0; // what touches is told apart
    return String.format(
        Locale.ROOT,
        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"var(--p%d)\">"
            + "<title>%s</title></rect>%n",
        x,
        y,
        Math.max(1, width - gap),
        BAR,
        colour(kinds, kind),
        HtmlText.escape(tip));
  }

  /** Returns a figure of a title, a legend and what is drawn. */
  static String figure(String title, String legend, int height, String svg) {
    return "<figure><figcaption>"
        + title
        + "</figcaption>\n"
        + legend
        + "<svg class=\"plot\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
            .formatted(WIDTH, height, WIDTH, height)
        + " aria-label=\""
        + title
        + "\">\n"
        + svg
        + "</svg></figure>\n";
  }

  /** Returns the kinds that the colours stand for. */
  static String legend(List<String> kinds) {
    StringBuilder out = new StringBuilder("<div class=\"legend\">");
    for (String kind : kinds) {
      out.append("<span><i style=\"background: var(--p")
          .append(colour(kinds, kind))
          .append(")\"></i>")
          .append(HtmlText.escape(kind))
          .append("</span>");
    }
    return out.append("</div>\n").toString();
  }

  /** Returns the number of a kind's colour. */
  static int colour(List<String> kinds, String kind) {
    return Math.min(kinds.indexOf(kind), COLOURS - 1);
  }

  /** Returns a text of a plot, with what a pointer on it shows. */
  static String text(int x, int y, String anchor, String words, String tip) {
    return "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s%s</text>%n"
        .formatted(
            x,
            y,
            anchor,
            tip.isEmpty() || tip.equals(words) ? "" : "<title>" + HtmlText.escape(tip) + "</title>",
            HtmlText.escape(words));
  }

  private static String shortened(String name) {
    return name.length() <= MOST_LETTERS
        ? name
        : "…" + name.substring(name.length() - MOST_LETTERS + 1);
  }
}
