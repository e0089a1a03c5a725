package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a process asks that only looks for devices is answered without a JVM, and never stale. */
@Execution(ExecutionMode.SAME_THREAD) // one of them breaks the files
class AnswersTest extends GuestPrograms {
  /** Circumstances that no process has had. */
  private final String[] environment = {"BARNACLE_TEST", UUID.randomUUID().toString()};

  private String run(String line, String... more) throws Exception {
    String[] all = Stream.of(environment, more).flatMap(Stream::of).toArray(String[]::new);
    Result result = shell("answers", line, all);
    assertEquals(new Result(0, result.output(), ""), result);
    return result.output();
  }

  private static String answers(String output) {
    return output.replaceAll("(?m)^(no|a) JVM\n", "");
  }

  @Test
  void theSecondProcessStartsNoJvm() throws Exception {
    String first = run("$P");
    String second = run("$P");
    assertTrue(first.endsWith("\na JVM\n"), first);
    assertTrue(second.endsWith("\nno JVM\n"), second);
    assertEquals(answers(first), answers(second));
  }

  @Test
  void whatIsFoundWithoutAJvmCanBeUsed() throws Exception {
    run("$P");
    String output = run("$P use");
    assertTrue(output.endsWith("\nno JVM\nOpenCL.std\nkernel 0\n"), output);
  }

  @Test
  void otherEnvironmentsHaveOtherAnswers() throws Exception {
    run("$P");
    for (String end : new String[] {"\na JVM\n", "\nno JVM\n"}) {
      String hidden =
          run("$P", "BARNACLE_HIDDEN_EXTENSIONS", "cl_khr_command_buffer_mutable_dispatch");
      assertTrue(hidden.contains(" not mutable") && hidden.endsWith(end), hidden);
    }
    assertTrue(run("$P").endsWith("\nno JVM\n"));
  }

  @Test
  void fewerProcessorsAreOtherCircumstances() throws Exception {
    run("$P");
    String one = run("taskset -c $(taskset -cp $$ | sed 's/.*[ ,-]//') $P");
    assertTrue(one.contains(" 1 compute units") && one.endsWith("\na JVM\n"), one);
  }

  @Test
  void aBrokenFileIsNoAnswer() throws Exception {
    String first = run("$P");
    Path folder = Shim.driver().folder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().startsWith("answers-")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 3));
      }
    }
    String again = run("$P");
    assertTrue(again.endsWith("\na JVM\n"), again);
    assertEquals(answers(first), answers(again));
  }
}
