package dev.barnacle.simd.internal.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.verify.Verifier;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which buffers threads may have copies of. */
class BufferPrivatizationTest {
  private static Set<Integer> copied(String body) {
    String source =
        """
        module "test"
        @tile = local size 64 align 4
        kernel @k(ptr(global) %p, ptr(global) %q, i32 %n)
          arg "p" "int*" global "none" ""
          arg "q" "int*" global "none" ""
          arg "n" "int" private "none" ""
        {
        entry:
          %gid = query global_id i32 0
          %id = trunc i64 %gid to i32
          %at = ptradd ptr(global) %p, i64 %gid
        """
            + body
            + "ret\n}\n";
    dev.barnacle.ir.Module module = IrParser.parse(source, "test.ir");
    Verifier.check(module, "in the test");
    return BufferPrivatization.of(module.kernels().getFirst()).keySet();
  }

  private static final String ADD = "%a = atomic.rmw add ptr(global) %at, i32 1, relaxed device\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "%b = atomic.rmw sub ptr(global) %p, i32 %id, relaxed device\n",
        "%b = load i32, ptr(global) %q, align 4\nstore i32 %b, ptr(local) @tile, align 4\n",
        "%b = atomic.rmw add ptr(global) %q, i32 1, seq_cst device\n",
        "%b = atomic.rmw xchg ptr(local) @tile, i32 1, relaxed work_group\n",
        "barrier work_group {global} work_group\n",
        "fence {global} acq_rel work_group\n",
      })
  void buffersThatAreOnlyAddedTo(String more) {
    assertEquals(Set.of(0), copied(ADD + more));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "store i32 %a, ptr(global) %q, align 4\n",
        "%b = load i32, ptr(global) %p, align 4\n",
        "store i32 1, ptr(global) %at, align 4\n",
        "store ptr(global) %at, ptr(global) %q, align 8\n",
        "%b = ptrtoint ptr(global) %p to i64\n",
        "%b = atomic.rmw max ptr(global) %p, i32 1, relaxed device\n",
        "%b = atomic.rmw add ptr(global) %p, i64 1, relaxed device\n",
        "%b = atomic.rmw xchg ptr(global) %p, i32 1, relaxed device\n",
        "%b = atomic.rmw add ptr(global) %p, i32 1, acq_rel device\n",
        "%b = atomic.load i32, ptr(global) %p, relaxed device\n",
        "%r = load ptr(global), ptr(global) %q, align 8\n%b = load i32, ptr(global) %r, align 4\n",
        "fence {global} release device\n",
        "barrier work_group {global} device\n",
      })
  void othersAreNot(String more) {
    assertEquals(Set.of(), copied(ADD + more));
  }

  /** A pointer that may be one of two buffers. */
  @Test
  void choiceOfBuffers() {
    String choice =
        """
        %which = icmp slt i32 %id, %n
        %either = select i1 %which, ptr(global) %p, %q
        %b = atomic.rmw add ptr(global) %either, i32 1, relaxed device
        """;
    assertEquals(Set.of(), copied(ADD + choice));
  }
}
