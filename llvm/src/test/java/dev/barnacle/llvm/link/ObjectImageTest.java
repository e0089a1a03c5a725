package dev.barnacle.llvm.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.OptLevel;
import dev.barnacle.llvm.module.TargetMachine;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ObjectImageTest {
  private static final int PAGE = 4096;
  private static final long BASE = 0x10_0000_0000L;

  /** Constants, a table of jumps, variables, calls of others, an address of one. */
  private static final String TEXT =
      """
      @counter = global i32 7
      @empty = internal global [100 x i64] zeroinitializer, align 64
      @table = internal constant [4 x double] [double 1.5, double 2.5, double 3.5, double 4.5]
      @outside = external global i32
      declare double @far(double)
      define double @f(i64 %i, double %x) {
        %p = getelementptr double, ptr @table, i64 %i
        %t = load double, ptr %p
        %e = getelementptr i64, ptr @empty, i64 %i
        %o = load i32, ptr @outside
        %z = zext i32 %o to i64
        store i64 %z, ptr %e
        %c = load i32, ptr @counter
        %n = add i32 %c, 1
        store i32 %n, ptr @counter
        %a = call double @far(double %x)
        %s = fadd double %t, %a
        %m = fmul double %s, 0x4009212345678901
        switch i64 %i, label %other [
          i64 0, label %one
          i64 1, label %two
          i64 2, label %three
          i64 3, label %four
          i64 4, label %two
        ]
      one:
        %1 = call double @far(double %m)
        ret double %1
      two:
        ret double %s
      three:
        ret double %t
      four:
        ret double %a
      other:
        ret double %m
      }
      """;

  private static byte[] object() {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine host = TargetMachine.host(OptLevel.DEFAULT);
        LlvmModule module = LlvmModule.parseText(context, "m", TEXT)) {
      host.prepare(module);
      return host.emitObject(module);
    }
  }

  @Test
  void dataStandOnPagesOfTheirOwn() {
    ObjectImage image = new ObjectImage(object(), PAGE);
    assertEquals(0, image.codeBytes() % PAGE);
    assertEquals(0, image.byteSize() % PAGE);
    long counter = Objects.requireNonNull(image.exports().get("counter"));
    long f = Objects.requireNonNull(image.exports().get("f"));
    assertTrue(counter >= image.codeBytes());
    assertTrue(f < image.codeBytes());
    byte[] bytes = image.link(BASE, _ -> BASE + (1L << 40));
    assertEquals(7, bytes[(int) counter]);
  }

  @Test
  void whatNobodyDefinesIsNamed() {
    ObjectImage image = new ObjectImage(object(), PAGE);
    UndefinedSymbolsException e =
        assertThrows(UndefinedSymbolsException.class, () -> image.link(BASE, _ -> 0));
    assertTrue(e.getMessage().contains("far"), e.getMessage());
    assertTrue(e.getMessage().contains("outside"), e.getMessage());
  }

  /** Damaged objects are refused, or make bytes: nothing else is thrown, and nothing is endless. */
  @Test
  void damagedObjectsAreRefused() {
    byte[] whole = object();
    long seed = Long.getLong("barnacle.test.seed", 38);
    SplittableRandom random = new SplittableRandom(seed);
    int refused = 0;
    for (int i = 0; i < Integer.getInteger("barnacle.test.objects", 3000); i++) {
      byte[] damaged = damaged(whole, random);
      try {
        ObjectImage image = new ObjectImage(damaged, PAGE);
        image
            .exports()
            .forEach((name, at) -> assertTrue(at >= 0 && at <= image.byteSize(), name + " " + at));
        if (image.byteSize() < 1 << 24) {
          byte[] bytes = image.link(BASE, _ -> BASE + 0x1000);
          assertEquals(image.byteSize(), bytes.length);
        }
      } catch (LlvmException e) {
        refused++;
      } catch (RuntimeException e) {
        fail("damaged object " + i + " of seed " + seed, e);
      }
    }
    assertTrue(refused > 0);
  }

  private static byte[] damaged(byte[] whole, SplittableRandom random) {
    if (random.nextInt(8) == 0) {
      return Arrays.copyOf(whole, random.nextInt(whole.length));
    }
    byte[] bytes = whole.clone();
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      int at = random.nextInt(4) == 0 ? random.nextInt(64) : random.nextInt(bytes.length);
      int more = random.nextInt(3) == 0 ? Math.min(8, bytes.length - at) : 1;
      for (int i = at; i < at + more; i++) {
        bytes[i] = (byte) (random.nextInt(3) == 0 ? 0xff : random.nextInt(256));
      }
    }
    return bytes;
  }
}
