package dev.barnacle.cli.internal.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The time of tasks, a point each, on scales of powers of ten: over their sizes, or, where no task
 * has one, how many tasks take no longer.
 */
public final class TimePlot {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 320;
  private static final int LEFT = 60;
  private static final int RIGHT = 20;
  private static final int BOTTOM = 40;
  private static final int TOP = 10;
  private static final double SHORTEST = 1e-4;
  private static final int MOST_POINTS = 100;

  private final boolean sized;
  private final Map<String, List<double[]>> times;
  private final List<String> kinds;
  private double leastX = Double.POSITIVE_INFINITY;
  private double mostX;
  private double leastY = Double.POSITIVE_INFINITY;
  private double mostY;

  /**
   * Makes a plot.
   *
   * @param times by kind of task, the size (0 for none) and the seconds of each
   */
  public TimePlot(boolean sized, Map<String, List<double[]>> times) {
    this.sized = sized;
    this.times = times;
    this.kinds = List.copyOf(times.keySet());
  }

  /** A point of a kind. */
  private record Point(String kind, double x, double y) {}

  /** Returns the plot. */
  public String html() {
    List<Point> points = points();
    for (Point p : points) {
      leastX = Math.min(leastX, p.x());
      mostX = Math.max(mostX, p.x());
      leastY = Math.min(leastY, p.y());
      mostY = Math.max(mostY, p.y());
    }
    leastX = floor(leastX);
    mostX = Math.max(10 * leastX, ceiling(mostX));
    leastY = floor(leastY);
    mostY = Math.max(10 * leastY, ceiling(mostY));
    StringBuilder svg = new StringBuilder(axes());
    points.forEach(p -> svg.append(dot(p)));
    String title =
        sized ? "Seconds of a task over its work-items" : "Tasks that take no longer, over seconds";
    return BarPlot.figure(title, BarPlot.legend(kinds), HEIGHT, svg.toString());
  }

  /**
   * Returns the points; of many at one place, some at even distances in the order of their times.
   */
  private List<Point> points() {
    List<Point> points = new ArrayList<>();
    times.forEach(
        (kind, all) -> {
          Map<Double, List<Double>> bySize = new TreeMap<>();
          for (double[] task : all) {
            double size = sized ? task[0] : 0;
            bySize.computeIfAbsent(size, s -> new ArrayList<>()).add(Math.max(SHORTEST, task[1]));
          }
          bySize.forEach(
              (size, seconds) -> {
                Collections.sort(seconds);
                points(kind, size, seconds, points);
              });
        });
    return points;
  }

  private void points(String kind, double size, List<Double> seconds, List<Point> points) {
    int shown = Math.min(MOST_POINTS, seconds.size());
    for (int i = 1; i <= shown; i++) {
      int number = (int) ((long) i * seconds.size() / shown);
      double time = seconds.get(number - 1);
      points.add(sized ? new Point(kind, size, time) : new Point(kind, time, number));
    }
  }

  private static double floor(double value) {
    return Math.pow(10, Math.floor(Math.log10(value)));
  }

  private static double ceiling(double value) {
    return Math.pow(10, Math.ceil(Math.log10(value)));
  }

  private double x(double value) {
    return LEFT + (WIDTH - LEFT - RIGHT) * part(value, leastX, mostX);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part(value, leastY, mostY);
  }

  private static double part(double value, double least, double most) {
    return Math.log(value / least) / Math.log(most / least);
  }

  private String axes() {
    StringBuilder out = new StringBuilder();
    for (double tick = leastX; tick < mostX * 1.5; tick *= 10) {
      out.append(line(x(tick), TOP, x(tick), HEIGHT - BOTTOM));
      out.append(BarPlot.text((int) x(tick), HEIGHT - BOTTOM + 16, "middle", label(tick), ""));
    }
    for (double tick = leastY; tick < mostY * 1.5; tick *= 10) {
      out.append(line(LEFT, y(tick), WIDTH - RIGHT, y(tick)));
      out.append(BarPlot.text(LEFT - 6, (int) y(tick) + 4, "end", label(tick), ""));
    }
    String below = sized ? "work-items" : "seconds";
    return out.append(BarPlot.text((LEFT + WIDTH) / 2, HEIGHT - 6, "middle", below, "")).toString();
  }

  private static String line(double x1, double y1, double x2, double y2) {
    return String.format(
        Locale.ROOT,
        "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
        x1,
        y1,
        x2,
        y2);
  }

  private static String label(double tick) {
    return tick < 1
        ? String.format(Locale.ROOT, "%.4f", tick).replaceAll("0+$", "")
        : String.format(Locale.ROOT, "%,d", Math.round(tick));
  }

  private String dot(Point p) {
    return String.format(
        Locale.ROOT,
        "<circle class=\"soft\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"var(--p%d)\">"
            + "<title>%s: %s, %s</title></circle>%n",
        x(p.x()),
        y(p.y()),
        BarPlot.colour(kinds, p.kind()),
        p.kind(),
        number(p.x()),
        number(p.y()));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
