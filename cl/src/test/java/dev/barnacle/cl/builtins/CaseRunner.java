package dev.barnacle.cl.builtins;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Runs cases: builds a program of one kernel a case, and compares. */
final class CaseRunner {
  private static final int RANDOM = 300;

  private CaseRunner() {}

  /** The source of a case: for each width, a kernel whose work-items do one vector each. */
  static String source(Case test) {
    return Arrays.stream(test.widths())
        .mapToObj(width -> kernel(test, width))
        .collect(Collectors.joining());
  }

  private static String kernel(Case test, int width) {
    StringBuilder parameters = new StringBuilder();
    StringBuilder loads = new StringBuilder();
    for (int i = 0; i < test.parameters().size(); i++) {
      Scalar type = test.parameters().get(i);
      String name = "xyz".substring(i, i + 1);
      parameters.append("global const %s *p%s, ".formatted(type, name));
      loads.append(
          "  %s %s = %s;\n"
              .formatted(Widths.type(type.cl, width), name, Widths.load("p" + name, width)));
    }
    return """
    kernel void k_%s_%d(%sglobal %s *out) {
      size_t i = get_global_id(0);
    %s  %s
    }
    """
        .formatted(
            test.name(),
            width,
            parameters,
            test.result(),
            loads,
            Widths.store(test.expression().apply(width), "out", width));
  }

  static long[][] arguments(Case test) {
    List<long[]> rows = new ArrayList<>();
    Random random = new Random(test.name().hashCode());
    int arity = test.parameters().size();
    if (test.arguments() != null) {
      rows.addAll(test.arguments());
    } else {
      combine(test, new long[arity], 0, rows, random);
    }
    int wanted = rows.size() + (test.arguments() != null ? 0 : RANDOM);
    wanted += (Samples.GROUP - wanted % Samples.GROUP) % Samples.GROUP;
    for (int i = 0; rows.size() < wanted; i++) {
      rows.add(
          test.arguments() != null
              ? rows.get(i)
              : test.parameters().stream().mapToLong(t -> t.random(random)).toArray());
    }
    return rows.toArray(long[][]::new);
  }

  /** All combinations of edge values for the first two arguments, others drawn. */
  private static void combine(Case test, long[] row, int index, List<long[]> rows, Random random) {
    if (index == row.length) {
      rows.add(row.clone());
      return;
    }
    long[] edges = test.parameters().get(index).edges();
    if (index >= 2) {
      row[index] = edges[random.nextInt(edges.length)];
      combine(test, row, index + 1, rows, random);
      return;
    }
    for (long edge : edges) {
      row[index] = edge;
      combine(test, row, index + 1, rows, random);
    }
  }

  /** Runs one case of a built program; returns what is wrong, or an empty text. */
  static String run(Kernels kernels, Case test) {
    long[][] rows = arguments(test);
    int arity = test.parameters().size();
    List<String> wrong = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment[] buffers = new MemorySegment[arity + 1];
      for (int i = 0; i <= arity; i++) {
        Scalar type = i < arity ? test.parameters().get(i) : test.result();
        buffers[i] = arena.allocate((long) rows.length * type.bytes, 128);
      }
      for (int r = 0; r < rows.length; r++) {
        for (int i = 0; i < arity; i++) {
          test.parameters().get(i).set(buffers[i], r, rows[r][i]);
        }
      }
      for (int width : test.widths()) {
        buffers[arity].fill((byte) 0x5a);
        kernels.run("k_" + test.name() + "_" + width, rows.length / width, buffers);
        compare(test, width, rows, buffers[arity], wrong);
      }
    }
    return wrong.isEmpty()
        ? ""
        : "%s: %d wrong%n%s"
            .formatted(
                test.name(),
                wrong.size(),
                String.join("\n", wrong.subList(0, Math.min(8, wrong.size()))));
  }

  private static void compare(
      Case test, int width, long[][] rows, MemorySegment results, List<String> wrong) {
    Scalar type = test.result();
    for (int r = 0; r < rows.length; r++) {
      long[] xyz = Arrays.copyOf(rows[r], 3);
      long actual = type.get(results, r);
      if (!test.expected().accepts(type, actual, width, xyz)) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < test.parameters().size(); i++) {
          arguments.add(test.parameters().get(i).show(rows[r][i]));
        }
        wrong.add(
            "  %s, width %d, of %s is %s, not %s"
                .formatted(
                    test.expression().apply(width),
                    width,
                    arguments,
                    type.show(actual),
                    test.expected().describe(type, width, xyz)));
      }
    }
  }
}
