package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.command.input.InputException;
import dev.barnacle.ir.Location;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.KernelExplanation.Decision;
import dev.barnacle.simd.KernelExplanation.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects what the engine says of the kernels that it compiles, for {@code run --explain}. */
public final class Explanations implements CompileListener {
  /** A text of a kernel on its way to machine code. */
  private record Text(String kernel, Stage stage, String content) {}

  private final Set<Stage> stages;
  private final List<KernelExplanation> kernels = new ArrayList<>();
  private final List<Text> texts = new ArrayList<>();

  /**
   * Makes an empty collection.
   *
   * @param what empty for the decisions alone; {@code plan}, {@code llvm} or {@code asm} for texts
   *     too
   * @throws InputException if it is something else
   */
  public Explanations(String what) {
    this.stages =
        switch (what) {
          case "" -> Set.of();
          case "plan" -> Set.of(Stage.PLAN);
          case "llvm" -> Set.of(Stage.LLVM, Stage.OPTIMIZED);
          case "asm" -> Set.of(Stage.ASM);
          default -> throw new InputException("--explain=" + what + ": expected plan, llvm or asm");
        };
  }

  @Override
  public boolean wants(Stage stage) {
    return stages.contains(stage);
  }

  @Override
  public synchronized void text(String kernel, Stage stage, String text) {
    texts.add(new Text(kernel, stage, text));
  }

  @Override
  public synchronized void explained(KernelExplanation explanation) {
    kernels.add(explanation);
  }

  /** Forgets what was collected, before another launch. */
  public synchronized void clear() {
    kernels.clear();
    texts.clear();
  }

  /** Prints everything for people: by source line, with the line's text. */
  public synchronized void print(PrintWriter out) {
    kernels.forEach(kernel -> print(kernel, out));
    for (Text text : texts) {
      out.println(heading(text.stage()) + " of kernel " + text.kernel() + ":");
      out.println(text.content().stripTrailing());
      out.println();
    }
  }

  private static String heading(Stage stage) {
    return switch (stage) {
      case PLAN -> "plan";
      case LLVM -> "LLVM IR before optimisation";
      case OPTIMIZED -> "LLVM IR after optimisation";
      case ASM -> "assembly";
    };
  }

  private static void print(KernelExplanation kernel, PrintWriter out) {
    String size = kernel.localSize().stream().map(String::valueOf).collect(Collectors.joining("x"));
    out.println(
        "kernel "
            + kernel.kernel()
            + ", work-groups of "
            + size
            + (kernel.partial() ? " and smaller, at the edges:" : ":"));
    out.println(
        (kernel.lanes() == 1
                ? "  work-items run one after the other: "
                : "  sub-groups of " + kernel.lanes() + " work-items, the lanes of a vector: ")
            + kernel.why());
    out.println(
        "  a work-item keeps "
            + kernel.keptBytes()
            + " bytes across barriers; a work-group has "
            + kernel.localBytes()
            + " bytes of local variables; "
            + kernel.privateBytes()
            + " bytes of private memory");
    Map<String, @Nullable List<String>> sources = new LinkedHashMap<>();
    byLine(kernel)
        .forEach(
            (line, decisions) -> {
              out.println(place(line, sources));
              decisions.forEach(text -> out.println("          " + text));
            });
    out.println();
  }

  /** Groups decisions by line; a repeated text stands once, with a number. */
  private static Map<Location, List<String>> byLine(KernelExplanation kernel) {
    Map<Location, Map<String, Integer>> counts =
        new TreeMap<>(Comparator.comparing(Location::file).thenComparing(Location::line));
    for (Decision decision : kernel.decisions()) {
      Location at = decision.location();
      Location line = at == null ? new Location("", 0, 0) : new Location(at.file(), at.line(), 0);
      counts
          .computeIfAbsent(line, l -> new LinkedHashMap<>())
          .merge(decision.text(), 1, Integer::sum);
    }
    Map<Location, List<String>> lines = new LinkedHashMap<>();
    counts.forEach(
        (line, texts) ->
            lines.put(
                line,
                texts.entrySet().stream()
                    .map(
                        e ->
                            e.getValue() == 1
                                ? e.getKey()
                                : e.getKey() + " (" + e.getValue() + " times)")
                    .toList()));
    return lines;
  }

  private static String place(Location line, Map<String, @Nullable List<String>> sources) {
    if (line.line() == 0) {
      return "  elsewhere (functions of the library, code without a place)";
    }
    List<String> source = sources.computeIfAbsent(line.file(), Explanations::lines);
    String text =
        source == null || line.line() > source.size() ? "" : source.get(line.line() - 1).strip();
    return "  " + line.file() + ":" + line.line() + (text.isEmpty() ? "" : ": " + text);
  }

  private static @Nullable List<String> lines(String file) {
    try {
      return SourceEncoding.readable(Files.readAllBytes(Path.of(file))).lines().toList();
    } catch (IOException | RuntimeException e) {
      return null; // a text in memory: the explanation goes without the lines
    }
  }

  /** Returns everything for {@code --json}. */
  public synchronized List<Object> json() {
    return kernels.stream().map(this::json).collect(Collectors.toList());
  }

  private Object json(KernelExplanation kernel) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kernel", kernel.kernel());
    object.put("local", kernel.localSize());
    object.put("partial", kernel.partial());
    object.put("lanes", kernel.lanes());
    object.put("why", kernel.why());
    object.put("kept_bytes", kernel.keptBytes());
    object.put("private_bytes", kernel.privateBytes());
    object.put("local_bytes", kernel.localBytes());
    object.put("decisions", kernel.decisions().stream().map(Explanations::json).toList());
    for (Text text : texts) {
      if (text.kernel().equals(kernel.kernel())) {
        object.putIfAbsent(text.stage().optionName(), text.content());
      }
    }
    return object;
  }

  private static Object json(Decision decision) {
    Map<String, Object> object = new LinkedHashMap<>();
    Location at = decision.location();
    object.put("topic", decision.topic().label());
    if (at != null) {
      object.put("file", at.file());
      object.put("line", at.line());
      if (decision.topic() != Topic.VALUES) {
        object.put("column", at.knownColumn());
      }
    }
    object.put("text", decision.text());
    return object;
  }
}
