package dev.barnacle.simd.internal;

import dev.barnacle.llvm.Jit;
import dev.barnacle.llvm.JitCode;
import dev.barnacle.llvm.LlvmContext;
import dev.barnacle.llvm.LlvmModule;
import dev.barnacle.llvm.OptLevel;
import dev.barnacle.llvm.PassOptions;
import dev.barnacle.llvm.TargetMachine;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/** Turns LLVM text into machine code of this computer and links it into this process. */
final class NativeCode implements AutoCloseable {
  private static final FunctionDescriptor ENTRY =
      FunctionDescriptor.ofVoid(
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG);

  private final Jit jit;
  private final Arena arena = Arena.ofShared();

  NativeCode() {
    this.jit = Jit.create();
    try {
      MethodHandle printf =
          MethodHandles.lookup()
              .findStatic(
                  PrintfCalls.class,
                  "printf",
                  MethodType.methodType(int.class, long.class, MemorySegment.class));
      FunctionDescriptor type =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
      jit.define("barnacle.printf", Linker.nativeLinker().upcallStub(printf, type, arena));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("printf call-back", e);
    }
    VectorMath.symbols().forEach(jit::define);
  }

  /** Returns the function attributes that name this computer's processor. */
  static String machineAttributes() {
    String width = TargetMachine.hostFeatures().contains("+avx512f") ? "512" : "256";
    return "\"prefer-vector-width\"=\"" + width + "\"";
  }

  /** Optimises and compiles {@code text} to an object file. */
  static byte[] compile(String name, String text) {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine machine = TargetMachine.host(OptLevel.AGGRESSIVE);
        LlvmModule module = LlvmModule.parseText(context, name, text)) {
      machine.prepare(module);
      module.runPasses("default<O3>", machine, PassOptions.DEFAULT);
      return machine.emitObject(module);
    }
  }

  JitCode link(String name, byte[] object, Map<String, MemorySegment> imports) {
    return jit.addObject(name, object, imports);
  }

  /**
   * Returns the function {@link EntryEmitter} emitted: (arguments, info, arena, begin, end) → void.
   */
  static MethodHandle entry(JitCode code) {
    return Linker.nativeLinker().downcallHandle(code.symbol(EntryEmitter.SYMBOL), ENTRY);
  }

  @Override
  public void close() {
    jit.close();
    arena.close();
  }
}
