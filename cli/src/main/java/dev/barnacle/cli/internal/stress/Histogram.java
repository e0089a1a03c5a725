package dev.barnacle.cli.internal.stress;

import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.Quantifier;
import dev.barnacle.frontend.litmus.Reference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The final states that a device showed, beside those that the model allows. */
public final class Histogram {
  private final StressTest stress;
  private final String device;
  private final Map<List<Long>, Long> counts =
      new TreeMap<>(
          (a, b) -> {
            for (int i = 0; i < a.size(); i++) {
              int order = a.get(i).compareTo(b.get(i));
              if (order != 0) {
                return order;
              }
            }
            return 0;
          });
  private long instances;
  private double seconds;

  /**
   * Makes an empty one.
   *
   * @param device the device's name
   */
  Histogram(StressTest stress, String device) {
    this.stress = stress;
    this.device = device;
  }

  /** Counts an instance that all threads ran, unless the test's filter leaves its state out. */
  void add(long[] state) {
    if (!stress.result().task().holds(stress.result().test().filter(), state)) {
      return;
    }
    List<Long> values = new ArrayList<>();
    for (long value : state) {
      values.add(value);
    }
    counts.merge(values, 1L, Long::sum);
    instances++;
  }

  /** Says how long it took. */
  void took(double time) {
    seconds = time;
  }

  /** Returns how many instances were counted. */
  public long instances() {
    return instances;
  }

  /** Returns the states that the model forbids, as text. */
  public List<String> forbidden() {
    return counts.keySet().stream().filter(s -> !stress.allows(s)).map(this::text).toList();
  }

  private boolean holds(List<Long> state) {
    long[] values = state.stream().mapToLong(Long::longValue).toArray();
    return stress.result().task().holds(stress.result().test().condition(), values);
  }

  private String text(List<Long> state) {
    LitmusTask task = stress.result().task();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < stress.result().test().observed().size(); i++) {
      text.append(text.isEmpty() ? "" : " ")
          .append(name(task.references().get(i)))
          .append('=')
          .append(state.get(i))
          .append(';');
    }
    return text.toString();
  }

  /** Returns the name of a value, as in what the model says. */
  static String name(Reference reference) {
    return reference instanceof Reference.Memory ? "[" + reference + "]" : reference.toString();
  }

  private long positive() {
    return counts.entrySet().stream()
        .filter(e -> holds(e.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Returns the text that litmus7's users know, and what the model says of it. */
  public String text() {
    LitmusTest test = stress.result().test();
    StringBuilder out = new StringBuilder();
    out.append("Test %s on %s%n".formatted(test.name(), device));
    out.append("Histogram (%d state%s)%n".formatted(counts.size(), counts.size() == 1 ? "" : "s"));
    counts.forEach(
        (state, count) ->
            out.append(
                "%-9d%s>%s%s%n"
                    .formatted(
                        count,
                        holds(state) ? "*" : ":",
                        text(state),
                        stress.allows(state) ? "" : " forbidden")));
    boolean not = test.quantifier() == Quantifier.NOT_EXISTS;
    long with = positive();
    out.append(
        "Witnesses%nPositive: %d Negative: %d%n"
            .formatted(not ? instances - with : with, not ? with : instances - with));
    String often = with == 0 ? "Never" : with == instances ? "Always" : "Sometimes";
    out.append("Observation %s %s %d %d%n".formatted(test.name(), often, with, instances - with));
    out.append("Time %s %.3f%n".formatted(test.name(), seconds));
    return out.append(verdict()).append('\n').toString();
  }

  /** Returns what the model says of what was seen, in a line. */
  String verdict() {
    String model = stress.result().model();
    if (instances == 0) {
      return "No instance was run by all of its threads";
    }
    if (stress.undefined()) {
      return model + " finds a fault, such as a data race: it allows every outcome";
    }
    int allowed = stress.allowed().size();
    int forbidden = forbidden().size();
    long seen = counts.size() - (long) forbidden;
    return "%s allows %d outcome%s: %d of them seen; %d seen that it forbids"
        .formatted(model, allowed, allowed == 1 ? "" : "s", seen, forbidden);
  }

  /** Returns what {@code --json} has of it. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("device", device);
    json.put("instances", instances);
    json.put("undefined", stress.undefined());
    List<Object> states = new ArrayList<>();
    counts.forEach(
        (state, count) -> {
          Map<String, Object> object = new LinkedHashMap<>();
          for (int i = 0; i < stress.result().test().observed().size(); i++) {
            object.put(stress.references().get(i).toString(), state.get(i));
          }
          object.put("count", count);
          object.put("allowed", stress.allows(state));
          states.add(object);
        });
    json.put("states", states);
    json.put("seconds", seconds);
    return json;
  }
}
