package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code barnacle check} says of two arguments that may be one buffer. */
class CheckInPlaceTest {
  @TempDir private Path folder;

  private Path file() throws IOException {
    return Files.writeString(
        folder.resolve("k.cl"),
        """
        kernel void copy(global const float *in, global float *out) {
          out[get_global_id(0)] = in[get_global_id(0)];
        }
        kernel void swap(global float *in, global float *out) {
          out[get_global_id(0)] = in[get_global_id(0) ^ 1];
        }
        kernel void reads(global const float *in, global float *out) {
          out[get_global_id(0)] = in[get_global_id(0) ^ 1];
        }
        kernel void apart(global const float *restrict in, global float *restrict out) {
          out[get_global_id(0)] = in[get_global_id(0) ^ 1];
        }
        kernel void types(global const int *in, global float *out) {
          out[get_global_id(0)] = in[get_global_id(0) ^ 1];
        }
        """);
  }

  private static CommandRunner.Result check(Path file, String kernel) {
    return CommandRunner.run("check", file.toString(), "--kernel=" + kernel, "--global=64");
  }

  @Test
  void aKernelThatCannotRunInPlaceIsCleanWithANote() throws IOException {
    Path file = file();
    CommandRunner.Result result = check(file, "swap");
    assertEquals(0, result.status());
    assertEquals(
        file
            + ": note: not in place: with 'out' and 'in' as one buffer, work-items race at "
            + file
            + ":5:25 and "
            + file
            + ":5:27; if a program passes it twice, see --arg out=same:in",
        result.err().lines().toList().getLast());
  }

  @Test
  void whoseBuffersMayBeOneOrNeverAreHasNone() throws IOException {
    for (String kernel : new String[] {"copy", "reads", "apart", "types"}) {
      CommandRunner.Result result = check(file(), kernel);
      assertEquals(0, result.status(), kernel);
      assertFalse(result.err().contains("in place"), result.err());
    }
  }
}
