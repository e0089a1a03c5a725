package dev.barnacle.simd.internal.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.KernelTraits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery.Kind;
import dev.barnacle.simd.Optimization;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.EndedRuntimes;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.abi.PrintfCall;
import dev.barnacle.simd.internal.analysis.BufferPrivatization;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.plan.ProgramSummary;
import dev.barnacle.simd.internal.plan.QuickCode;
import dev.barnacle.store.BlobStore;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Machine code on disk: what is known again, what is not, and what happens to broken files. */
class CodeCacheTest {
  private static final SimdOptions OPTIONS =
      SimdOptions.defaults().withThreads(1).withOptimization(Optimization.FULL);

  @TempDir private Path folder;
  @RegisterExtension private final EndedRuntimes runtimes = new EndedRuntimes();

  /** A kernel that adds {@code step} to each element and prints the first work-item's. */
  private static Module adder(String identity, int step) {
    Module module = new Module("adder");
    module.setIdentity(identity);
    Parameter data =
        new Parameter("data", new PointerType(AddressSpace.GLOBAL), 0, Parameter.Attributes.NONE);
    KernelInfo info =
        new KernelInfo(
            List.of(new KernelInfo.Argument("data", "int*", AddressSpace.GLOBAL, "none", "")));
    Function kernel = new Function("add", Types.VOID, List.of(data), info, null);
    module.functions().add(kernel);
    IrBuilder b = new IrBuilder(kernel.newBlock("entry"));
    Value id = b.query(Kind.GLOBAL_ID, 0);
    Value place = b.pointerAdd(data, b.binary(Binary.Op.MUL, id, new IntConstant(Types.I64, 4)));
    Value sum = b.binary(Binary.Op.ADD, b.load(Types.I32, place), new IntConstant(Types.I32, step));
    b.store(sum, place);
    b.add(new Printf("%d;", List.of(sum)));
    b.ret();
    return module;
  }

  private int run(Module module) {
    return run(module, OPTIONS, 8);
  }

  /** Runs the kernel in a process of its own, as far as the cache can tell; returns the step. */
  private int run(Module module, SimdOptions options, long local) {
    StringBuilder printed = new StringBuilder();
    try (SimdRuntime runtime =
            runtimes.add(
                new SimdRuntime(
                    options, List.of(), List.of(), Optional.of(new BlobStore(folder, 1 << 20))));
        Executable executable = runtime.load(module);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(ValueLayout.JAVA_INT, 8);
      NdRange range = new NdRange(List.of(8L), List.of(local), List.of(0L));
      Argument argument = new Argument.Memory(data);
      executable.launch(
          new Launch(module.kernels().getFirst(), range, List.of(argument), printed::append));
      int step = data.getAtIndex(ValueLayout.JAVA_INT, 7);
      assertEquals((step + ";").repeat(8), printed.toString());
      return step;
    }
  }

  private List<Path> files() throws IOException {
    return KeptCode.files(folder);
  }

  private Path newFile(List<Path> before) throws IOException {
    List<Path> after = files();
    after.removeAll(before);
    assertEquals(1, after.size(), () -> "new files: " + after);
    return after.getFirst();
  }

  @Test
  void anEntryIsUsed() throws IOException {
    assertEquals(1, run(adder("one", 1)));
    Path one = newFile(List.of());
    assertEquals(5, run(adder("five", 5)));
    Path five = newFile(List.of(one));
    // Only who takes the code from the file can do what another program does.
    Files.copy(five, one, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertEquals(5, run(adder("one", 1)));
  }

  @Test
  void aBrokenEntryIsMadeAnew() throws IOException {
    run(adder("five", 5));
    byte[] five = KeptCode.codeAlone(newFile(List.of()));
    List<Path> before = files();
    run(adder("one", 1));
    Path one = newFile(before);
    for (int at : new int[] {0, 25, 60, five.length / 2, five.length - 1}) {
      byte[] broken = five.clone();
      broken[at] ^= 16;
      Files.write(one, broken);
      assertEquals(1, run(adder("one", 1)), "a bit of byte " + at);
    }
    for (int length : new int[] {0, 10, 52, five.length - 1}) {
      Files.write(one, java.util.Arrays.copyOf(five, length));
      assertEquals(1, run(adder("one", 1)), "cut to " + length);
      assertTrue(Files.size(one) > 100, "it is there again");
    }
  }

  @Test
  void codeForOtherLaunchesAndOptionsIsOtherCode() throws IOException {
    run(adder("one", 1));
    assertEquals(1, KeptCode.versions(folder).size());
    run(adder("one", 1), OPTIONS, 4);
    assertEquals(2, KeptCode.versions(folder).size());
    assertEquals(1, files().size());
    run(adder("one", 1), OPTIONS.withLanes(4), 8);
    assertEquals(3, KeptCode.versions(folder).size());
    assertEquals(2, files().size());
    long bytes = size();
    run(adder("one", 1), OPTIONS.withThreads(2), 8);
    assertEquals(3, KeptCode.versions(folder).size());
    assertEquals(bytes, size(), "nothing was kept once more");
  }

  private long size() throws IOException {
    long sum = 0;
    for (Path file : files()) {
      sum += KeptCode.codeAlone(file).length;
    }
    return sum;
  }

  /** The module as the front end's cache gives it. */
  private static Module declared(Module whole) {
    Module module = new Module(whole.name());
    module.setIdentity(whole.identity());
    module.functions().addAll(whole.kernels());
    module.readLater(m -> {});
    return module;
  }

  /** Loads a program, and waits until what is known of it has been kept. */
  private void keep(Module module) {
    try (SimdRuntime runtime =
        runtimes.add(
            new SimdRuntime(
                OPTIONS, List.of(), List.of(), Optional.of(new BlobStore(folder, 1 << 20))))) {
      runtime.load(module).close();
      CompletableFuture.runAsync(() -> {}, runtime.beside()).join();
    }
  }

  @Test
  void aProgramWhoseCodeIsKnownIsNotRead() {
    Module unknown = declared(adder("one", 1));
    assertEquals(1, run(unknown));
    assertTrue(unknown.isRead());
    keep(adder("one", 1));
    Module known = declared(adder("one", 1));
    assertEquals(1, run(known));
    assertFalse(known.isRead());
    Module other = declared(adder("one", 1));
    assertEquals(1, run(other, OPTIONS, 4));
    assertTrue(other.isRead(), "there is no code for this local size");
  }

  @Test
  void whatAKnownProgramTakesAndHowItIsBestGroupedIsAskedWithoutReadingIt() {
    Module first = declared(adder("one", 1));
    List<Object> answers = ask(first);
    assertTrue(first.isRead());
    assertEquals(new KernelTraits(false, false, 0), answers.getFirst());
    Module known = declared(adder("one", 1));
    assertEquals(answers, ask(known));
    assertFalse(known.isRead());
  }

  /** The answers are kept under the device's text: another process has to come to the same one. */
  @Test
  void aDevicesTextSaysNothingOfThisProcess() {
    DeviceLimits limits = SimdRuntime.limits(OPTIONS);
    assertFalse(limits.toString().contains("@"), limits.toString());
    assertTrue(limits.toString().contains("=" + limits.memory().globalBytes() + ","));
  }

  /** Asks what the driver asks before a launch without a local size, in a process of its own. */
  private List<Object> ask(Module module) {
    try (SimdRuntime runtime =
            runtimes.add(
                new SimdRuntime(
                    OPTIONS, List.of(), List.of(), Optional.of(new BlobStore(folder, 1 << 20))));
        Executable executable = runtime.load(module)) {
      Function kernel = module.kernels().getFirst();
      KernelTraits traits = executable.traits(kernel);
      KernelLimits limits = executable.limits(kernel);
      CompletableFuture.runAsync(() -> {}, runtime.beside()).join();
      return List.of(traits, limits);
    }
  }

  @Test
  void factsAreReadAgain() {
    ProgramSummary facts =
        new ProgramSummary(
            Map.of(
                "a",
                new KernelSummary(
                    Map.of(),
                    true,
                    new KernelTraits(false, true, 0),
                    1,
                    new QuickCode(QuickCode.Kind.FAST_MATH, 7),
                    true,
                    false,
                    false),
                "b",
                new KernelSummary(
                    Map.of(3, new BufferPrivatization.Use(AtomicRmw.Op.UMAX, Types.I64, 1L << 33)),
                    false,
                    new KernelTraits(true, true, 1L << 33),
                    128,
                    new QuickCode(QuickCode.Kind.LOOPS, 1 << 20),
                    false,
                    true,
                    true)));
    byte[] bytes = facts.encode();
    assertEquals(Optional.of(facts), ProgramSummary.decode(bytes));
    for (int length = 0; length < bytes.length; length++) {
      assertTrue(ProgramSummary.decode(java.util.Arrays.copyOf(bytes, length)).isEmpty());
    }
  }

  @Test
  void aProgramWithoutIdentityIsNotKept() throws IOException {
    assertEquals(3, run(adder("", 3)));
    assertEquals(List.of(), files());
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    KernelObject.Needs needs =
        new KernelObject.Needs(
            List.of(
                PrintfCall.of(new Printf("%v4hld \u00ff", List.of(new IntConstant(Types.I8, 3))))),
            List.of("", "block"),
            1,
            1L << 40,
            3);
    KernelObject object = new KernelObject(new byte[] {1, 2, 3}, needs, "slower");
    KernelObject read = KernelObject.decode(object.encode()).orElseThrow();
    assertEquals(needs, read.needs());
    assertArrayEquals(object.object(), read.object());
    assertEquals("slower", read.note());
    byte[] bytes = object.encode();
    for (int length = 0; length < bytes.length; length++) {
      assertTrue(KernelObject.decode(java.util.Arrays.copyOf(bytes, length)).isEmpty());
    }
  }
}
