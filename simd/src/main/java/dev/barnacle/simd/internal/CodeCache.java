package dev.barnacle.simd.internal;

import dev.barnacle.ir.Function;
import dev.barnacle.llvm.Blake3Sum;
import dev.barnacle.llvm.BuildId;
import dev.barnacle.llvm.DiskCache;
import dev.barnacle.llvm.Llvm;
import java.util.Optional;

/**
 * Machine code on disk, beside what the front end keeps there. It is found again by all that it
 * depends on: the program's identity, the kernel, its specialisation, the engine's options, the
 * processor, and the build of the compiler itself.
 */
final class CodeCache {
  /** Raised when the form of an entry changes. */
  private static final String FORMAT = "1";

  /** Everything between the front end's IR and machine code; the front end names itself. */
  private static final Optional<String> OWN_BUILD =
      BuildId.of(CodeCache.class, Function.class, Llvm.class);

  private final DiskCache files;
  private final String build;

  private CodeCache(DiskCache files, String build) {
    this.files = files;
    this.build = build;
  }

  /** Reads what names this build, which takes a moment, as this class is initialised. */
  static void prepare() {}

  /** Returns a cache in these files; empty where this build can't be told from others. */
  static Optional<CodeCache> in(DiskCache files) {
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
      NativeCode.Effort effort) {
    return new Blake3Sum()
            .add(FORMAT)
            .add(build)
            .add(program)
            .add(kernel.name())
            .add(specialization.toString())
            .add(target.toString())
            .add(Integer.toString(lanes))
            .add(effort.name())
            .hex()
        + ".code";
  }

  /** Returns what is kept of a program's kernels beside their code. */
  Optional<ProgramFacts> facts(String program) {
    return files.read(factsKey(program)).flatMap(ProgramFacts::decode);
  }

  void store(String program, ProgramFacts facts) {
    files.write(factsKey(program), facts.encode());
  }

  private String factsKey(String program) {
    return new Blake3Sum().add(FORMAT).add(build).add(program).hex() + ".facts";
  }

  boolean has(String key) {
    return files.has(key);
  }

  Optional<KernelObject> find(String key) {
    return files.read(key).flatMap(KernelObject::decode);
  }

  void store(String key, KernelObject object) {
    files.write(key, object.encode());
  }
}
