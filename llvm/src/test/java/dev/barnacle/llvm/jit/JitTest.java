package dev.barnacle.llvm.jit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.OptLevel;
import dev.barnacle.llvm.module.PassOptions;
import dev.barnacle.llvm.module.TargetMachine;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class JitTest {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final FunctionDescriptor INT_TO_INT =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
  private static final FunctionDescriptor DOUBLE_TO_DOUBLE =
      FunctionDescriptor.of(ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE);

  private static byte[] compile(String text) {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine host = TargetMachine.host(OptLevel.AGGRESSIVE);
        LlvmModule module = LlvmModule.parseText(context, "test.ll", text)) {
      host.prepare(module);
      module.runPasses("default<O3>", host, PassOptions.DEFAULT);
      return host.emitObject(module);
    }
  }

  private static String adder(int n) {
    return """
    define i32 @f(i32 %%x) {
      %%r = add i32 %%x, %d
      ret i32 %%r
    }
    """
        .formatted(n);
  }

  private static int callInt(MemorySegment address, int x) throws Throwable {
    return (int) LINKER.downcallHandle(address, INT_TO_INT).invokeExact(x);
  }

  private static double callDouble(MemorySegment address, double x) throws Throwable {
    return (double) LINKER.downcallHandle(address, DOUBLE_TO_DOUBLE).invokeExact(x);
  }

  @Test
  void aModuleBecomesCallable() throws Throwable {
    try (Jit jit = Jit.create();
        LlvmContext context = LlvmContext.create();
        TargetMachine host = TargetMachine.host(OptLevel.DEFAULT);
        LlvmModule module = LlvmModule.parseText(context, "m", adder(1))) {
      host.prepare(module);
      JitCode code = jit.add(module, host, Map.of());
      assertEquals(42, callInt(code.symbol("f"), 41));
    }
  }

  @Test
  void objectsMayDefineTheSameName() throws Throwable {
    try (Jit jit = Jit.create()) {
      JitCode one = jit.addObject("one", compile(adder(1)), Map.of());
      JitCode two = jit.addObject("two", compile(adder(2)), Map.of());
      assertEquals(11, callInt(one.symbol("f"), 10));
      assertEquals(12, callInt(two.symbol("f"), 10));
    }
  }

  @Test
  void libmAndLibcAreFound() throws Throwable {
    String text =
        """
        declare double @erfc(double)
        declare double @tgamma(double)
        define double @g(double %x) {
          %a = call double @erfc(double %x)
          %b = call double @tgamma(double %x)
          %r = fadd double %a, %b
          ret double %r
        }
        """;
    try (Jit jit = Jit.create()) {
      JitCode code = jit.addObject("libm", compile(text), Map.of());
      assertEquals(6.0, callDouble(code.symbol("g"), 4.0), 1e-6);
    }
  }

  static int triple(int x) {
    return 3 * x;
  }

  @Test
  void symbolsAreDefinedByAddressForOneObjectAndForAll() throws Throwable {
    String text =
        """
        declare i32 @outside(i32)
        define i32 @g(i32 %x) {
          %a = call i32 @outside(i32 %x)
          %r = add i32 %a, 1
          ret i32 %r
        }
        """;
    MethodHandle triple =
        MethodHandles.lookup()
            .findStatic(JitTest.class, "triple", MethodType.methodType(int.class, int.class));
    byte[] object = compile(text);
    try (Jit jit = Jit.create();
        Arena arena = Arena.ofConfined()) {
      MemorySegment stub = LINKER.upcallStub(triple, INT_TO_INT, arena);
      JitCode own = jit.addObject("own", object, Map.of("outside", stub));
      assertEquals(13, callInt(own.symbol("g"), 4));
      jit.define("outside", stub);
      JitCode shared = jit.addObject("shared", object, Map.of());
      assertEquals(16, callInt(shared.symbol("g"), 5));
    }
  }

  @Test
  void aMissingSymbolIsNamed() {
    String text =
        """
        declare i32 @nobody_defines_this(i32)
        define i32 @g(i32 %x) {
          %r = call i32 @nobody_defines_this(i32 %x)
          ret i32 %r
        }
        """;
    try (Jit jit = Jit.create()) {
      JitCode code = jit.addObject("object", compile(text), Map.of());
      LlvmException e = assertThrows(LlvmException.class, () -> code.symbol("g"));
      assertTrue(e.getMessage().contains("nobody_defines_this"), e.getMessage());
      JitCode good = jit.addObject("good", compile(adder(1)), Map.of());
      LlvmException missing = assertThrows(LlvmException.class, () -> good.symbol("h"));
      assertTrue(missing.getMessage().contains("h in good"), missing.getMessage());
    }
  }

  /** Our own linker knows nothing of what is to be called before all else. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void whatOurLinkerDoesNotKnowIsLinkedByLlvm() throws Throwable {
    String text =
        """
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }]
            [{ i32, ptr, ptr } { i32 1, ptr @first, ptr null }]
        @begun = global i32 0
        define internal void @first() {
          store volatile i32 1, ptr @begun
          ret void
        }
        define i32 @f(i32 %x) { ret i32 %x }
        """;
    try (Jit jit = Jit.create()) {
      long before = Jit.linkedByLlvm();
      assertEquals(3, callInt(jit.addObject("own", compile(adder(1)), Map.of()).symbol("f"), 2));
      assertEquals(before, Jit.linkedByLlvm());
      assertEquals(5, callInt(jit.addObject("llvm's", compile(text), Map.of()).symbol("f"), 5));
      assertEquals(before + 1, Jit.linkedByLlvm());
    }
  }

  @Test
  void llvmLinksAsOurLinkerDoes() throws Throwable {
    try (Jit jit = Jit.createByLlvm(_ -> 0)) {
      assertEquals(3, callInt(jit.addObject("one", compile(adder(1)), Map.of()).symbol("f"), 2));
      LlvmException junk =
          assertThrows(
              LlvmException.class, () -> jit.addObject("junk", new byte[] {1, 2, 3}, Map.of()));
      assertTrue(junk.getMessage().startsWith("adding junk: "), junk.getMessage());
    }
  }

  @Test
  void whatIsWrittenToIsNoCode() throws Throwable {
    String text =
        """
        @counter = internal global i32 0
        define i32 @f(i32 %x) {
          %c = load volatile i32, ptr @counter
          %n = add i32 %c, %x
          store volatile i32 %n, ptr @counter
          ret i32 %n
        }
        """;
    try (Jit jit = Jit.create()) {
      JitCode code = jit.addObject("counter", compile(text), Map.of());
      assertEquals(2, callInt(code.symbol("f"), 2));
      assertEquals(5, callInt(code.symbol("f"), 3));
    }
  }

  @Test
  void junkIsRefused() {
    try (Jit jit = Jit.create()) {
      assertThrows(
          LlvmException.class, () -> jit.addObject("junk", new byte[] {1, 2, 3}, Map.of()));
    }
  }

  @Test
  void closedCodeGivesItsPlaceToTheNext() throws Throwable {
    try (Jit jit = Jit.create()) {
      for (int i = 0; i < 100; i++) {
        try (JitCode code = jit.addObject("n" + i, compile(adder(i)), Map.of())) {
          assertEquals(1000 + i, callInt(code.symbol("f"), 1000));
        }
      }
      JitCode code = jit.addObject("last", compile(adder(1)), Map.of());
      code.close();
      code.close();
      assertThrows(IllegalStateException.class, () -> code.symbol("f"));
    }
  }

  @Test
  void manyThreadsShareOneJit() throws Throwable {
    try (Jit jit = Jit.create();
        ExecutorService pool = Executors.newFixedThreadPool(8)) {
      List<Future<Integer>> sums = new ArrayList<>();
      for (int t = 0; t < 64; t++) {
        int n = t;
        sums.add(
            pool.submit(
                () -> {
                  try (JitCode code = jit.addObject("t" + n, compile(adder(n)), Map.of())) {
                    return callInt(code.symbol("f"), 7);
                  } catch (Exception e) {
                    throw e;
                  } catch (Throwable e) {
                    throw new AssertionError(e);
                  }
                }));
      }
      for (int t = 0; t < sums.size(); t++) {
        assertEquals(7 + t, sums.get(t).get());
      }
    }
  }

  @Test
  void manyThreadsAskForOneSymbol() throws Throwable {
    try (Jit jit = Jit.create();
        ExecutorService pool = Executors.newFixedThreadPool(8)) {
      JitCode code = jit.addObject("shared", compile(adder(5)), Map.of());
      List<Future<Long>> addresses = new ArrayList<>();
      for (int t = 0; t < 32; t++) {
        addresses.add(pool.submit(() -> code.address("f")));
      }
      for (Future<Long> address : addresses) {
        assertEquals(code.address("f"), address.get());
      }
      assertEquals(12, callInt(code.symbol("f"), 7));
    }
  }

  @Test
  void aClosedJitIsRefused() {
    Jit jit = Jit.create();
    JitCode code = jit.addObject("x", compile(adder(1)), Map.of());
    jit.close();
    assertThrows(IllegalStateException.class, () -> code.symbol("f"));
    code.close();
    assertThrows(
        IllegalStateException.class, () -> jit.addObject("y", compile(adder(1)), Map.of()));
  }
}
