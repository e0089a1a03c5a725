package dev.barnacle.simd.internal.code;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.KernelTraits;
import dev.barnacle.ir.Function;
import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.jit.ProcessorId;
import dev.barnacle.simd.CompileLimit;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.cpu.HostCpu;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.plan.ProgramSummary;
import dev.barnacle.store.Blake3Sum;
import dev.barnacle.store.BlobStore;
import dev.barnacle.store.BuildId;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Machine code on disk, beside what the front end keeps there. It is found again by all that it
 * depends on: the program's identity, the kernel, its specialisation, the engine's options, the
 * processor, and the build of the compiler itself.
 */
public final class CodeCache {
  /** Raised when the form of an entry changes. */
  private static final String FORMAT = "5";

  /** Everything between the front end's IR and machine code; the front end names itself. */
  private static final Optional<String> OWN_BUILD =
      BuildId.of(CodeCache.class, Function.class, KernelTraits.class, Llvm.class);

  private static final int LIMITS_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

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
   * Returns the name of a kernel's entry.
   *
   * @param program the program's identity, not empty
   * @param specialization its text names all that the kernel is compiled for
   */
  String key(
      String program,
      Function kernel,
      Specialization specialization,
      TargetCpu target,
      int lanes,
      NativeCode.Effort effort,
      CompileLimit limit) {
    return new Blake3Sum()
            .add(FORMAT)
            .add(build)
            .add(program)
            .add(kernel.name())
            .add(specialization.toString())
            .add(target.toString())
            .add(Integer.toString(lanes))
            .add(effort.name())
            .add(limit.toString())
            .hex()
        + ".code";
  }

  /** Returns what is kept of a program's kernels beside their code. */
  public Optional<ProgramSummary> facts(String program) {
    return files.read(factsKey(program)).flatMap(ProgramSummary::decode);
  }

  public void store(String program, ProgramSummary facts) {
    files.write(factsKey(program), facts.encode());
  }

  private String factsKey(String program) {
    return new Blake3Sum().add(FORMAT).add(build).add(program).hex() + ".facts";
  }

  /**
   * Returns the name under which it is kept what a kernel takes of the device.
   *
   * @param program the program's identity, not empty
   */
  public String limitsKey(
      String program, Function kernel, TargetCpu target, int lanes, DeviceLimits device) {
    return new Blake3Sum()
            .add(FORMAT)
            .add(build)
            .add(program)
            .add(kernel.name())
            .add(target.toString())
            .add(Integer.toString(lanes))
            .add(device.toString())
            .hex()
        + ".limits";
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

  public Optional<KernelLimits> limits(String key) {
    return files.read(key).filter(b -> b.length == LIMITS_BYTES).map(CodeCache::decode);
  }

  private static KernelLimits decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new KernelLimits(in.getLong(), in.getInt(), in.getInt(), in.getLong());
  }

  public void store(String key, KernelLimits limits) {
    ByteBuffer out = ByteBuffer.allocate(LIMITS_BYTES);
    out.putLong(limits.maxWorkGroupSize()).putInt(limits.lanes());
    out.putInt(limits.subGroupSize()).putLong(limits.privateBytes());
    files.write(key, out.array());
  }

  boolean has(String key) {
    return files.has(key);
  }

  public Optional<KernelObject> find(String key) {
    return files.read(key).flatMap(KernelObject::decode);
  }

  public void store(String key, KernelObject object) {
    files.write(key, object.encode());
  }
}
