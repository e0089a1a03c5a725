package dev.barnacle.llvm.clang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.llvm.Llvm;
import dev.barnacle.llvm.Processes;
import dev.barnacle.llvm.internal.NativeJars;
import dev.barnacle.llvm.internal.ToolFolder;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClangTest {
  private static final byte[] NOTHING = {};

  /** What {@link #processesUnpackOnce} runs in processes of their own. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) {
      System.out.write(Clang.in(Path.of(arguments[0])).run(List.of("--version"), NOTHING).status());
      System.out.flush();
    }
  }

  /** What {@link #withoutTheNativeJarTheMessageSaysWhatToDo} runs in a process of its own. */
  static final class LoadingMain {
    private LoadingMain() {}

    public static void main(String[] arguments) {
      Llvm.preload();
      Llvm.load();
    }
  }

  @Test
  void theVersionIsThatOfTheLibraryInThisProcess() {
    Clang.Result result = Clang.locate().run(List.of("--version"), NOTHING);
    assertEquals(0, result.status(), result.messages());
    String output = new String(result.output(), StandardCharsets.UTF_8);
    assertTrue(output.contains("clang version " + Llvm.version()), output);
    assertTrue(Clang.version().startsWith(Llvm.version()), Clang.version());
  }

  @Test
  void openClCIsCompiledFromStandardInputToStandardOutput() {
    byte[] source =
        "kernel void k(global int *p) { p[get_global_id(0)] = 1; }"
            .getBytes(StandardCharsets.UTF_8);
    Clang.Result result =
        Clang.locate()
            .run(
                List.of("-x", "cl", "-target", "spir64", "-emit-llvm", "-c", "-o", "-", "-"),
                source);
    assertEquals(0, result.status(), result.messages());
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseBitcode(context, "k", result.output())) {
      assertTrue(module.definedFunctions().contains("k"), module.toString());
    }
  }

  @Test
  void errorsComeOnStandardErrorWithAStatus() {
    Clang.Result result =
        Clang.locate()
            .run(
                List.of("-x", "cl", "-target", "spir64", "-fsyntax-only", "-"),
                "kernel oops".getBytes(StandardCharsets.UTF_8));
    assertNotEquals(0, result.status());
    assertTrue(result.messages().contains("<stdin>:1:"), result.messages());
  }

  @Test
  void lldStarts() throws Exception {
    Process process =
        new ProcessBuilder(Clang.locate().lld().toString(), "-flavor", "gnu", "--version").start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    assertTrue(output.contains("LLD"), output);
  }

  @Test
  void processesUnpackOnce(@TempDir Path cache) throws Exception {
    Files.createDirectories(cache.resolve(".new-clang-1").resolve("bin")); // a process died here
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          Processes.java(Processes.classPath(), Main.class.getName(), cache.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    }
    for (Process process : processes) {
      assertArrayEquals(new byte[] {0}, process.getInputStream().readAllBytes());
      assertEquals(0, process.waitFor());
    }
    try (Stream<Path> left = Files.list(cache)) {
      assertEquals(
          List.of(".clang.lock", "clang-" + Clang.version() + "-" + ToolFolder.platform()),
          left.map(p -> p.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void withoutTheNativeJarTheMessageSaysWhatToDo(@TempDir Path cache) throws Exception {
    String withoutNatives =
        Arrays.stream(Processes.classPath().split(File.pathSeparator, -1))
            .filter(part -> !part.contains(ToolFolder.platform()))
            .collect(Collectors.joining(File.pathSeparator));
    for (String type : List.of(Main.class.getName(), LoadingMain.class.getName())) {
      Process process =
          Processes.java(withoutNatives, type, cache.toString()).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(1, process.waitFor());
      assertTrue(output.contains("LlvmException"), output);
      assertTrue(output.contains(NativeJars.WANTED), output);
    }
  }
}
