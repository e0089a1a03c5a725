package dev.barnacle.cli.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
  private static StandardOutput failing(String why) {
    return new StandardOutput(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(why);
          }
        });
  }

  @Test
  void whatWritersKeepToThemselvesIsRemembered() {
    StandardOutput output = failing("No space left on device");
    try (PrintWriter out = new PrintWriter(output, false, StandardCharsets.UTF_8)) {
      out.println("clean");
    }
    assertEquals(Optional.of("No space left on device"), output.failure());
  }

  @Test
  void whoReadsNoMoreHasWhatHeWants() {
    StandardOutput output = failing("Broken pipe");
    assertThrows(IOException.class, () -> output.write(1));
    assertEquals(Optional.empty(), output.failure());
  }

  @Test
  void allIsWritten() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StandardOutput output = new StandardOutput(bytes);
    output.write('a');
    output.write(new byte[] {'b', 'c'});
    output.flush();
    assertEquals("abc", bytes.toString(StandardCharsets.UTF_8));
    assertEquals(Optional.empty(), output.failure());
  }
}
