package dev.barnacle.cli.internal.icd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.input.InputException;
import dev.barnacle.icd.DriverLibrary;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriversTest {
  /** OpenCL's loaders would pass over it without a word. */
  @Test
  void aDriverThatCannotBeLoadedIsBadInputWithTheReason(@TempDir Path folder) throws Exception {
    DriverLibrary driver = new DriverLibrary(folder);
    Files.writeString(
        driver.library(), "no library at all, but longer than the head of an ELF file");
    InputException error =
        assertThrows(
            InputException.class,
            () -> Drivers.ready(driver, List.of(), new PrintWriter(System.err, false, UTF_8)));
    String message = String.valueOf(error.getMessage());
    assertTrue(
        message.startsWith("the OpenCL driver cannot be loaded: " + driver.library()), message);
    assertEquals(1, message.lines().count());
    assertFalse(driver.isTrained());
  }
}
