package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocols of the driver's threads that have no lock, or more than one word under it, as
 * kernels in {@code driver/protocols.cl}: {@code explore} proves each, and finds what is wrong in
 * its twin that lacks a step.
 */
class DriverProtocolsTest {
  private static final String KERNELS = "src/test/resources/dev/barnacle/cli/driver/protocols.cl";

  static List<Arguments> protocols() {
    return List.of(
        Arguments.of("event_end", "ends[0] == 1", "status=1 state=1 told=0 ends=0"),
        Arguments.of("uses", "freed[0] == 1", "record=1 count=0 handle=0 memory=7 freed=0"),
        Arguments.of("worker_sleep", "done[0] == 1", "pool=0 state=0 task=0 done=0"),
        Arguments.of(
            "take_steps",
            "runs[0] == 1 && runs[1] == 1 && runs[2] == 1 && runs[3] == 1",
            "next=0 runs=0,0,0,0"),
        Arguments.of(
            "task_end",
            "finished[0] == 2",
            "pool=0 listed=1 inside=0 next=0 finished=0 is_done=0 memory=7"),
        Arguments.of("list_queue", "next[0] == 0", "queues_lock=0 is_listed=0 head=0 next=0"),
        Arguments.of("wait_in_queue", "words[0] == 2", "queue=0 progress=0 words=0,0,0"));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void eachIsProvedAndItsTwinFails(String kernel, String assertion, String words) {
    assertEquals(ExitStatus.OK, explore(kernel, assertion, words), kernel);
    assertEquals(ExitStatus.FINDINGS, explore(kernel + "_wrong", assertion, words), kernel);
  }

  private static int explore(String kernel, String assertion, String words) {
    List<String> command = new ArrayList<>(List.of("explore", KERNELS, "--kernel", kernel));
    command.addAll(List.of("--options", "-cl-std=CL3.0", "--global", "2", "--local", "1"));
    command.addAll(List.of("--assert", assertion));
    for (String word : words.split(" ", -1)) {
      String[] parts = word.split("=", 2);
      int count = parts[1].split(",", -1).length;
      command.addAll(List.of("--arg", parts[0] + "=int[" + count + "]=" + parts[1]));
    }
    return Main.run(
        new PrintWriter(new StringWriter()),
        new PrintWriter(new StringWriter()),
        command.toArray(String[]::new));
  }
}
