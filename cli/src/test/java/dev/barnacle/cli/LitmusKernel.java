package dev.barnacle.cli;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.ir.Location;
import dev.barnacle.model.Model;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A litmus test that is a kernel as well: what {@code explore} allows of it, and what {@code check}
 * comes to. A thread is a text such as {@code x=1 release; y relaxed; fence seq_cst}: a store, a
 * load and a fence; {@code x+1 relaxed} adds; {@code x~2 relaxed} exchanges 1 for 2 and reads what
 * was there; {@code x%2 relaxed} exchanges 0 for 2 weakly and reads whether it has. {@code d} is
 * not atomic: {@code d=1; d}. A question mark before an operation means that the thread's last
 * reading was not zero. An operation ends with its scope, unless that is the device.
 *
 * @param threads of each work-item what it does
 * @param groupSize work-items of a work-group
 */
record LitmusKernel(List<String> threads, int groupSize) {
  private static final Pattern OPERATION =
      Pattern.compile("(\\??)(fence|[xyzd])(?:([=+~%])(\\d))?(?: (\\w+))?(?: (\\w+))?");

  private static final List<Explorer> MODELS =
      List.of(new Explorer(Model.shipped("opencl")), new Explorer(Model.shipped("opencl-scoped")));

  static LitmusKernel of(String... threads) {
    return new LitmusKernel(List.of(threads), 1);
  }

  /** What the registers hold at the end, thread by thread. */
  private record Worker(String text, int registers) {}

  private static Worker thread(String text) {
    StringBuilder out = new StringBuilder();
    int registers = 0;
    for (String operation : text.split(";", -1)) {
      Matcher m = OPERATION.matcher(operation.strip());
      if (operation.isBlank()) {
        continue;
      }
      if (!m.matches()) {
        throw new IllegalArgumentException(operation);
      }
      out.append("    ");
      if (!m.group(1).isEmpty()) {
        out.append("if (r").append(registers - 1).append(") ");
      }
      if ("%".equals(m.group(3))) {
        out.append(weakExchange(m, "r" + registers++));
        continue;
      }
      if ("~".equals(m.group(3))) {
        out.append(exchange(m, "r" + registers++));
        continue;
      }
      boolean reads = !m.group(2).equals("fence") && !"=".equals(m.group(3));
      if (reads) {
        out.append("r").append(registers++).append(" = ");
      }
      out.append(call(m)).append(";\n");
    }
    StringBuilder head = new StringBuilder();
    for (int i = 0; i < registers; i++) {
      head.append("    int r").append(i).append(" = 0;\n");
    }
    return new Worker(head.append(out).toString(), registers);
  }

  private static String exchange(Matcher m, String expected) {
    return expected + " = 1; " + exchange(m, "strong", expected);
  }

  private static String weakExchange(Matcher m, String done) {
    String expected = "e" + done;
    return "int %s = 0; %s = %s".formatted(expected, done, exchange(m, "weak", expected));
  }

  private static String exchange(Matcher m, String kind, String expected) {
    String failure =
        switch (m.group(5)) {
          case "seq_cst" -> "seq_cst";
          case "acq_rel", "acquire" -> "acquire";
          default -> "relaxed";
        };
    return "atomic_compare_exchange_%s_explicit(%s, &%s, %s, memory_order_%s,"
            .formatted(kind, m.group(2), expected, m.group(4), m.group(5))
        + " memory_order_%s, memory_scope_%s);\n"
            .formatted(failure, m.group(6) == null ? "device" : m.group(6));
  }

  private static String call(Matcher m) {
    String location = m.group(2);
    String value = m.group(4);
    if (location.equals("d")) {
      return value == null ? "*d" : "*d = " + value;
    }
    String order = "memory_order_" + m.group(5);
    String tail = order + ", memory_scope_" + (m.group(6) == null ? "device" : m.group(6)) + ")";
    if (location.equals("fence")) {
      return "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, " + tail;
    }
    if (value == null) {
      return "atomic_load_explicit(" + location + ", " + tail;
    }
    String function = m.group(3).equals("=") ? "atomic_store" : "atomic_fetch_add";
    return function + "_explicit(" + location + ", " + value + ", " + tail;
  }

  /** Returns the registers of all threads, such as {@code 0:r1}. */
  private List<String> registers() {
    List<String> names = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      for (int r = 0; r < thread(threads.get(t)).registers(); r++) {
        names.add(t + ":r" + r);
      }
    }
    return names;
  }

  private String litmus() {
    StringBuilder text =
        new StringBuilder("OPENCL test\n{ [x] = 0; [y] = 0; [z] = 0; [d] = 0; }\n");
    for (int t = 0; t < threads.size(); t++) {
      text.append(
          """
          P%d@wg %d, dev 0 (global atomic_int* x, global atomic_int* y, global atomic_int* z,
            global int* d) {
          %s}
          """
              .formatted(t, t / groupSize, thread(threads.get(t)).text()));
    }
    String condition =
        registers().stream().map(name -> name + "=0").collect(Collectors.joining(" /\\ "));
    return text.append("exists (").append(condition).append(")\n").toString();
  }

  /** Returns the outcomes that OpenCL allows, with and without inclusive scopes in its SC axiom. */
  Set<List<Long>> allowed() throws FrontendException, ExploreException {
    LitmusTask task = new LitmusTask(LitmusReader.parse("test.litmus", litmus()));
    List<Set<List<Long>>> all = new ArrayList<>();
    for (Explorer explorer : MODELS) {
      Outcome outcome = task.run(explorer, Explorer.DEFAULT_UNROLL, () -> false);
      if (!outcome.complete()) {
        throw new IllegalStateException(outcome.limits() + "\n" + litmus());
      }
      all.add(outcome.states().keySet());
    }
    return all.getFirst().stream().filter(all.getLast()::contains).collect(Collectors.toSet());
  }

  /**
   * What becomes of it.
   *
   * @param states what the registers, then x, y and z hold at the end; empty if there is a fault
   * @param races whether there is a data race
   */
  record Answer(Set<List<Long>> states, boolean races) {}

  /** Returns what a model says of the litmus test. */
  Answer allowed(String model) throws FrontendException, ExploreException {
    String end = " /\\ x=0 /\\ y=0 /\\ z=0)\n";
    String text = litmus().replaceFirst("\\)\n$", Matcher.quoteReplacement(end));
    LitmusTask task =
        new LitmusTask(
            LitmusReader.parse("test.litmus", text.replace("exists ( /\\ ", "exists (")));
    Outcome outcome =
        task.run(new Explorer(Model.shipped(model)), Explorer.DEFAULT_UNROLL, () -> false);
    if (!outcome.complete()) {
      throw new IllegalStateException(outcome.limits() + "\n" + text);
    }
    boolean faulty = !outcome.faults().isEmpty();
    return new Answer(faulty ? Set.of() : Set.copyOf(outcome.states().keySet()), faulty);
  }

  /**
   * Returns what {@code explore} says of the kernel of a name ({@link #plainKernel}); null if that
   * is not complete.
   */
  @Nullable Answer explored(Context context, Program program, String name, KernelModel model) {
    return explored(
        context, program, name, new KernelExplorer(model, ProgressRules.FAIR, 1000, 8, 1));
  }

  /** Returns the same by an explorer. */
  @Nullable Answer explored(
      Context context, Program program, String name, KernelExplorer explorer) {
    int size = registers().size();
    try (Buffer x = context.buffer(4);
        Buffer y = context.buffer(4);
        Buffer z = context.buffer(4);
        Buffer d = context.buffer(4);
        Buffer r = context.buffer(4L * Math.max(1, size))) {
      KernelOutcome outcome =
          program
              .kernel(name)
              .with(x, y, z, d, r)
              .explore(NDRange.of(threads.size()).local(groupSize), explorer, () -> false);
      if (!outcome.complete()) {
        return null;
      }
      if (!outcome.faults().isEmpty()) {
        return new Answer(Set.of(), true);
      }
      Set<List<Long>> states = new HashSet<>();
      for (KernelOutcome.State state : outcome.states()) {
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          values.add(value(outcome, state, "r", i));
        }
        for (String object : List.of("x", "y", "z")) {
          values.add(value(outcome, state, object, 0));
        }
        states.add(values);
      }
      return new Answer(states, false);
    }
  }

  /** What nobody may write is not told of. */
  private static long value(
      KernelOutcome outcome, KernelOutcome.State state, String name, int index) {
    for (int i = 0; i < outcome.buffers().size(); i++) {
      if (outcome.buffers().get(i).name().equals(name)) {
        return ByteBuffer.wrap(state.contents().get(i))
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt(4 * index);
      }
    }
    return 0;
  }

  /** Returns a kernel that keeps its registers in r. */
  String plainKernel(String name) {
    StringBuilder text = new StringBuilder("kernel void " + name + "(global atomic_int *x,");
    text.append(" global atomic_int *y, global atomic_int *z, global int *d, global int *r) {\n");
    text.append("  int i = get_global_id(0);\n");
    kernelThreads(text);
    return text.append("}\n").toString();
  }

  private void kernelThreads(StringBuilder text) {
    int all = 0;
    for (int t = 0; t < threads.size(); t++) {
      Worker thread = thread(threads.get(t));
      text.append("  if (i == ").append(t).append(") {\n").append(thread.text());
      for (int r = 0; r < thread.registers(); r++) {
        text.append("    r[").append(all++).append("] = r").append(r).append(";\n");
      }
      text.append("  }\n");
    }
  }

  /**
   * Returns the kernel: who comes last writes out of bounds in a line that tells the outcome.
   *
   * @param lines is told of the outcome of each such line, from the kernel's first on; an empty one
   *     for all that are not in {@code outcomes}
   */
  private String kernel(String name, Set<List<Long>> outcomes, List<List<Long>> lines) {
    StringBuilder text = new StringBuilder("kernel void ").append(name);
    text.append("(global atomic_int *x, global atomic_int *y, global int *d,");
    text.append(" global atomic_int *done, global int *r) {\n");
    text.append("  int i = get_global_id(0);\n");
    kernelThreads(text);
    text.append("  if (atomic_fetch_add_explicit(done, 1, memory_order_acq_rel,");
    text.append(" memory_scope_device) != ").append(threads.size() - 1).append(") return;\n  ");
    int first = (int) text.chars().filter(c -> c == '\n').count();
    lines.addAll(java.util.Collections.nCopies(first, List.of()));
    for (List<Long> outcome : outcomes) {
      List<String> tests = new ArrayList<>(List.of("1"));
      for (int r = 0; r < outcome.size(); r++) {
        tests.add("r[" + r + "] == " + outcome.get(r));
      }
      text.append("if (").append(String.join(" && ", tests)).append(") r[-1] = 0; else\n  ");
      lines.add(outcome);
    }
    lines.add(List.of());
    return text.append("r[-1] = 0;\n}\n").toString();
  }

  /** What some kernels come to. */
  static List<Set<List<Long>>> seen(List<LitmusKernel> kernels, int schedules)
      throws FrontendException, ExploreException {
    StringBuilder source = new StringBuilder();
    List<List<Long>> lines = new ArrayList<>();
    for (int k = 0; k < kernels.size(); k++) {
      source.append(kernels.get(k).kernel("k" + k, kernels.get(k).allowed(), lines));
      lines.add(List.of()); // the closing brace
    }
    WatchOptions options =
        WatchOptions.defaults().withSchedules(schedules).withTimeout(Duration.ofMinutes(2));
    List<Set<List<Long>>> seen = new ArrayList<>();
    try (Context context = Context.builder().watched().watch(options).create();
        Program program = context.build(source.toString(), "-cl-std=CL2.0")) {
      for (int k = 0; k < kernels.size(); k++) {
        seen.add(kernels.get(k).seen(context, program, "k" + k, lines));
      }
    }
    return seen;
  }

  private Set<List<Long>> seen(
      Context context, Program program, String name, List<List<Long>> lines) {
    try (Buffer x = context.buffer(4);
        Buffer y = context.buffer(4);
        Buffer d = context.buffer(4);
        Buffer done = context.buffer(4);
        Buffer r = context.buffer(64)) {
      Report report =
          program
              .kernel(name)
              .with(x, y, d, done, r)
              .check(NDRange.of(threads.size()).local(groupSize));
      Set<List<Long>> seen = new TreeSet<>(java.util.Comparator.comparing(List::toString));
      for (Finding finding : report.findings()) {
        if (finding.kind() == FindingKind.OUT_OF_BOUNDS) {
          Location place = finding.accesses().getFirst().location();
          List<Long> outcome = lines.get(java.util.Objects.requireNonNull(place).line() - 1);
          if (outcome.isEmpty() && !registers().isEmpty()) {
            throw new AssertionError("an outcome that OpenCL forbids:\n" + this + "\n" + report);
          }
          seen.add(outcome);
        }
      }
      return seen;
    }
  }

  /** Returns the outcomes as texts, such as {@code 0 1}. */
  static Set<String> texts(Set<List<Long>> outcomes) {
    return outcomes.stream()
        .map(o -> o.stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns how a thread is told of in tests' names. */
  @Override
  public String toString() {
    return String.join(" || ", threads) + (groupSize == 1 ? "" : " in groups of " + groupSize);
  }

  /** Returns what each operation of a thread may be, for tests that make them up. */
  static Map<String, List<String>> orders() {
    return Map.of(
        "=", List.of("relaxed", "release", "seq_cst"),
        "", List.of("relaxed", "acquire", "seq_cst"),
        "+", List.of("relaxed", "acquire", "release", "acq_rel", "seq_cst"),
        "~", List.of("relaxed", "acquire", "release", "acq_rel", "seq_cst"),
        "fence", List.of("acquire", "release", "acq_rel", "seq_cst"));
  }
}
