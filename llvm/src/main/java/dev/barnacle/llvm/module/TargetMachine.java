package dev.barnacle.llvm.module;

import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.internal.LlvmCalls;
import dev.barnacle.llvm.machine.Machine;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineRef;
import org.bytedeco.llvm.LLVM.LLVMTargetRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * A machine to compile for: position-independent code of the small code model, which is what the
 * JIT links.
 *
 * <p>Threads: used by one thread at a time. Making one takes well under a millisecond, so make one
 * a compilation.
 */
public final class TargetMachine implements AutoCloseable {
  private final LLVMTargetMachineRef ref;
  private final String triple;
  private final String cpu;
  private final String features;
  private final String dataLayout;
  private boolean closed;

  private TargetMachine(LLVMTargetMachineRef ref, String triple, String cpu, String features) {
    this.ref = ref;
    this.triple = triple;
    this.cpu = cpu;
    this.features = features;
    LLVMTargetDataRef layout = LLVM.LLVMCreateTargetDataLayout(ref);
    this.dataLayout = LlvmCalls.takeMessage(LLVM.LLVMCopyStringRepOfTargetData(layout));
    LLVM.LLVMDisposeTargetData(layout);
  }

  /** This machine, with all that its processor can do. */
  public static TargetMachine host(OptLevel level) {
    return create(hostTriple(), hostCpu(), hostFeatures(), level);
  }

  /**
   * A machine by name.
   *
   * @param triple such as {@code x86_64-unknown-linux-gnu}
   * @param cpu a processor of that architecture, such as {@code x86-64-v3}, or empty for the
   *     generic one
   * @param features such as {@code +avx2,-avx512f}, on top of the processor's
   * @throws LlvmException if LLVM does not know the triple
   */
  public static TargetMachine create(String triple, String cpu, String features, OptLevel level) {
    if (Machine.ofHost().filter(host -> host.isOf(triple)).isPresent()) {
      Llvm.loadNativeTarget();
    } else {
      Llvm.loadAllTargets();
    }
    LLVMTargetRef target = new LLVMTargetRef();
    try (BytePointer cTriple = LlvmCalls.utf8(triple);
        BytePointer message = LlvmCalls.nullMessage()) {
      if (LLVM.LLVMGetTargetFromTriple(cTriple, target, message) != 0) {
        throw new LlvmException("no code generator: " + LlvmCalls.takeMessage(message));
      }
      LLVMTargetMachineOptionsRef options = options(cpu, features, level);
      LLVMTargetMachineRef machine =
          LLVM.LLVMCreateTargetMachineWithOptions(target, cTriple, options);
      LLVM.LLVMDisposeTargetMachineOptions(options);
      if (machine == null || machine.isNull()) {
        throw new LlvmException("no code generator for " + triple + " " + cpu + " " + features);
      }
      return new TargetMachine(machine, triple, cpu, features);
    }
  }

  private static LLVMTargetMachineOptionsRef options(String cpu, String features, OptLevel level) {
    LLVMTargetMachineOptionsRef options = LLVM.LLVMCreateTargetMachineOptions();
    try (BytePointer cCpu = LlvmCalls.utf8(cpu);
        BytePointer cFeatures = LlvmCalls.utf8(features)) {
      LLVM.LLVMTargetMachineOptionsSetCPU(options, cCpu);
      LLVM.LLVMTargetMachineOptionsSetFeatures(options, cFeatures);
    }
    LLVM.LLVMTargetMachineOptionsSetCodeGenOptLevel(options, level.code());
    LLVM.LLVMTargetMachineOptionsSetRelocMode(options, LLVM.LLVMRelocPIC);
    LLVM.LLVMTargetMachineOptionsSetCodeModel(options, LLVM.LLVMCodeModelSmall);
    return options;
  }

  /** The triple of this machine, such as {@code x86_64-unknown-linux-gnu}. */
  public static String hostTriple() {
    Llvm.load();
    return LlvmCalls.takeMessage(LLVM.LLVMGetDefaultTargetTriple());
  }

  /** LLVM's name of this machine's processor, such as {@code skylake-avx512}. */
  public static String hostCpu() {
    Llvm.load();
    return LlvmCalls.takeMessage(LLVM.LLVMGetHostCPUName());
  }

  /**
   * Returns the features that this machine's processor has and lacks, such as {@code
   * +avx2,-avx512f,…}.
   */
  public static String hostFeatures() {
    Llvm.load();
    return LlvmCalls.takeMessage(LLVM.LLVMGetHostCPUFeatures());
  }

  /** The triple. */
  public String triple() {
    return triple;
  }

  /** The processor's name. */
  public String cpu() {
    return cpu;
  }

  /** The processor's features, as given. */
  public String features() {
    return features;
  }

  /** The data layout in LLVM's notation; a module to be compiled must have it. */
  public String dataLayout() {
    return dataLayout;
  }

  /** The native machine, for the other wrappers of this package. */
  LLVMTargetMachineRef ref() {
    if (closed) {
      throw new IllegalStateException("the target machine is closed");
    }
    return ref;
  }

  /** Gives a module this machine's triple and data layout. */
  public void prepare(LlvmModule module) {
    module.setTriple(triple);
    module.setDataLayout(dataLayout);
  }

  /**
   * Compiles a module to an object file in memory, in the format of the triple. The module is
   * changed on the way and of no further use.
   *
   * @throws LlvmException if the module cannot be compiled for this machine
   */
  public byte[] emitObject(LlvmModule module) {
    return emit(module, LLVM.LLVMObjectFile);
  }

  /**
   * Compiles a module to assembly text. The module is changed on the way and of no further use.
   *
   * @throws LlvmException if the module cannot be compiled for this machine
   */
  public String emitAssembly(LlvmModule module) {
    return new String(emit(module, LLVM.LLVMAssemblyFile), StandardCharsets.UTF_8);
  }

  private byte[] emit(LlvmModule module, int fileType) {
    if (!module.dataLayout().equals(dataLayout)) {
      throw new LlvmException(
          "the module's data layout is \"%s\", the target machine's \"%s\""
              .formatted(module.dataLayout(), dataLayout));
    }
    LLVMMemoryBufferRef buffer = new LLVMMemoryBufferRef();
    try (BytePointer message = LlvmCalls.nullMessage()) {
      int failed =
          module
              .context()
              .guard(
                  "generating code",
                  () ->
                      LLVM.LLVMTargetMachineEmitToMemoryBuffer(
                          ref(), module.ref(), fileType, message, buffer));
      if (failed != 0) {
        throw new LlvmException("generating code: " + LlvmCalls.takeMessage(message));
      }
    }
    return LlvmCalls.takeBuffer(buffer);
  }

  /** Frees the machine. Doing it twice has no effect. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      LLVM.LLVMDisposeTargetMachine(ref);
    }
  }
}
