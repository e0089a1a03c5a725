package dev.barnacle.simd.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.code.KeptCode;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.store.BlobStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is compiled beside launches when its program, or the engine, ends. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CompilationBesideTest {
  private static final String KERNEL =
      """
      module "test"
      kernel @k(ptr(global) %p)
        arg "p" "int*" global "none" ""
      {
      entry:
        store i32 1, ptr(global) %p, align 4
        ret
      }
      """;

  private final Halt halt = new Halt();
  @TempDir private Path folder;

  /** Stops a compilation half-way. */
  private static final class Halt implements CompileListener {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public boolean wants(Stage stage) {
      return false;
    }

    @Override
    public void explained(KernelExplanation explanation) {
      reached.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private SimdRuntime runtime() {
    return new SimdRuntime(
        SimdOptions.defaults().withThreads(1),
        List.of(),
        List.of(halt),
        Optional.of(new BlobStore(folder, 1 << 20)));
  }

  private static Specialization groupsOf(int size) {
    return Specialization.builder(size, 1, 1).smallIds(true).smallObjects(true).build();
  }

  /** Lets the compilation end, which the program and the engine have done before it. */
  private void compileOn(SimdRuntime runtime) throws InterruptedException {
    halt.goOn.countDown();
    ExecutorService compiler = (ExecutorService) runtime.beside();
    compiler.shutdown();
    assertTrue(compiler.awaitTermination(100, TimeUnit.SECONDS));
  }

  @Test
  void theEndOfAProgramAndItsEngineWaitsForNoCompilation() throws Exception {
    SimdRuntime runtime = runtime();
    Module module = IrParser.parse(KERNEL, "test.ir");
    module.setIdentity("one");
    Function kernel = module.kernels().getFirst();
    LoadedProgram program = LoadedProgram.of(module, runtime.compiler().kept("one"));
    KernelTiers versions = runtime.versions(program);
    CountDownLatch done = new CountDownLatch(1);
    versions.prepare(kernel, List.of(groupsOf(8), groupsOf(16)), false, done::countDown);
    halt.reached.await();
    versions.close();
    program.variables().close();
    runtime.close();

    compileOn(runtime);
    assertEquals(1, KeptCode.versions(folder).size(), "the next process has what was compiled");
    assertEquals(1, done.getCount(), "nothing more was compiled");
  }
}
