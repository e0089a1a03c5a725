package dev.barnacle.simd.internal.code;

import dev.barnacle.llvm.TimeLimit;
import dev.barnacle.llvm.error.LlvmDiagnostic;
import dev.barnacle.llvm.error.LlvmTimeoutException;
import dev.barnacle.llvm.jit.Jit;
import dev.barnacle.llvm.jit.JitCode;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.OptLevel;
import dev.barnacle.llvm.module.PassOptions;
import dev.barnacle.llvm.module.TargetMachine;
import dev.barnacle.simd.CompileLimit;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.CompileListener.Stage;
import dev.barnacle.simd.Linking;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.cpu.VectorMath;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Turns LLVM text into machine code of one processor and links it into this process. */
public final class NativeCode implements AutoCloseable {
  /** The effort of LLVM for a kernel. */
  public enum Effort {
    /** {@code -cl-opt-disable}. */
    NONE("default<O0>", OptLevel.NONE),
    /** Passes that make code short: they cost little, and those after them have less to do. */
    QUICK(
        "always-inline,"
            + "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,adce)",
        OptLevel.NONE),
    FULL("default<O3>", OptLevel.AGGRESSIVE);

    /** The longest text that is fully compiled while a launch waits: for about two seconds. */
    private static final int MOST_FULL = 2_500_000;

    /** The longest that has the quick passes: some of these grow with its square too. */
    private static final int MOST_QUICK = 5_000_000;

    private final String passes;
    private final OptLevel level;

    Effort(String passes, OptLevel level) {
      this.passes = passes;
      this.level = level;
    }

    /**
     * Returns this, or less of it for a text so long that it would take more than about two
     * seconds: LLVM's passes and its register allocation take time by the square of the length
     * where many values and blocks are in a row; what is left in the end does not.
     *
     * @param characters of the text
     */
    Effort within(int characters) {
      return switch (this) {
        case FULL -> characters <= MOST_FULL ? FULL : QUICK.within(characters);
        case QUICK -> characters <= MOST_QUICK ? QUICK : NONE;
        case NONE -> NONE;
      };
    }
  }

  private final TargetCpu target;
  private final Jit jit;

  /** Makes code for a processor. */
  public NativeCode(TargetCpu target, Linking linking) {
    this.target = target;
    this.jit =
        linking == Linking.LLVM
            ? Jit.createByLlvm(VectorMath::address)
            : Jit.create(VectorMath::address);
  }

  /** Returns the processor that code is for. */
  public TargetCpu target() {
    return target;
  }

  /**
   * An object file.
   *
   * @param stackBytes about what its functions take of the stack, where that is much: private
   *     memory and what registers have no room for
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Compiled(byte[] object, long stackBytes) {}

  /**
   * Compiles {@code text}, whose functions have {@link Symbols#FRAME_ATTRIBUTE}.
   *
   * @throws LlvmTimeoutException if that takes longer than it may
   */
  public Compiled compile(
      String name,
      String text,
      Effort effort,
      CompileLimit limit,
      List<CompileListener> listeners) {
    CompileListener.tell(listeners, name, Stage.LLVM, () -> text);
    Optional<Duration> time = limit.of(text.length());
    return time.isEmpty()
        ? compile(name, text, effort, listeners)
        : TimeLimit.run(
            "compiling " + name, time.get(), () -> compile(name, text, effort, listeners));
  }

  private Compiled compile(
      String name, String text, Effort effort, List<CompileListener> listeners) {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine machine = target.machine(effort.level);
        LlvmModule module = LlvmModule.parseText(context, name, text)) {
      machine.prepare(module);
      module.runPasses(effort.passes, machine, PassOptions.DEFAULT);
      TimeLimit.check();
      CompileListener.tell(listeners, name, Stage.OPTIMIZED, module::toString);
      CompileListener.tell(
          listeners, name, Stage.ASM, () -> assembly(name, module.toString(), effort));
      byte[] object = machine.emitObject(module);
      long frames = context.takeDiagnostics().stream().mapToLong(LlvmDiagnostic::frameBytes).sum();
      return new Compiled(object, frames);
    }
  }

  /** Making code changes a module, so the assembly text is made from a copy. */
  private String assembly(String name, String text, Effort effort) {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine machine = target.machine(effort.level);
        LlvmModule module = LlvmModule.parseText(context, name, text)) {
      return machine.emitAssembly(module);
    }
  }

  /** Gives a symbol that kernels call an address, which is asked for by the first that does. */
  public void define(String symbol, LongSupplier address) {
    jit.define(symbol, address);
  }

  JitCode link(String name, byte[] object, Map<String, MemorySegment> imports) {
    return jit.addObject(name, object, imports);
  }

  @Override
  public void close() {
    jit.close();
  }
}
