package dev.barnacle.cli.internal.litmus;

import dev.barnacle.cli.internal.litmus.GraphLayout.Box;
import dev.barnacle.explore.ExecutionGraph.Edge;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds ways for the arrows of a picture: one after the other takes the curve that crosses the
 * fewest events and runs least along earlier ones, and the place for its name that covers least.
 */
final class EdgeRoutes {
  /** A quadratic Bézier curve: start, control point and end. */
  record Curve(double startX, double startY, double bendX, double bendY, double endX, double endY) {
    double x(double t) {
      return at(startX, bendX, endX, t);
    }

    double y(double t) {
      return at(startY, bendY, endY, t);
    }

    private static double at(double from, double control, double to, double t) {
      return (1 - t) * (1 - t) * from + 2 * t * (1 - t) * control + t * t * to;
    }
  }

  /** The way of an arrow, and the box of its name. */
  record Route(Edge edge, Curve curve, Box label) {}

  private static final double[] BENDS = {
    0, 22, -22, 44, -44, 70, -70, 100, -100, 135, -135, 175, -175, 230, -230, 290, -290, 360, -360,
    440, -440
  };
  private static final double[] PLACES = {
    0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.14, 0.86
  };
  private static final int SAMPLES = 24;
  private static final int LONGEST_NAME = 24;
  private static final double LETTER = 7.4;

  private final GraphLayout layout;
  private final List<Route> routes = new ArrayList<>();

  private EdgeRoutes(GraphLayout layout) {
    this.layout = layout;
  }

  /** The routes of edges; those that come first choose first. */
  static List<Route> of(GraphLayout layout, List<Edge> edges) {
    EdgeRoutes routes = new EdgeRoutes(layout);
    for (Edge e : edges) {
      if (e.from() != e.to()) {
        routes.add(e);
      }
    }
    return routes.routes;
  }

  private void add(Edge e) {
    Curve best = curve(e, 0);
    double least = Double.MAX_VALUE;
    for (double bend : BENDS) {
      Curve curve = curve(e, bend);
      double cost = Math.abs(bend) / 25 + cost(e, curve);
      if (cost < least) {
        least = cost;
        best = curve;
      }
    }
    routes.add(new Route(e, best, label(e, best)));
  }

  private Curve curve(Edge e, double bend) {
    Box a = layout.node(e.from());
    Box b = layout.node(e.to());
    double dx = b.centreX() - a.centreX();
    double dy = b.centreY() - a.centreY();
    double length = Math.max(1, Math.hypot(dx, dy));
    double cx = (a.centreX() + b.centreX()) / 2 - dy / length * bend * 2;
    double cy = (a.centreY() + b.centreY()) / 2 + dx / length * bend * 2;
    double[] start = border(a, cx, cy);
    double[] end = border(b, cx, cy);
    return new Curve(start[0], start[1], cx, cy, end[0], end[1]);
  }

  /** Returns the point where the line from the middle of a box towards a point leaves the box. */
  private static double[] border(Box box, double x, double y) {
    double dx = x - box.centreX();
    double dy = y - box.centreY();
    double across = dx == 0 ? Double.MAX_VALUE : (box.width() / 2 + 1.5) / Math.abs(dx);
    double along = dy == 0 ? Double.MAX_VALUE : (box.height() / 2 + 1.5) / Math.abs(dy);
    double f = Math.min(1, Math.min(across, along));
    return new double[] {box.centreX() + f * dx, box.centreY() + f * dy};
  }

  private double cost(Edge edge, Curve curve) {
    double cost = 0;
    for (int i = 1; i < SAMPLES; i++) {
      double t = (double) i / SAMPLES;
      double x = curve.x(t);
      double y = curve.y(t);
      if (x < 8 || x > layout.width() - 8 || y < layout.headingEnd() || y > layout.height() - 6) {
        cost += 30;
      }
      for (var node : layout.nodes().entrySet()) {
        boolean own = node.getKey() == edge.from() || node.getKey() == edge.to();
        if (node.getValue().contains(x, y, own ? 0 : 5)) {
          cost += edge.highlighted() ? 60 : 12;
        }
      }
      for (Box name : layout.names()) {
        cost += name.contains(x, y, 2) ? 5 : 0;
      }
      for (Route other : routes) {
        cost += along(other, x, y);
      }
    }
    return cost;
  }

  /** Returns the cost of a point that is on another arrow, or on its name. */
  private static double along(Route other, double x, double y) {
    double cost = other.label.contains(x, y, 2) ? 4 : 0;
    for (int k = 1; k < SAMPLES; k++) {
      double t = (double) k / SAMPLES;
      double distance = Math.abs(other.curve.x(t) - x) + Math.abs(other.curve.y(t) - y);
      if (distance < 11) {
        return cost + 2;
      }
    }
    return cost;
  }

  /** The name of an edge, cut where it is long. */
  static String name(Edge edge) {
    String name = edge.relation();
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  private Box label(Edge edge, Curve curve) {
    double width = name(edge).length() * LETTER + 6;
    Box best = new Box(0, 0, 0, 0);
    double least = Double.MAX_VALUE;
    for (double t : PLACES) {
      Box box = new Box(curve.x(t) - width / 2, curve.y(t) - 8, width, 16);
      double cost = Math.abs(t - 0.5) * 4 + (layout.holds(box) ? 0 : 200);
      for (Box node : layout.nodes().values()) {
        cost += box.overlaps(node) ? 60 : 0;
      }
      for (Box name : layout.names()) {
        cost += box.overlaps(name) ? 40 : 0;
      }
      for (Route other : routes) {
        cost += box.overlaps(other.label) ? 60 : 0;
        for (int k = 1; k < SAMPLES; k++) {
          double s = (double) k / SAMPLES;
          cost += box.contains(other.curve.x(s), other.curve.y(s), 1) ? 5 : 0;
        }
      }
      if (cost < least) {
        least = cost;
        best = box;
      }
    }
    return best;
  }
}
