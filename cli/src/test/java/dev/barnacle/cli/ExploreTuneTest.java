package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code explore --weakest} and {@code --repair}: the kernels with their edits are correct. */
class ExploreTuneTest {
  private static final String STRONG =
      """
      kernel void message(global int *data, global atomic_int *flag, global int *out) {
        if (get_global_id(0) == 0) {
          *data = 42;
          atomic_store_explicit(flag, 1, memory_order_seq_cst);
        } else if (atomic_load(flag) == 1) {
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
          *out = *data;
        }
      }
      """;

  @TempDir private Path folder;

  private static String run(int status, String... arguments) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    assertEquals(status, Main.run(writer, writer, arguments), out::toString);
    return out.toString();
  }

  private static String[] message(Path source, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "explore",
                source.toString(),
                "--options=-cl-std=CL2.0",
                "--global=2",
                "--arg=data=int[1]",
                "--arg=flag=int[1]",
                "--arg=out=int[1]"));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @Test
  void theWeakestKernelHasNoOrderThatItDoesNotNeed() throws IOException {
    Path source = Files.writeString(folder.resolve("message.cl"), STRONG);
    String out = run(ExitStatus.OK, message(source, "--weakest", "--local=1"));
    String weak = String.join("\n", applied(Files.readAllLines(source), out)) + "\n";
    assertEquals(
        """
        kernel void message(global int *data, global atomic_int *flag, global int *out) {
          if (get_global_id(0) == 0) {
            *data = 42;
            atomic_store_explicit(flag, 1, memory_order_release);
          } else if (atomic_load_explicit(flag, memory_order_relaxed) == 1) {
            atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
            *out = *data;
          }
        }
        """,
        weak);
    Files.writeString(source, weak);
    String again = run(ExitStatus.OK, message(source, "--weakest", "--local=1"));
    String nothing = "weakest: nothing can be weaker for this launch (";
    assertTrue(again.contains(nothing), again);
    assertTrue(again.contains("); other sizes and arguments may need more\n"), again);
  }

  @Test
  void scopesThatMustBeTheSameAreNarrowedTogether() throws IOException {
    Path source = Files.writeString(folder.resolve("message.cl"), STRONG);
    String out = run(ExitStatus.OK, message(source, "--weakest", "--local=2"));
    assertEquals(
        3, out.lines().filter(l -> l.contains("becomes memory_scope_work_group")).count(), out);
  }

  /** A fence that is added names the memory of what it orders, though either would do. */
  @ParameterizedTest
  @CsvSource({"global, device, CLK_GLOBAL_MEM_FENCE", "local, work_group, CLK_LOCAL_MEM_FENCE"})
  void aNewFenceNamesTheMemoryThatItOrders(String space, String scope, String flag)
      throws IOException {
    String source =
        """
        #define STORE(p) atomic_store_explicit(p, 1, memory_order_relaxed, memory_scope_SCOPE)
        #define LOAD(p) atomic_load_explicit(p, memory_order_relaxed, memory_scope_SCOPE)
        kernel void sb(SPACE atomic_int *x, SPACE atomic_int *y, global int *r) {
          int me = get_local_id(0);
          r[me] = 0;
          if (me < 2) atomic_store_explicit(me ? x : y, 0, memory_order_relaxed, memory_scope_SCOPE);
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
          STORE(me ? x : y);
          r[me] = LOAD(me ? y : x);
        }
        """;
    Path file =
        Files.writeString(
            folder.resolve("sb.cl"), source.replace("SPACE", space).replace("SCOPE", scope));
    String size = space.equals("local") ? "=local[4]" : "=int[1]";
    String out =
        run(
            ExitStatus.FINDINGS,
            "explore",
            file.toString(),
            "--global=2",
            "--local=2",
            "--arg=x" + size,
            "--arg=y" + size,
            "--arg=r=int[2]",
            "--assert=r[0] + r[1] > 0",
            "--repair");
    assertTrue(out.contains("add atomic_work_item_fence(" + flag + ","), out);
    assertFalse(
        out.lines().anyMatch(l -> l.contains("add ") && !l.contains("(" + flag + ",")), out);
  }

  @ParameterizedTest
  @CsvSource({
    "ticket-relaxed, 1",
    "narrow-scope, 2",
    "ticket-wrong-fence, 1",
    "last-group-no-barrier, 1",
    "bounded-relaxed, 1",
    "message-relaxed, 1",
  })
  void theRepairedKernelIsCorrect(String launch, int edits) throws IOException {
    Path examples = CheckRunner.examples().resolve("explore");
    String text = Files.readString(examples.resolve(launch + ".json"));
    String source = text.replaceAll("(?s).*\"source\": \"([^\"]*)\".*", "$1");
    Path copy = folder.resolve(source);
    Files.copy(examples.resolve(source), copy);
    Path file = Files.writeString(folder.resolve(launch + ".json"), text);
    String out = run(ExitStatus.FINDINGS, "explore", "--repair", file.toString());
    assertTrue(out.contains("repair 1 of "), out);
    String first = out.substring(out.indexOf("repair 1 of "));
    int second = first.indexOf("repair 2 of ");
    first = second < 0 ? first : first.substring(0, second);
    assertEquals(edits, first.lines().filter(l -> l.contains(": note: ")).count(), first);
    Files.write(copy, applied(Files.readAllLines(copy), first));
    run(ExitStatus.OK, "explore", file.toString());
  }

  @Test
  void whatNoEditsRepairIsSaid() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("no.cl"), "kernel void no(global int *p) { p[0] = get_global_id(0); }");
    String out =
        run(
            ExitStatus.FINDINGS,
            "explore",
            source.toString(),
            "--global=2",
            "--local=1",
            "--arg=p=int[1]",
            "--repair");
    assertTrue(out.contains("repair: none was found of at most 3 edits"), out);
  }

  @Test
  void onlyOneOfThemIsAskedFor() throws IOException {
    Path source = Files.writeString(folder.resolve("message.cl"), STRONG);
    String out = run(ExitStatus.BAD_INPUT, message(source, "--weakest", "--repair"));
    assertEquals("error: --weakest and --repair: expected one of them\n", out);
  }

  /** Returns lines with the changes of a diff without context. */
  private static List<String> applied(List<String> lines, String diff) {
    List<String> result = new ArrayList<>();
    int next = 0;
    for (String line : diff.lines().toList()) {
      if (line.startsWith("@@ -")) {
        int at = Integer.parseInt(line.replaceAll("@@ -(\\d+) .*", "$1")) - 1;
        result.addAll(lines.subList(next, at));
        next = at;
      } else if (line.startsWith("-") && !line.startsWith("--- ")) {
        assertEquals("-" + lines.get(next++), line);
      } else if (line.startsWith("+") && !line.startsWith("+++ ")) {
        result.add(line.substring(1));
      }
    }
    result.addAll(lines.subList(next, lines.size()));
    return result;
  }
}
