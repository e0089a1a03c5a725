package dev.barnacle.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.verify.Verifier;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers wherever OpenCL allows them, in kernels written as IR. */
class BarrierTest {
  private static final SimdEngine ENGINE = new SimdEngine(2);

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static final String HEAD =
      """
      module "test"
      @tile = local size 4096 align 4
      kernel @k(ptr(global) %data, i32 %n)
        arg "data" "int*" global "none" ""
        arg "n" "int" private "none" ""
      {
      entry:
        %gid = query global_id i32 0
        %lid = query local_id i32 0
        %size = query local_size i32 0
        %go = mul i64 %gid, 4
        %lo = mul i64 %lid, 4
        %gp = ptradd ptr(global) %data, i64 %go
        %lp = ptradd ptr(local) @tile, i64 %lo
      """;

  /** Runs a kernel with data[i] = i and returns the data. */
  private static int[] run(String body, int global, int local, int n) {
    Module module = IrParser.parse(HEAD + body + "}\n", "test.ir");
    Verifier.check(module, "in the test");
    try (Executable executable = ENGINE.load(module);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(ValueLayout.JAVA_INT, global);
      for (int i = 0; i < global; i++) {
        data.setAtIndex(ValueLayout.JAVA_INT, i, i);
      }
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_INT, n);
      executable.launch(
          new Launch(
              module.kernels().getFirst(),
              new NdRange(List.of((long) global), List.of((long) local), List.of(0L)),
              List.of(new Argument.Memory(data), new Argument.Bytes(value)),
              text -> {}));
      return data.toArray(ValueLayout.JAVA_INT);
    }
  }

  /** Each round every work-item takes its right neighbour's value. */
  private static final String ROTATE =
      """
        br loop
      loop:
        %i = phi i32 (0, entry), (%next, rest)
        %mine = load i32, ptr(global) %gp, align 4
        store i32 %mine, ptr(local) %lp, align 4
        barrier work_group {local} work_group
        %l1 = add i64 %lid, 1
        %wrap = icmp eq i64 %l1, %size
        %from = select i1 %wrap, i64 0, i64 %l1
        %fo = mul i64 %from, 4
        %fp = ptradd ptr(local) @tile, i64 %fo
        %theirs = load i32, ptr(local) %fp, align 4
        store i32 %theirs, ptr(global) %gp, align 4
        barrier work_group {local} work_group
        br rest
      rest:
        %next = add i32 %i, 1
        %more = icmp slt i32 %next, %n
        condbr i1 %more, loop, done
      done:
        ret
      """;

  @ParameterizedTest
  @CsvSource({"64,64,1", "64,16,5", "60,16,3", "7,1,2", "300,256,40"})
  void barriersInLoops(int global, int local, int rounds) {
    int[] data = run(ROTATE, global, local, rounds);
    for (int i = 0; i < global; i++) {
      int begin = i / local * local;
      int size = Math.min(global, begin + local) - begin;
      assertEquals(begin + (i - begin + rounds) % size, data[i]);
    }
  }

  /** A private array that is written before the barrier and read after it, by a run-time index. */
  private static final String PRIVATE_ARRAY =
      """
        %array = alloca 16, align 4
        %v = trunc i64 %lid to i32
        %q = and i64 %lid, 3
        %qo = mul i64 %q, 4
        %qp = ptradd ptr(private) %array, i64 %qo
        store i32 %v, ptr(private) %qp, align 4
        barrier work_group {local} work_group
        %back = load i32, ptr(private) %qp, align 4
        %sum = add i32 %back, %n
        store i32 %sum, ptr(global) %gp, align 4
        ret
      """;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 256})
  void privateArraysLiveAcrossBarriers(int local) {
    int[] data = run(PRIVATE_ARRAY, 512, local, 1000);
    for (int i = 0; i < data.length; i++) {
      assertEquals(i % local + 1000, data[i]);
    }
  }

  /** Work-items from n on return before the barrier. */
  private static final String EARLY_RETURN =
      """
        %t = trunc i64 %gid to i32
        %out = icmp sge i32 %t, %n
        condbr i1 %out, gone, stay
      gone:
        ret
      stay:
        store i32 %t, ptr(local) %lp, align 4
        barrier work_group {local} work_group
        %mine = load i32, ptr(local) %lp, align 4
        %twice = mul i32 %mine, 2
        store i32 %twice, ptr(global) %gp, align 4
        ret
      """;

  @Test
  void workItemsThatHaveReturnedDontTakePart() {
    int[] data = run(EARLY_RETURN, 64, 32, 40);
    for (int i = 0; i < data.length; i++) {
      assertEquals(i < 40 ? 2 * i : i, data[i]);
    }
  }

  /** Work-items below n come to one barrier, the others to another. */
  private static final String DIVERGENT =
      """
        %t = trunc i64 %lid to i32
        %low = icmp slt i32 %t, %n
        condbr i1 %low, first, second
      first:
        barrier work_group {local} work_group
        br done
      second:
        barrier work_group {local} work_group
        br done
      done:
        ret
      """;

  @Test
  void differentBarriersAreReported() {
    EngineException e = assertThrows(EngineException.class, () -> run(DIVERGENT, 64, 32, 16));
    assertEquals(EngineException.Kind.BARRIER_DIVERGENCE, e.kind());
    assertTrue(e.toString().contains("kernel k: barrier divergence"), e.toString());
  }

  @Test
  void eitherBarrierIsFineWhenAllComeToIt() {
    run(DIVERGENT, 64, 32, 0);
    run(DIVERGENT, 64, 32, 32);
  }
}
