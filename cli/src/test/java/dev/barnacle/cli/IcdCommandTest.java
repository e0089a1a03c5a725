package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code icd uninstall}; what is installed is tested with the launcher. */
class IcdCommandTest {
  @TempDir private Path root;

  private CommandRunner.Result uninstall() {
    return CommandRunner.run("icd", "uninstall", "--system", "--root", root.toString());
  }

  private Path write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.resolveSibling("."));
    return Files.writeString(path, text);
  }

  @Test
  void whatInstallMadeIsDeletedAndNothingElse() throws IOException {
    Path jar = write("usr/local/lib/barnacle/lib/cli.jar", "");
    Path library = write("usr/local/lib/barnacle/icd-12/libbarnacle-icd.so", "");
    Path file = write("etc/OpenCL/vendors/barnacle.icd", library.toAbsolutePath() + "\n");
    Path other = write("etc/OpenCL/vendors/other.icd", "libother.so\n");
    CommandRunner.Result result = uninstall();
    Path folder = root.resolve("usr/local/lib/barnacle");
    assertEquals("deleted " + file + "\ndeleted " + folder + "\n", result.out(), result.err());
    assertEquals(0, result.status());
    assertFalse(Files.exists(jar) || Files.exists(folder) || Files.exists(file));
    assertTrue(Files.exists(other));
    result = uninstall();
    assertEquals(2, result.status());
    assertEquals("error: nothing is installed in " + folder + "\n", result.err());
  }

  @Test
  void filesOfOthersStay() throws IOException {
    write("usr/local/lib/barnacle/lib/cli.jar", "");
    Path own = write("usr/local/lib/barnacle/notes.txt", "mine");
    Path elsewhere = write("etc/OpenCL/vendors/barnacle.icd", "/opt/barnacle/libbarnacle-icd.so\n");
    assertEquals(0, uninstall().status());
    assertTrue(Files.exists(own) && Files.exists(elsewhere));
    assertFalse(Files.exists(own.resolveSibling("lib")));
  }

  @Test
  void aShellForgetsIt() {
    assertEquals("unset OCL_ICD_VENDORS\n", CommandRunner.run("icd", "uninstall").out());
    assertEquals(2, CommandRunner.run("icd", "uninstall", "--user", "--system").status());
  }
}
