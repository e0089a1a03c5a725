package dev.barnacle.simd.internal.code;

import dev.barnacle.engine.KernelTraits;
import dev.barnacle.ir.Function;
import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.jit.ProcessorId;
import dev.barnacle.simd.CompileLimit;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.cpu.HostCpu;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.store.Blake3Sum;
import dev.barnacle.store.BlobStore;
import dev.barnacle.store.BuildId;
import java.util.Optional;

/**
 * Machine code on disk, beside what the front end keeps there. It is found again by all that it
 * depends on: the program's identity, the engine's options, the processor, and the build of the
 * compiler itself; in the program's file by the kernel and its specialisation.
 */
public final class CodeCache {
  /** Raised when the form of an entry changes. */
  private static final String FORMAT = "9";

  /** Everything between the front end's IR and machine code; the front end names itself. */
  private static final Optional<String> OWN_BUILD =
      BuildId.of(CodeCache.class, Function.class, KernelTraits.class, Llvm.class);

  private final BlobStore files;
  private final String build;

  private CodeCache(BlobStore files, String build) {
    this.files = files;
    this.build = build;
  }

  /** Returns a cache in these files; empty where this build can't be told from others. */
  public static Optional<CodeCache> in(BlobStore files) {
    return OWN_BUILD.map(build -> new CodeCache(files, build));
  }

  /**
   * Returns what is kept of a program.
   *
   * @param program the program's identity, not empty
   * @param lanes that are asked for, or 0
   */
  KeptProgram program(String program, TargetCpu target, int lanes, CompileLimit limit) {
    String name =
        new Blake3Sum()
            .add(FORMAT)
            .add(build)
            .add(program)
            .add(target.toString())
            .add(Integer.toString(lanes))
            .add(limit.toString())
            .hex();
    return new KeptProgram(
        files, name + ".program", key -> new Blake3Sum().add(name).add(key).hex() + ".code");
  }

  /** Returns the name of code that is a part of this build. */
  public String ownKey(String name, TargetCpu target) {
    return new Blake3Sum().add(FORMAT).add(build).add(name).add(target.toString()).hex() + ".code";
  }

  /** Returns this computer's processor, which LLVM is asked for once, and not by each process. */
  HostCpu host() {
    Optional<String> id = ProcessorId.get();
    if (id.isEmpty()) {
      return HostCpu.ofLlvm();
    }
    String key = new Blake3Sum().add(FORMAT).add(build).add(id.get()).hex() + ".cpu";
    Optional<HostCpu> known = files.read(key).flatMap(HostCpu::decode);
    if (known.isPresent()) {
      return known.get();
    }
    HostCpu asked = HostCpu.ofLlvm();
    files.write(key, asked.encode());
    return asked;
  }

  public Optional<KernelObject> find(String key) {
    return files.read(key).flatMap(KernelObject::decode);
  }

  public void store(String key, KernelObject object) {
    files.write(key, object.encode());
  }
}
