package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in files of all kinds, as every command takes them. */
class ProgramFilesTest {
  private static final String SQUARE =
      """
      kernel void square(global int *out) {
        out[get_global_id(0)] = (int)(get_global_id(0) * get_global_id(0));
      }
      """;

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static CommandRunner.Result launch(String command, Path file, String... more) {
    List<String> all = new ArrayList<>(List.of(command, file.toString(), "--global=4"));
    all.addAll(List.of("--arg=out=int[4]"));
    all.addAll(List.of(more));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  private Path compiled(String name) throws IOException {
    Path made = folder.resolve(name);
    Path source = write("square.cl", SQUARE);
    CommandRunner.Result result =
        CommandRunner.run("compile", source.toString(), "-o", made.toString());
    assertEquals(0, result.status(), result.err());
    return made;
  }

  @ParameterizedTest
  @ValueSource(strings = {"k.bin", "k.ir", "k.spv", "k.spvasm"})
  void whatCompileWroteIsTaken(String name) throws IOException {
    Path made = compiled(name);
    CommandRunner.Result run = launch("run", made, "--print=0");
    if (run.status() != 0 || !run.out().startsWith("0: 0 1 4 9")) {
      run = launch("run", made, "--print=out"); // where names of arguments are known
    }
    assertTrue(run.out().contains(": 0 1 4 9"), run.err());
    assertEquals(0, CommandRunner.run("check", made.toString()).status());
  }

  @Test
  void whatIsBuiltTakesNoOptions() throws IOException {
    CommandRunner.Result run = launch("run", compiled("k.bin"), "--options=-DN=4");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("k.bin is built already: it takes no build options"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "explore"})
  void llvmIsToldInOneLine(String command) throws IOException {
    Path made = compiled("k.ll");
    CommandRunner.Result run = launch(command, made);
    assertEquals(2, run.status());
    assertEquals(
        made
            + ": error: this is LLVM IR, which can't be run: give the program that it was made"
            + " of\n",
        run.err());
  }

  @Test
  void damagedFilesAreNamed() throws IOException {
    Path binary = compiled("k.bin");
    byte[] bytes = Files.readAllBytes(binary);
    bytes[bytes.length / 2] ^= 1;
    Files.write(binary, bytes);
    CommandRunner.Result run = launch("run", binary);
    assertEquals(2, run.status());
    assertEquals(binary + ": error: not a program binary: its checksum is wrong\n", run.err());
    Path ir = compiled("k.ir");
    Files.writeString(ir, Files.readString(ir).replaceFirst("= mul i64", "= mull i64"));
    run = launch("run", ir);
    assertEquals(2, run.status());
    assertTrue(
        run.err().matches("(?s).*k\\.ir:\\d+:\\d+: error: expected an instruction, found 'mull'.*"),
        run.err());
  }

  /** A refusal of Barnacle's own is no reason to take the program for another language's. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "explore"})
  void refusalsOfCxxNameTheLine(String command) throws IOException {
    Path file =
        write(
            "k.clcpp",
            """
            #include <opencl_type_traits>
            int f(int n) { return n < 2 ? 1 : n * f(n - 1); }
            kernel void k(global int *out) { out[0] = f(get_global_id(0)); }
            """);
    CommandRunner.Result run = launch(command, file);
    assertEquals(2, run.status());
    assertTrue(run.err().startsWith(file + ":2:39: error: 'f(int)' calls itself"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "explore"})
  void programsOf30AndOfCxxAreTakenAndTold(String command) throws IOException {
    String atomic =
        """
        kernel void k(global atomic_int *out) {
          atomic_fetch_add_explicit(out + get_global_id(0), 1, memory_order_relaxed,
                                    memory_scope_device);
        }
        """;
    CommandRunner.Result run = launch(command, write("k.cl", atomic));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("-cl-std=CL3.0"), run.err());
    String cxx =
        """
        template <class T> T twice(T x) { return x + x; }
        kernel void k(global int *out) { out[get_global_id(0)] = twice((int)get_global_id(0)); }
        """;
    run = launch(command, write("k.cpp", cxx));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("-cl-std=CLC++2021"), run.err());
    Path made = folder.resolve("k.spv");
    run = CommandRunner.run("compile", folder.resolve("k.cpp").toString(), "-o", made.toString());
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("-cl-std=CLC++2021"), run.err());
  }
}
