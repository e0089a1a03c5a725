package dev.barnacle.simd.kernels;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Type;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.Optimization;
import dev.barnacle.simd.SimdEngine;
import dev.barnacle.simd.SimdOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** Compiles programs and launches their kernels on an engine of its own. */
final class KernelRunner implements AutoCloseable {
  static final String OPENCL_3 = "-cl-std=CL3.0";

  /** Sets of instructions that differ in what is compiled, on this kind of processor. */
  static final List<String> FEATURES =
      System.getProperty("os.arch").equals("aarch64")
          ? List.of("host", "lse", "neon")
          : List.of("host", "avx2", "sse2");

  private static final String NOT_HERE = "processor does not have them";

  private final SimdEngine engine;
  private final OpenClCompiler compiler = OpenClCompiler.create();
  private final Map<String, Loaded> programs = new HashMap<>();

  /** A program, and what runs its kernels. */
  private record Loaded(Module module, Executable executable) {}

  private KernelRunner(SimdEngine engine) {
    this.engine = engine;
  }

  /**
   * Makes one, for which LLVM does all that it can unless the options say otherwise; the test is
   * aborted where the processor lacks the instructions.
   *
   * @param options the engine's, beside those of the system property {@code barnacle.simd}
   */
  static KernelRunner of(String options, CompileListener... listeners) {
    Optional<KernelRunner> runner = ifPossible(options, listeners);
    Assumptions.assumeTrue(runner.isPresent(), options + ": this computer's " + NOT_HERE);
    return runner.orElseThrow();
  }

  /** Makes one, or none where the processor lacks the instructions. */
  static Optional<KernelRunner> ifPossible(String options, CompileListener... listeners) {
    String text = System.getProperty("barnacle.simd", "");
    SimdOptions all = SimdOptions.defaults().withOptimization(Optimization.FULL).with(text);
    try {
      all = options.isEmpty() ? all : all.with(options);
      return Optional.of(
          new KernelRunner(new SimdEngine(all, List.of(), List.of(listeners), _ -> {})));
    } catch (IllegalArgumentException e) {
      if (String.valueOf(e.getMessage()).contains(NOT_HERE)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void close() {
    programs.values().forEach(p -> p.executable().close());
    engine.close();
  }

  /** Returns how much local memory a work-group may have, in bytes. */
  long localMemBytes() {
    return engine.limits().localMemBytes();
  }

  /**
   * Runs a kernel. Arguments that are arrays become buffers, whose contents are in the arrays again
   * afterwards; numbers are passed in as many bytes as their parameters have, memory as the bytes
   * that it has, and arguments of the engine as they are. The same source and options are the same
   * program, whose variables keep their values.
   */
  void run(String options, String source, String kernel, TestRange range, Object... arguments) {
    Loaded program = programs.computeIfAbsent(options + '\n' + source, s -> load(source, options));
    Function function = program.module().kernel(kernel).orElseThrow();
    try (Arena arena = Arena.ofShared()) {
      List<Argument> bound = new ArrayList<>();
      for (int i = 0; i < arguments.length; i++) {
        bound.add(argument(arena, function.parameters().get(i).type(), arguments[i]));
      }
      program.executable().launch(new Launch(function, range.range(), bound, _ -> {}));
      for (int i = 0; i < arguments.length; i++) {
        if (arguments[i].getClass().isArray() && bound.get(i) instanceof Argument.Memory memory) {
          segment(arguments[i]).copyFrom(memory.memory());
        }
      }
    }
  }

  private Loaded load(String source, String options) {
    try {
      Module module =
          compiler.compile(CompileRequest.of("test.cl", source).withOptions(options)).module();
      return new Loaded(module, engine.load(module));
    } catch (CompileException e) {
      throw new AssertionError(e.log(), e);
    } catch (FrontendException e) {
      throw new AssertionError(e);
    }
  }

  private static Argument argument(Arena arena, Type type, Object given) {
    if (given instanceof Argument argument) {
      return argument;
    }
    if (given instanceof MemorySegment structure) {
      return new Argument.Bytes(structure);
    }
    if (given.getClass().isArray()) {
      return memory(arena, given);
    }
    long bits =
        switch (given) {
          case Float number -> Float.floatToRawIntBits(number);
          case Double number -> Double.doubleToRawLongBits(number);
          case Number number -> number.longValue();
          default -> throw new IllegalArgumentException("no argument: " + given);
        };
    MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_LONG, bits);
    return new Argument.Bytes(bytes.asSlice(0, type.byteSize()));
  }

  /** Returns a buffer with what an array holds. */
  static Argument.Memory memory(Arena arena, Object array) {
    MemorySegment contents = segment(array);
    return new Argument.Memory(arena.allocate(contents.byteSize(), 128).copyFrom(contents));
  }

  private static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default -> throw new IllegalArgumentException("no buffer of a " + array.getClass());
    };
  }
}
