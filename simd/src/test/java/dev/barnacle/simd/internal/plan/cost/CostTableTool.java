package dev.barnacle.simd.internal.plan.cost;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.jit.Jit;
import dev.barnacle.llvm.jit.JitCode;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.OptLevel;
import dev.barnacle.llvm.module.TargetMachine;
import dev.barnacle.simd.InstructionSet;
import dev.barnacle.simd.internal.cpu.HostCpu;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Writes the rows of a {@link CostTable}, in cycles: measured on this computer, or by LLVM's model
 * of another processor ({@code llvm-mca}). It is no test, so it runs only where it is named:
 *
 * <pre>
 * mvn -o -q verify -pl simd -am -Dtest=CostTableTool -Dsurefire.failIfNoSpecifiedTests=false \
 *   -Dtest.jvm.args="-Dbarnacle.costs=/tmp/rows.txt -Dbarnacle.costs.of=avx512"
 * </pre>
 *
 * <p>{@code -Dbarnacle.costs.of=SET} measures with a set of instructions ({@code host}, {@code
 * avx2}, …). {@code =TRIPLE:CPU:FEATURES:BITS} with {@code -Dbarnacle.costs.mca=PROGRAM} asks the
 * model, as in {@code aarch64-linux-gnu:neoverse-n1::128}. Rows that no program measures ({@code
 * call}, and the numbers of registers and of instructions a cycle) are written by hand.
 */
class CostTableTool {
  private static final int DATA = 1 << 16;
  private static final int RUNS = 15;
  private static final long TURNS = 20_000;
  private static final double CYCLES_OF_CLOCK = 2;
  private static final Pattern TOTAL = Pattern.compile("Total Cycles:\\s+(\\d+)");

  /** A label, and all up to the jump back to it. */
  private static final Pattern LOOP =
      Pattern.compile("(?s)\\n(\\.LBB0_\\d+):[^\\n]*\\n(.*?\\n\\t[a-z.]+\\s+\\1\\n)");

  private static final int ITERATIONS = 200;

  /** Measures a program, in any unit of time for one operation. */
  private interface Meter {
    double time(String text) throws Throwable;
  }

  @Test
  void write() throws Throwable {
    String file = System.getProperty("barnacle.costs", "");
    assertFalse(file.isEmpty(), "-Dbarnacle.costs=FILE says where to");
    String of = System.getProperty("barnacle.costs.of", "host");
    Llvm.load();
    String rows = of.contains(":") ? modelled(of.split(":", -1)) : measured(of);
    Files.writeString(Path.of(file), rows);
  }

  private static String measured(String set) throws Throwable {
    InstructionSet instructions = InstructionSet.valueOf(set.toUpperCase(Locale.ROOT));
    TargetCpu target = TargetCpu.of(instructions, HostCpu.ofLlvm());
    String attributes = "nounwind " + target.attributes();
    CostPrograms programs = new CostPrograms(target.vectorBits() / 32, attributes);
    try (TargetMachine machine = target.machine(OptLevel.DEFAULT);
        Jit jit = Jit.create();
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(DATA, 64);
      Meter meter = text -> run(text, machine, jit, data);
      double cycle = meter.time(programs.clock()) / CYCLES_OF_CLOCK;
      return rows(programs, target.vectorBits(), meter, cycle);
    }
  }

  private static String modelled(String[] of) throws Throwable {
    Llvm.loadAllTargets();
    int bits = Integer.parseInt(of[3]);
    String attributes = "nounwind \"prefer-vector-width\"=\"" + Math.max(256, bits) + "\"";
    CostPrograms programs = new CostPrograms(bits / 32, attributes);
    try (TargetMachine machine = TargetMachine.create(of[0], of[1], of[2], OptLevel.DEFAULT)) {
      return rows(programs, bits, text -> modelled(text, machine, of[1]), 1);
    }
  }

  private static String rows(CostPrograms programs, int bits, Meter meter, double cycle)
      throws Throwable {
    StringBuilder rows = new StringBuilder("bits " + bits + "\n");
    for (CostKind kind : CostKind.values()) {
      if (kind != CostKind.CALL) {
        double unit = cycle * programs.divisor(kind);
        double busy = meter.time(programs.of(kind, false)) / unit;
        boolean chained = !CostPrograms.WITHOUT_CHAIN.contains(kind);
        double latency = chained ? meter.time(programs.of(kind, true)) / unit : busy;
        Optional<CostKind> beside = CostPrograms.beside(kind);
        if (beside.isPresent()) {
          busy -= meter.time(programs.of(beside.get(), false)) / unit;
          latency -= meter.time(programs.of(beside.get(), true)) / unit;
        }
        rows.append(String.format(Locale.ROOT, "%s %.2f %.2f%n", kind.word(), latency, busy));
      }
    }
    return rows.toString();
  }

  private static double run(String text, TargetMachine machine, Jit jit, MemorySegment data)
      throws Throwable {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "costs", text)) {
      machine.prepare(module);
      try (JitCode code = jit.add(module, machine, Map.of())) {
        MethodHandle f =
            Linker.nativeLinker()
                .downcallHandle(
                    code.symbol("f"),
                    FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
        double best = Double.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
          boolean places = text.contains("llvm.masked.");
          for (long at = 0; at < DATA; at += Float.BYTES) {
            data.set(ValueLayout.JAVA_FLOAT, at, places ? 0 : 1);
          }
          long start = System.nanoTime();
          f.invokeExact(data, TURNS);
          best = Math.min(best, (double) (System.nanoTime() - start));
        }
        return best / TURNS / CostPrograms.OPERATIONS;
      }
    }
  }

  /** Returns the instructions of a program's loop. */
  private static String loop(String assembly) {
    Matcher loop = LOOP.matcher(assembly);
    if (!loop.find()) {
      throw new IllegalStateException(assembly);
    }
    return loop.group(1) + ":\n" + loop.group(2);
  }

  private static double modelled(String text, TargetMachine machine, String cpu)
      throws IOException {
    Path file = Files.createTempFile("costs", ".s");
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "costs", text)) {
      machine.prepare(module);
      Files.writeString(file, loop(machine.emitAssembly(module)));
      Process process =
          new ProcessBuilder(
                  System.getProperty("barnacle.costs.mca", "llvm-mca"),
                  "-mtriple=" + machine.triple(),
                  "-mcpu=" + cpu,
                  "-mattr=" + machine.features(),
                  "-iterations=" + ITERATIONS,
                  file.toString())
              .redirectErrorStream(true)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher total = TOTAL.matcher(out);
      if (!total.find()) {
        throw new IOException(out);
      }
      return Double.parseDouble(total.group(1)) / ITERATIONS / CostPrograms.OPERATIONS;
    } finally {
      Files.delete(file);
    }
  }
}
