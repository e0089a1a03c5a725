package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compare}: the options that narrow the tests. */
class CompareBoundsTest {
  private static final Pattern WORD =
      Pattern.compile(
          "memory_(?:order|scope)_\\w+|CLK_\\w+|atomic_\\w+\\(|barrier|\\*x = "
              + "|\\b(?:global|local) |P\\d@|dev \\d");

  @TempDir Path folder;
  private String weak = "";

  /** A model of coherence alone, which allows most. */
  @BeforeEach
  void writeModel() throws IOException {
    weak =
        Files.writeString(
                folder.resolve("weak.cat"),
                """
                "Coherence alone"
                with mo from generate_orders (W, loc & (I * ~I))
                let rb = (rf^-1 ; mo) \\ id
                acyclic (sb & loc) | (I * ~I) | rf | mo | rb as Coherence
                """)
            .toString();
  }

  private static CommandRunner.Result compare(String first, String second, String options) {
    List<String> all = new ArrayList<>(List.of("compare", first, second));
    all.addAll(List.of(options.split(" ", -1)));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  /** What the tests have are words of which a pattern leaves nothing out. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--size=3 --threads=2; P[01]@|memory_.*|CLK_.*|atomic_.*|barrier|global |local |dev .|.x ="
            + ".*",
        "--size=3 --operations=load,store --devices=1"
            + "; P.@|memory_.*|atomic_(load|store)_.*|global |local |dev 0|.x =.*",
        "--size=4 --states --orders=relaxed,acquire,release --scopes=device --operations=load,store"
            + " --threads=2 --memory=global"
            + "; P.@|memory_order_(relaxed|acquire|release)|memory_scope_device|atomic_.*|global "
            + "|dev .",
        "--size=4 --states --orders=relaxed,acquire,release --scopes=work_group --memory=local"
            + " --operations=load,store --threads=2"
            + "; P.@|memory_order_(relaxed|acquire|release)|memory_scope_work_group|atomic_.*"
            + "|local |dev .",
      })
  void testsKeepWithinTheBounds(String options, String pattern) {
    CommandRunner.Result result = compare(weak, "opencl-3.1", options + " --count=12");
    assertEquals(ExitStatus.FINDINGS, result.status(), result.out() + result.err());
    Matcher word = WORD.matcher(result.out());
    int words = 0;
    while (word.find()) {
      assertTrue(word.group().matches(pattern), () -> word.group() + " in " + result.out());
      words++;
    }
    assertTrue(words > 10, result.out());
  }

  /** What the bounds leave out is what makes the difference. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "opencl | opencl-scoped | --size=4 --orders=relaxed,acquire,release,acq_rel --threads=2"
            + " --operations=load,store",
        "opencl-scoped | opencl-3.1 | --size=4 --scopes=device --threads=2 --operations=load,store",
        "opencl-scoped | opencl-3.1 | --size=3 --threads=1",
        "sc | tso | --size=4 --threads=1",
      })
  void withoutItThereIsNone(String first, String second, String options) {
    CommandRunner.Result result = compare(first, second, options);
    assertEquals(ExitStatus.OK, result.status(), result.out() + result.err());
    assertTrue(result.out().startsWith("no difference: "), result.out());
  }

  /** Inclusive scopes: message passing and its kin, not the races that they begin with. */
  @Test
  void statesAloneAreWhatAProgramCanShow() {
    String options =
        "--size=4 --states --race-free --threads=2 --devices=1 --memory=global"
            + " --operations=load,store --orders=relaxed,acquire,release"
            + " --scopes=work_group,device";
    String out = compare("opencl-scoped", "opencl-3.1", options).out();
    assertFalse(out.contains("finds"), out);
    assertEquals(12, Pattern.compile("opencl-3.1 forbids it").matcher(out).results().count(), out);
  }

  /** The order of ptx that is open does not keep twins in local memory from being left out. */
  @Test
  void modelsWithAnOrderOfTheirOwnHaveSmallestTestsToo() {
    String out =
        compare("opencl-scoped", "ptx", "--size=2 --race-free --threads=2 --devices=1").out();
    assertTrue(out.contains("\n10 differences: "), out);
    assertFalse(out.contains("local "), out);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--orders=relaxd | --orders relaxd: expected some of plain, relaxed, acquire, release",
        "--scopes=cta | expected some of sub_group, work_group, device, all_svm_devices",
        "--operations= | expected some of load, store, exchange, fence, barrier",
        "--memory=host | expected some of global, local",
        "--threads=0 | --threads 0: expected at least 1",
        "--devices=0 | --devices 0: expected at least 1",
      })
  void otherWordsAreErrors(String option, String error) {
    CommandRunner.Result result = compare("sc", "tso", option);
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    assertTrue(result.err().contains(error), result.err());
  }
}
