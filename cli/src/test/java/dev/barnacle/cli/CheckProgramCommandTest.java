package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code check -- PROGRAM}, as far as it needs no OpenCL loader. */
class CheckProgramCommandTest {
  /** A CI that checks nothing must be red, though the program ended well. */
  @Test
  void tooFewKernelsAreAnError() {
    assumeTrue(Files.isExecutable(Path.of("/bin/true")), "needs /bin/true");
    CommandRunner.Result few = CommandRunner.run("check", "--require-kernels=1", "--", "/bin/true");
    assertEquals(1, few.status(), few.err());
    assertEquals(
        List.of(
            "clean: no kernel was launched",
            "error: 0 kernels were checked, fewer than --require-kernels 1"),
        few.err().lines().filter(l -> !l.contains("preparing")).toList());
    assertEquals(0, CommandRunner.run("check", "--require-kernels=0", "--", "/bin/true").status());
  }
}
