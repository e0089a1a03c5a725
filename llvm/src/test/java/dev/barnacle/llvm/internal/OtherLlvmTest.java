package dev.barnacle.llvm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.llvm.Processes;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another LLVM in the process, such as that of another OpenCL platform, does no harm. */
class OtherLlvmTest {
  /** A virtual table that LLVM's libraries define, as another version would have it. */
  private static final String OTHER =
      """
      void *_ZTVN4llvm6detail17AnalysisPassModelINS_8FunctionENS_21TargetLibraryAnalysisE\
      NS_15AnalysisManagerIS2_JEE11InvalidatorEJEEE[64] = {};
      """;

  private static final String MODULE =
      """
      declare ptr @malloc(i64)
      define ptr @f() {
        %p = call ptr @malloc(i64 4)
        ret ptr %p
      }
      """;

  /** Loads the library that it is given for all to see, as PoCL loads its devices, then LLVM. */
  static final class Main {
    private static final int RTLD_NOW_GLOBAL = 0x102;

    private Main() {}

    public static void main(String[] arguments) throws Throwable {
      Linker linker = Linker.nativeLinker();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment library =
            (MemorySegment)
                linker
                    .downcallHandle(
                        linker.defaultLookup().findOrThrow("dlopen"),
                        FunctionDescriptor.of(
                            ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT))
                    .invokeExact(arena.allocateFrom(arguments[0]), RTLD_NOW_GLOBAL);
        System.out.print(library.address() == 0 ? "not loaded" : "loaded");
      }
      try (LlvmContext context = LlvmContext.create();
          LlvmModule module = LlvmModule.parseText(context, "m", MODULE)) {
        module.runPasses("default<O2>");
        System.out.print(", run");
      }
    }
  }

  @Test
  void itsSymbolsAreNotTakenForOurs(@TempDir Path folder) throws Exception {
    assumeTrue(ToolFolder.platform().startsWith("linux"));
    Path object = folder.resolve("other.o");
    Path library = folder.resolve("libLLVM-other.so");
    Clang clang = Clang.locate();
    List<String> compile = List.of("-fPIC", "-c", "-x", "c", "-", "-o", object.toString());
    Clang.Result compiled = clang.run(compile, OTHER.getBytes(StandardCharsets.UTF_8));
    assertEquals(0, compiled.status(), compiled.messages());
    Clang.Result linked =
        clang.link(List.of("-shared", object.toString(), "-o", library.toString()));
    assertEquals(0, linked.status(), linked.messages());
    Process process =
        Processes.java(Processes.classPath(), Main.class.getName(), library.toString())
            .directory(folder.toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("loaded, run", output);
    assertEquals(0, process.waitFor());
  }
}
