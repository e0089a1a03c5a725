package dev.barnacle.simd.internal.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.verify.Verifier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work-items run as lanes unless one could wait in a loop for another that has left it. */
class WaitingLoopsTest {
  private static boolean mayWait(String body) {
    String source =
        """
        module "test"
        kernel @k(ptr(global) %p, ptr(global) %q, i32 %n)
          arg "p" "int*" global "none" ""
          arg "q" "int*" global "none" ""
          arg "n" "int" private "none" ""
        {
        entry:
          %gid = query global_id i32 0
          %id = trunc i64 %gid to i32
          br loop
        loop:
        """
            + body
            + """
              br done
            done:
              ret
            }
            """;
    dev.barnacle.ir.Module module = IrParser.parse(source, "test.ir");
    Verifier.check(module, "in the test");
    Function kernel = module.kernels().getFirst();
    return InsertYields.mayWait(kernel);
  }

  /** A lock: the exchange is tried until it finds 0. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%old = atomic.cmpxchg ptr(global) %p, i32 0, i32 1, relaxed relaxed device",
        "%old = atomic.rmw xchg ptr(global) %p, i32 1, acquire device",
        "%old = atomic.load i32, ptr(global) %p, acquire work_group",
        "%old = load volatile i32, ptr(global) %p, align 4"
      })
  void locksAndFlags(String operation) {
    assertEquals(
        true,
        mayWait(operation + "\n%stay = icmp ne i32 %old, 0\ncondbr i1 %stay, loop, out\nout:\n"));
  }

  /** A loop that an exchange ends whatever it finds, if it is what was seen last. */
  @ParameterizedTest
  @CsvSource({"%old, false", "0, true", "%other, true"})
  void exchangeLoops(String next, boolean expected) {
    assertEquals(
        expected,
        mayWait(
            """
            %seen = phi i32 (0, entry), (NEXT, loop)
            %new = add i32 %seen, %id
            %other = and i32 %seen, 255
            %old = atomic.cmpxchg ptr(global) %p, i32 %seen, i32 %new, relaxed relaxed device
            %done = icmp eq i32 %old, %seen
            condbr i1 %done, out, loop
            out:
            """
                .replace("NEXT", next)));
  }

  /** The bound is a lane's own; what the operation finds decides about a store at most. */
  @ParameterizedTest
  @CsvSource({"%id, false", "%old, true", "%ticket, true"})
  void countedLoops(String bound, boolean expected) {
    assertEquals(
        expected,
        mayWait(
            """
            %i = phi i32 (0, entry), (%next, rest)
            %old = atomic.rmw add ptr(global) %p, i32 1, relaxed device
            %fits = icmp slt i32 %old, %n
            condbr i1 %fits, keep, rest
            keep:
            store i32 %i, ptr(global) %q, align 4
            br rest
            rest:
            %ticket = phi i32 (0, loop), (1, keep)
            %next = add i32 %i, 1
            %more = icmp slt i32 %next, BOUND
            condbr i1 %more, loop, out
            out:
            """
                .replace("BOUND", bound)));
  }

  /** What others say may come back through memory. */
  @ParameterizedTest
  @CsvSource({"%old, true", "%i, false"})
  void newsThroughMemory(String stored, boolean expected) {
    assertEquals(
        expected,
        mayWait(
            """
            %i = phi i32 (0, entry), (%next, loop)
            %old = atomic.rmw add ptr(global) %p, i32 1, relaxed device
            store i32 STORED, ptr(global) %q, align 4
            %bound = load i32, ptr(global) %q, align 4
            %next = add i32 %i, %id
            %more = icmp slt i32 %next, %bound
            condbr i1 %more, loop, out
            out:
            """
                .replace("STORED", stored)));
  }

  /** A loop that counts to a bound in memory ends whatever comes to be there. */
  @ParameterizedTest
  @CsvSource({
    "load i32,16,slt,false",
    "load i32,1,ult,false",
    "load volatile i32,1,slt,true",
    "load i32,-1,slt,true",
    "load i32,1,ne,true"
  })
  void countedToABoundInMemory(String load, int step, String test, boolean expected) {
    assertEquals(
        expected,
        mayWait(
            """
            %i = phi i32 (%id, entry), (%next, rest)
            %bound = LOAD, ptr(global) %q, align 4
            %more = icmp TEST i32 %i, %bound
            condbr i1 %more, body, out
            body:
            %old = atomic.rmw add ptr(global) %p, i32 1, relaxed device
            %found = icmp slt i32 %old, %n
            condbr i1 %found, keep, rest
            keep:
            store i32 %old, ptr(global) %q, align 4
            br rest
            rest:
            %next = add i32 %i, STEP
            br loop
            out:
            """
                .replace("LOAD", load)
                .replace("TEST", test)
                .replace("STEP", Integer.toString(step))));
  }
}
