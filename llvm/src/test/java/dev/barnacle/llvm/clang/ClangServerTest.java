package dev.barnacle.llvm.clang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.internal.ToolFolder;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clang that serves many compilations gives what a clang for each gives. */
class ClangServerTest {
  private static final List<String> COMPILE =
      List.of("-x", "cl", "-target", "spir64", "-emit-llvm", "-c", "-o", "-");

  @TempDir Path folder;

  @BeforeEach
  void onlyOnLinux() {
    assumeTrue(ToolFolder.platform().startsWith("linux"), "clang servers are for Linux");
  }

  private List<String> command(String... more) {
    List<String> command = new ArrayList<>(List.of(Clang.locate().clang().toString()));
    command.addAll(COMPILE);
    command.addAll(List.of(more));
    return command;
  }

  private static Map<String, String> environment() {
    String libraries = Clang.locate().clang().resolve("../../lib").normalize().toString();
    return Map.of("LD_LIBRARY_PATH", libraries);
  }

  /** Servers that have had their first request, which is not theirs. */
  private ClangServers servers(Path cache) throws IOException {
    Files.createDirectories(cache.resolve("lib"));
    ClangServers servers = new ClangServers(Clang.locate(), cache);
    assertEquals(Optional.empty(), servers.run(command("a.cl"), environment(), folder));
    return servers;
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void resultsAreThoseOfAProcess() throws Exception {
    write("a.cl", "#include \"b.h\"\nkernel void k(global int *p) { p[0] = B; }\n");
    write("b.h", "#define B 1\n#warning hello\n");
    ClangServers servers = servers(folder.resolve("cache"));
    List<String> arguments = new ArrayList<>(COMPILE);
    arguments.add("a.cl");
    Clang.Result expected = Clang.locate().run(arguments, new byte[] {'\n'}, folder);
    assertEquals(0, expected.status(), expected.messages());
    assertTrue(expected.messages().contains("hello"));
    for (int i = 0; i < 3; i++) {
      Clang.Result served = servers.run(command("a.cl"), environment(), folder).orElseThrow();
      assertEquals(0, served.status(), served.messages());
      assertArrayEquals(expected.output(), served.output());
      assertEquals(expected.messages(), served.messages());
    }
  }

  @Test
  void errorsHaveTheirStatusAndTheServerGoesOn() throws Exception {
    write("bad.cl", "kernel oops");
    write("good.cl", "kernel void k() {}");
    ClangServers servers = servers(folder.resolve("cache"));
    Clang.Result bad = servers.run(command("bad.cl"), environment(), folder).orElseThrow();
    assertNotEquals(0, bad.status());
    assertTrue(bad.messages().contains("bad.cl:1:"), bad.messages());
    Clang.Result good = servers.run(command("good.cl"), environment(), folder).orElseThrow();
    assertEquals(0, good.status(), good.messages());
  }

  @Test
  void threadsCompileAtOnce() throws Exception {
    ClangServers servers = servers(folder.resolve("cache"));
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String name = "k" + i;
        write(name + ".cl", "kernel void " + name + "() {}");
        tasks.add(
            () -> {
              Clang.Result result =
                  servers.run(command(name + ".cl"), environment(), folder).orElseThrow();
              try (LlvmContext context = LlvmContext.create();
                  LlvmModule module = LlvmModule.parseBitcode(context, name, result.output())) {
                return module.definedFunctions().contains(name);
              }
            });
      }
      for (Future<Boolean> result : pool.invokeAll(tasks)) {
        assertTrue(result.get());
      }
    }
  }

  @Test
  void aServerThatIsClosedIsGone() throws Exception {
    write("a.cl", "kernel void k() {}");
    Path library = compiledLibrary();
    ClangServer server = ClangServer.start(Clang.locate().clang(), environment(), library);
    assertEquals(0, server.run(command("a.cl"), folder).status());
    server.close();
    assertThrows(IOException.class, () -> server.run(command("a.cl"), folder));
  }

  @Test
  void whereNoServerCanBeStartedThereIsNone() throws Exception {
    write("a.cl", "kernel void k() {}");
    write("lib", "a file and no folder");
    ClangServers servers = new ClangServers(Clang.locate(), folder);
    for (int i = 0; i < 3; i++) {
      assertEquals(Optional.empty(), servers.run(command("a.cl"), environment(), folder));
    }
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    write("a.cl", "kernel void k() {}");
    ClangServers servers = servers(folder.resolve("cache"));
    Thread.currentThread().interrupt();
    assertThrows(LlvmException.class, () -> servers.run(command("a.cl"), environment(), folder));
    assertTrue(Thread.interrupted());
    assertEquals(0, servers.run(command("a.cl"), environment(), folder).orElseThrow().status());
    assertFalse(Thread.interrupted());
  }

  private Path compiledLibrary() throws IOException {
    Path cache = folder.resolve("cache");
    write("empty.cl", "");
    assertTrue(servers(cache).run(command("empty.cl"), environment(), folder).isPresent());
    try (var files = Files.list(cache.resolve("lib"))) {
      return files.filter(f -> f.toString().endsWith(".so")).findFirst().orElseThrow();
    }
  }
}
