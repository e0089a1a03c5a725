package dev.barnacle.cli.internal.litmus;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Edge;
import dev.barnacle.explore.ExecutionGraph.Node;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Draws an execution: threads as columns, in each its events from top to bottom; the initialisation
 * above; work-groups and devices as boxes around their threads; relations as arrows with names.
 */
final class SvgWriter {
  private static final int COLUMN = 230;
  private static final int ROW = 90;
  private static final int TOP = 150;
  private static final int LEFT = 60;

  private record Point(double x, double y) {}

  private final ExecutionGraph graph;
  private final Map<Integer, Point> places = new HashMap<>();
  private final Map<Integer, Double> halfWidths = new HashMap<>();
  private final Map<Integer, Integer> columns = new HashMap<>();
  private final StringBuilder out = new StringBuilder();
  private int width;
  private int height;

  private SvgWriter(ExecutionGraph graph) {
    this.graph = graph;
  }

  static String write(String title, ExecutionGraph graph) {
    SvgWriter writer = new SvgWriter(graph);
    writer.place();
    writer.draw(title);
    return writer.out.toString();
  }

  private void place() {
    List<Integer> threads =
        graph.nodes().stream()
            .filter(n -> n.thread() >= 0)
            .sorted(
                java.util.Comparator.comparingInt(Node::device)
                    .thenComparingInt(Node::workGroup)
                    .thenComparingInt(Node::thread))
            .map(Node::thread)
            .distinct()
            .toList();
    for (int i = 0; i < threads.size(); i++) {
      columns.put(threads.get(i), i);
    }
    Map<Integer, Integer> rows = new HashMap<>();
    int inits = 0;
    for (Node n : graph.nodes()) {
      halfWidths.put(n.id(), halfWidth(n) + 1);
      if (n.thread() < 0) {
        places.put(n.id(), new Point(LEFT + 70 + 140.0 * inits++, 70));
      } else {
        int row = rows.merge(n.thread(), 1, Integer::sum) - 1;
        int column = columns.getOrDefault(n.thread(), 0);
        places.put(n.id(), new Point(LEFT + COLUMN * (column + 0.5), TOP + 40 + ROW * row));
      }
    }
    int most = rows.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    width = LEFT * 2 + Math.max(COLUMN * Math.max(1, threads.size()), 140 * inits);
    height = TOP + 90 + ROW * Math.max(0, most - 1);
  }

  private void draw(String title) {
    out.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" font-size=\"13\">%n"
            .formatted(width, height));
    out.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    text(LEFT, 24, title, "#000000", "start");
    arrowHeads();
    boxes();
    Map<String, Integer> parallel = new HashMap<>();
    for (Edge e : graph.edges()) {
      edge(
          e,
          parallel.merge(
                  Math.min(e.from(), e.to()) + ":" + Math.max(e.from(), e.to()), 1, Integer::sum)
              - 1);
    }
    for (Node n : graph.nodes()) {
      Point p = at(n.id());
      double half = halfWidth(n);
      out.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"20\" rx=\"4\" fill=\"white\""
                  + " fill-opacity=\"0.85\" stroke=\"#bbbbbb\"/>%n",
              p.x - half,
              p.y - 10,
              2 * half));
      text(p.x, p.y + 4, n.label(), "#000000", "middle");
    }
    out.append("</svg>\n");
  }

  private Point at(int node) {
    return places.getOrDefault(node, new Point(0, 0));
  }

  private void arrowHeads() {
    Set<String> colours = new HashSet<>();
    for (Edge e : graph.edges()) {
      colours.add(EdgeColours.of(e.relation(), e.highlighted()));
    }
    out.append("<defs>\n");
    for (String colour : colours.stream().sorted().toList()) {
      out.append(
          "<marker id=\"a%s\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerUnits=\"userSpaceOnUse\" markerWidth=\"11\" markerHeight=\"11\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"%s\"/></marker>%n"
              .formatted(colour.substring(1), colour));
    }
    out.append("</defs>\n");
  }

  private void boxes() {
    Map<Integer, int[]> devices = new java.util.TreeMap<>();
    Map<Integer, int[]> groups = new java.util.TreeMap<>();
    for (Node n : graph.nodes()) {
      if (n.thread() >= 0) {
        int column = columns.getOrDefault(n.thread(), 0);
        extend(devices, n.device(), column);
        extend(groups, n.workGroup(), column);
      }
    }
    devices.forEach((d, span) -> box(span, 6, "device " + d, "#888888"));
    groups.forEach((g, span) -> box(span, 14, "work-group " + g % 1024, "#bbbbbb"));
    columns.forEach(
        (thread, column) ->
            text(LEFT + COLUMN * (column + 0.5), TOP + 8, "P" + thread, "#555555", "middle"));
  }

  private static void extend(Map<Integer, int[]> spans, int key, int column) {
    int[] span = spans.computeIfAbsent(key, k -> new int[] {column, column});
    span[0] = Math.min(span[0], column);
    span[1] = Math.max(span[1], column);
  }

  private void box(int[] span, int inset, String label, String colour) {
    int x = LEFT + COLUMN * span[0] + inset;
    int y = TOP - 34 + inset;
    out.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"none\" stroke=\"%s\"/>%n"
            .formatted(
                x, y, COLUMN * (span[1] - span[0] + 1) - 2 * inset, height - y - inset, colour));
    text(x + 6, y + (inset < 10 ? -3 : 13), label, colour, "start");
  }

  private void edge(Edge e, int parallel) {
    Point a = at(e.from());
    Point b = at(e.to());
    String colour = EdgeColours.of(e.relation(), e.highlighted());
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double length = Math.max(1, Math.hypot(dx, dy));
    int step = (parallel + 1) / 2 * (parallel % 2 == 0 ? 1 : -1);
    double bend = 16.0 * step + (parallel == 0 ? 0 : 6);
    if (e.relation().equals("rf") || e.relation().equals("mo")) {
      bend += 14;
    }
    double cx = (a.x + b.x) / 2 - dy / length * bend * 2;
    double cy = (a.y + b.y) / 2 + dx / length * bend * 2;
    Point control = new Point(cx, cy);
    Point start = border(e.from(), control);
    Point end = border(e.to(), control);
    out.append(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f,%.1f Q%.1f,%.1f %.1f,%.1f\" fill=\"none\" stroke=\"%s\""
                + " stroke-width=\"%s\" marker-end=\"url(#a%s)\"/>%n",
            start.x,
            start.y,
            cx,
            cy,
            end.x,
            end.y,
            colour,
            e.highlighted() ? "4" : "1.5",
            colour.substring(1)));
    // Arrows between two columns cross in the middle: their names stand nearer to where they start.
    double t = dx == 0 ? 0.5 : 0.3 + 0.12 * (parallel % 4);
    text(
        curve(start.x, cx, end.x, t) + 5,
        curve(start.y, cy, end.y, t),
        e.relation(),
        colour,
        "start");
  }

  /** The place on the curve of a quadratic Bézier at {@code t}, in one coordinate. */
  private static double curve(double from, double control, double to, double t) {
    return (1 - t) * (1 - t) * from + 2 * t * (1 - t) * control + t * t * to;
  }

  /** Where the line from the middle of a node towards a point leaves the node's box. */
  private Point border(int node, Point towards) {
    Point p = at(node);
    double dx = towards.x - p.x;
    double dy = towards.y - p.y;
    double across = dx == 0 ? Double.MAX_VALUE : halfWidths.getOrDefault(node, 0.0) / Math.abs(dx);
    double along = dy == 0 ? Double.MAX_VALUE : 12 / Math.abs(dy);
    double f = Math.min(1, Math.min(across, along));
    return new Point(p.x + f * dx, p.y + f * dy);
  }

  private static double halfWidth(Node n) {
    return 4.2 * n.label().length() + 4;
  }

  private void text(double x, double y, String text, String colour, String anchor) {
    String safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.0f\" y=\"%.0f\" fill=\"%s\" text-anchor=\"%s\" stroke=\"white\""
                + " stroke-width=\"3\" paint-order=\"stroke\">%s</text>%n",
            x,
            y,
            colour,
            anchor,
            safe));
  }
}
