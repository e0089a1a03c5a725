package dev.barnacle.cli.internal.litmus;

import dev.barnacle.cli.internal.litmus.EdgeRoutes.Route;
import dev.barnacle.cli.internal.litmus.GraphLayout.Box;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Edge;
import dev.barnacle.explore.ExecutionGraph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Draws an execution: threads as columns, in each its events from top to bottom; the initialisation
 * above; work-groups and devices as boxes around their threads; relations as arrows with names;
 * what is highlighted in red; below, what the arrows mean.
 */
final class SvgWriter {
  private static final double MARGIN = 24;

  /** The left end of the words of the legend. */
  private static final double LEGEND = 78;

  private static final double LEGEND_LINE = 18;

  private final ExecutionGraph graph;
  private final List<String> heading;
  private final GraphLayout layout;
  private final List<Legend.Entry> legend;
  private final StringBuilder out = new StringBuilder();

  private SvgWriter(String title, ExecutionGraph graph, boolean boxed) {
    this.graph = graph;
    this.heading = new ArrayList<>(List.of(title));
    this.heading.addAll(graph.notes());
    this.layout = new GraphLayout(graph, heading, boxed);
    this.legend = Legend.of(graph);
  }

  /**
   * Draws.
   *
   * @param boxed whether work-groups and devices are drawn
   */
  static String write(String title, ExecutionGraph graph, boolean boxed) {
    SvgWriter writer = new SvgWriter(title, graph, boxed);
    writer.draw();
    return writer.out.toString();
  }

  private void draw() {
    line(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\""
                + " viewBox=\"0 0 %.0f %.0f\" font-family=\"DejaVu Sans Mono, Menlo, Consolas,"
                + " monospace\" font-size=\"13\">",
            width(),
            height(),
            width(),
            height()));
    line("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    for (int i = 0; i < heading.size(); i++) {
      String style = i == 0 ? "#000000\" font-weight=\"bold" : "#555555";
      text(24, 26 + 18 * i, heading.get(i), style, "start");
    }
    List<Edge> edges = new ArrayList<>(graph.edges());
    edges.sort(Comparator.comparingInt(SvgWriter::rank));
    arrowHeads(edges);
    frames();
    List<Route> routes = EdgeRoutes.of(layout, edges);
    routes.reversed().forEach(this::arrow);
    graph.nodes().forEach(this::node);
    routes.reversed().forEach(this::name);
    legend();
    line("</svg>");
  }

  private double width() {
    double words =
        legend.stream().mapToDouble(e -> e.text().length() * GraphLayout.LETTER).max().orElse(0);
    return Math.max(layout.width(), words == 0 ? 0 : LEGEND + words + MARGIN);
  }

  private double height() {
    return layout.height() + (legend.isEmpty() ? 0 : LEGEND_LINE * legend.size() + MARGIN);
  }

  private void legend() {
    if (legend.isEmpty()) {
      return;
    }
    line("<g class=\"legend\">");
    for (int i = 0; i < legend.size(); i++) {
      Legend.Entry e = legend.get(i);
      double y = layout.height() + LEGEND_LINE * (i + 0.5);
      if (e.stroke() != Legend.Stroke.NONE) {
        line(
            String.format(
                Locale.ROOT,
                "<path d=\"M%.1f,%.1f H%.1f\" fill=\"none\" stroke=\"%s\""
                    + " stroke-width=\"%s\"%s%s/>",
                MARGIN,
                y,
                LEGEND - 14,
                e.colour(),
                e.bold() ? "3.5" : "1.5",
                e.dashed() ? " stroke-dasharray=\"6 5\"" : "",
                e.stroke() == Legend.Stroke.ARROW
                    ? " marker-end=\"url(#a" + e.colour().substring(1) + ")\""
                    : ""));
      }
      text(LEGEND, y + 4, e.text(), e.colour(), "start");
    }
    line("</g>");
  }

  /**
   * Returns the rank of an edge; those of lower ranks choose their way first, and are drawn last.
   */
  private static int rank(Edge e) {
    if (e.highlighted()) {
      return 0;
    }
    return switch (e.relation()) {
      case "sb" -> 1;
      case "rf" -> 2;
      default -> 3;
    };
  }

  private void arrowHeads(List<Edge> edges) {
    line("<defs>");
    edges.stream()
        .map(e -> EdgeColours.of(e.relation(), e.highlighted()))
        .distinct()
        .sorted()
        .forEach(
            colour ->
                line(
                    String.format(
                        Locale.ROOT,
                        "<marker id=\"a%s\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\""
                            + " markerUnits=\"userSpaceOnUse\" markerWidth=\"11\""
                            + " markerHeight=\"11\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\""
                            + " fill=\"%s\"/></marker>",
                        colour.substring(1),
                        colour)));
    line("</defs>");
  }

  private void frames() {
    for (GraphLayout.Frame frame : layout.frames()) {
      Box b = frame.box();
      line(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"8\" fill=\"none\""
                  + " stroke=\"#aaaaaa\"/>",
              b.x(),
              b.y(),
              b.width(),
              b.height()));
      text(b.x() + 8, b.y() + 16, frame.label(), "#777777", "start");
    }
    layout
        .headings()
        .forEach((thread, at) -> text(at[0], at[1], "P" + thread, "#333333", "middle"));
  }

  private void node(Node n) {
    Box b = layout.node(n.id());
    line(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\" fill=\"%s\""
                + " stroke=\"%s\" stroke-width=\"%s\"/>",
            b.x(),
            b.y(),
            b.width(),
            b.height(),
            n.highlighted() ? "#fff0f0" : "#ffffff",
            n.highlighted() ? EdgeColours.of("", true) : "#bbbbbb",
            n.highlighted() ? "2" : "1"));
    text(b.centreX(), b.centreY() + 4.5, n.label(), "#000000", "middle");
  }

  private void arrow(Route route) {
    Edge e = route.edge();
    String colour = EdgeColours.of(e.relation(), e.highlighted());
    EdgeRoutes.Curve c = route.curve();
    line(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f,%.1f Q%.1f,%.1f %.1f,%.1f\" fill=\"none\" stroke=\"%s\""
                + " stroke-width=\"%s\"%s%s/>",
            c.startX(),
            c.startY(),
            c.bendX(),
            c.bendY(),
            c.endX(),
            c.endY(),
            colour,
            e.highlighted() ? "3.5" : "1.5",
            e.relation().startsWith("~") ? " stroke-dasharray=\"6 5\"" : "",
            e.symmetric() ? "" : " marker-end=\"url(#a" + colour.substring(1) + ")\""));
  }

  private void name(Route route) {
    Edge e = route.edge();
    String colour = EdgeColours.of(e.relation(), e.highlighted());
    text(
        route.label().centreX(),
        route.label().centreY() + 4,
        EdgeRoutes.name(e),
        e.highlighted() ? colour + "\" font-weight=\"bold" : colour,
        "middle");
  }

  private void text(double x, double y, String text, String style, String anchor) {
    line(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" text-anchor=\"%s\" stroke=\"white\""
                + " stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">%s</text>",
            x,
            y,
            style,
            anchor,
            escaped(text)));
  }

  /** Returns text so that it shows as it is. */
  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
