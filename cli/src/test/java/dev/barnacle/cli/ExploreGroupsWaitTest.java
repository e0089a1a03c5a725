package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code explore}: whole work-groups that wait, and meet in each round. */
class ExploreGroupsWaitTest {
  private static final String SOURCE =
      """
      #define LOAD(p) atomic_load_explicit(p, memory_order_acquire, memory_scope_device)
      #define STORE(p, v) atomic_store_explicit(p, v, memory_order_release, memory_scope_device)
      #define LEADER (get_local_id(0) == 0)
      #define ME get_group_id(0)
      #define SIGNAL(value) if (ME == 1) { if (LEADER) { *d = 7; STORE(f, value); } return; }
      #define WAIT(p) \\
        do { \\
          if (LEADER) go = LOAD(p); \\
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); \\
          seen = go; \\
          barrier(CLK_LOCAL_MEM_FENCE); \\
        } while (!seen)
      #define KERNEL(name) \\
        kernel void name(global atomic_int *f, global int *d, global int *out)
      KERNEL(leader) { local int go; int seen; SIGNAL(1) WAIT(f); out[get_local_id(0)] = *d; }
      KERNEL(leader_alone) { local int go; int seen; WAIT(f); }
      KERNEL(leader_in_vain) { local int go; int seen; SIGNAL(0) WAIT(f); }
      KERNEL(any) { SIGNAL(1) while (!work_group_any(LOAD(f))); out[get_local_id(0)] = 1; }
      KERNEL(any_alone) { while (!work_group_any(LOAD(f))); }
      KERNEL(all) { SIGNAL(1) while (!work_group_all(LOAD(f))); out[get_local_id(0)] = *d; }
      KERNEL(broadcast) {
        SIGNAL(1)
        while (!work_group_broadcast(LEADER ? LOAD(f) : 0, 0));
        barrier(CLK_GLOBAL_MEM_FENCE);
        out[get_local_id(0)] = *d;
      }
      KERNEL(broadcast_alone) { while (!work_group_broadcast(LEADER ? LOAD(f) : 0, 0)); }
      KERNEL(broadcast_races) {
        SIGNAL(1)
        while (!work_group_broadcast(LEADER ? LOAD(f) : 0, 0));
        out[get_local_id(0)] = *d;
      }
      KERNEL(each_other) { local int go; int seen; WAIT(&f[1 - ME]); if (LEADER) STORE(&f[ME], 1); }
      KERNEL(in_turn) {
        local int go;
        int seen;
        if (ME == 0 && LEADER) STORE(&f[0], 1);
        WAIT(&f[1 - ME]);
        if (ME == 1 && LEADER) STORE(&f[1], 1);
      }
      KERNEL(counts) {
        int rounds = 0;
        SIGNAL(1)
        while (!work_group_any(LOAD(f)) && rounds < 2) rounds++;
        out[get_local_id(0)] = rounds;
      }
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "leader, fair, correct,",
    "leader, hsa, faulty, hang",
    "leader, obe, faulty, hang",
    "leader, unfair, faulty, hang",
    "leader_alone, fair, faulty, hang",
    "leader_in_vain, fair, faulty, hang",
    "any, fair, correct,",
    "any_alone, fair, faulty, hang",
    "all, fair, correct,",
    "broadcast, fair, correct,",
    "broadcast_alone, fair, faulty, hang",
    "broadcast_races, fair, faulty, data-race",
    "each_other, fair, faulty, hang",
    "in_turn, fair, correct,",
    "counts, fair, correct,"
  })
  void waitingIsDecided(String kernel, String progress, String verdict, String fault)
      throws IOException {
    Path file = Files.writeString(folder.resolve("k.cl"), SOURCE);
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    int status =
        Main.run(
            writer,
            new PrintWriter(new StringWriter()),
            ("explore " + file + " --kernel " + kernel + " --progress " + progress)
                .concat(
                    " --global 4 --local 2 --json --arg f=int[2] --arg d=int[1] --arg out=int[2]")
                .split(" "));
    assertEquals(verdict.equals("correct") ? ExitStatus.OK : ExitStatus.FINDINGS, status);
    assertTrue(out.toString().contains("\"verdict\":\"" + verdict + "\""), out::toString);
    assertTrue(out.toString().contains("\"complete\":true"), out::toString);
    assertTrue(
        fault == null || out.toString().contains("\"kind\":\"" + fault + "\""), out::toString);
  }
}
