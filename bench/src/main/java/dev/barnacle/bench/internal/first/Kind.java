package dev.barnacle.bench.internal.first;

import java.util.Locale;

/** The activity of a processor, by the thread that ran and the code that it ran. */
enum Kind {
  /**
   * The operating system for all threads but those of HotSpot's compilers: faults of pages, mmap.
   */
  SYSTEM,
  /** The dynamic linker, the C library, the loader, and the driver's shim. */
  LIBRARIES,
  /** HotSpot itself on other threads than its compilers': start, classes, call sites, garbage. */
  JVM,
  /** Java in HotSpot's interpreter, and the stubs beside it. */
  INTERPRETER,
  /** Java that HotSpot has compiled. */
  JAVA,
  /** HotSpot's first compiler. */
  C1,
  /** HotSpot's second compiler. */
  C2,
  /** LLVM in this process: passes, and the link of machine code. */
  LLVM,
  /** Other processes that it started, which is clang. */
  CLANG,
  /** Kernels, which LLVM has made. */
  KERNELS;

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns what a sample shows.
   *
   * @param process the program's process
   * @param code where HotSpot's code lies in it
   */
  static Kind of(Sample sample, long process, CodeHeaps code) {
    if (sample.process() != process) {
      return sample.thread().startsWith("runner") ? SYSTEM : CLANG;
    }
    if (sample.thread().startsWith("C1 Compiler")) {
      return C1;
    }
    if (sample.thread().startsWith("C2 Compiler")) {
      return C2;
    }
    if (code.isInterpreter(sample.address())) {
      return INTERPRETER;
    }
    return code.isCompiled(sample.address()) ? JAVA : ofFile(sample.file());
  }

  private static Kind ofFile(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    if (name.startsWith("[kernel") || name.startsWith("[guest")) {
      return SYSTEM;
    }
    if (name.matches("lib(jvm|java|jimage|nio|net|zip|verify|jli|management|attach|extnet)\\.so")) {
      return JVM;
    }
    if (name.contains("LLVM") || name.startsWith("libjni")) {
      return LLVM;
    }
    // Machine code has no file, or one that perf expects it to be described in.
    boolean isMade = name.isEmpty() || name.startsWith("[JIT]") || name.startsWith("perf-");
    return isMade || name.startsWith("//anon") || name.equals("[unknown]") || name.equals("anon")
        ? KERNELS
        : LIBRARIES;
  }
}
