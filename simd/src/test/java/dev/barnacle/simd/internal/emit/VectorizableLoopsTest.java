package dev.barnacle.simd.internal.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.verify.Verifier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LLVM may vectorise loops in which nothing folds a counter on its way to an address. */
class VectorizableLoopsTest {
  /** Returns whether a loop with {@code body}, which computes the index {@code %k}, is allowed. */
  private static boolean allows(String body) {
    String source =
        """
        module "test"
        kernel @k(ptr(global) %p, ptr(global) %q, i32 %n)
          arg "p" "int*" global "none" ""
          arg "q" "uchar*" global "none" ""
          arg "n" "int" private "none" ""
        {
        entry:
          %fixed = urem i32 %n, 12
          br loop
        loop:
          %i = phi i32 (0, entry), (%next, loop)
          %sum = phi i32 (0, entry), (%more, loop)
        """
            + body
            + """
              %wide = zext i32 %k to i64
              %offset = mul i64 %wide, 4
              %at = ptradd inbounds ptr(global) %p, i64 %offset
              %value = load i32, ptr(global) %at, align 4
              %more = add i32 %sum, %value
              %next = add i32 %i, 1
              %stay = icmp ult i32 %next, %n
              condbr i1 %stay, loop, done
            done:
              ret
            }
            """;
    dev.barnacle.ir.Module module = IrParser.parse(source, "test.ir");
    Verifier.check(module, "in the test");
    Function kernel = module.kernels().getFirst();
    return new VectorizableLoops(kernel).allows(kernel.blocks().get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%k = add i32 %i, 5",
        "%s = mul i32 %i, 7\n%k = add i32 %s, %fixed",
        "%s = shl i32 %i, 2\n%k = sub i32 %n, %s",
        "%k = smin i32 %i, %n",
        // A value from memory is no counter, whatever becomes of it.
        "%x = load i32, ptr(global) %p, align 4\n%k = and i32 %x, 255",
        // A mask of what is the same in each iteration.
        "%m = and i32 %n, 3\n%k = add i32 %i, %m",
        // A checksum is no mask of itself.
        "%c = phi i32 (0, entry), (%d, loop)\n%x = load i32, ptr(global) %p, align 4\n"
            + "%d = xor i32 %c, %x\n%k = add i32 %i, 1",
      })
  void linearOrFromMemory(String body) {
    assertEquals(true, allows(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s = mul i32 %i, 7\n%k = and i32 %s, 255",
        "%k = urem i32 %i, 4",
        "%s = shl i32 %i, 24\n%k = ashr i32 %s, 24",
        "%q0 = udiv i32 %i, 8\n%s = mul i32 %q0, 8\n%k = sub i32 %i, %s",
        "%b = trunc i32 %i to i8\n%k = zext i8 %b to i32",
        // Narrow counters.
        "%c = phi i8 (0, entry), (%d, loop)\n%d = add i8 %c, 3\n%k = zext i8 %c to i32",
        // A counter that is folded on its way round the loop.
        "%k = phi i32 (0, entry), (%m, loop)\n%d = add i32 %k, 1\n%m = and i32 %d, 31",
        // A variable that keeps a counter's value of some iteration.
        "%c = phi i32 (0, entry), (%d, loop)\n%x = load i32, ptr(global) %p, align 4\n"
            + "%is = icmp eq i32 %x, 0\n%d = select i1 %is, i32 %i, i32 %c\n%k = add i32 %i, 1",
        // What an earlier iteration may have stored.
        "store i32 %i, ptr(global) %p, align 4\n%x = load i32, ptr(global) %p, align 4\n"
            + "%k = and i32 %x, 255",
      })
  void folded(String body) {
    assertEquals(false, allows(body));
  }
}
