package dev.barnacle.cli.internal.litmus;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExecutionGraph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The places of a picture's parts, in pixels. Below a heading and the initialisation there is a
 * column a thread, its events from top to bottom. Work-groups and devices are boxes around their
 * threads.
 */
final class GraphLayout {
  /** A rectangle. */
  record Box(double x, double y, double width, double height) {
    boolean contains(double px, double py, double margin) {
      return px > x - margin
          && px < x + width + margin
          && py > y - margin
          && py < y + height + margin;
    }

    boolean overlaps(Box o) {
      return x < o.x + o.width && o.x < x + width && y < o.y + o.height && o.y < y + height;
    }

    double centreX() {
      return x + width / 2;
    }

    double centreY() {
      return y + height / 2;
    }
  }

  /** A box with a name around columns. */
  record Frame(String label, Box box) {}

  /** The width of a letter of an event. */
  static final double LETTER = 7.9;

  private static final double NODE_HEIGHT = 24;
  private static final double ROW = 84;
  private static final double GAP = 84;
  private static final double MARGIN = 44;
  private static final double LINE = 18;

  private final Map<Integer, Box> nodes = new HashMap<>();
  private final Map<Integer, double[]> columns = new LinkedHashMap<>();
  private final List<Frame> frames = new ArrayList<>();
  private final double headingEnd;
  private final double top;
  private final double width;
  private final double height;

  /**
   * Lays a graph out.
   *
   * @param heading the lines of the heading
   * @param boxed whether work-groups and devices are drawn
   */
  GraphLayout(ExecutionGraph graph, List<String> heading, boolean boxed) {
    List<Node> inits = graph.nodes().stream().filter(n -> n.thread() < 0).toList();
    List<Node> events =
        graph.nodes().stream()
            .filter(n -> n.thread() >= 0)
            .sorted(
                Comparator.comparingInt(Node::device)
                    .thenComparingInt(Node::workGroup)
                    .thenComparingInt(Node::thread))
            .toList();
    headingEnd = 14 + LINE * heading.size();
    double initY = headingEnd + 34;
    double threads = placeColumns(events, boxed);
    double initWidth = inits.stream().mapToDouble(n -> width(n) + 28).sum() - 28;
    double text = heading.stream().mapToDouble(l -> l.length() * 8.2).max().orElse(0);
    double inner = Math.max(Math.max(threads, initWidth), text);
    width = inner + 2 * MARGIN;
    shiftColumns((inner - threads) / 2);
    double x = MARGIN + (inner - initWidth) / 2;
    for (Node n : inits) {
      nodes.put(n.id(), new Box(x, initY, width(n), NODE_HEIGHT));
      x += width(n) + 28;
    }
    top = initY + (inits.isEmpty() ? 0 : NODE_HEIGHT + (boxed ? 44 : 56));
    double first = top + (boxed ? 2 * LINE + 12 : 0) + LINE + 12;
    height = placeEvents(events, first) + (boxed ? 22 : 14) + MARGIN / 2;
    if (boxed) {
      frames(events);
    }
  }

  private static double width(Node n) {
    return n.label().length() * LETTER + 14;
  }

  /** Gives each thread its column; returns the width of all. */
  private double placeColumns(List<Node> events, boolean boxed) {
    Map<Integer, Double> widths = new LinkedHashMap<>();
    Map<Integer, Node> any = new HashMap<>();
    for (Node n : events) {
      widths.merge(n.thread(), width(n), Math::max);
      any.put(n.thread(), n);
    }
    double x = 0;
    Node before = null;
    for (Map.Entry<Integer, Double> e : widths.entrySet()) {
      Node node = any.get(e.getKey());
      if (before != null && node != null) {
        boolean apart = boxed && node.workGroup() != before.workGroup();
        x += GAP + (apart ? 40 : 0) + (apart && node.device() != before.device() ? 24 : 0);
      } else if (boxed) {
        x += 40;
      }
      columns.put(e.getKey(), new double[] {x, e.getValue()});
      x += e.getValue();
      before = node;
    }
    return x + (boxed ? 40 : 0);
  }

  private void shiftColumns(double by) {
    columns.values().forEach(c -> c[0] += MARGIN + by);
  }

  /** Places the events below each other; returns the lowest edge. */
  private double placeEvents(List<Node> events, double first) {
    Map<Integer, Integer> rows = new HashMap<>();
    double bottom = first;
    for (Node n : events) {
      double[] column = columns.getOrDefault(n.thread(), new double[2]);
      int row = rows.merge(n.thread(), 1, Integer::sum) - 1;
      double y = first + ROW * row;
      double x = column[0] + (column[1] - width(n)) / 2;
      nodes.put(n.id(), new Box(x, y, width(n), NODE_HEIGHT));
      bottom = Math.max(bottom, y + NODE_HEIGHT);
    }
    return bottom;
  }

  private void frames(List<Node> events) {
    Map<Integer, double[]> devices = new TreeMap<>();
    Map<Integer, double[]> groups = new TreeMap<>();
    for (Node n : events) {
      extend(devices, n.device(), n.thread());
      extend(groups, n.workGroup(), n.thread());
    }
    devices.forEach((d, s) -> frame("device " + d, s, 36, 0));
    groups.forEach((g, s) -> frame("work-group " + g % 1024, s, 24, LINE + 6));
  }

  private void extend(Map<Integer, double[]> spans, int key, int thread) {
    double[] column = columns.getOrDefault(thread, new double[2]);
    double[] span =
        spans.computeIfAbsent(key, k -> new double[] {Double.MAX_VALUE, -Double.MAX_VALUE});
    span[0] = Math.min(span[0], column[0]);
    span[1] = Math.max(span[1], column[0] + column[1]);
  }

  private void frame(String label, double[] span, double around, double down) {
    double y = top + down;
    double bottom = height - MARGIN / 2 - (down == 0 ? 0 : 8);
    frames.add(
        new Frame(label, new Box(span[0] - around, y, span[1] - span[0] + 2 * around, bottom - y)));
  }

  /** The box of an event. */
  Box node(int id) {
    return nodes.getOrDefault(id, new Box(0, 0, 0, 0));
  }

  /** The boxes of all events, by number. */
  Map<Integer, Box> nodes() {
    return nodes;
  }

  /** The boxes of devices and work-groups, outer ones first. */
  List<Frame> frames() {
    return frames;
  }

  /** The boxes of the names of devices, work-groups and threads. */
  List<Box> names() {
    List<Box> names = new ArrayList<>();
    for (Frame frame : frames) {
      names.add(
          new Box(frame.box().x() + 8, frame.box().y() + 4, frame.label().length() * LETTER, 15));
    }
    headings().values().forEach(at -> names.add(new Box(at[0] - 10, at[1] - 12, 20, 15)));
    return names;
  }

  /** The middle of each thread's heading, by the thread's number. */
  Map<Integer, double[]> headings() {
    Map<Integer, double[]> headings = new TreeMap<>();
    double y = top + (frames.isEmpty() ? 0 : 2 * LINE + 12) + LINE - 2;
    columns.forEach((t, c) -> headings.put(t, new double[] {c[0] + c[1] / 2, y}));
    return headings;
  }

  /** Returns the y coordinate of the heading's end. */
  double headingEnd() {
    return headingEnd;
  }

  /** Returns whether a box is on the page, below the heading. */
  boolean holds(Box box) {
    return box.x() >= 0
        && box.y() >= headingEnd
        && box.x() + box.width() <= width
        && box.y() + box.height() <= height;
  }

  double width() {
    return width;
  }

  double height() {
    return height;
  }
}
