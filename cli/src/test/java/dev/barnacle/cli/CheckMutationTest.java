package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.barnacle.cli.CheckRunner.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that are clean, with one barrier left out, or one flag, order, scope or atomic weakened
 * at a time: each such mutant is reported. None of them is harmless.
 */
class CheckMutationTest {
  /** A way to weaken a kernel: what is looked for, and what takes its place. */
  private record Mutation(String name, Pattern pattern, String replacement) {
    static Mutation of(String name, String pattern, String replacement) {
      return new Mutation(name, Pattern.compile(pattern), replacement);
    }
  }

  private static final List<Mutation> MUTATIONS =
      List.of(
          Mutation.of("no barrier", "\\bbarrier\\([^)]*\\);", ";"),
          Mutation.of("global flag", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"),
          Mutation.of("local flag", "CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE"),
          Mutation.of("no fence", "\\batomic_work_item_fence\\([^)]*\\);", ";"),
          Mutation.of("plain increment", "\\batomic_inc\\((&?[^;]*)\\);", "++*($1);"),
          Mutation.of("plain addition", "\\batomic_add\\((.*), ([^,;]*)\\);", "*($1) += $2;"),
          Mutation.of("relaxed", "memory_order_(release|acquire)", "memory_order_relaxed"),
          Mutation.of("work-group scope", "memory_scope_device", "memory_scope_work_group"));

  /**
   * A kernel to weaken.
   *
   * @param options make the launch smaller
   */
  private record Case(String launch, String kernel, List<String> options) {
    static Case of(String launch, String kernel, String... options) {
      return new Case(launch, kernel, List.of(options));
    }

    @Override
    public String toString() {
      return launch;
    }
  }

  static List<Case> cases() {
    return List.of(
        Case.of(
            "bitonic_sort",
            "bitonic_sort_segments",
            "--global=128",
            "--arg=data=uint[2000]=random:4",
            "--arg=n=2000"),
        Case.of(
            "histogram_global",
            "histogram_global",
            "--global=256",
            "--arg=data=uchar[5000]=random:9",
            "--arg=n=5000"),
        Case.of(
            "histogram_local",
            "histogram_local",
            "--global=256",
            "--arg=data=uchar[5000]=random:9",
            "--arg=n=5000"),
        Case.of(
            "reduce", "reduce_sum", "--global=512", "--arg=x=float[5000]=random:3", "--arg=n=5000"),
        Case.of("sgemm_tiled", "sgemm_tiled", "--global=32,32"),
        Case.of("check/04-counter-clean", "clean"),
        Case.of("check/05-scope-clean", "clean"),
        Case.of("check/06-message-passing-clean", "clean"),
        Case.of("check/07-fence-flags-clean", "clean"),
        Case.of("check/23-mixed-atomic-clean", "clean"),
        Case.of("check/24-loop-carried-clean", "clean"));
  }

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void eachMutantIsReported(Case test) throws IOException {
    Path launch = CheckRunner.examples().resolve(test.launch() + ".json");
    Map<String, String> mutants = mutants(source(launch), test.kernel());
    assertFalse(mutants.isEmpty());
    List<String> missed = new ArrayList<>();
    for (Map.Entry<String, String> mutant : mutants.entrySet()) {
      Path file = Files.writeString(folder.resolve("mutant.cl"), mutant.getValue());
      List<String> options = new ArrayList<>(List.of(file.toString(), "--launch"));
      options.add(launch.toString());
      options.addAll(test.options());
      Answer answer = CheckRunner.check(options).getFirst();
      if (!answer.verdict().equals("faulty")) {
        missed.add(mutant.getKey() + (answer.verdict().equals("clean") ? "" : " " + answer));
      }
    }
    assertEquals(List.of(), missed);
  }

  private static String source(Path launch) throws IOException {
    String json = Files.readString(launch);
    String name = json.replaceFirst("(?s)^.*?\"source\": \"", "").replaceFirst("(?s)\".*", "");
    return Files.readString(launch.resolveSibling(name));
  }

  /** Returns the mutants of one kernel of a program by name, such as {@code line 7: relaxed}. */
  private static Map<String, String> mutants(String source, String kernel) {
    int start = source.indexOf("kernel void " + kernel + "(");
    int end = source.indexOf("\nkernel ", start + 1);
    int last = end < 0 ? source.length() : end;
    Map<String, String> mutants = new TreeMap<>();
    for (Mutation mutation : MUTATIONS) {
      for (MatchResult match :
          mutation.pattern().matcher(source).results().filter(m -> m.start() >= start).toList()) {
        if (match.start() < last) {
          long line = source.substring(0, match.start()).lines().count();
          String found = match.group();
          String weak = mutation.pattern().matcher(found).replaceFirst(mutation.replacement());
          mutants.put(
              "line " + line + ": " + mutation.name(),
              source.substring(0, match.start()) + weak + source.substring(match.end()));
        }
      }
    }
    return mutants;
  }
}
