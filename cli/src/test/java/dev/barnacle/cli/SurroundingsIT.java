package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Disks that are full or may not be written, and little memory: it works, or one line says why. */
class SurroundingsIT extends LauncherRuns {
  private static final String EACH =
      """
      barnacle --version >/dev/null 2>&1
      barnacle check k.cl --global 3 >/dev/null 2>&1
      each() {
        for command in devices \\
          'run k.cl --global 3 --arg a=int[]=1,2,3' 'check k.cl --global 3 --arg a=int[]=1,2,3' \\
          'litmus t.litmus' 'bench --alone --scale 0.001 --repeat 1 sha256' \\
          'icd install' 'run -- true' 'check -- true'; do
          eval "barnacle $command" >out 2>err </dev/null
          echo "$? $(grep -v '^barnacle: prep\\|note: \\|^kernel \\|^clean: ' err | wc -l) $command: $(cat err)"
        done
      }
      """;

  @Override
  boolean sharesRoot() {
    return true;
  }

  @BeforeEach
  void writeTest() throws Exception {
    Files.writeString(
        folder.resolve("t.litmus"),
        "C t\n{ }\nP0 (atomic_int* x) { atomic_store(x, 1); }\nexists (x=1)\n");
  }

  /** Each command works, or ends with status 2 and one line that is no bug of Barnacle. */
  private void assertEach(String commands) throws Exception {
    Result result = shell(Map.of(), EACH + commands);
    assumeTrue(result.status() != 77, result.err());
    assertFalse(result.out().isEmpty(), result.err());
    for (String line : result.out().lines().filter(l -> l.matches("\\d+ \\d+ .*")).toList()) {
      assertTrue(line.startsWith("0 0 ") || line.startsWith("2 1 "), result.out());
    }
    assertFalse(result.out().contains("a bug in Barnacle"), result.out());
    assertFalse(result.out().contains("\tat "), result.out());
  }

  @Test
  void aFileWhereTheCacheShouldBe() throws Exception {
    assertEach("touch file; BARNACLE_CACHE=$PWD/file; export BARNACLE_CACHE; each");
    Result result =
        shell(Map.of(), "BARNACLE_CACHE=$PWD/file barnacle run k.cl --global 3 2>&1 | tail -1");
    assertEquals(
        "error: "
            + folder.toRealPath().resolve("file")
            + ": is there already, and no folder (BARNACLE_CACHE names another cache folder)\n",
        result.out());
  }

  @Test
  void noHome() throws Exception {
    assertEach("HOME=/dev/null; export HOME; unset XDG_CACHE_HOME BARNACLE_CACHE; each");
  }

  @Test
  void noCompileCache() throws Exception {
    Result result =
        shell(
            Map.of("BARNACLE_COMPILE_CACHE", "off"),
            "barnacle --version >/dev/null 2>&1; barnacle run k.cl --global 3"
                + " --arg 'a=int[]=1,2,3' --print a");
    assertTwice(result);
  }

  /** A few of the sizes, or all with {@code barnacle.test.everything}. */
  static IntStream kilobytes() {
    return Boolean.getBoolean("barnacle.test.everything")
        ? IntStream.of(100_000, 500_000, 800_000, 1_200_000, 2_000_000, 3_000_000)
        : IntStream.of(500_000, 1_200_000);
  }

  /** As above. */
  static Stream<String> sizes() {
    return Boolean.getBoolean("barnacle.test.everything")
        ? Stream.of("64k", "100m", "400m")
        : Stream.of("100m");
  }

  @ParameterizedTest
  @MethodSource("kilobytes")
  void littleAddressSpace(int kilobytes) throws Exception {
    assertEach("ulimit -v " + kilobytes + "; each");
  }

  @Test
  void enoughAddressSpace() throws Exception {
    Result result =
        shell(
            Map.of(),
            "barnacle --version >/dev/null 2>&1; ulimit -v 4000000; barnacle run k.cl --global 3"
                + " --arg 'a=int[]=1,2,3' --print a");
    assertTwice(result);
  }

  /** The JVM's parallel collector, which litmus and explore have else, needs more. */
  @Test
  void littleAddressSpaceIsEnoughForALitmusTest() throws Exception {
    Result result =
        shell(
            Map.of(),
            "barnacle --version >/dev/null 2>&1; ulimit -v 1200000; barnacle litmus t.litmus");
    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().startsWith("Test t Allowed"), result.out());
  }

  @Test
  void tooSmallAHeap() throws Exception {
    assertEach("BARNACLE_JAVA_OPTS=-Xmx8m; export BARNACLE_JAVA_OPTS; each");
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void aFullDisk(String size) throws Exception {
    assertEach(
        """
        mkdir full && mount -t tmpfs -o size=%s tmpfs full 2>/dev/null || {
          echo 'only root can mount a disk to fill' >&2
          exit 77
        }
        trap 'umount full' EXIT
        BARNACLE_CACHE=$PWD/full/cache
        export BARNACLE_CACHE
        each
        """
            .formatted(size));
  }

  @Test
  void aCheckoutThatIsNotBuiltAndMayNotBeWritten() throws Exception {
    root = rootIn(folder);
    Files.delete(root.resolve("cli/target/classpath"));
    Files.createFile(root.resolve("target")); // where the build's lock would be
    Result result = shell(Map.of("BARNACLE_NO_BUILD", ""), "barnacle devices");
    assertEquals(
        new Result(2, "", "error: cannot build: " + real(root) + "/target cannot be written\n"),
        result);
  }

  private static Path real(Path path) throws Exception {
    return path.toRealPath();
  }
}
