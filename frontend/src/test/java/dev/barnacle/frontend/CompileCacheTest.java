package dev.barnacle.frontend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.ir.verify.Verifier;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The compile cache: what it knows again, what it must not know again, and what happens to it from
 * outside.
 */
class CompileCacheTest {
  private static final long LARGE = 1L << 30;
  private static final String KERNEL =
      "kernel void k(global int *p) { p[get_global_id(0)] = VALUE; }\n";

  @TempDir private Path folder;

  /**
   * What {@link #processesShareOneCacheAndLeaveNothingElse} runs in processes of their own:
   * compiles kernels and prints how many there were.
   */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
      OpenClCompiler compiler = OpenClCompiler.withCache(Path.of(arguments[0]), LARGE);
      int kernels = 0;
      for (int i = 0; i < 20; i++) {
        kernels += compiler.compile(valued(i % 5)).module().kernels().size();
      }
      try {
        compiler.compile(CompileRequest.of("broken.cl", "kernel oops"));
      } catch (CompileException e) {
        System.out.print(kernels);
      }
      System.out.flush();
    }
  }

  private static CompileRequest valued(int value) throws InvalidOptionException {
    return CompileRequest.of("k.cl", KERNEL).withOptions("-DVALUE=" + value);
  }

  private OpenClCompiler compiler() {
    return OpenClCompiler.withCache(folder.resolve("cache"), LARGE);
  }

  private boolean isKnown(CompileRequest request) throws CompileException {
    return compiler().compile(request).fromCache();
  }

  /** Writes a file and dates it back, as files are that lie there when a build begins. */
  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    return file;
  }

  private List<Path> entries(String ending) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
      return all.filter(p -> p.toString().endsWith(ending)).toList();
    }
  }

  @Test
  void aProgramIsKnownAgainWithItsLog() throws Exception {
    CompileRequest request =
        CompileRequest.of("k.cl", "kernel void k(global int *p) { *p == 1; *p = 2; }");
    CompiledProgram first = compiler().compile(request);
    CompiledProgram second = compiler().compile(request);
    assertFalse(first.fromCache());
    assertTrue(second.fromCache());
    assertTrue(first.log().contains("warning"), first.log());
    assertEquals(first.log(), second.log());
    assertEquals(first.diagnostics(), second.diagnostics());
    assertEquals(1, second.module().kernels().size());
  }

  @Test
  void aKnownProgramIsReadWhenItIsAskedFor() throws Exception {
    String source =
        """
        constant int table[2] = {1, 2};
        global int counter = 7;
        global int *global place = &counter;
        __attribute__((noinline)) int twice(int x) { return 2 * x; }
        kernel void a(global int *p, local float4 *l) {
          local int tile[8];
          tile[get_local_id(0)] = table[*p] + counter;
          *p = twice(tile[0]) + *place;
        }
        __attribute__((reqd_work_group_size(4, 1, 1)))
        kernel void b(const struct { int x; } s, read_only image2d_t i, sampler_t t) {
          printf("%d\\n", s.x);
        }
        """;
    CompileRequest request = CompileRequest.of("k.cl", source).withOptions("-cl-std=CL3.0");
    Module first = compiler().compile(request).module();
    Module second = compiler().compile(request).module();
    assertTrue(first.isRead());
    assertEquals(List.of("a", "b"), second.kernels().stream().map(Function::name).toList());
    for (int i = 0; i < 2; i++) {
      assertEquals(first.kernels().get(i).kernel(), second.kernels().get(i).kernel());
    }
    assertEquals(first.identity(), second.identity());
    List<String> variables = second.globals().stream().map(GlobalVariable::name).toList();
    assertTrue(variables.containsAll(List.of("counter", "place")), variables::toString);
    assertFalse(second.isRead());
    assertEquals(lines(first), lines(second));
    assertTrue(second.isRead());
    assertEquals(List.of(), Verifier.verify(second));
  }

  /** The module's text; variables may come in another order. */
  private static List<String> lines(Module module) {
    return IrPrinter.print(module).lines().sorted().toList();
  }

  @Test
  void theObjectOfABuiltProgramIsThatProgramAndIsNotLinkedAgain() throws Exception {
    for (String options : List.of("", "-cl-fast-relaxed-math")) {
      CompileRequest request =
          CompileRequest.of("k.cl", "kernel void k(global float *p) { *p = sin(p[1]); }")
              .withOptions(options);
      Module built = compiler().compile(request).module();
      byte[] object = compiler().compileToObject(request).bitcode();
      Module known = compiler().load("object", object, built.options(), PrivateVariables.VALUES);
      assertFalse(known.isRead(), "it comes out of the cache");
      assertEquals(built.identity(), known.identity());
      Module anew =
          OpenClCompiler.withoutCache()
              .load("object", object, built.options(), PrivateVariables.VALUES);
      assertEquals(built.identity(), anew.identity(), "it would be linked to the same");
    }
  }

  /** Clang knows nothing of this option, so both are one entry. */
  @Test
  void programsThatDifferByHowTheirCodeIsMadeAreNotTheSame() throws Exception {
    CompileRequest plain =
        CompileRequest.of("k.cl", "kernel void k(global float *p) { *p *= 0.5f; }");
    CompileRequest exact = plain.withOptions("-g");
    String first = compiler().compile(plain).module().identity();
    Module known = compiler().compile(exact).module();
    assertTrue(known.options().exactErrors());
    assertNotEquals(first, known.identity());
    assertEquals(
        known.identity(),
        OpenClCompiler.withoutCache().compile(exact).module().identity(),
        "made anew");
  }

  @Test
  void theSameProgramHasTheSameIdentityInEveryCache() throws Exception {
    String first = compiler().compile(valued(1)).module().identity();
    assertEquals(first, OpenClCompiler.withoutCache().compile(valued(1)).module().identity());
    assertNotEquals(first, compiler().compile(valued(2)).module().identity());
  }

  @Test
  void optionsNameAndTextMakeAnotherProgram() throws Exception {
    assertFalse(isKnown(valued(1)));
    assertFalse(isKnown(valued(2)));
    assertFalse(isKnown(valued(1).withOptions("-DVALUE=1 -cl-std=CL3.0")));
    assertFalse(isKnown(CompileRequest.of("other.cl", KERNEL).withOptions("-DVALUE=1")));
    assertFalse(isKnown(CompileRequest.of("k.cl", KERNEL + "\n").withOptions("-DVALUE=1")));
    assertFalse(isKnown(valued(1).withHeader("unused.h", "")));
    assertTrue(isKnown(valued(1)));
  }

  @Test
  void aChangedHeaderIsNoticedAndAChangedBackOneKnown() throws Exception {
    Path header = file("value.h", "#define VALUE 1\n");
    CompileRequest request = CompileRequest.of(file("k.cl", "#include \"value.h\"\n" + KERNEL));
    assertFalse(isKnown(request));
    assertTrue(isKnown(request));
    file("value.h", "#define VALUE 2\n");
    assertFalse(isKnown(request));
    file("value.h", "#define VALUE 1\n");
    assertTrue(isKnown(request));
    Files.delete(header);
    assertThrows(CompileException.class, () -> isKnown(request));
  }

  @Test
  void aHeaderThatComesBeforeAnotherIsNoticed() throws Exception {
    file("second/dir/value.h", "#define VALUE 1\n");
    Files.createDirectories(folder.resolve("first").resolve("dir"));
    CompileRequest request =
        CompileRequest.of("k.cl", "#include <dir/value.h>\n" + KERNEL)
            .withOptions(
                BuildOptions.parse(
                    List.of("-I" + folder.resolve("first"), "-I" + folder.resolve("second"))));
    assertFalse(isKnown(request));
    assertTrue(isKnown(request));
    file("first/dir/value.h", "#define VALUE 2\n");
    assertFalse(isKnown(request));
  }

  @Test
  void whatDependsOnTheClockOrOnAbsentFilesIsNotRemembered() throws Exception {
    for (String line :
        List.of("constant char t[] = __TIME__;", "#if __has_include(\"maybe.h\")\n#endif")) {
      CompileRequest request =
          CompileRequest.of("k.cl", line + "\n" + KERNEL).withOptions("-DVALUE=1");
      assertFalse(isKnown(request));
      assertFalse(isKnown(request));
    }
  }

  @Test
  void aFailureIsNotRemembered() throws Exception {
    CompileRequest request = CompileRequest.of("k.cl", KERNEL);
    assertThrows(CompileException.class, () -> isKnown(request));
    assertFalse(Files.exists(folder.resolve("cache")));
  }

  @Test
  void brokenEntriesCountAsAbsent() throws Exception {
    for (String ending : List.of(".result", ".manifest")) {
      assertFalse(isKnown(valued(ending.length())));
      Path entry = entries(ending).getFirst();
      byte[] whole = Files.readAllBytes(entry);
      byte[] flipped = whole.clone();
      flipped[flipped.length / 2] ^= 4;
      for (byte[] broken : List.of(flipped, Arrays.copyOf(whole, whole.length / 2), new byte[0])) {
        Files.write(entry, broken);
        assertFalse(isKnown(valued(ending.length())), ending);
        assertTrue(isKnown(valued(ending.length())), ending);
      }
      for (Path all : entries("")) {
        Files.delete(all);
      }
    }
  }

  @Test
  void whatWasUsedLongestAgoGoesFirst() throws Exception {
    assertFalse(isKnown(valued(1)));
    long one = 0;
    for (Path entry : entries("")) {
      one += Files.size(entry);
    }
    assertFalse(isKnown(valued(2)));
    for (Path entry : entries("")) {
      Files.setLastModifiedTime(entry, FileTime.from(Instant.now().minusSeconds(3600)));
    }
    assertTrue(isKnown(valued(1)));
    OpenClCompiler small = OpenClCompiler.withCache(folder.resolve("cache"), 5 * one / 2);
    assertFalse(small.compile(valued(3)).fromCache());
    assertTrue(isKnown(valued(1)));
    assertTrue(isKnown(valued(3)));
    assertFalse(isKnown(valued(2)));
  }

  @Test
  void aCacheThatCannotBeWrittenDoesNotMatter() throws Exception {
    Path noFolder = file("cache", "a file where the folder should be");
    assertFalse(isKnown(valued(1)));
    assertFalse(isKnown(valued(1)));
    assertTrue(Files.isRegularFile(noFolder));
  }

  @Test
  void withoutACacheNothingIsRemembered() throws Exception {
    OpenClCompiler compiler = OpenClCompiler.withoutCache();
    assertFalse(compiler.compile(valued(1)).fromCache());
    assertFalse(compiler.compile(valued(1)).fromCache());
  }

  @Test
  void processesShareOneCacheAndLeaveNothingElse() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-Djava.io.tmpdir=" + temporary,
                  "-cp",
                  classPath(),
                  Main.class.getName(),
                  folder.resolve("cache").toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    }
    for (Process process : processes) {
      assertEquals(
          "20", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      assertEquals(0, process.waitFor());
    }
    assertEquals(5, entries(".result").size());
    assertEquals(5, entries(".manifest").size());
    assertEquals(10, entries("").size());
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.toList());
    }
  }

  /** All that this test runs from, whether it came from the class path or the module path. */
  private static String classPath() throws Exception {
    Path tests =
        Path.of(CompileCacheTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return String.join(
        File.pathSeparator,
        tests.resolveSibling("test-classes").toString(),
        tests.resolveSibling("classes").toString(),
        System.getProperty("java.class.path", ""),
        System.getProperty("jdk.module.path", ""));
  }

  /** What is made of a SPIR-V module is kept too, by all that it depends on. */
  @Test
  void modulesAreKnownAgain() throws Exception {
    byte[] il = compiler().compileToIl(valued(1), 0).bytes();
    byte[] first = compiler().compileIl("k.spv", il, BuildOptions.NONE, Map.of()).bitcode();
    List<Path> kept = files();
    byte[] again = compiler().compileIl("k.spv", il, BuildOptions.NONE, Map.of()).bitcode();
    assertArrayEquals(first, again);
    assertEquals(kept, files());
    byte[] other = compiler().compileToIl(valued(2), 0).bytes();
    byte[] ofOther = compiler().compileIl("k.spv", other, BuildOptions.NONE, Map.of()).bitcode();
    assertFalse(Arrays.equals(first, ofOther));
    assertTrue(files().size() > kept.size());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("cache"))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
